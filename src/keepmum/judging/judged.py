"""What judges came to on a run's matches: one mean score a seat and judge, the best moment, the verdict, the lies.

Only verdicts that fit their match count; the others are stale, and counted as such.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from keepmum.core import GameKind
from keepmum.judging.cases import Case, cases
from keepmum.judging.verdicts import AnswerVerdict, Verdict, read_answers, read_verdicts
from keepmum.measure.seats import over_judges


@dataclass(frozen=True, slots=True)
class Judged:
    """The verdicts on one match, as they were given; failed ones give no score.

    `answers` are those on answers whose truth only a judge can say.
    """

    verdicts: tuple[Verdict, ...] = ()
    answers: tuple[AnswerVerdict, ...] = ()

    @property
    def scored(self) -> tuple[Verdict, ...]:
        """The verdicts that did not fail: judges in the order of the file, each judge's in the order of its askings."""
        judges = list(dict.fromkeys(verdict.judge for verdict in self.verdicts))
        found = [verdict for verdict in self.verdicts if verdict.scores is not None]
        return tuple(sorted(found, key=lambda verdict: (judges.index(verdict.judge), verdict.order)))

    @property
    def scores(self) -> dict[str, tuple[float, ...]]:
        """Each judge's score of each seat, the mean over the orders in which it was asked."""
        return {judge: tuple(over_judges([seat]) for seat in zip(*given, strict=True)) for judge, given in self._given}

    @property
    def mean(self) -> tuple[float, ...]:
        """The score of each seat, the mean over judges; empty without verdicts."""
        judges = [list(zip(*given, strict=True)) for _, given in self._given]
        return tuple(over_judges(seat) for seat in zip(*judges, strict=True))

    @property
    def _given(self) -> Sequence[tuple[str, Sequence[Sequence[float]]]]:
        found: defaultdict[str, list[Sequence[float]]] = defaultdict(list)
        for verdict in self.scored:
            found[verdict.judge].append(verdict.scores or ())
        return list(found.items())

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

    def lies(self, seat: int) -> dict[str, tuple[bool, ...]]:
        """Each judge's word on each answer of a seat that it called true or false: whether it is a lie."""
        found: defaultdict[str, list[bool]] = defaultdict(list)
        for each in self.answers:
            if each.seat == seat and each.counted is not None:
                found[each.judge].append(not each.counted)
        return {judge: tuple(own) for judge, own in found.items()}


UNJUDGED = Judged()


@dataclass(frozen=True, slots=True)
class Bench:
    """All verdicts of a run that fit its matches; which judges were `forced` to judge their own; how many failed.

    `stale`: how many are on what is not on record so any more, and do not count.
    """

    matches: Mapping[int, Judged]
    forced: frozenset[str]
    asked: int
    failed: int
    stale: int

    def of(self, match: int) -> Judged:
        """The verdicts on a match."""
        return self.matches.get(match, UNJUDGED)


def read_bench(run: Path, kind: GameKind) -> Bench:
    """The verdicts beside a run's records. Raises VerdictError for a line that cannot be read."""
    scores: defaultdict[int, list[Verdict]] = defaultdict(list)
    answers: defaultdict[int, list[AnswerVerdict]] = defaultdict(list)
    for verdict in read_verdicts(run):
        scores[verdict.match].append(verdict)
    for answer in read_answers(run):
        answers[answer.match].append(answer)
    total = sum(map(len, (*scores.values(), *answers.values())))
    found: dict[int, Judged] = {}
    fitting = 0
    for case in cases(run, kind) if total else ():
        given = [each for each in scores[case.match] if case.fits(each)]
        shown = [each for each in given if not each.named]
        truths = [each for each in answers[case.match] if case.fits(each)]
        fitting += len(given) + len(truths)
        found[case.match] = Judged(tuple(shown), tuple(each for each in truths if _open(case, each)))
    everything = [verdict for judged in found.values() for verdict in judged.verdicts]
    return Bench(
        matches=found,
        forced=frozenset(verdict.judge for verdict in everything if verdict.forced),
        asked=len(everything),
        failed=sum(verdict.scores is None for verdict in everything),
        stale=total - fitting,
    )


def _open(case: Case, answer: AnswerVerdict) -> bool:
    """Whether only a judge can say if an answer is true."""
    claim = case.claim(answer.number)
    return claim is not None and claim.truthful is None
