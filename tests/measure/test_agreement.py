"""Krippendorff's alpha gives the values of the literature, and an interval that holds the truth."""

from __future__ import annotations

from random import Random

import pytest

from keepmum.measure.agreement import Metric, agreement, alpha

# Krippendorff (2011), section E: four observers, twelve units, missing data
TABLE = [
    [1, 2, 3, 3, 2, 1, 4, 1, 2, None, None, None],
    [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, None, 3],
    [None, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, None],
    [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, None],
]
UNITS = [[float(value) for value in unit if value is not None] for unit in zip(*TABLE, strict=True)]


@pytest.mark.parametrize(
    ("metric", "value"), [("nominal", 0.743), ("ordinal", 0.815), ("interval", 0.849), ("ratio", 0.797)]
)
def test_the_literature_s_example(metric: Metric, value: float) -> None:
    found = alpha(UNITS, metric)
    assert found is not None
    assert round(found, 3) == value


def test_the_literature_s_two_observers() -> None:
    """Krippendorff (2011), sections A and B: binary data of two observers, alpha .095; nominal with a few, .692."""
    meg, owen = [0, 1, 0, 0, 0, 0, 0, 0, 1, 0], [1, 1, 1, 0, 0, 1, 0, 0, 0, 0]
    binary = alpha([[float(a), float(b)] for a, b in zip(meg, owen, strict=True)], "nominal")
    assert binary is not None
    assert round(binary, 3) == 0.095
    ben, gerry = "aabbdcccedda", "babbbccceddd"
    nominal = alpha([[float(ord(a)), float(ord(b))] for a, b in zip(ben, gerry, strict=True)], "nominal")
    assert nominal is not None
    assert round(nominal, 3) == 0.692


def test_the_ends_of_the_scale() -> None:
    assert alpha([[1, 1], [2, 2], [5, 5, 5]]) == 1
    assert alpha([[1, 1], [1, 1]]) is None
    assert alpha([[1], [2]]) is None
    assert alpha([]) is None
    worst = alpha([[0, 10], [10, 0]])
    assert worst is not None
    assert worst < 0


def test_the_interval_is_of_the_matches_and_holds_alpha() -> None:
    rng = Random(1)
    units = [(match, [true + rng.gauss(0, 1) for _ in range(3)]) for match in range(150) for true in (2, 5, 8)]
    found = agreement(units)
    assert found.value == pytest.approx(alpha([values for _, values in units]))
    assert found.low is not None
    assert found.high is not None
    assert found.value is not None
    assert found.low < 6 / 7 < found.high, "variance 6 between, 1 within"
    assert found.n == 150


def test_what_cannot_be_told_is_absent() -> None:
    assert agreement([]).absent
    assert agreement([(1, [3.0]), (2, [4.0])]).absent
    assert agreement([(1, [3.0, 3.0]), (2, [3.0, 3.0])]).absent
    one = agreement([(1, [3.0, 4.0]), (1, [7.0, 8.0])])
    assert (one.value is not None, one.low, one.high) == (True, None, None)
