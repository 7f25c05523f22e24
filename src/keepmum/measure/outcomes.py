"""What a run comes to: each measure as a ratio with its interval, the voids by cause, and what it took."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from keepmum.core.kind import Measure
from keepmum.measure.stats import Estimate, Paired, paired_difference, ratio


@dataclass(frozen=True, slots=True)
class Row:
    """One finished match: its outcomes by measure, or the cause that made it void, and what it took.

    `deal` tells which deal it was: matches of two runs with equal deals make a pair. `cost` is dollars, None where a
    price is unknown. `roles` are by seat.
    """

    match: int
    deal: str
    outcomes: Mapping[str, bool | None]
    void: str | None
    calls: int
    tokens: int
    cost: float | None
    roles: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Summary:
    """A run in numbers. `valid` counts among all finished matches, the other measures among the valid ones."""

    matches: int
    measures: Mapping[str, Estimate]
    voids: Mapping[str, int]
    calls: int
    tokens: int
    cost: float | None


def summarise(measures: Sequence[Measure], rows: Iterable[Row]) -> Summary:
    """Count a run's matches. Reads `rows` once."""
    tally = _Tally(tuple(measure.name for measure in measures))
    for row in rows:
        tally.add(row)
    return tally.summary()


class _Tally:
    def __init__(self, names: tuple[str, ...]) -> None:
        self._names = names
        self._yes: Counter[str] = Counter()
        self._asked: Counter[str] = Counter()
        self._voids: Counter[str] = Counter()
        self._matches = self._calls = self._tokens = 0
        self._cost: float | None = 0.0

    def add(self, row: Row) -> None:
        self._matches += 1
        self._calls += row.calls
        self._tokens += row.tokens
        self._cost = None if self._cost is None or row.cost is None else self._cost + row.cost
        if row.void:
            self._voids[row.void] += 1
            return
        for name in self._names:
            outcome = row.outcomes[name]
            self._asked[name] += outcome is not None
            self._yes[name] += outcome is True

    def summary(self) -> Summary:
        valid = self._matches - self._voids.total()
        estimates = {name: ratio(self._yes[name], self._asked[name]) for name in self._names}
        estimates["valid"] = ratio(valid, self._matches)
        voids = dict(self._voids.most_common())
        return Summary(self._matches, estimates, voids, self._calls, self._tokens, self._cost)


def compare(measures: Sequence[Measure], first: Iterable[Row], second: Iterable[Row]) -> dict[str, Paired]:
    """How each measure differs, second minus first, over the deals that both runs finished with an answer to it."""
    before = {(row.match, row.deal): row for row in first if not row.void}
    pairs: dict[str, list[tuple[bool, bool]]] = {measure.name: [] for measure in measures}
    for row in second:
        other = before.get((row.match, row.deal))
        if other is None or row.void:
            continue
        for name, found in pairs.items():
            a, b = other.outcomes[name], row.outcomes[name]
            if a is not None and b is not None:
                found.append((a, b))
    return {name: paired_difference(found) for name, found in pairs.items()}
