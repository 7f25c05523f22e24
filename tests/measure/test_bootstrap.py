"""The bootstrap: right for a mean, aware of clusters, and honest about what it cannot know."""

import numpy as np
import pytest

from keepmum.measure.stats import ABSENT, bootstrap


def test_of_a_mean_it_is_the_normal_interval() -> None:
    values = np.random.default_rng(1).normal(3.0, 2.0, size=400)
    found = bootstrap([400], lambda drawn: float(values[drawn[0]].mean()), 2000)
    half = 1.96 * values.std() / 20
    assert (found.value, found.n) == (pytest.approx(values.mean(), abs=0.01), 400)
    assert found.low == pytest.approx(values.mean() - half, rel=0.02)
    assert found.high == pytest.approx(values.mean() + half, rel=0.02)


def test_matches_are_drawn_whole_so_that_copies_within_one_add_nothing() -> None:
    each = np.random.default_rng(2).random((50, 1))
    alone = bootstrap([50], lambda drawn: float(each[drawn[0]].mean()))
    fourfold = np.repeat(each, 4, axis=1)
    assert bootstrap([50], lambda drawn: float(fourfold[drawn[0]].mean())) == alone


def test_every_stratum_is_drawn_from_on_its_own() -> None:
    sizes = [3, 30]

    def seen(drawn):
        assert [len(part) for part in drawn] == sizes
        assert all(part.min() >= 0 and part.max() < size for part, size in zip(drawn, sizes, strict=True))
        return float(len(set(drawn[1].tolist())))

    bootstrap(sizes, seen, 50)


@pytest.mark.parametrize("jackknife", [False, True])
def test_a_bias_is_corrected(jackknife: bool) -> None:
    """The square of a mean is too large by the variance of the mean."""
    rng = np.random.default_rng(3)
    corrected, counted = [], []
    for _ in range(200):
        values = rng.normal(0.0, 1.0, size=20)
        counted.append(values.mean() ** 2)
        found = bootstrap([20], lambda drawn, v=values: float(v[drawn[0]].mean() ** 2), 100, jackknife=jackknife)
        corrected.append(found.value)
    assert np.mean(counted) == pytest.approx(1 / 20, rel=0.25)
    assert abs(np.mean(corrected)) < 0.015


def test_the_interval_covers_as_often_as_it_says() -> None:
    rng = np.random.default_rng(4)
    covered = dict.fromkeys((False, True), 0)
    for _ in range(200):
        first, second = rng.random(60), rng.random(40)

        def gap(drawn, first=first, second=second):
            return float(second[drawn[1]].mean() - first[drawn[0]].mean())

        for jackknife in covered:
            found = bootstrap([60, 40], gap, 200, jackknife=jackknife)
            covered[jackknife] += found.low <= 0.0 <= found.high
    assert all(180 <= held < 200 for held in covered.values())


def test_what_does_not_vary_is_a_point_and_what_is_empty_is_absent() -> None:
    same = bootstrap([9], lambda drawn: 2.0, 50)
    assert (same.value, same.low, same.high) == (2.0, 2.0, 2.0)
    assert bootstrap([3, 0], lambda drawn: 1.0) == ABSENT
    assert bootstrap([], lambda drawn: 1.0) == ABSENT


def test_the_same_seed_gives_the_same_interval_and_another_another() -> None:
    values = np.random.default_rng(5).random(30)

    def mean(drawn):
        return float(values[drawn[0]].mean())

    assert bootstrap([30], mean, seed=1) == bootstrap([30], mean, seed=1) != bootstrap([30], mean, seed=2)
    assert bootstrap([1], lambda drawn: float(drawn[0].sum()), jackknife=True).value == 0
