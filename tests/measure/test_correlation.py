"""Correlation: right signs, pooled and within; intervals that take matches whole; nothing where nothing varies."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import pearsonr, spearmanr

from keepmum.measure.correlation import Point, correlation


def points(rng: np.random.Generator, matches: int, slope: float, between: float) -> list[Point]:
    """Four players with levels of their own (which go with y by `between`), and a slope within each."""
    found = []
    for match in range(matches):
        for number, who in enumerate("abcd"):
            x = rng.normal()
            found.append(Point(match, who, number + x, between * number + slope * x + rng.normal()))
    return found


def test_it_is_pearsons_and_spearmans() -> None:
    found = points(np.random.default_rng(1), 30, 0.4, 0.0)
    x, y = [p.x for p in found], [p.y for p in found]
    both = correlation(found, draws=50)
    assert both.pooled_pearson.value == pytest.approx(pearsonr(x, y).statistic)
    assert both.pooled_spearman.value == pytest.approx(spearmanr(x, y).statistic)
    assert (both.matches, both.seats, both.pooled_pearson.n) == (30, 120, 30)


def test_within_players_it_may_have_the_other_sign() -> None:
    both = correlation(points(np.random.default_rng(2), 80, -0.8, 2.0), draws=200)
    assert both.pooled_pearson.low > 0 > both.within_pearson.high
    assert both.pooled_spearman.low > 0 > both.within_spearman.high


def test_what_tells_the_players_alone_is_gone_within() -> None:
    both = correlation(points(np.random.default_rng(3), 80, 0.0, 2.0), draws=200)
    assert both.pooled_pearson.low > 0.5
    assert both.within_pearson.low < 0 < both.within_pearson.high


def test_the_order_of_seats_does_not_matter() -> None:
    found = points(np.random.default_rng(4), 20, 0.5, 0.5)
    shuffled = [found[place] for place in np.random.default_rng(0).permutation(len(found))]
    one, other = correlation(found, 50), correlation(shuffled, 50)
    assert one.within_spearman.value == pytest.approx(other.within_spearman.value)
    assert one.pooled_pearson.low == pytest.approx(other.pooled_pearson.low)


def test_copies_of_a_seat_within_its_match_add_nothing() -> None:
    found = points(np.random.default_rng(5), 25, 0.5, 0.5)
    one, four = correlation(found, 100), correlation([p for p in found for _ in range(4)], 100)
    assert four.pooled_pearson.low == pytest.approx(one.pooled_pearson.low)
    assert four.pooled_pearson.high == pytest.approx(one.pooled_pearson.high)


def test_the_interval_covers_as_often_as_it_says() -> None:
    """Talk shares add up in a match, and luck is shared by a match: seats are not independent."""
    rng = np.random.default_rng(6)
    covered = 0
    for _ in range(60):
        found = []
        for match in range(40):
            share, luck = rng.dirichlet([2, 2, 2, 2]), rng.normal()
            found += [Point(match, who, x, luck + rng.normal()) for who, x in zip("abcd", share, strict=True)]
        interval = correlation(found, 100).pooled_pearson
        covered += interval.low <= 0 <= interval.high
    assert 0.86 <= covered / 60 <= 0.99


@pytest.mark.parametrize("side", ["x", "y"])
def test_what_is_constant_has_none(side: str) -> None:
    flat = [
        Point(m, w, 1.0 if side == "x" else m * 0.1, 1.0 if side == "y" else m * 0.1) for m in range(9) for w in "ab"
    ]
    both = correlation(flat, 20)
    assert both.constant == ("pooled", "within")
    assert both.pooled_spearman.absent


def test_levels_alone_have_no_correlation_within() -> None:
    levels = [Point(m, w, x, 2.0 * x) for m in range(9) for w, x in (("a", 0.1), ("b", 0.7), ("c", 0.2))]
    both = correlation(levels, 20)
    assert both.constant == ("within",)
    assert both.pooled_pearson.value == pytest.approx(1)


def test_nothing_and_one_match() -> None:
    assert correlation([]).matches == 0
    assert correlation([]).pooled_pearson.absent
    one = correlation([Point(0, "a", 1, 2), Point(0, "b", 2, 1), Point(0, "c", 3, 0)])
    assert (one.pooled_pearson.value, one.pooled_pearson.low) == (pytest.approx(-1), None)
