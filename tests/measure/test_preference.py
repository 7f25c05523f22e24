"""Shares and biases of comparisons, worked out by hand."""

from __future__ import annotations

import pytest

from keepmum.measure.preference import Choice, preferences, steadiness


def both(match: int, occasion: int, one: str, other: str) -> list[Choice]:
    """What was chosen with A first, and with B first."""
    return [
        Choice("judge", match, occasion, "A", "B", "logic", one),  # type: ignore[arg-type]
        Choice("judge", match, occasion, "B", "A", "logic", other),  # type: ignore[arg-type]
    ]


CHOICES = [
    *both(0, 1, "first", "second"),  # A, A
    *both(0, 2, "first", "first"),  # A, B
    *both(1, 1, "tie", "tie"),
    *both(1, 2, "second", "tie"),  # B, tie
    Choice("judge", 2, 1, "A", "B", "logic", "first"),  # in one order only
]


def test_shares_are_of_all_choices_in_both_orders() -> None:
    (found,) = preferences(CHOICES)
    assert (found.pair, found.criterion, found.occasions, found.one_order) == (("A", "B"), "logic", 4, 1)
    assert [each.value for each in (*found.preferred, found.tie)] == [3 / 8, 2 / 8, 3 / 8]
    assert found.tie.n == 2  # matches, not choices


def test_steadiness_and_bias() -> None:
    every, logic = steadiness(CHOICES)
    assert (every.criterion, logic.criterion, every.n) == ("", "logic", 4)
    assert every.same.value == 2 / 4
    assert every.bias.value == pytest.approx((0 + 1 + 0 - 0.5) / 4)


def test_a_judge_of_places_favours_nobody() -> None:
    found = preferences([each for match in range(9) for each in both(match, 1, "first", "first")])
    assert [each.value for each in found[0].preferred] == [0.5, 0.5]
    (every, _) = steadiness([each for match in range(9) for each in both(match, 1, "first", "first")])
    assert (every.same.value, every.bias.value) == (0.0, 1.0)


def test_intervals_are_by_matches() -> None:
    """Ten times the asks of the same two matches tell no more."""
    few = preferences([*both(0, 1, "first", "second"), *both(1, 1, "second", "tie")])[0].preferred[0]
    many = preferences(
        [each for n in range(10) for each in (*both(0, n, "first", "second"), *both(1, n, "second", "tie"))]
    )[0].preferred[0]
    assert few == many
    assert few.n == 2


def test_the_order_in_which_methods_are_named_does_not_matter() -> None:
    turned = preferences(reversed(CHOICES))[0]
    assert turned.preferred == preferences(CHOICES)[0].preferred
