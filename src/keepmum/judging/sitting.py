"""A sitting asks judges what is not on record yet, several at once; stopped at any moment, the same sitting goes on."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from keepmum.core import GameKind, Status
from keepmum.core.kind import Claim
from keepmum.judging.bench import Judge, ask
from keepmum.judging.cases import Case, cases
from keepmum.judging.folder import VerdictFolder
from keepmum.judging.together import Gone, Sat, together
from keepmum.judging.verdicts import FORMAT, AnswerVerdict, Best, Verdict, read_answers, read_verdicts
from keepmum.measure.judge.paper import Paper
from keepmum.measure.judge.reading import Unusable, read_scores, read_truth
from keepmum.models.seam import Scope
from keepmum.play.run import OUTAGE

WHAT = ("scores", "answers")


@dataclass(frozen=True, slots=True)
class Wish:
    """What to ask: `what` of "scores" and "answers", in how many orders, about matches numbered below `first`.

    `known`: of so many answers whose truth is known anyway, spread over the run, to see how right the judge is.
    `again`: verdicts that failed for one of these causes are asked for once more. `named`: matches are asked about with
    players' names shown, too.
    """

    what: tuple[str, ...] = WHAT
    orders: int = 3
    attempts: int = 3
    first: int | None = None
    known: int = 60
    again: tuple[Status, ...] = ()
    named: bool = False

    def asks(self, case: Case) -> bool:
        """Whether a match is asked about."""
        return self.first is None or case.match < self.first


@dataclass(frozen=True, slots=True)
class Question:
    """One thing to ask of one judge: a match in an order, or an answer; `again`: how often it has failed before."""

    judge: Judge
    case: Case
    order: int
    claim: Claim | None = None
    again: int = 0
    named: bool = False

    @property
    def key(self) -> Hashable:
        """As the verdict's key."""
        if self.claim is None:
            return self.judge.name, self.case.match, self.order, self.named
        return self.judge.name, self.case.match, self.claim.number

    @property
    def paper(self) -> Paper:
        """What is put to the judge."""
        if self.claim is None:
            return self.case.scores_paper(self.order, self.named)
        return self.case.answer_paper(self.claim)

    @property
    def scope(self) -> Scope:
        """What tells this asking from all others: the store does not answer one with another's reply."""
        again = f"/again/{self.again}" if self.again else ""
        if self.claim is None:
            named = "/named" if self.named else ""
            return Scope(f"judge/scores/{self.order}{named}{again}", self.case.match)
        return Scope(f"judge/answers{again}", self.case.match, self.claim.number)


def questions(bench: Sequence[Judge], run: Path, kind: GameKind, wish: Wish) -> Iterator[Question]:
    """All that the wish asks of a run, match by match."""
    known = _known(run, kind, wish) if "answers" in wish.what else frozenset[tuple[int, int]]()
    for case in filter(wish.asks, cases(run, kind)):
        claims = [each for each in case.claims if each.truthful is None or (case.match, each.number) in known]
        for judge in bench:
            if "scores" in wish.what and not case.silent:
                for named in (False, True) if wish.named else (False,):
                    yield from (Question(judge, case, order, named=named) for order in range(wish.orders))
            if "answers" in wish.what:
                yield from (Question(judge, case, 0, claim) for claim in claims)


def _known(run: Path, kind: GameKind, wish: Wish) -> frozenset[tuple[int, int]]:
    """Which answers of known truth are put to judges: by match and number, drawn by the run's seed."""
    drawn = (
        (Random(f"judge/known/{case.seed}/{case.match}/{claim.number}").random(), case.match, claim.number)
        for case in filter(wish.asks, cases(run, kind))
        for claim in case.claims
        if claim.truthful is not None
    )
    return frozenset((match, number) for _, match, number in heapq.nsmallest(wish.known, drawn))


@dataclass(frozen=True, slots=True)
class _Held:
    """What is on record. A verdict lost to the connection is as good as none, and so is one to be asked for again."""

    scores: Mapping[Hashable, Verdict]
    answers: Mapping[Hashable, AnswerVerdict]
    again: tuple[Status, ...]

    def left(self, question: Question) -> Question | None:
        """The question as it is to be asked, or None where its answer is on record."""
        held = (self.scores if question.claim is None else self.answers).get(question.key)
        if held is None or held.basis != question.paper.basis:
            return question
        failed = held.cause in self.again
        if not failed and held.cause is not Status.TRANSPORT:
            return None
        return replace(question, again=held.again + failed)


class Sitting:
    """Works through questions; `told` hears of every verdict."""

    def __init__(self, folder: VerdictFolder, attempts: int, told: Callable[[Verdict | AnswerVerdict], None]) -> None:
        self.sat = Sat()
        self._folder = folder
        self._attempts = attempts
        self._told = told
        self._lost = 0
        self._why = ""

    async def hear(self, left: Iterator[Question], concurrency: int) -> Sat:
        """Ask every question. Raises FolderError and ModelUnavailable; what is finished is kept."""
        await together([self._work(left) for _ in range(concurrency)], self.sat)
        if self.sat.lost and not self.sat.stopped:
            self.sat.stopped = f"the connection lost {self.sat.lost} of {self.sat.asked} verdicts ({self._why})"
        return self.sat

    async def _work(self, left: Iterator[Question]) -> None:
        for question in left:
            verdict = await (
                self._score(question) if question.claim is None else self._answer(question, question.claim)
            )
            self._folder.add(verdict)
            self.sat.asked += 1
            self._told(verdict)
            self._count(verdict)

    def _count(self, verdict: Verdict | AnswerVerdict) -> None:
        if verdict.cause is not Status.TRANSPORT:
            self._lost = 0
            return
        self._lost += 1
        self.sat.lost += 1
        self._why = verdict.reason
        if self._lost >= OUTAGE:
            raise Gone(verdict.reason)

    async def _score(self, question: Question) -> Verdict:
        paper, judge = question.paper, question.judge
        found, calls = await ask(judge, paper, question.scope, read_scores, self._attempts)
        said, failed = (None, found) if isinstance(found, Unusable) else (found, None)
        return Verdict(
            format=FORMAT,
            judge=judge.name,
            forced=judge.forced,
            match=question.case.match,
            order=question.order,
            listed=paper.arrangement.listed,
            labels=paper.arrangement.labels,
            scores=said.scores if said else None,
            best=Best(said.best.seat, said.best.quote, said.best.cited) if said else None,
            verdict=said.verdict if said else "",
            cause=failed.cause if failed else None,
            reason=failed.reason if failed else "",
            basis=paper.basis,
            calls=calls,
            again=question.again,
            named=question.named,
        )

    async def _answer(self, question: Question, claim: Claim) -> AnswerVerdict:
        paper, judge = question.paper, question.judge
        found, calls = await ask(judge, paper, question.scope, read_truth, self._attempts)
        said, failed = (None, found) if isinstance(found, Unusable) else (found, None)
        return AnswerVerdict(
            format=FORMAT,
            judge=judge.name,
            forced=judge.forced,
            match=question.case.match,
            number=claim.number,
            seat=claim.seat,
            truthful=said.truthful if said else None,
            words=said.words if said else "",
            cited=said.cited if said else False,
            cause=failed.cause if failed else None,
            reason=failed.reason if failed else "",
            basis=paper.basis,
            calls=calls,
            again=question.again,
        )


def missing(bench: Sequence[Judge], run: Path, kind: GameKind, wish: Wish) -> Iterator[Question]:
    """What the wish asks and is not on record. Raises VerdictError for a verdict that cannot be read."""
    scores = {each.key: each for each in read_verdicts(run)}
    held = _Held(scores, {each.key: each for each in read_answers(run)}, wish.again)
    return filter(None, map(held.left, questions(bench, run, kind, wish)))
