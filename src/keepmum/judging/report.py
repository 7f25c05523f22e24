"""The report of judges: what they said of runs, how far they can be trusted, and what it took."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from keepmum.core import Call, GameKind
from keepmum.judging.cases import Case, agents_of, cases
from keepmum.judging.verdicts import AnswerVerdict, Verdict, read_answers, read_verdicts
from keepmum.measure.judge.identity import shared
from keepmum.measure.judge.numbers import (
    Biases,
    Scored,
    between_judges,
    between_orders,
    biases,
    mean_scores,
    name_effects,
    self_preference,
)
from keepmum.measure.judge.truths import Answer, Confusion, Lies, Said, confusion, lies
from keepmum.measure.stats import Estimate
from keepmum.play.folder import read_run

Match = tuple[int, int]


@dataclass(slots=True)
class Took:
    """What a judge's verdicts took: `cost` in dollars, None where a price is unknown; calls from the store are free."""

    calls: int = 0
    cached: int = 0
    tokens: int = 0
    cost: float | None = 0.0

    def add(self, calls: Iterable[Call]) -> None:
        """Count some calls."""
        for call in calls:
            self.calls += 1
            self.cached += call.cached
            self.tokens += call.input_tokens + call.output_tokens
            self.cost = None if self.cost is None or call.cost is None else self.cost + call.cost


@dataclass(slots=True)
class Docket:
    """All that is on record of some runs: scores and answers with what is known of them, and what does not count."""

    scores: list[Scored] = field(default_factory=list[Scored])
    named: list[Scored] = field(default_factory=list[Scored])
    answers: list[Answer] = field(default_factory=list[Answer])
    verdicts: dict[Match, list[Verdict]] = field(default_factory=dict[Match, list[Verdict]])
    failures: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter[str]))
    uncited: Counter[str] = field(default_factory=Counter[str])
    given: Counter[str] = field(default_factory=Counter[str])
    took: dict[str, Took] = field(default_factory=lambda: defaultdict(Took))
    forced: set[str] = field(default_factory=set[str])
    orders: Counter[str] = field(default_factory=Counter[str])
    heard: Counter[str] = field(default_factory=Counter[str])
    open: int = 0
    matches: int = 0
    silent: int = 0
    void: int = 0
    stale: int = 0

    @property
    def judges(self) -> tuple[str, ...]:
        """Every judge that said anything."""
        return tuple(sorted(self.took))


@dataclass(frozen=True, slots=True)
class JudgeReport:
    """One judge: verdicts it gave and failed to give, its scores, its biases. What is absent is an absent Estimate.

    `given`: its verdicts on matches, `answered`: on answers. `due`: on how many matches and orders it can be asked, in
    as many orders as it was, `heard`: on how many it was. `open`: answers whose truth only a judge can say,
    `open_heard`: those that were put to it. `uncited`: verdicts whose best moment nobody said. `truth`
    and `lies` are None where no answers were put to it. `names`: what each name does to a score where it is shown.
    """

    judge: str
    forced: bool
    given: int
    answered: int
    due: int
    heard: int
    open: int
    open_heard: int
    failures: Mapping[str, int]
    uncited: int
    means: Mapping[str, Estimate]
    between_orders: Estimate
    biases: Biases
    self_preference: Estimate
    names: Mapping[str, Estimate]
    truth: Confusion | None
    lies: Mapping[str, Lies] | None
    took: Took

    @property
    def failed(self) -> bool:
        """Whether it was asked and every one of its verdicts failed."""
        return bool(self.failures) and not self.given and not self.answered


@dataclass(frozen=True, slots=True)
class Report:
    """Some runs of one game before all their judges. `stale`: verdicts on what is not on record so any more."""

    title: str
    runs: tuple[str, ...]
    matches: int
    silent: int
    void: int
    stale: int
    means: Mapping[str, Estimate]
    between_judges: Estimate
    judges: tuple[JudgeReport, ...]


def docket_of(runs: Iterable[Path], kind: GameKind) -> Docket:
    """Everything on record about some runs. Raises RecordError, VerdictError and FolderError."""
    docket = Docket()
    for number, run in enumerate(runs):
        _enter(docket, number, run, kind)
    return docket


def _enter(docket: Docket, number: int, run: Path, kind: GameKind) -> None:
    agents = agents_of(run)
    given: defaultdict[int, list[Verdict | AnswerVerdict]] = defaultdict(list)
    for each in (*read_verdicts(run), *read_answers(run)):
        given[each.match].append(each)
        if shared(each.judge, agents):
            docket.forced.add(each.judge)
    docket.void += sum(record.void is not None for record in read_run(run))
    for case in cases(run, kind):
        docket.matches += 1
        docket.silent += case.silent
        docket.open += sum(claim.truthful is None for claim in case.claims)
        for each in given.pop(case.match, ()):
            _take(docket, (number, case.match), case, each)
    docket.stale += sum(map(len, given.values()))


def _take(docket: Docket, match: Match, case: Case, each: Verdict | AnswerVerdict) -> None:
    docket.took[each.judge].add(each.calls)
    if not case.fits(each):
        docket.stale += 1
        return
    if each.cause:
        docket.failures[each.judge][each.cause.value] += 1
    if isinstance(each, AnswerVerdict):
        docket.answers.append(_answer(match, case, each))
        return
    if each.named:
        docket.named += _scored(match, case, each, each.scores) if each.scores else []
        return
    docket.verdicts.setdefault(match, []).append(each)
    docket.heard[each.judge] += 1
    docket.orders[each.judge] = max(docket.orders[each.judge], each.order + 1)
    if each.scores is not None:
        docket.given[each.judge] += 1
        docket.uncited[each.judge] += each.best is not None and not each.best.cited
        docket.scores += _scored(match, case, each, each.scores)


def _scored(match: Match, case: Case, each: Verdict, scores: tuple[float, ...]) -> list[Scored]:
    arranged = case.scores_paper(each.order).arrangement
    own = shared(each.judge, frozenset(case.agents))
    return [
        Scored(
            each.judge, match, seat, agent, each.order,
            arranged.place(seat), arranged.letters[seat], scores[seat], agent in own, case.dossier.names[seat],
        )
        for seat, agent in enumerate(case.agents)
    ]  # fmt: skip


def _answer(match: Match, case: Case, each: AnswerVerdict) -> Answer:
    claim = case.claim(each.number)
    return Answer(each.judge, match, case.agents[each.seat], _said(each), claim.truthful if claim else None)


def _said(each: AnswerVerdict) -> Said:
    if each.cause:
        return "failed"
    if each.truthful is None:
        return "unclear"
    words: dict[bool | None, Said] = {True: "true", False: "false", None: "uncited"}
    return words[each.counted]


def report_of(docket: Docket, kind: GameKind, runs: Iterable[Path]) -> Report:
    """What is on record, in numbers."""
    return Report(
        kind.title,
        tuple(map(str, runs)),
        docket.matches,
        docket.silent,
        docket.void,
        docket.stale,
        mean_scores(docket.scores),
        between_judges(docket.scores),
        tuple(_judge_report(docket, judge) for judge in docket.judges),
    )


def _judge_report(docket: Docket, judge: str) -> JudgeReport:
    scores = [each for each in docket.scores if each.judge == judge]
    answers = [each for each in docket.answers if each.judge == judge]
    return JudgeReport(
        judge,
        judge in docket.forced,
        docket.given[judge],
        sum(each.said != "failed" for each in answers),
        docket.orders[judge] * (docket.matches - docket.silent),
        docket.heard[judge],
        docket.open,
        sum(each.known is None for each in answers),
        dict(docket.failures[judge].most_common()),
        docket.uncited[judge],
        mean_scores(scores),
        between_orders(scores),
        biases(scores),
        self_preference(scores),
        name_effects(scores, [each for each in docket.named if each.judge == judge]),
        confusion(answers) if answers else None,
        lies(answers) if answers else None,
        docket.took[judge],
    )
