"""A case is one valid match as judges are asked about it, read from a run's records."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from keepmum.core import GameKind
from keepmum.core.kind import Claim
from keepmum.judging.verdicts import AnswerVerdict, Verdict
from keepmum.measure.judge.dossier import Dossier, dossier_of, names_of
from keepmum.measure.judge.paper import Paper, answer_paper, scores_paper
from keepmum.play.folder import read_manifest, read_run
from keepmum.play.records import Record, RecordError, events_of


@dataclass(frozen=True, slots=True)
class Case:
    """A match: its number, its run's seed, who sat where, what was said, and the answers whose truth may be asked."""

    match: int
    seed: int
    agents: tuple[str, ...]
    dossier: Dossier
    claims: tuple[Claim, ...]

    @property
    def silent(self) -> bool:
        """Whether nobody said anything, so that there is nothing to judge."""
        return not self.dossier.said

    def scores_paper(self, order: int, named: bool = False) -> Paper:
        """What is asked about the match in one order, players `named` or under labels."""
        return scores_paper(self.dossier, self.seed, self.match, order, named)

    def answer_paper(self, claim: Claim) -> Paper:
        """What is asked about one answer."""
        return answer_paper(self.dossier, claim, self.seed, self.match)

    def claim(self, number: int) -> Claim | None:
        """The answer that is the event of this number."""
        return next((claim for claim in self.claims if claim.number == number), None)

    def paper_of(self, verdict: Verdict | AnswerVerdict) -> Paper | None:
        """What is asked now where the verdict was asked; None where there is no such thing any more."""
        if isinstance(verdict, Verdict):
            return None if self.silent else self.scores_paper(verdict.order, verdict.named)
        claim = self.claim(verdict.number)
        return None if claim is None else self.answer_paper(claim)

    def fits(self, verdict: Verdict | AnswerVerdict) -> bool:
        """Whether a verdict is about just this match, in just these words."""
        paper = self.paper_of(verdict)
        if paper is None or paper.basis != verdict.basis:
            return False
        if isinstance(verdict, AnswerVerdict):
            claim = self.claim(verdict.number)
            return claim is not None and claim.seat == verdict.seat
        return (verdict.listed, verdict.labels) == (paper.arrangement.listed, paper.arrangement.labels)


def cases(run: Path, kind: GameKind) -> Iterator[Case]:
    """Every valid match of a run. Raises RecordError for a record that is none of the game's."""
    return (case_of(record, kind) for record in read_run(run) if not record.void)


def case_of(record: Record, kind: GameKind) -> Case:
    """The case of one record. Raises RecordError where its events are not those of a match."""
    events = events_of(record, kind)
    try:
        dossier = dossier_of(kind, events, _names(record))
        claims = kind.claims(events)
    except (LookupError, TypeError, ValueError) as error:
        raise RecordError(f"match {record.match}: its events are not those of a finished match") from error
    seats = {each.seat for each in dossier.said} | {each.seat for each in claims}
    seats |= {question.asker for claim in claims for question in claim.questions}
    if not all(0 <= seat < dossier.players for seat in seats) or dossier.players != len(record.seats):
        raise RecordError(f"match {record.match}: it names players that are not at its table")
    return Case(record.match, record.seed, record.seats, dossier, claims)


def _names(record: Record) -> tuple[str, ...]:
    """What the players go by: names of the game's rules, where it has any, or their numbers."""
    names = record.rules.get("names")
    if isinstance(names, list | tuple) and names and all(isinstance(name, str) and name for name in names):
        return tuple(names)
    return names_of(len(record.seats))


def agents_of(run: Path) -> frozenset[str]:
    """Every agent that plays in a run, by its manifest and its records."""
    found = set(read_manifest(run).seats.values())
    for record in read_run(run):
        found.update(record.seats)
    return frozenset(found)
