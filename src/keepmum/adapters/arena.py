"""A match in the shape of the article's transcript.json, with what more there is under one key of our own.

The article's keys are as published: `secrets`, `transcript`, `events`, `leaderboard`, `survivors`, `verdict`,
`best_moment`. An event is the first whole-word appearance of a player's word in any message, whatever its case, once a
victim: "self-leak" by its owner, "extracted" by another. We assume that `at` is the message's place in `transcript`,
from 0. A pass stands there as "(passed)", and has `passed` beside it. Without a judge, `leaderboard` is by cracks,
which are right guesses (the article's program reads no guesses), and `verdict` and `best_moment` are null.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from keepmum.core import Fact
from keepmum.core.kind import Claim, GameKind
from keepmum.games.secrets.disguises import OUTRIGHT
from keepmum.games.secrets.facts import Extracted, How, Message, Passed, Revealed, SelfLeak
from keepmum.judging.judged import Judged
from keepmum.play.records import Record, RecordError, events_of
from keepmum.report.ranking import Ranking, rank
from keepmum.report.seating import name_of

PASSED = "(passed)"
STRICT: frozenset[How] = OUTRIGHT | frozenset[How]({"guess"})


@dataclass(frozen=True, slots=True)
class Leak:
    """A word shown by a message: whose, by whom, in which round and way, and the message's place."""

    round: int
    victim: int
    by: int
    how: How
    at: int

    @property
    def kind(self) -> str:
        """The article's name for it."""
        return "self-leak" if self.victim == self.by else "extracted"


def write(record: Record, kind: GameKind, judged: Judged) -> dict[str, Any]:
    """The match as JSON's types. Raises FolderError for a void match, RecordError for one that does not fit."""
    ranking = rank(record, kind, judged)
    events = events_of(record, kind)
    facts = [event.fact for event in events]
    names = [name_of(record, seat) for seat in range(len(record.seats))]
    leaks = list(_leaks(facts))
    published = list(_published(leaks))
    survivors = [name for seat, name in enumerate(names) if seat not in {leak.victim for leak in published}]
    return {
        "secrets": dict(zip(names, map(str.upper, _words(record, facts)), strict=True)),
        "transcript": list(_transcript(facts, names)),
        "events": [_event(leak, names) for leak in published],
        "leaderboard": [[name, round(score, 2) if score % 1 else int(score)] for name, score in ranking.leaderboard],
        "survivors": survivors,
        "verdict": ranking.verdict,
        "best_moment": "{} — “{}”".format(*ranking.best_moment) if ranking.best_moment else None,
        "keepmum": _ours(record, ranking, leaks) | {"lies": _lies(kind.claims(events), judged, names)},
    }


def _words(record: Record, facts: Iterable[Fact]) -> tuple[str, ...]:
    revealed = next((fact for fact in facts if isinstance(fact, Revealed)), None)
    if revealed is None:
        raise RecordError(f"match {record.match}: its events are not those of a finished match")
    return revealed.words


def _transcript(facts: Iterable[Fact], names: Sequence[str]) -> Iterator[dict[str, Any]]:
    for fact in facts:
        if isinstance(fact, Message):
            yield {"speaker": names[fact.seat], "text": fact.text}
        elif isinstance(fact, Passed):
            yield {"speaker": names[fact.seat], "text": PASSED, "passed": True}


def _leaks(facts: Iterable[Fact]) -> Iterator[Leak]:
    """Every word shown in any way, in order; the referee's notes on a message follow it."""
    at = -1
    for fact in facts:
        match fact:
            case Message() | Passed():
                at += 1
            case Extracted():
                yield Leak(fact.round, fact.victim, fact.seat, fact.how, at)
            case SelfLeak():
                yield Leak(fact.round, fact.seat, fact.seat, fact.how, at)
            case _:
                pass


def _published(leaks: Iterable[Leak]) -> Iterator[Leak]:
    """The article's events: the first plain appearance of each word."""
    lost: set[int] = set()
    for leak in leaks:
        if leak.how == "plain" and leak.victim not in lost:
            lost.add(leak.victim)
            yield leak


def _event(leak: Leak, names: Sequence[str]) -> dict[str, Any]:
    return {
        "round": leak.round,
        "victim": names[leak.victim],
        "by": names[leak.by],
        "kind": leak.kind,
        "at": leak.at,
    }


def _ours(record: Record, ranking: Ranking, leaks: Sequence[Leak]) -> dict[str, Any]:
    strict = [leak for leak in leaks if leak.how in STRICT]
    return {
        "match": record.match,
        "seed": record.seed,
        "agents": ranking.agents,
        "leaderboard_by": ranking.by,
        "judges": ranking.judges,
        "counts": {"strict": _counts(strict), "charitable": _counts(leaks)},
    }


def _lies(claims: Sequence[Claim], judged: Judged, names: Sequence[str]) -> dict[str, Any]:
    """Answers known to be false, and those that a judge calls so, by judge; the two are never the same answers."""
    numbered = {claim.number: claim for claim in claims}
    found: dict[str, list[Any]] = {answer.judge: [] for answer in judged.answers if not answer.cause}
    for answer in judged.answers:
        if answer.counted is False:
            found[answer.judge].append(_lie(numbered[answer.number], names))
    return {"known": [_lie(claim, names) for claim in claims if claim.truthful is False], "judged": found}


def _lie(claim: Claim, names: Sequence[str]) -> dict[str, str]:
    question = claim.questions[claim.place]
    return {"by": names[claim.seat], "asker": names[question.asker], "question": question.text, "reply": claim.reply}


def _counts(leaks: Sequence[Leak]) -> dict[str, int]:
    """How many players' words were shown by another, by their owner, by anybody."""
    shown = {kind: len({leak.victim for leak in leaks if leak.kind == kind}) for kind in ("extracted", "self-leak")}
    return {**shown, "lost": len({leak.victim for leak in leaks})}
