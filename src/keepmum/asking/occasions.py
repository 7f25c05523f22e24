"""An occasion is a moment of a finished match, with just what one seat had seen by then; found by replay."""

from __future__ import annotations

import hashlib
import heapq
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from keepmum.core import Ask, Asks, GameKind, Observation, Transcript
from keepmum.core.agent import Heard
from keepmum.core.game import ask_of
from keepmum.core.transcript import follow
from keepmum.play.records import Record, game_of, moves_of


@dataclass(frozen=True, slots=True)
class Occasion:
    """A seat's ask in a match: before move `number`, which is its answer. `agent` gave that answer."""

    match: int
    number: int
    role: str
    agent: str
    observation: Observation

    @property
    def seat(self) -> int:
        """Whose it is."""
        return self.observation.seat

    @property
    def about(self) -> str:
        """What is asked."""
        return self.observation.ask.about

    @property
    def basis(self) -> str:
        """A digest of all that the seat had seen, and of what it is asked."""
        seen = self.observation
        return digest(seen.seat, seen.players, list(seen.heard), seen.ask)


def digest(*parts: object) -> str:
    """Of values whose repr says all of them."""
    return hashlib.sha256(repr(parts).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def drawn(found: Iterable[Occasion], limit: int | None) -> list[Occasion]:
    """So many of them, drawn by chance (None: all), by match. A higher limit draws the same ones and more."""
    if limit is not None:
        found = heapq.nsmallest(limit, found, key=lambda each: Random(f"asking/{_place(each)}").random())
    return sorted(found, key=_place)


def _place(occasion: Occasion) -> tuple[int, int, int]:
    return occasion.match, occasion.number, occasion.seat


Wanted = Callable[[str, Ask], bool]
"""Whether an ask of a seat with this role is wanted."""


def occasions(record: Record, kind: GameKind, wanted: Wanted) -> Iterator[Occasion]:
    """The asks of a match that are wanted, in order. Raises ReplayError and RecordError for a record that is wrong."""
    transcript: Transcript[Any] = Transcript(game_of(record, kind))
    for number, move in enumerate(moves_of(record)):
        turn, seat = transcript.turn, move.seat
        if isinstance(turn, Asks) and seat is not None and any(owing == seat for owing, _ in turn.owed):
            ask, role = ask_of(turn, seat), record.roles[seat]
            if wanted(role, ask):
                seen = Observation(seat, transcript.game.players, Heard(transcript.heard(seat)), ask)
                yield Occasion(record.match, number, role, record.seats[seat], seen)
        follow(transcript, move, number)
