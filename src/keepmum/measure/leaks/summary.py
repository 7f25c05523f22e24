"""What a run leaked: means over its cases with intervals that take matches whole, by turn and by who spoke."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import inf, isfinite
from typing import TYPE_CHECKING, TypeAlias

from keepmum.core.hidden import Utterance
from keepmum.measure.leaks.calibration import Calibration, Fit, calibration, fit, moments
from keepmum.measure.leaks.listener import Case, Listener
from keepmum.measure.leaks.orders import permuted
from keepmum.measure.leaks.trace import Trace, trace
from keepmum.measure.stats import ABSENT, Estimate, clustered_mean, clustered_ratio, resampled

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float64]

MOST_BEST = 16
"""The truth is looked for among the 1 to so many likeliest candidates."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """Who sat in a match, in which roles, and what each seat's answers cost in dollars (None: unknown)."""

    agents: tuple[str, ...]
    roles: tuple[str, ...]
    costs: tuple[float | None, ...]


@dataclass(frozen=True, slots=True)
class Turn:
    """The `place`-th informed utterance of a case, from 1: what it added, told alone, and what was known after it.

    `within[k - 1]`: the truth is among the k likeliest. `permuted_…`: of the utterances heard in another order.
    """

    place: int
    added: Estimate
    alone: Estimate
    entropy: Estimate
    within: tuple[Estimate, ...]
    permuted_added: Estimate
    permuted_right: Estimate


@dataclass(frozen=True, slots=True)
class Speaker:
    """An agent in a role: bits an utterance added (absent where it knows nothing), and told friends; bits a word and a
    dollar, over all its informed utterances."""

    agent: str
    role: str
    added: Estimate
    recognised: Estimate
    per_word: Estimate
    per_dollar: Estimate


@dataclass(frozen=True, slots=True)
class LeakSummary:
    """A run heard by one listener. `leak` and `left` are bits told and bits still unknown at the end of a case.

    `later`: what the last informed utterance tells alone, less what the first does. Absent, as all that is permuted,
    for a listener whose evidence depends on the order.
    """

    cases: int
    prior: float
    calibration: Calibration
    leak: Estimate
    left: Estimate
    turns: tuple[Turn, ...]
    later: Estimate
    speakers: tuple[Speaker, ...]


@dataclass(frozen=True, eq=False)
class Heard:
    """Cases as a listener heard them, each with its temperature."""

    traces: tuple[Trace, ...]
    evidence: tuple[Floats, ...]
    fit: Fit
    ordered: bool


def hear(
    listener: Listener, cases: Sequence[Case], temperature: float | None = None, fitted: Fit | None = None
) -> Heard:
    """Hear all cases: at a given temperature, as `fitted` elsewhere, or with one fitted on the other matches."""
    evidence = listener.evidence(cases)
    found = fitted or _fit(listener, cases, evidence, temperature)
    traces = tuple(trace(case, rows, found.of(case.match)) for case, rows in zip(cases, evidence, strict=True))
    return Heard(traces, tuple(evidence), found, listener.ordered)


def _fit(listener: Listener, cases: Sequence[Case], evidence: Sequence[Floats], temperature: float | None) -> Fit:
    if temperature is not None:
        return Fit(0.0 if temperature == inf else 1 / temperature, {}, "given")
    if listener.exact:
        return Fit(1.0, {}, "the code says how likely: none is fitted")
    return fit(moments(cases, evidence))


def summary(heard: Heard, sittings: Mapping[int, Sitting]) -> LeakSummary:
    """Sum up. `sittings` are by match."""
    traces = heard.traces
    prior = [float(each.entropy[0]) for each in traces]
    return LeakSummary(
        len(traces),
        sum(prior) / len(prior) if prior else 0.0,
        calibration(traces, heard.fit),
        _mean((each.case.match, float(each.leak[-1])) for each in traces),
        _mean((each.case.match, float(each.entropy[-1])) for each in traces),
        _turns(heard),
        ABSENT if heard.ordered else _later(traces),
        _speakers(traces, sittings),
    )


def _clusters(values: Iterable[tuple[int, float]]) -> list[list[float]]:
    found: defaultdict[int, list[float]] = defaultdict(list)
    for match, value in values:
        found[match].append(value)
    return list(found.values())


def _mean(values: Iterable[tuple[int, float]]) -> Estimate:
    """The mean, its interval clustered by match. Absent where a value is infinite."""
    clusters = _clusters(values)
    if not all(isfinite(value) for cluster in clusters for value in cluster):
        return ABSENT
    return clustered_mean(clusters)


def _turns(heard: Heard) -> tuple[Turn, ...]:
    most = max((len(each.informed) for each in heard.traces), default=0)
    other: list[tuple[Floats, Floats] | None] = [
        None if heard.ordered else permuted(each, rows, heard.fit.of(each.case.match))
        for each, rows in zip(heard.traces, heard.evidence, strict=True)
    ]
    return tuple(_turn(place, heard.traces, other) for place in range(most))


def _turn(place: int, traces: Sequence[Trace], other: Sequence[tuple[Floats, Floats] | None]) -> Turn:
    there = [
        (each, each.informed[place], perm)
        for each, perm in zip(traces, other, strict=True)
        if place < len(each.informed)
    ]
    best = range(min(MOST_BEST, min(each.weights.shape[1] for each, _, _ in there)))

    def mean(value: Callable[[Trace, int], float]) -> Estimate:
        return _mean((each.case.match, value(each, at)) for each, at, _ in there)

    def moved(which: int) -> list[tuple[int, float]]:
        return [(each.case.match, float(perm[which][place])) for each, _, perm in there if perm is not None]

    return Turn(
        place + 1,
        mean(lambda each, at: float(each.added[at])),
        mean(lambda each, at: float(each.alone[at])),
        mean(lambda each, at: float(each.entropy[at + 1])),
        tuple(
            clustered_ratio(_clusters((each.case.match, float(each.within[k, at + 1])) for each, at, _ in there))
            for k in best
        ),
        _mean(moved(0)),
        clustered_ratio(_clusters(moved(1))),
    )


def _later(traces: Sequence[Trace]) -> Estimate:
    return _mean(
        (each.case.match, float(each.alone[each.informed[-1]] - each.alone[each.informed[0]]))
        for each in traces
        if len(each.informed) > 1
    )


def _speakers(traces: Sequence[Trace], sittings: Mapping[int, Sitting]) -> tuple[Speaker, ...]:
    said: defaultdict[tuple[str, str], list[tuple[Trace, int, Utterance]]] = defaultdict(list)
    for each in traces:
        sitting = sittings[each.case.match]
        for at, utterance in enumerate(each.utterances):
            said[sitting.agents[utterance.seat], sitting.roles[utterance.seat]].append((each, at, utterance))
    return tuple(_speaker(who, rows, sittings) for who, rows in sorted(said.items()))


def _speaker(
    who: tuple[str, str], rows: Sequence[tuple[Trace, int, Utterance]], sittings: Mapping[int, Sitting]
) -> Speaker:
    telling = [(each, at, said) for each, at, said in rows if said.informed]
    bits = [(each.case.match, float(each.added[at])) for each, at, _ in telling]
    words = [(each.case.match, float(len(said.text.split()))) for each, _, said in telling]
    seats = {(each.case.match, said.seat) for each, _, said in telling}
    dollars = [(match, sittings[match].costs[seat]) for match, seat in sorted(seats)]
    paid = [(match, cost) for match, cost in dollars if cost is not None]
    return Speaker(
        *who,
        _mean(bits),
        _mean((each.case.match, float(each.alone[at])) for each, at, _ in rows),
        _per(bits, words),
        _per(bits, paid) if len(paid) == len(dollars) else ABSENT,
    )


def _per(over: Sequence[tuple[int, float]], under: Sequence[tuple[int, float]]) -> Estimate:
    """The ratio of two sums, its interval by drawing matches. Absent where there is nothing to divide by."""
    import numpy as np

    matches = sorted({match for match, _ in under})
    places = {match: place for place, match in enumerate(matches)}
    sums = np.zeros((2, len(matches)))
    for row, values in enumerate((over, under)):
        for match, value in values:
            sums[row, places[match]] += value
    if not len(matches) or not sums[1].sum() > 0 or not np.isfinite(sums).all():
        return ABSENT

    def statistic(drawn: NDArray[np.int64]) -> list[float]:
        top, low = sums[:, drawn].sum(axis=1)
        return [float(top / low) if low > 0 else float("nan")]

    return resampled(len(matches), statistic)[0]
