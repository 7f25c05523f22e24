"""A match told line by line: what happened, what was thought, and what could not be used."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

import msgspec

from keepmum.core import Event, GameKind
from keepmum.core.visible import visible
from keepmum.play.records import Record, RecordError, ReplyLine, events_of, started

LONGEST_THOUGHT = 600


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the story. `voice` says what it is: "event", "secret", "thought", "trouble" or "end"."""

    voice: str
    text: str


def title(record: Record, kind: GameKind) -> str:
    """The match in a line: the game, which match, and its rules' plain values."""
    category = [str(record.rules["category"])] if "category" in record.rules else []
    return visible(" · ".join([kind.title, *category, f"match {record.match}", f"seed {record.seed}"]))


def players_lines(record: Record) -> Iterator[str]:
    """Who sat where, a line a seat. Raises RecordError where seats and roles are not as many."""
    if len(record.seats) != len(record.roles):
        raise RecordError(f"match {record.match}: {len(record.seats)} seats have {len(record.roles)} roles")
    for seat, (agent, role) in enumerate(zip(record.seats, record.roles, strict=True)):
        yield visible(f"  player {seat + 1}: {agent} ({role})")


def record_json(record: Record, seat: int | None) -> str:
    """The record for programs; with a seat, only what that seat saw, thought and said."""
    if seat is None:
        return msgspec.json.format(msgspec.json.encode(record), indent=2).decode()
    seen = {
        "game": record.game,
        "match": record.match,
        "seat": seat,
        "events": [{"kind": e.kind, "fact": e.fact} for e in record.events if e.to is None or seat in e.to],
        "replies": [reply for reply in record.replies if reply.seat == seat],
        "ending": record.ending,
    }
    return msgspec.json.format(msgspec.json.encode(seen), indent=2).decode()


def tell_match(record: Record, kind: GameKind, seat: int | None = None) -> Iterator[Line]:
    """The story of a match for the referee, or as `seat` saw it: with its own thoughts and nobody else's.

    Raises RecordError or ReplayError for a record that does not fit its rules.
    """
    events = events_of(record, kind)
    replies = _Replies(record.replies, seat)
    start, after = started(record, kind)
    yield from _tell_events(events[:start], kind, seat)
    for move, (first, last) in zip(record.moves, after, strict=True):
        if move.seat is not None:
            yield from replies.until(move.seat, move.about)
        yield from _tell_events(events[first:last], kind, seat)
    yield from replies.rest()
    yield from _ending(record, seat)


def _ending(record: Record, seat: int | None) -> Iterator[Line]:
    if record.void:
        void = record.void
        why = f": {visible(void.reason, 300)}" if seat in (None, void.seat) else ""
        yield Line("end", f"void: player {void.seat + 1} gave no usable {void.about} ({void.cause.value}){why}")
    elif record.returns is not None:
        won = [str(each + 1) for each, payoff in enumerate(record.returns) if payoff > 0]
        yield Line("end", f"{record.ending}: {'player' if len(won) == 1 else 'players'} {', '.join(won)} won")


def _tell_events(events: Sequence[Event], kind: GameKind, seat: int | None) -> Iterator[Line]:
    """What happened, a line a fact; seats that were told the same one after another share a line."""
    told = [(kind.tell(e.fact), e.audience.seats) for e in events if seat is None or seat in e.audience]
    for (text, private), group in groupby(told, key=lambda each: (each[0], each[1] is not None)):
        if text is None:
            continue
        whose = sorted({player for _, seats in group for player in seats or ()}) if seat is None else []
        yield Line("secret" if private else "event", visible(_to_whom(whose) + text))


def _to_whom(seats: Sequence[int]) -> str:
    if not seats:
        return ""
    named = ", ".join(str(seat + 1) for seat in seats)
    return f"player {named} is told: " if len(seats) == 1 else f"players {named} are told: "


class _Replies:
    """The replies of a match, handed out in the order of the moves they led to."""

    def __init__(self, replies: Sequence[ReplyLine], seat: int | None) -> None:
        self._left = list(replies)
        self._seat = seat

    def until(self, seat: int, about: str) -> Iterator[Line]:
        """What `seat` thought and tried until it answered `about`."""
        mine = [reply for reply in self._left if reply.seat == seat and reply.about == about]
        good = next((place for place, reply in enumerate(mine) if reply.status == "ok"), len(mine) - 1)
        for reply in mine[: good + 1]:
            self._left.remove(reply)
            yield from self._tell(reply)

    def rest(self) -> Iterator[Line]:
        """What led to no move."""
        for reply in self._left:
            yield from self._tell(reply)

    def _tell(self, reply: ReplyLine) -> Iterator[Line]:
        if self._seat not in (None, reply.seat):
            return
        who = f"player {reply.seat + 1}"
        if reply.thought:
            yield Line("thought", f"{who} thought: {visible(reply.thought, LONGEST_THOUGHT)}")
        if reply.status != "ok":
            said = f", said “{visible(reply.text, 200)}”" if reply.text else ""
            yield Line("trouble", f"{who}, {reply.about}: {reply.status.value}{said}: {visible(reply.reason, 300)}")
