"""How far a listener is to be trusted: its temperature, fitted by held-out log loss, and how often it is right.

A match is measured with the temperature that fits the other matches best. With that, the mean leak estimates from below
what the utterances tell: no listener gains more bits on average than there are, and one that is too sure loses some.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from keepmum.measure.leaks.listener import Case, log_prior
from keepmum.measure.leaks.trace import Trace
from keepmum.measure.stats import Estimate, clustered_mean, clustered_ratio

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float64]
    Places: TypeAlias = NDArray[np.intp]

FOLDS = 5
SHARPEST, DULLEST = 100.0, 0.001
GOLDEN = (5**0.5 - 1) / 2
STEPS = 40
LIKELIER = 1.92
"""Nats by which a temperature must explain the matches better than hearing nothing does, each match counting once: a
likelihood ratio test at 5%. Otherwise the listener hears nothing (sharpness 0), and the leak is 0."""

BINS = 10
MOST_NUMBERS = 4_000_000
"""More moments than give so many numbers are thinned out evenly before a temperature is fitted."""


@dataclass(frozen=True, slots=True)
class Bin:
    """Moments at which the likeliest candidate had `low` to `high`: how sure on average, and how often right."""

    low: float
    high: float
    sure: float
    right: Estimate
    moments: int


@dataclass(frozen=True, slots=True)
class Calibration:
    """A listener on some records, after every informed utterance. Losses are in bits.

    `fitted` says how the temperature was found. `prior_loss` is the log loss of one who hears nothing. `error` is the
    expected calibration error, the mean gap between sure and right over `bins`.
    """

    temperature: float
    fitted: str
    log_loss: Estimate
    prior_loss: float
    brier: Estimate
    error: float | None
    bins: tuple[Bin, ...]


@dataclass(frozen=True, eq=False)
class Moments:
    """The evidence so far after each informed utterance, shape (moments, most candidates), against the prior."""

    prior: Floats
    told: Floats
    truth: Places
    match: Places

    def loss(self, sharpness: float, kept: Places) -> float:
        """The mean log loss in nats of the moments `kept`. Convex in `sharpness`."""
        import numpy as np

        logs = self.prior[kept] + sharpness * self.told[kept]
        top = logs.max(axis=1)
        whole = np.log(np.exp(logs - top[:, None]).sum(axis=1)) + top
        return float((whole - logs[np.arange(len(kept)), self.truth[kept]]).mean())


def moments(cases: Sequence[Case], evidence: Sequence[Floats]) -> Moments:
    """Stack the cases; fewer candidates than most are filled up with impossible ones."""
    import numpy as np

    width = max((len(case.hidden.candidates) for case in cases), default=1)
    many = sum(each.informed for case in cases for each in case.hidden.utterances)
    step = max(1, many * width // MOST_NUMBERS)
    prior: list[Floats] = []
    told: list[Floats] = []
    truth, match = list[int](), list[int]()
    for case, rows in zip(cases, evidence, strict=True):
        hidden = case.hidden
        spare = width - len(hidden.candidates)
        before = np.pad(log_prior(hidden.prior), (0, spare), constant_values=-np.inf)
        informed = [place for place, said in enumerate(hidden.utterances) if said.informed]
        for row in rows[informed].cumsum(axis=0)[::step]:
            told.append(np.pad(row, (0, spare)))
            prior.append(before)
            truth.append(hidden.truth)
            match.append(case.match)
    shape = (-1, width)
    stacked = np.array(prior).reshape(shape), np.array(told).reshape(shape)
    return Moments(*stacked, np.array(truth, dtype=np.intp), np.array(match, dtype=np.intp))


def sharpest(loss: Callable[[float], float], least: float = 0.0) -> float:
    """The sharpness, 1 / T, with the least loss, by golden section; 0 where it gains no more than `least` over 0."""
    from math import exp, log

    low, high = log(DULLEST), log(SHARPEST)
    for _ in range(STEPS):
        left, right = high - GOLDEN * (high - low), low + GOLDEN * (high - low)
        if loss(exp(left)) <= loss(exp(right)):
            high = right
        else:
            low = left
    found = exp((low + high) / 2)
    return found if loss(found) < loss(0.0) - least else 0.0


@dataclass(frozen=True, slots=True)
class Fit:
    """The sharpness for all matches together, and for each match the one that fits the others."""

    sharpness: float
    by_match: Mapping[int, float]
    told: str

    def of(self, match: int) -> float:
        """The sharpness to measure a match with."""
        return self.by_match.get(match, self.sharpness)


def fit(found: Moments) -> Fit:
    """Fit on all, and for each fold of matches on the others. One match alone cannot be held out: temperature 1."""
    import numpy as np

    numbers = np.unique(found.match)
    if len(numbers) < 2:
        return Fit(1.0, {}, "not fitted, 1: there are fewer than two matches with clues")
    folds = min(FOLDS, len(numbers))
    fold = np.searchsorted(numbers, found.match) % folds
    by_match: dict[int, float] = {}
    for part in range(folds):
        kept = np.flatnonzero(fold != part)
        sharpness = _sharpest_of(found, kept)
        by_match.update(dict.fromkeys(numbers[part::folds].tolist(), sharpness))
    every = np.arange(len(found.truth))
    return Fit(_sharpest_of(found, every), by_match, f"fitted, each match by the others ({folds} folds)")


def _sharpest_of(found: Moments, kept: Places) -> float:
    import numpy as np

    least = LIKELIER / len(np.unique(found.match[kept]))
    return sharpest(lambda each: found.loss(each, kept), least)


def calibration(traces: Sequence[Trace], fitted: Fit) -> Calibration:
    """How the listener did, after each informed utterance."""
    import numpy as np

    after = [np.array(each.informed, dtype=np.intp) + 1 for each in traces]
    losses = [-np.log2(each.truth[rows]) for each, rows in zip(traces, after, strict=True)]
    squares = [
        (each.weights[rows] ** 2).sum(axis=1) - 2 * each.truth[rows] + 1
        for each, rows in zip(traces, after, strict=True)
    ]
    before = [-np.log2(each.truth[:1]).repeat(len(rows)) for each, rows in zip(traces, after, strict=True)]
    bins, error = _reliability(traces, after)
    return Calibration(
        1 / fitted.sharpness if fitted.sharpness else float("inf"),
        fitted.told,
        clustered_mean(by_match(traces, losses)),
        float(np.concatenate(before).mean()) if sum(map(len, before)) else 0.0,
        clustered_mean(by_match(traces, squares)),
        error,
        bins,
    )


def by_match(traces: Sequence[Trace], values: Sequence[Floats]) -> list[list[float]]:
    """Values of cases put together match by match, as intervals need them."""
    found: defaultdict[int, list[float]] = defaultdict(list)
    for each, some in zip(traces, values, strict=True):
        found[each.case.match] += some.tolist()
    return list(found.values())


def _reliability(traces: Sequence[Trace], after: Sequence[Places]) -> tuple[tuple[Bin, ...], float | None]:
    """Bins of how sure the listener is of its likeliest candidate; of several, one is right as often as they share."""
    piles: list[defaultdict[int, list[float]]] = [defaultdict(list) for _ in range(BINS)]
    sure: list[list[float]] = [[] for _ in range(BINS)]
    for each, rows in zip(traces, after, strict=True):
        for most, right in zip(each.weights[rows].max(axis=1), each.within[0][rows], strict=True):
            place = min(int(most * BINS), BINS - 1)
            piles[place][each.case.match].append(float(right))
            sure[place].append(float(most))
    bins = [
        Bin(at / BINS, (at + 1) / BINS, sum(some) / len(some), clustered_ratio(list(pile.values())), len(some))
        for at, (some, pile) in enumerate(zip(sure, piles, strict=True))
        if some
    ]
    whole = sum(each.moments for each in bins)
    gaps = sum(each.moments * abs(each.sure - (each.right.value or 0.0)) for each in bins)
    return tuple(bins), gaps / whole if whole else None
