"""Scores of beliefs, by hand: what a certain statement costs, what a posterior is worth, gains above chance."""

from __future__ import annotations

import math

import pytest

from keepmum.measure.beliefs import FLOOR, Claim, Scored, claims_of, gains

CLAIMS = [
    Claim(0, "good", True, 0.5, 0.25),
    Claim(0, "good", False, 0.25, 0.25),
    Claim(1, "good", True, 1.0, 0.25),
    Claim(1, "good", False, 0.0, 0.25),
]


def test_claims_by_hand() -> None:
    found = claims_of("good", CLAIMS)
    assert (found.many, found.slips, found.true.value) == (4, 1, 0.5)
    assert found.exact.value == pytest.approx(1.75 / 4)
    stated, exact, outset = (score.value for score in found.logs)
    assert stated == pytest.approx(2 * math.log2(FLOOR) / 4)
    assert exact == pytest.approx((math.log2(0.5) + math.log2(0.75)) / 4)
    assert outset == pytest.approx((2 * math.log2(0.25) + 2 * math.log2(0.75)) / 4)
    assert [score.value for score in found.briers] == pytest.approx(
        [2 / 4, (0.25 + 0.0625) / 4, (2 * 0.5625 + 2 * 0.0625) / 4]
    )


def test_intervals_take_matches_whole() -> None:
    """The same claims in as many matches are worth more than in two."""
    apart = [Claim(number, each.who, each.true, each.exact, each.outset) for number, each in enumerate(CLAIMS * 8)]
    together = [Claim(number % 2, each.who, each.true, each.exact, each.outset) for number, each in enumerate(apart)]
    one, two = claims_of("", apart).true, claims_of("", together).true
    assert one.n == 32
    assert two.n == 2
    assert one.value == two.value


def test_gains_by_hand() -> None:
    scored = [Scored(0, 1, -1.0, -3.0), Scored(1, 1, -3.0, -3.0), Scored(0, 2, 0.0, -3.0)]
    first, second, every = gains(scored)
    assert (first.time, first.many, first.chance) == (1, 2, -3.0)
    assert (first.log.value, first.gain.value) == (-2.0, 1.0)
    assert (second.gain.value, second.gain.low) == (3.0, None)
    assert (every.time, every.gain.value) == (None, pytest.approx(5 / 3))


def test_a_posterior_that_knows_nothing_gains_nothing() -> None:
    found = gains(Scored(match, 1, -2.5, -2.5) for match in range(5))[-1]
    assert found.gain.value == 0
