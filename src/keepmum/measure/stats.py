"""Intervals and tests. Every interval in the project is made here."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

CONFIDENCE = 0.95


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value with its interval and the number of matches behind it. All None but `n` where there is nothing to say."""

    value: float | None
    low: float | None
    high: float | None
    n: int

    @property
    def absent(self) -> bool:
        """Whether there is no value."""
        return self.value is None


ABSENT = Estimate(None, None, None, 0)


def ratio(successes: int, n: int, confidence: float = CONFIDENCE) -> Estimate:
    """A ratio with its Wilson score interval (E. B. Wilson, 1927). Absent when `n` is 0."""
    if not 0 <= successes <= n:
        raise ValueError(f"{successes} successes of {n}: successes go from 0 to n")
    if n == 0:
        return ABSENT
    z = _normal_quantile(0.5 + confidence / 2)
    p, weight = successes / n, z * z / n
    centre = (p + weight / 2) / (1 + weight)
    half = z * math.sqrt(p * (1 - p) / n + weight / (4 * n)) / (1 + weight)
    low = 0.0 if successes == 0 else centre - half
    high = 1.0 if successes == n else centre + half
    return Estimate(p, low, high, n)


@dataclass(frozen=True, slots=True)
class Paired:
    """How two conditions differ on the same deals: second minus first, with an interval and the exact p.

    `better` and `worse` are the pairs in which only the second, only the first succeeded.
    """

    difference: Estimate
    p: float | None
    better: int
    worse: int


def paired_difference(pairs: list[tuple[bool, bool]], confidence: float = CONFIDENCE) -> Paired:
    """The difference of two paired ratios: Newcombe's square-and-add interval (1998, method 10), exact McNemar p.

    `pairs` hold (first, second) for each deal that both conditions finished.
    """
    n = len(pairs)
    if n == 0:
        return Paired(ABSENT, None, 0, 0)
    both = sum(a and b for a, b in pairs)
    worse = sum(a and not b for a, b in pairs)
    better = sum(b and not a for a, b in pairs)
    low, high = _newcombe((both, worse, better, n - both - worse - better), confidence)
    difference = Estimate((better - worse) / n, low, high, n)
    return Paired(difference, exact_sign_test(better, worse), better, worse)


def exact_sign_test(wins: int, losses: int) -> float:
    """The two-sided exact p that wins and losses are equally likely (with pairs: McNemar's exact test)."""
    if wins + losses == 0:
        return 1.0
    from scipy.stats import binomtest  # heavy: only when two runs are compared

    return float(binomtest(wins, wins + losses).pvalue)


def _newcombe(cells: tuple[int, int, int, int], confidence: float) -> tuple[float, float]:
    both, worse, better, neither = cells
    n = sum(cells)
    first, second = ratio(both + worse, n, confidence), ratio(both + better, n, confidence)
    phi = _phi(both, worse, better, neither)
    p1, p2 = (both + worse) / n, (both + better) / n
    down1, up1 = p1 - (first.low or 0.0), (first.high or 0.0) - p1
    down2, up2 = p2 - (second.low or 0.0), (second.high or 0.0) - p2
    below = math.sqrt(max(0.0, down2**2 - 2 * phi * down2 * up1 + up1**2))
    above = math.sqrt(max(0.0, up2**2 - 2 * phi * up2 * down1 + down1**2))
    return (better - worse) / n - below, (better - worse) / n + above


def _phi(both: int, worse: int, better: int, neither: int) -> float:
    """The correlation of the two conditions, with Newcombe's continuity correction."""
    n = both + worse + better + neither
    margins = (both + worse) * (better + neither) * (both + better) * (worse + neither)
    if margins == 0:
        return 0.0
    cross = both * neither - worse * better
    corrected = max(cross - n / 2, 0.0) if cross > 0 else cross
    return corrected / math.sqrt(margins)


def _normal_quantile(probability: float) -> float:
    from statistics import NormalDist

    return NormalDist().inv_cdf(probability)


def bootstrap(
    strata: Sequence[int],
    statistic: Callable[[Sequence[NDArray[np.int64]]], float],
    draws: int = 1000,
    seed: int = 0,
    jackknife: bool = False,
) -> Estimate:
    """The basic (pivotal) bootstrap of a statistic, resampling whole matches within each stratum.

    `strata` are the numbers of matches; `statistic` gets the places drawn in each. The value is corrected for bias, by
    what the draws show or, with `jackknife`, by leaving out a twentieth at a time: better for smooth statistics that
    few data push up, such as information. The interval is the draws' spread around the value. A statistic at the edge
    of its range does not spread, and the interval is a point: widen it otherwise. Absent when a stratum is empty.
    """
    import numpy as np

    if not strata or min(strata) == 0:
        return ABSENT
    rng = np.random.default_rng(seed)
    everything = [np.arange(size) for size in strata]
    found = np.array([statistic([rng.integers(size, size=size) for size in strata]) for _ in range(draws)])
    counted, mean = statistic(everything), float(found.mean())
    value = 2 * counted - mean
    if jackknife and (groups := min(20, *strata)) > 1:
        left = [statistic([part[part % groups != group] for part in everything]) for group in range(groups)]
        value = groups * counted - (groups - 1) * sum(left) / groups
    down, up = np.quantile(found, [(1 + CONFIDENCE) / 2, (1 - CONFIDENCE) / 2])
    return Estimate(value, value + mean - float(down), value + mean - float(up), sum(strata))
