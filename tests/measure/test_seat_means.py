"""Means over seats: matches stay whole, edges have intervals, and what tells no spread has none."""

from __future__ import annotations

import numpy as np
import pytest

from keepmum.core.kind import SeatMeasure
from keepmum.measure.seats import SeatRow, judge_mean, judge_means, measure_means
from keepmum.measure.stats import ABSENT, clustered_mean, clustered_ratio, ratio, resampled


def test_one_yes_or_no_a_match_is_wilsons() -> None:
    assert clustered_ratio([[1.0]] * 7 + [[0.0]] * 3 + [[]]) == ratio(7, 10)
    assert clustered_ratio([]) == ABSENT == clustered_mean([[], []])


def test_copies_in_a_match_add_nothing() -> None:
    rng = np.random.default_rng(1)
    alone = [[float(rng.random() < 0.3)] for _ in range(200)]
    twice = clustered_ratio([each * 2 for each in alone])
    once = clustered_ratio(alone)
    assert twice.n == 200
    assert twice.low == pytest.approx(once.low, abs=0.003)
    assert twice.high == pytest.approx(once.high, abs=0.003)
    counts = [[float(rng.integers(5))] for _ in range(30)]
    copied, single = clustered_mean([each * 3 for each in counts]), clustered_mean(counts)
    assert (copied.low, copied.high) == pytest.approx((single.low, single.high))


def test_seats_that_differ_in_a_match_add_something() -> None:
    rng = np.random.default_rng(2)
    alone = [[float(rng.random() < 0.3)] for _ in range(200)]
    four = [[float(rng.random() < 0.3) for _ in range(4)] for _ in range(200)]
    narrow, wide = clustered_ratio(four), clustered_ratio(alone)
    assert narrow.high - narrow.low == pytest.approx((wide.high - wide.low) / 2, rel=0.2)


@pytest.mark.parametrize(("value", "low", "high"), [(0.0, 0.0, 0.4), (1.0, 0.6, 1.0)])
def test_at_the_edge_each_match_is_one_answer(value: float, low: float, high: float) -> None:
    found = clustered_ratio([[value, value]] * 6)
    assert (found.value, found.n) == (value, 6)
    assert found.low == pytest.approx(low, abs=0.02)
    assert found.high == pytest.approx(high, abs=0.02)


def test_what_does_not_vary_has_a_value_and_no_interval() -> None:
    for found in (clustered_ratio([[0.25]] * 8), clustered_mean([[2.0, 2.0]] * 8), clustered_mean([[3.0]])):
        assert found.value is not None
        assert (found.low, found.high) == (None, None)


def test_a_count_is_never_below_nothing_but_a_payoff_may_be() -> None:
    assert clustered_mean([[1.0], *[[0.0]] * 20]).low == 0
    assert clustered_mean([[1.0], [-1.0], *[[0.0]] * 20]).low < 0


def coverage(make, mean, true: float, times: int = 400) -> float:
    rng = np.random.default_rng(8)
    covered = 0
    for _ in range(times):
        found = mean([make(rng) for _ in range(25)])
        covered += found.low is not None and found.low <= true <= found.high
    return covered / times


def test_intervals_cover_as_often_as_they_say() -> None:
    def alike(rng):  # three seats that share most of a match's luck, of which a quarter says yes
        luck = rng.random()
        return [float((luck if rng.random() < 0.8 else rng.random()) < 0.25) for _ in range(3)]

    def uneven(rng):  # as many seats as it happens, and counts that share a match's level
        return list(rng.poisson(rng.gamma(2.0, 0.5), size=rng.integers(1, 4)).astype(float))

    assert 0.92 <= coverage(alike, clustered_ratio, 0.25) <= 0.985
    assert 0.91 <= coverage(uneven, clustered_mean, 1.0) <= 0.98
    assert 0.92 <= coverage(lambda rng: [float(rng.beta(0.5, 4.0))], clustered_ratio, 1 / 9) <= 0.985


def row(match: int, judged: dict[str, float] | None = None, **values: float | None) -> SeatRow:
    return SeatRow(match, "a", 0.0, values, judged or {})


def test_a_measure_counts_where_its_question_arose() -> None:
    measures = (SeatMeasure("lies", "lies", "share"), SeatMeasure("cracks", "cracks", "count"))
    rows = [row(0, lies=None, cracks=2.0), row(1, lies=0.5, cracks=0.0), row(2, lies=1.0, cracks=1.0)]
    found = measure_means(measures, rows)
    assert (found["lies"].value, found["lies"].n) == (0.75, 2)
    assert (found["cracks"].value, found["cracks"].n) == (1.0, 3)


def test_judges_are_averaged_and_told_apart() -> None:
    rows = [row(0, {"x": 4.0, "y": 8.0}), row(1, {"x": 6.0}), row(2)]
    assert (judge_mean(rows).value, judge_mean(rows).n) == (6.0, 2)
    apart = judge_means(rows)
    assert (apart["x"].value, apart["y"].value, apart["y"].n) == (5.0, 8.0, 1)
    assert judge_mean([row(0)]) == ABSENT


def test_scores_of_judges_stay_within_theirs() -> None:
    found = judge_mean([row(match, {"x": score}) for match, score in enumerate((1.0, 10.0, 9.0))])
    assert found.value == pytest.approx(20 / 3)
    assert 0 < found.low < found.value < found.high <= 10
    assert judge_mean([row(match, {"x": 10.0}) for match in range(5)]).high == 10


def test_draws_that_are_all_alike_are_no_interval() -> None:
    same = resampled(9, lambda drawn: [2.0], 50)[0]
    assert (same.value, same.low, same.high) == (2.0, None, None)


def test_a_statistic_that_draws_often_lack_has_no_interval() -> None:
    often, seldom = resampled(10, lambda drawn: [float("nan") if 0 in drawn else 1.0, float(drawn.mean())], 100)
    assert often == ABSENT
    assert seldom.low < seldom.value < seldom.high
    some = resampled(10, lambda drawn: [1.0 if 0 in drawn else float("nan")], 100)[0]
    assert (some.value, some.low) == (1.0, None)
    assert resampled(0, lambda drawn: [1.0]) == []
