"""A match told line by line: what happened, what was thought, and what could not be used."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import msgspec

from keepmum.core import Call, Event, GameKind
from keepmum.core.visible import unhidden, visible
from keepmum.play.records import Record, RecordError, ReplyLine, events_of, game_of, started
from keepmum.play.seats import NAMES, names_of

LONGEST_THOUGHT, LONGEST_STEP = 600, 200


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the story. `voice` says what it is: "event", "secret", "thought", "trouble" or "end"."""

    voice: str
    text: str


def title(record: Record, kind: GameKind) -> str:
    """The match in a line: the game, which match, and its rules' plain values."""
    return heading(kind, record.rules, record.match, record.seed)


def heading(kind: GameKind, rules: Mapping[str, Any], match: int, seed: int) -> str:
    """The same of a match that has no record yet."""
    category = [str(rules["category"])] if "category" in rules else []
    return visible(" · ".join([kind.title, *category, f"match {match}", f"seed {seed}"]))


def players_lines(record: Record, names: tuple[str, ...] = ()) -> Iterator[str]:
    """Who sat where, a line a seat. Raises RecordError where seats and roles are not as many."""
    if len(record.seats) != len(record.roles):
        raise RecordError(f"match {record.match}: {len(record.seats)} seats have {len(record.roles)} roles")
    yield from seats_lines(record.seats, record.roles, names)


def seats_lines(seats: Sequence[str], roles: Sequence[str], names: tuple[str, ...] = ()) -> Iterator[str]:
    """The same of a match that has no record yet."""
    told = len({*roles}) > 1
    for seat, (agent, role) in enumerate(zip(seats, roles, strict=True)):
        yield visible(f"  {called(seat, names)}: {agent}{f' ({role})' if told else ''}")


def called(seat: int, names: tuple[str, ...]) -> str:
    """What a player is called: by its name, where players have names, else by its number from 1."""
    return names[seat] if 0 <= seat < len(names) else f"player {seat + 1}"


def names_in(record: Record, kind: GameKind) -> tuple[str, ...]:
    """What the players of a match were called, if not by their numbers. Raises RecordError for impossible rules."""
    return names_of(game_of(record, kind)) if record.rules.get(NAMES) else ()


def record_json(record: Record, seat: int | None) -> str:
    """The record for programs; with a seat, only what that seat saw, thought and said."""
    if seat is None:
        return unhidden(msgspec.json.format(msgspec.json.encode(record), indent=2).decode())
    seen = {
        "game": record.game,
        "match": record.match,
        "seat": seat,
        "events": [{"kind": e.kind, "fact": e.fact} for e in record.events if e.to is None or seat in e.to],
        "replies": [reply for reply in record.replies if reply.seat == seat],
        "ending": record.ending,
    }
    return unhidden(msgspec.json.format(msgspec.json.encode(seen), indent=2).decode())


def tell_match(record: Record, kind: GameKind, seat: int | None = None) -> Iterator[Line]:
    """The story of a match for the referee, or as `seat` saw it: with its own thoughts and nobody else's.

    Raises RecordError or ReplayError for a record that does not fit its rules.
    """
    events = events_of(record, kind)
    narrator = Narrator(kind, names_in(record, kind), seat)
    replies = _Replies(record.replies, narrator)
    start, after = started(record, kind)
    yield from narrator.events(events[:start])
    for move, (first, last) in zip(record.moves, after, strict=True):
        if move.seat is not None:
            yield from replies.until(move.seat, move.about)
        yield from narrator.events(events[first:last])
    yield from replies.rest()
    yield from narrator.ending(record)


@dataclass(frozen=True, slots=True)
class Narrator:
    """Tells a match line by line, on record or as it happens: for the referee, or as `seat` sees it."""

    kind: GameKind
    names: tuple[str, ...] = ()
    seat: int | None = None

    def events(self, events: Sequence[Event]) -> Iterator[Line]:
        """What happened, a line a fact; seats that were told the same one after another share a line."""
        tell = self.kind.tell_of(self.names)
        told = [(tell(e.fact), e.audience.seats) for e in events if self.seat is None or self.seat in e.audience]
        for (text, private), group in groupby(told, key=lambda each: (each[0], each[1] is not None)):
            if text is None:
                continue
            whose = sorted({player for _, seats in group for player in seats or ()}) if self.seat is None else []
            yield Line("secret" if private else "event", visible(self._to_whom(whose) + text))

    def reply(self, reply: ReplyLine) -> Iterator[Line]:
        """What a player thought, and what was wrong with what it said."""
        if self.seat not in (None, reply.seat):
            return
        who = called(reply.seat, self.names)
        yield from _steps(who, reply.calls)
        if reply.thought:
            yield Line("thought", f"{who} thought: {visible(reply.thought, LONGEST_THOUGHT)}")
        if reply.status != "ok":
            said = f", said “{visible(reply.text, 200)}”" if reply.text else ""
            yield Line("trouble", f"{who}, {reply.about}: {reply.status.value}{said}: {visible(reply.reason, 300)}")

    def ending(self, record: Record) -> Iterator[Line]:
        """How it ended."""
        if record.void:
            void = record.void
            why = f": {visible(void.reason, 300)}" if self.seat in (None, void.seat) else ""
            who = called(void.seat, self.names)
            yield Line("end", f"void: {who} gave no usable {void.about} ({void.cause.value}){why}")
        elif record.returns is not None:
            yield Line("end", f"{record.ending}: {self._won(record.returns)}")

    def _won(self, returns: Sequence[float]) -> str:
        won = [seat for seat, payoff in enumerate(returns) if payoff > 0]
        if len({*returns}) == 1 < len(returns):
            return f"all are tied at {returns[0]:g}"
        return f"{self._several(won) if won else 'nobody'} won"

    def _several(self, seats: Sequence[int]) -> str:
        if self.names:
            return ", ".join(called(seat, self.names) for seat in seats)
        return f"{'player' if len(seats) == 1 else 'players'} {', '.join(str(seat + 1) for seat in seats)}"

    def _to_whom(self, seats: Sequence[int]) -> str:
        return f"{self._several(seats)} {'is' if len(seats) == 1 else 'are'} told: " if seats else ""


class _Replies:
    """The replies of a match, handed out in the order of the moves they led to."""

    def __init__(self, replies: Sequence[ReplyLine], narrator: Narrator) -> None:
        self._left = list(replies)
        self._narrator = narrator

    def until(self, seat: int, about: str) -> Iterator[Line]:
        """What `seat` thought and tried until it answered `about`."""
        mine = [reply for reply in self._left if reply.seat == seat and reply.about == about]
        good = next((place for place, reply in enumerate(mine) if reply.status == "ok"), len(mine) - 1)
        for reply in mine[: good + 1]:
            self._left.remove(reply)
            yield from self._narrator.reply(reply)

    def rest(self) -> Iterator[Line]:
        """What led to no move."""
        for reply in self._left:
            yield from self._narrator.reply(reply)


def _steps(who: str, calls: Sequence[Call]) -> Iterator[Line]:
    """What came back on the way to an answer, where that took several steps, and what did not fit the model."""
    steps = calls if len({call.step for call in calls}) > 1 else ()
    for call in steps:
        if call.text:
            yield Line("thought", f"{who}, {visible(call.step or 'answer')}: {visible(call.text, LONGEST_STEP)}")
    for call in calls:
        if call.finish == "too_long":
            yield Line("trouble", f"{who}: the talk outgrew the context of {visible(call.model)}")
