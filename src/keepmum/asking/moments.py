"""A moment of a match at which a seat is asked what it believes: before some ask of its, or after a kind of fact."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from keepmum.asking.occasions import Occasion
from keepmum.core import Asks, Fact, GameKind, Observation, Over, Speech, Transcript
from keepmum.core.agent import Heard
from keepmum.core.game import Turn
from keepmum.core.options import OptionError, unknown
from keepmum.core.transcript import follow
from keepmum.play.records import Record, game_of, moves_of

BEFORE = "before-"
BELIEF = Speech("belief", 1)


@dataclass(frozen=True, slots=True)
class At:
    """When: before the asks of these names, and after facts of these kinds, each where the seat is asked or hears."""

    asks: frozenset[str]
    facts: frozenset[str]


def at_of(text: str, kind: GameKind) -> At:
    """Read "quest,before-vote": kinds of facts, and asks. Raises OptionError for a fact that the game does not have."""
    parts = [part for part in text.split(",") if part]
    known = [fact.kind for fact in kind.facts]
    for part in parts:
        if not part.startswith(BEFORE) and part not in known:
            raise OptionError(f"--at: {kind.title} has no fact {unknown(part, known)}; or say {BEFORE}ASK")
    if not parts:
        raise OptionError(f"--at says when: a fact after which ({', '.join(known)}), or {BEFORE}ASK")
    asks = frozenset(part.removeprefix(BEFORE) for part in parts if part.startswith(BEFORE))
    return At(asks, frozenset(part for part in parts if not part.startswith(BEFORE)))


def moments(record: Record, kind: GameKind, at: At) -> Iterator[Occasion]:
    """The moments of a match, in order; `number` is how many moves have been made.

    There is none once the match is over: what was hidden is told then.
    Raises ReplayError and RecordError for a record that is wrong.
    """
    transcript: Transcript[Any] = Transcript(game_of(record, kind))
    seats = range(transcript.game.players)
    read, pending = [0 for _ in seats], set[int]()
    for number, move in enumerate((*moves_of(record), None)):
        asked = _asked(transcript.turn, at)
        if isinstance(transcript.turn, Over):
            return
        due = (asked - pending) | {seat for seat in seats if _told(transcript.heard(seat)[read[seat] :], at)}
        yield from (moment(record, transcript, number, seat) for seat in sorted(due))
        read = [len(transcript.heard(seat)) for seat in seats]
        if move is not None:
            pending = asked - {move.seat}
            follow(transcript, move, number)


def _asked(turn: Turn, at: At) -> set[int]:
    """The seats that owe an answer that is waited for."""
    return {seat for seat, ask in turn.owed if ask.about in at.asks} if isinstance(turn, Asks) else set[int]()


def _told(facts: list[Fact], at: At) -> bool:
    return any(fact.kind in at.facts for fact in facts)


def moment(record: Record, transcript: Transcript[Any], number: int, seat: int) -> Occasion:
    """A seat at this moment of a match."""
    seen = Observation(seat, transcript.game.players, Heard(transcript.heard(seat)), BELIEF)
    return Occasion(record.match, number, record.roles[seat], record.seats[seat], seen)
