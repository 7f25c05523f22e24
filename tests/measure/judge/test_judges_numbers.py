"""What many verdicts add up to is what was put in, within intervals that hold it as often as they say."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from keepmum.measure.contrasts import contrasts_within
from keepmum.measure.judge.arrangement import arrange
from keepmum.measure.judge.numbers import (
    Scored,
    between_judges,
    between_orders,
    biases,
    mean_scores,
    self_preference,
)
from keepmum.measure.judge.truths import Answer, confusion, lies
from keepmum.measure.stats import Estimate

AGENTS = ("good", "fair", "fair", "poor")
WORTH = {"good": 7.0, "fair": 5.0, "poor": 3.0}


def scores(seed: int, matches: int, orders: int = 3, place: float = 0.0, letter: float = 0.0) -> list[Scored]:
    """Scores by worth, luck of the match, and chance, with a bias for the first place and the first label."""
    rng = Random(seed)
    found: list[Scored] = []
    for match in range(matches):
        luck = [rng.gauss(0, 1) for _ in AGENTS]
        for order in range(orders):
            each = arrange(seed, match, order, 4)
            for seat, agent in enumerate(AGENTS):
                favour = place * (each.place(seat) == 0) + letter * (each.letters[seat] == 0)
                score = WORTH[agent] + luck[seat] + favour + rng.gauss(0, 0.5)
                spot = (order, each.place(seat), each.letters[seat])
                found.append(Scored("judge", match, seat, agent, *spot, score))
    return found


def holds(estimate: Estimate, value: float) -> bool:
    return estimate.low is not None and estimate.high is not None and estimate.low <= value <= estimate.high


def test_intervals_hold_the_bias_as_often_as_they_say() -> None:
    found = [biases(scores(seed, 30, place=1.0, letter=-0.5)) for seed in range(60)]
    for held in (
        sum(holds(each.places[0], 1.0) for each in found),
        sum(holds(each.letters[0], -0.5) for each in found),
        sum(holds(each.places[1], -1 / 3) for each in found),
        sum(holds(each.letters[3], 0.5 / 3) for each in found),
    ):
        assert held >= 52, "of 60, 57 are expected and less than 52 are one in a hundred"


@pytest.mark.parametrize("matches", [1, 2, 3])
def test_no_interval_leaves_what_can_be(matches: int) -> None:
    """Scores are from 0 to 10, their differences from -10 to 10, and agreement is 1 at most, however few matches."""
    for seed in range(20):
        rng = Random(seed)
        extreme = [
            replace(each, score=rng.choice((0.0, 5.0, 10.0)), own=each.seat == 0) for each in scores(seed, matches)
        ]
        second = [replace(each, judge="second", score=10.0 - each.score) for each in extreme]
        told = biases(extreme)
        for low, high, found in (
            (0.0, 10.0, mean_scores([*extreme, *second]).values()),
            (-10.0, 10.0, (*told.places, *told.letters, self_preference(extreme))),
            (-float("inf"), 1.0, (between_orders(extreme), between_judges([*extreme, *second]))),
        ):
            for each in found:
                assert all(low <= bound <= high for bound in (each.value, each.low, each.high) if bound is not None)


def test_a_bias_that_is_not_there_is_hardly_ever_found() -> None:
    found = [biases(scores(100 + seed, 30)) for seed in range(40)]
    assert sum(not holds(each.places[0], 0.0) for each in found) <= 6
    assert sum(not holds(each.letters[0], 0.0) for each in found) <= 6


def test_worth_is_not_taken_for_a_bias() -> None:
    """In one order the good player always stands first: nothing can be said of places."""
    given = [
        Scored("judge", match, seat, agent, 0, seat, (seat + match) % 4, WORTH[agent])
        for match in range(9)
        for seat, agent in enumerate(AGENTS)
    ]
    found = biases(given)
    assert all(each.absent for each in (*found.places, *found.letters))
    assert biases([]).places == ()


def test_contrasts_are_those_of_differences_within_groups() -> None:
    """Two values a group: the slope is the mean of the differences, and its interval theirs by clusters."""
    rng = np.random.default_rng(1)
    pairs = rng.normal(0, 1, (40, 2)) + np.array([0.0, 1.5]) + rng.normal(0, 5, (40, 1))
    values, column = list(pairs.ravel()), np.tile([[0.0], [1.0]], (40, 1))
    groups = [number // 2 for number in range(80)]
    found = contrasts_within(values, column, groups, groups)([1.0])
    differences = pairs[:, 1] - pairs[:, 0]
    half = 2.0227 * differences.std(ddof=1) / 40**0.5
    assert found.value == pytest.approx(differences.mean())
    assert found.low == pytest.approx(differences.mean() - half, abs=1e-3)
    assert found.high == pytest.approx(differences.mean() + half, abs=1e-3)


def test_means_are_of_agents_best_first() -> None:
    found = mean_scores(scores(3, 60))
    assert list(found) == ["good", "fair", "poor"]
    for agent, estimate in found.items():
        assert holds(estimate, WORTH[agent])
        assert estimate.n == 60
    assert mean_scores([]) == {}


def test_orders_weigh_no_more_than_judges() -> None:
    given = [Scored("a", 1, 0, "x", order, 0, 0, 2.0) for order in range(9)] + [Scored("b", 1, 0, "x", 0, 0, 0, 6.0)]
    assert mean_scores(given)["x"].value == 4.0


def test_judges_agree_by_what_they_say_on_the_whole() -> None:
    one = scores(5, 40)
    other = [Scored("other", e.match, e.seat, e.agent, e.order, e.place, e.letter, e.score) for e in one]
    assert between_judges([*one, *other]).value == pytest.approx(1.0)
    assert between_judges(one).absent
    contrary = [Scored("other", e.match, e.seat, e.agent, e.order, e.place, e.letter, 10 - e.score) for e in one]
    value = between_judges([*one, *contrary]).value
    assert value is not None
    assert value < 0
    own = between_orders(one)
    assert own.value is not None
    assert 0.85 < own.value < 0.99


def test_self_preference_is_told_match_by_match() -> None:
    given = [
        Scored(
            "j",
            match,
            seat,
            "own" if seat == 0 else "else",
            0,
            seat,
            seat,
            5.0 + (seat == 0) * (2 + match % 2),
            seat == 0,
        )
        for match in range(10)
        for seat in range(3)
    ]
    found = self_preference(given)
    assert found.value == pytest.approx(2.5)
    assert holds(found, 2.5)
    assert not holds(found, 0)
    assert found.n == 10
    assert self_preference([each for each in given if not each.own]).absent
    slight = [
        Scored("j", match, seat, str(seat), 0, seat, seat, 5.0 + (seat == 0) * 4 * (match == 1), seat == 0)
        for match in range(3)
        for seat in range(2)
    ]
    low = self_preference(slight).low
    assert low is not None
    assert low < 0, "a difference may be below nothing, though none of these is"
    assert self_preference([each for each in given if each.own]).absent


def test_truths_and_lies_are_counted() -> None:
    rows: list[tuple[str, bool | None, int]] = [
        ("true", True, 8), ("false", True, 1), ("unclear", True, 1), ("failed", True, 5),
        ("false", False, 3), ("uncited", False, 1),
        ("false", None, 4), ("true", None, 12), ("uncited", None, 2), ("failed", None, 1),
    ]  # fmt: skip
    answers = [
        Answer("j", place % 6, "bot", said, known)  # pyright: ignore[reportArgumentType]
        for said, known, count in rows
        for place in range(count)
    ]
    found = confusion(answers)
    assert found.table["true"] == {"true": 8, "false": 1, "unclear": 1, "uncited": 0, "failed": 5}
    assert (found.right.value, found.right.n) == (11 / 14, 6)
    assert (found.truths.value, found.lies.value) == (0.8, 0.75)
    matches = [
        Answer("j", match, "bot", "true" if match < 2 else "false", True) for match in range(4) for _ in range(15)
    ]
    alike = confusion(matches).right
    assert (alike.low, alike.high) == pytest.approx((0.06, 0.94), abs=0.01), "four matches, not sixty answers"
    one_each = [Answer("j", place, "bot", "true" if place < 8 else "unclear", True) for place in range(10)]
    assert confusion(one_each).truths.low == pytest.approx(0.490, abs=1e-3), "Wilson, 8 of 10"
    own = lies(answers)["bot"]
    assert own.found.value == pytest.approx(4 / 16)
    assert own.counts == {"true": 12, "false": 4, "unclear": 0, "uncited": 2, "failed": 1}
