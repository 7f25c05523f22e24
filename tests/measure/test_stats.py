"""Intervals and tests against values from the literature."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest

from keepmum.measure.stats import ABSENT, exact_sign_test, paired_difference, ratio


@given(st.integers(0, 400), st.integers(1, 400))
def test_wilson_is_the_library_s(successes: int, n: int) -> None:
    successes = min(successes, n)
    interval = binomtest(successes, n).proportion_ci(method="wilson")
    estimate = ratio(successes, n)
    assert (estimate.low, estimate.high) == pytest.approx((interval.low, interval.high), abs=1e-12)
    assert estimate.n == n


def test_newcombe_s_example() -> None:
    """Newcombe (1998), 'Improved confidence intervals for the difference between binomial proportions based on paired
    data', Table II: cells 36, 12, 2, 0 give method 10 the interval 0.0569 to 0.3404."""
    pairs = [(True, True)] * 36 + [(True, False)] * 12 + [(False, True)] * 2
    difference = paired_difference(pairs).difference
    assert difference.value == pytest.approx(-0.20)
    assert (-(difference.high or 0), -(difference.low or 0)) == pytest.approx((0.0569, 0.3404), abs=5e-5)


def test_mcnemar_by_hand() -> None:
    """9 against 1: 2 (10 + 1) / 2^10."""
    assert exact_sign_test(9, 1) == pytest.approx(22 / 1024)
    assert exact_sign_test(0, 0) == 1.0
    assert exact_sign_test(5, 5) == 1.0


@given(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1))
def test_a_difference_lies_in_its_interval_and_turns_with_the_pairs(pairs: list[tuple[bool, bool]]) -> None:
    there = paired_difference(pairs)
    back = paired_difference([(b, a) for a, b in pairs])
    value, low, high = there.difference.value, there.difference.low, there.difference.high
    assert value is not None
    assert low is not None
    assert high is not None
    assert -1 - 1e-9 <= low <= value + 1e-9
    assert value - 1e-9 <= high <= 1 + 1e-9
    assert back.difference.low == pytest.approx(-high)
    assert back.p == there.p


def test_nothing_is_called_absent() -> None:
    assert ratio(0, 0) == ABSENT
    assert ABSENT.absent
    assert paired_difference([]).difference == ABSENT
    assert paired_difference([]).p is None


@pytest.mark.parametrize(("successes", "n"), [(-1, 3), (4, 3)])
def test_impossible_counts_are_refused(successes: int, n: int) -> None:
    with pytest.raises(ValueError, match="from 0 to n"):
        ratio(successes, n)
