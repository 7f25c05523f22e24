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
LEAST_KNOWN = 0.9
"""The share of draws that must have a statistic for its percentiles to be an interval."""
ROUNDING = 1e-9


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value with its interval and the number of matches behind it. All None but `n` where there is nothing to say.

    Where one match, or matches that are all alike, tell a value and nothing of its spread, only the bounds are None.
    """

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
    found = _wilson(successes / n, n, n, confidence)
    low = 0.0 if successes == 0 else found.low
    high = 1.0 if successes == n else found.high
    return Estimate(found.value, low, high, n)


def _wilson(p: float, size: float, n: int, confidence: float = CONFIDENCE) -> Estimate:
    """Wilson's interval for a ratio seen in `size` independent answers, which need not be whole."""
    z = _normal_quantile(0.5 + confidence / 2)
    weight = z * z / size
    centre = (p + weight / 2) / (1 + weight)
    half = z * math.sqrt(p * (1 - p) / size + weight / (4 * size)) / (1 + weight)
    return Estimate(p, centre - half, centre + half, n)


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


def clustered_ratio(clusters: Sequence[Sequence[float]]) -> Estimate:
    """The mean of numbers from 0 to 1, such as yes and no, that come several to a match.

    With one 0 or 1 a match it is Wilson's interval. Otherwise it is Wilson's for as many independent answers as would
    vary as much as the matches do, by Student's t (E. L. Korn and B. I. Graubard, 1998); where none vary, all 0 or all
    1, each match counts as one answer. Absent without numbers; without an interval for one match, or for equal numbers
    between 0 and 1.
    """
    kept = [cluster for cluster in clusters if cluster]
    if all(len(cluster) == 1 and cluster[0] in (0, 1) for cluster in kept):
        return ratio(sum(cluster[0] == 1 for cluster in kept), len(kept))
    mean, variance, n = _clustered(kept)
    spread = mean * (1 - mean)
    if n > 1 and spread == 0:
        return ratio(round(mean) * n, n)
    if n < 2 or variance == 0:
        return Estimate(mean, None, None, n)
    z = _normal_quantile(0.5 + CONFIDENCE / 2)
    return _wilson(mean, spread / variance * (z / student_quantile(n - 1)) ** 2, n)


def clustered_mean(clusters: Sequence[Sequence[float]]) -> Estimate:
    """The mean of numbers that come several to a match: the cluster-robust interval by Student's t.

    Where no number is below 0 the interval is cut there. Absent without numbers; without an interval for one match, or
    where all matches are alike.
    """
    kept = [cluster for cluster in clusters if cluster]
    if not kept:
        return ABSENT
    mean, variance, n = _clustered(kept)
    if n < 2 or variance == 0:
        return Estimate(mean, None, None, n)
    half = student_quantile(n - 1) * math.sqrt(variance)
    low = mean - half if min(map(min, kept)) < 0 else max(0.0, mean - half)
    return Estimate(mean, low, mean + half, n)


def _clustered(clusters: Sequence[Sequence[float]]) -> tuple[float, float, int]:
    """The mean of all numbers, its variance between clusters (linearised), and how many clusters there are."""
    n, size = len(clusters), sum(map(len, clusters))
    mean = math.fsum(map(math.fsum, clusters)) / size
    off = [math.fsum(value - mean for value in cluster) for cluster in clusters]
    rounding = 1e-12 * max(1.0, abs(mean))
    if n < 2 or max(map(abs, off)) <= rounding:
        return mean, 0.0, n
    return mean, n / (n - 1) * math.fsum(each * each for each in off) / size**2, n


def student_quantile(freedom: int) -> float:
    """The quantile of Student's t that bounds a two-sided interval."""
    from scipy.special import stdtrit  # heavy: only where an interval needs it

    return float(stdtrit(freedom, 0.5 + CONFIDENCE / 2))


def resampled(n: int, statistic: Callable[[NDArray[np.int64]], Sequence[float]], draws: int = 1000) -> list[Estimate]:
    """The percentile bootstrap of several statistics at once, drawing whole matches, `n` of them, the same for each.

    `statistic` gets the places drawn. It may answer nan, where a draw does not have the statistic: that draw is left
    out, and where more than a tenth are there is no interval. Absent where all matches together give nan.
    """
    import numpy as np

    if n == 0:
        return []
    rng = np.random.default_rng(0)
    values = statistic(np.arange(n))
    found = np.array([statistic(rng.integers(n, size=n)) for _ in range(draws if n > 1 else 0)])
    return [percentiles(float(value), found[:, place] if n > 1 else found, n) for place, value in enumerate(values)]


def percentiles(value: float, drawn: NDArray[np.float64], n: int) -> Estimate:
    """The interval that holds the middle of what was drawn, which may be infinite; none where all draws are alike.

    Absent where the value is nan.
    """
    import numpy as np

    if math.isnan(value):
        return ABSENT
    known = np.sort(drawn[~np.isnan(drawn)])
    if len(known) < max(1, LEAST_KNOWN * len(drawn)) or known[-1] - known[0] < ROUNDING:
        return Estimate(value, None, None, n)
    low, high = (known[round((len(known) - 1) * part)] for part in ((1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2))
    return Estimate(value, float(low), float(high), n)
