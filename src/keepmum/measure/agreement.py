"""Krippendorff's alpha: how far several observers agree on what they measure, beyond what chance would give.

K. Krippendorff, "Computing Krippendorff's Alpha-Reliability" (2011): 1 is perfect agreement, 0 what chance gives, less
is worse than chance. Values may be missing; a unit with fewer than two values says nothing.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from keepmum.measure.stats import ABSENT, Estimate, resampled

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Metric = Literal["nominal", "ordinal", "interval", "ratio"]
Difference = Callable[[float, float, Mapping[float, float]], float]


def _nominal(first: float, second: float, counts: Mapping[float, float]) -> float:
    return float(first != second)


def _ordinal(first: float, second: float, counts: Mapping[float, float]) -> float:
    low, high = sorted((first, second))
    between = sum(count for value, count in counts.items() if low <= value <= high)
    return (between - (counts[low] + counts[high]) / 2) ** 2


def _interval(first: float, second: float, counts: Mapping[float, float]) -> float:
    return (first - second) ** 2


def _ratio(first: float, second: float, counts: Mapping[float, float]) -> float:
    return ((first - second) / (first + second)) ** 2 if first != second else 0.0


DIFFERENCES: Mapping[Metric, Difference] = {
    "nominal": _nominal,
    "ordinal": _ordinal,
    "interval": _interval,
    "ratio": _ratio,
}


def alpha(units: Sequence[Sequence[float]], metric: Metric = "interval") -> float | None:
    """Alpha over units, each with the values it was given. None where all values are alike, or none can be paired."""
    together = _coincidences(units)
    counts: defaultdict[float, float] = defaultdict(float)
    for (value, _), weight in together.items():
        counts[value] += weight
    n = sum(counts.values())
    difference = DIFFERENCES[metric]
    observed = sum(weight * difference(*pair, counts) for pair, weight in together.items())
    expected = sum(counts[a] * counts[b] * difference(a, b, counts) for a in counts for b in counts)
    return 1 - (n - 1) * observed / expected if expected else None


def _coincidences(units: Sequence[Sequence[float]]) -> Mapping[tuple[float, float], float]:
    """How often each ordered pair of values stands together in a unit, each unit weighing as many as its values."""
    found: defaultdict[tuple[float, float], float] = defaultdict(float)
    for values in units:
        counts = Counter(values)
        for first, a in counts.items():
            for second, b in counts.items():
                pairs = a * (b - (first == second))
                if pairs:
                    found[first, second] += pairs / (len(values) - 1)
    return found


def agreement(units: Sequence[tuple[Hashable, Sequence[float]]]) -> Estimate:
    """Alpha for intervals with a bootstrap interval; `units` are (match, values), and whole matches are resampled.

    `n` counts the matches that have a unit with two values or more. Where every value is alike there is no alpha, and
    it is absent; where that is so of more than a tenth of the resamples, the interval is absent.
    """
    paired = [(match, values) for match, values in units if len(values) > 1]
    value = alpha([values for _, values in paired])
    if value is None:
        return replace(ABSENT, n=len({match for match, _ in paired}))
    table = _sums(paired)
    return replace(resampled(len(table), lambda drawn: [_alpha_of(table[drawn].sum(axis=0))])[0], value=value)


def _sums(units: Sequence[tuple[Hashable, Sequence[float]]]) -> NDArray[np.float64]:
    """For each match: number, sum and sum of squares of its values, and the differences observed within its units."""
    import numpy as np

    rows: dict[Hashable, NDArray[np.float64]] = {}
    for match, values in units:
        n, total, squares = len(values), sum(values), sum(value * value for value in values)
        observed = 2 * (n * squares - total * total) / (n - 1)
        rows[match] = rows.get(match, np.zeros(4)) + np.array([n, total, squares, observed])
    return np.array(list(rows.values()))


def _alpha_of(sums: NDArray[np.float64]) -> float:
    n, total, squares, observed = map(float, sums)
    expected = 2 * (n * squares - total * total)
    return 1 - (n - 1) * observed / expected if expected > 1e-9 else math.nan
