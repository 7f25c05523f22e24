"""What each agent came to, over its seats: every measure's mean with an interval that takes matches whole."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean

from keepmum.core.kind import SeatMeasure
from keepmum.measure.stats import Estimate, clustered_mean, clustered_ratio

BEST = 10.0
"""The highest score that a judge gives; the lowest is 0."""


@dataclass(frozen=True, slots=True)
class SeatRow:
    """One seat in one valid match. `match` numbers it among all matches of all runs, so that its seats stay together.

    `who` sat there; `returns` is what it was paid, `values` its measures by name, None where the question did not
    arise. `judged` is each judge's mean score, from 0 to 10, by judge; `lies` says, by judge, of each answer that it
    alone can judge and called true or false whether it is a lie.
    """

    match: int
    who: str
    returns: float
    values: Mapping[str, float | None]
    judged: Mapping[str, float]
    lies: Mapping[str, tuple[bool, ...]] = field(default_factory=dict[str, tuple[bool, ...]])

    @property
    def judge(self) -> float | None:
        """The mean of all judges' scores, or None where there are none."""
        return over_judges([score] for score in self.judged.values()) if self.judged else None


def over_judges(scores: Iterable[Sequence[float]]) -> float:
    """What judges gave one player of one match: the mean over orders for each judge, and then over judges."""
    return fmean(fmean(own) for own in scores)


def measure_means(measures: Sequence[SeatMeasure], rows: Sequence[SeatRow]) -> dict[str, Estimate]:
    """Each measure's mean over some seats, by name."""
    return {
        measure.name: (clustered_mean if measure.scale == "count" else clustered_ratio)(
            by_match(rows, lambda row, name=measure.name: row.values[name])
        )
        for measure in measures
    }


def judge_mean(rows: Iterable[SeatRow]) -> Estimate:
    """The mean score over all judges."""
    return mean_of_ten(by_match(rows, lambda row: row.judge))


def judge_means(rows: Sequence[SeatRow]) -> dict[str, Estimate]:
    """Each judge's mean score."""
    judges = sorted({judge for row in rows for judge in row.judged})
    return {judge: mean_of_ten(by_match(rows, lambda row, j=judge: row.judged.get(j))) for judge in judges}


def lie_ratios(rows: Sequence[SeatRow]) -> dict[str, Estimate]:
    """Of the answers that only a judge can judge, the share that each judge calls lies, of those it decides."""
    judges = sorted({judge for row in rows for judge in row.lies})
    return {judge: _lies(rows, (judge,)) for judge in judges}


def lie_ratio(rows: Sequence[SeatRow]) -> Estimate:
    """The same over all judges, each of whose decisions counts."""
    return _lies(rows, sorted({judge for row in rows for judge in row.lies}))


def _lies(rows: Sequence[SeatRow], judges: Sequence[str]) -> Estimate:
    found: defaultdict[int, list[float]] = defaultdict(list)
    for row in rows:
        found[row.match] += [float(lie) for judge in judges for lie in row.lies.get(judge, ())]
    return clustered_ratio(list(found.values()))


def mean_of_ten(scores: Iterable[Sequence[float]]) -> Estimate:
    """The mean of judges' scores, match by match, whose interval stays within what can be given."""
    share = clustered_ratio([[score / BEST for score in match] for match in scores])
    value, low, high = (None if each is None else each * BEST for each in (share.value, share.low, share.high))
    return Estimate(value, low, high, share.n)


def by_match(rows: Iterable[SeatRow], value: Callable[[SeatRow], float | None]) -> list[list[float]]:
    """The values that there are, match by match."""
    found: defaultdict[int, list[float]] = defaultdict(list)
    for row in rows:
        each = value(row)
        if each is not None:
            found[row.match].append(each)
    return list(found.values())
