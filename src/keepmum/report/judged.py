"""What judges said of a run's matches: one mean score a seat and judge, the best moment, the verdict."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from keepmum.judging.verdicts import Verdict, VerdictError, read_verdicts


@dataclass(frozen=True, slots=True)
class Judged:
    """The verdicts on one match, as they were given; failed ones give no score."""

    verdicts: tuple[Verdict, ...] = ()

    @property
    def scored(self) -> tuple[Verdict, ...]:
        """The verdicts that did not fail: judges in the order of the file, each judge's in the order of its askings."""
        judges = list(dict.fromkeys(verdict.judge for verdict in self.verdicts))
        found = [verdict for verdict in self.verdicts if verdict.scores is not None]
        return tuple(sorted(found, key=lambda verdict: (judges.index(verdict.judge), verdict.order)))

    @property
    def scores(self) -> dict[str, tuple[float, ...]]:
        """Each judge's score of each seat, the mean over the orders in which it was asked."""
        given: defaultdict[str, list[Sequence[float]]] = defaultdict(list)
        for verdict in self.scored:
            given[verdict.judge].append(verdict.scores or ())
        return {judge: _means(scores) for judge, scores in given.items()}

    @property
    def mean(self) -> tuple[float, ...]:
        """The score of each seat, the mean over judges; empty without verdicts."""
        return _means(list(self.scores.values()))

    @property
    def best(self) -> tuple[int, str] | None:
        """Who said what: the first judge's best moment, of its first asking in which the words are really there."""
        first = (v for v in self.scored if v.judge == self.scored[0].judge and v.best and v.best.cited)
        return next(((v.best.seat, v.best.quote) for v in first if v.best), None)

    @property
    def verdict(self) -> str | None:
        """The first judge's verdict, of its first asking that has one."""
        first = (v.verdict for v in self.scored if v.judge == self.scored[0].judge and v.verdict)
        return next(first, None)


UNJUDGED = Judged()


@dataclass(frozen=True, slots=True)
class Bench:
    """All verdicts of a run: by match; which judges were `forced` to judge their own; how many verdicts failed."""

    matches: Mapping[int, Judged]
    forced: frozenset[str]
    asked: int
    failed: int

    def of(self, match: int, players: int) -> Judged:
        """The verdicts on a match. Raises VerdictError where they are on a table of another size."""
        judged = self.matches.get(match, UNJUDGED)
        for verdict in judged.verdicts:
            if len(verdict.listed) != players:
                raise VerdictError(
                    f"a verdict of {verdict.judge} on match {match} scores {len(verdict.listed)} seats, the match has "
                    f"{players}: it is on another run; take it out of the verdicts"
                )
        return judged


def read_bench(run: Path) -> Bench:
    """The verdicts beside a run's records. Raises VerdictError for a line that cannot be read."""
    found: defaultdict[int, list[Verdict]] = defaultdict(list)
    for verdict in read_verdicts(run):
        found[verdict.match].append(verdict)
    everything = [verdict for verdicts in found.values() for verdict in verdicts]
    return Bench(
        matches={match: Judged(tuple(verdicts)) for match, verdicts in found.items()},
        forced=frozenset(verdict.judge for verdict in everything if verdict.forced),
        asked=len(everything),
        failed=sum(verdict.scores is None for verdict in everything),
    )


def _means(scores: Sequence[Sequence[float]]) -> tuple[float, ...]:
    return tuple(sum(seat) / len(seat) for seat in zip(*scores, strict=True))
