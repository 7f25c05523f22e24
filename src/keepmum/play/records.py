"""The record: one finished match as one JSON line, written once, and read back as the hostile text it may be."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from keepmum.core import Audience, Call, Event, GameKind, Move, Status
from keepmum.core.transcript import Replayed, Transcript, follow, replay
from keepmum.play.match import Played

FORMAT = 1
LONGEST_LINE = 64 * 1024 * 1024


class RecordError(ValueError):
    """A record that cannot be read. The text names file, line and what was wrong."""


class EventLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An event: the fact's kind, who may know (None: everyone), and the fact's fields."""

    kind: str
    to: tuple[int, ...] | None
    fact: Any


class ReplyLine(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A reply: whose, to what, and what was made of it."""

    seat: int
    about: str
    action: Any = None
    attempt: int = 0
    status: Status = Status.OK
    reason: str = ""
    text: str = ""
    thought: str = ""
    calls: tuple[Call, ...] = ()


class VoidLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Why the match is void."""

    seat: int
    about: str
    cause: Status
    reason: str


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One finished match. `ending` and `returns` are absent (None) when it is void, `void` is when it is not."""

    format: int
    game: str
    rules: dict[str, Any]
    seed: int
    match: int
    roles: tuple[str, ...]
    seats: tuple[str, ...]
    moves: tuple[Move, ...]
    events: tuple[EventLine, ...]
    replies: tuple[ReplyLine, ...]
    ending: str | None
    returns: tuple[float, ...] | None
    void: VoidLine | None


class Dealt(msgspec.Struct, frozen=True):
    """Which match this was: the run's seed, its number, and who sat where in which role."""

    seed: int
    match: int
    roles: tuple[str, ...]
    seats: tuple[str, ...]


def record_of(game: Any, dealt: Dealt, played: Played) -> Record:
    """The record of a match that was played."""
    over, void = played.over, played.void
    return Record(
        format=FORMAT,
        game=game.name,
        rules=msgspec.to_builtins(game),
        seed=dealt.seed,
        match=dealt.match,
        roles=dealt.roles,
        seats=dealt.seats,
        moves=tuple(played.transcript.moves),
        events=event_lines(played.transcript.events),
        replies=tuple(map(reply_line, played.answers)),
        ending=over.ending if over else None,
        returns=over.returns if over else None,
        void=VoidLine(void.seat, void.about, void.cause, void.reason) if void else None,
    )


def reply_line(answer: Any) -> ReplyLine:
    """A reply as it stands in a record."""
    reply, reading = answer.reply, answer.reply.reading
    return ReplyLine(
        seat=answer.seat,
        about=answer.about,
        action=reading.action,
        attempt=answer.attempt,
        status=reading.status,
        reason=reading.reason,
        text=reply.text,
        thought=reply.thought,
        calls=reply.calls,
    )


def event_lines(events: list[Event] | tuple[Event, ...]) -> tuple[EventLine, ...]:
    """Events as they stand in a record."""
    return tuple(EventLine(event.fact.kind, _seats(event.audience), event.fact) for event in events)


def _seats(audience: Audience) -> tuple[int, ...] | None:
    return None if audience.seats is None else tuple(sorted(audience.seats))


def encode(record: Record) -> bytes:
    """The record's line, with its end."""
    return _ENCODER.encode(record) + b"\n"


def decode(line: bytes) -> Record:
    """Read one line. Raises RecordError for anything that is not a record of this format."""
    if len(line) > LONGEST_LINE:
        raise RecordError(f"a line of {len(line)} bytes is longer than any record ({LONGEST_LINE} at most)")
    try:
        record = _DECODER.decode(line)
    except (msgspec.DecodeError, RecursionError) as error:
        raise RecordError(f"not a record: {error}") from error
    if record.format != FORMAT:
        raise RecordError(f"the record has format {record.format}; this version reads format {FORMAT}")
    return record


_ENCODER = msgspec.json.Encoder()
_DECODER = msgspec.json.Decoder(Record)


def events_of(record: Record, kind: GameKind) -> tuple[Event, ...]:
    """The record's events as the game's own facts. Raises RecordError where a fact is not one of the game's."""
    types = {fact.kind: fact for fact in kind.facts}
    return tuple(_event(line, types, record.match) for line in record.events)


def _event(line: EventLine, types: dict[str, Any], match: int) -> Event:
    if line.kind not in types:
        raise RecordError(f"match {match}: unknown fact {line.kind!r}; known: {', '.join(types)}")
    try:
        fact = msgspec.convert(line.fact, types[line.kind], strict=True)
    except msgspec.ValidationError as error:
        raise RecordError(f"match {match}: fact {line.kind}: {error}") from error
    return Event(Audience(None if line.to is None else frozenset(line.to)), fact)


def started(record: Record, kind: GameKind) -> tuple[int, list[tuple[int, int]]]:
    """Which events belong to which move: how many precede the first, then (first, last) of each move's events.

    Raises ReplayError where the moves do not fit the rules.
    """
    transcript: Transcript[Any] = Transcript(game_of(record, kind))
    start = len(transcript.events)
    spans: list[tuple[int, int]] = []
    for number, move in enumerate(moves_of(record)):
        first = len(transcript.events)
        follow(transcript, move, number)
        spans.append((first, len(transcript.events)))
    return start, spans


def replayed(record: Record, kind: GameKind) -> Replayed:
    """Play the record's moves through the rules again. Raises ReplayError, or RecordError for impossible rules."""
    return replay(game_of(record, kind), moves_of(record))


def game_of(record: Record, kind: GameKind) -> Any:
    """The rules that the record was played by. Raises RecordError where they are impossible."""
    try:
        return msgspec.convert(record.rules, kind.rules)
    except (msgspec.ValidationError, ValueError) as error:
        raise RecordError(f"match {record.match}: rules: {error}") from error


def moves_of(record: Record) -> list[Move]:
    """The record's moves as the rules take them."""
    return [Move(move.seat, move.about, _tuples(move.choice)) for move in record.moves]


def _tuples(value: Any) -> Any:
    return tuple(map(_tuples, value)) if isinstance(value, list) else value


def read_records(path: Path) -> Iterator[Record]:
    """Every record of a file, in the order they finished. A torn last line is passed over (see `torn_tail`).

    Raises RecordError for a line that is whole and wrong.
    """
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            if not line.endswith(b"\n"):
                return
            try:
                yield decode(line)
            except RecordError as error:
                advice = "take the line out, and the same run command plays its match again"
                raise RecordError(f"{path}:{number}: {error}; {advice}") from error


def torn_tail(path: Path) -> int:
    """How many bytes of an unfinished last line the file ends in (a power cut, a kill in mid-write); 0 normally."""
    with path.open("rb") as file:
        size = file.seek(0, os.SEEK_END)
        back = 1 << 16
        while size:
            start = max(0, size - back)
            file.seek(start)
            end = file.read().rfind(b"\n")
            if end >= 0 or start == 0:
                return size - (start + end + 1) if end >= 0 else size
            back *= 4
    return 0
