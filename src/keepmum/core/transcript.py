"""A transcript is the moves of a match and the events that followed from them; it replays."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from keepmum.core.event import Event, Fact
from keepmum.core.game import Asks, Chance, Game, Over, Turn

State = TypeVar("State")


@dataclass(frozen=True, slots=True)
class Move:
    """One thing decided: by a seat, or by chance when `seat` is None. `choice` is the action or the outcome."""

    seat: int | None
    about: str
    choice: Any


class Transcript(Generic[State]):
    """A match as it grows: the rules, the state, the moves, the events, and what each seat has seen of them."""

    def __init__(self, game: Game[State]) -> None:
        self.game = game
        self.moves: list[Move] = []
        self.events: list[Event] = []
        self._seats = range(game.players)
        self._heard: tuple[list[Fact], ...] = tuple([] for _ in self._seats)
        step = game.start()
        self.state = step.state
        self._happen(step.events)

    @property
    def turn(self) -> Turn:
        """Who must act now."""
        return self.game.turn(self.state)

    def heard(self, seat: int) -> list[Fact]:
        """The growing list of what `seat` has seen. Not to be changed by the caller."""
        return self._heard[seat]

    def make(self, move: Move) -> None:
        """Apply one move. Raises IllegalAction where the rules do not allow it."""
        if move.seat is None:
            step = self.game.draw(self.state, move.choice)
        else:
            step = self.game.play(self.state, move.seat, move.choice)
        self.moves.append(move)
        self.state = step.state
        self._happen(step.events)

    def _happen(self, events: Iterable[Event]) -> None:
        for event in events:
            self.events.append(event)
            seats, fact = event.audience.seats, event.fact
            for seat in self._seats if seats is None else seats:
                self._heard[seat].append(fact)


@dataclass(frozen=True, slots=True)
class Replayed:
    """What replaying gives: all events, and the end, or None where the moves stop short of it."""

    events: tuple[Event, ...]
    over: Over | None


class ReplayError(ValueError):
    """Recorded moves that the rules do not allow. The text names the move."""


def replay(game: Game[Any], moves: Sequence[Move]) -> Replayed:
    """Play recorded moves through the rules. Raises ReplayError at the first move that does not fit."""
    transcript: Transcript[Any] = Transcript(game)
    for number, move in enumerate(moves):
        follow(transcript, move, number)
    turn = transcript.turn
    return Replayed(tuple(transcript.events), turn if isinstance(turn, Over) else None)


def follow(transcript: Transcript[Any], move: Move, number: int) -> None:
    """Apply a recorded move, the `number`-th. Raises ReplayError where it does not fit the rules or cannot be drawn."""
    turn = transcript.turn
    _expect(turn, move, number)
    _drawable(turn, move, number)
    try:
        transcript.make(move)
    except (ValueError, TypeError, KeyError, IndexError) as error:
        raise ReplayError(f"move {number} ({move.about}, {_who(move)}): {error}") from error


def _expect(turn: Turn, move: Move, number: int) -> None:
    match turn:
        case Chance(about=about):
            fits = move.seat is None and move.about == about
        case Asks(owed=owed):
            fits = any(seat == move.seat and ask.about == move.about for seat, ask in owed)
        case Over():
            fits = False
    if not fits:
        raise ReplayError(f"move {number} ({move.about}, {_who(move)}) does not fit: the rules expect {_named(turn)}")


def _drawable(turn: Turn, move: Move, number: int) -> None:
    if isinstance(turn, Chance) and not can_draw(turn, move.choice):
        raise ReplayError(f"move {number} ({move.about}, chance): {move.choice!r} cannot be drawn")


def can_draw(chance: Chance, outcome: Any) -> bool:
    """Whether `outcome` is among those of `chance`, with a weight that is not zero."""
    try:
        if chance.weights is None:
            return outcome in chance.outcomes
        return any(weight and each == outcome for each, weight in zip(chance.outcomes, chance.weights, strict=True))
    except TypeError:  # from an outcome of another type than the sequence can look for
        return False


def _who(move: Move) -> str:
    return "chance" if move.seat is None else f"player {move.seat + 1}"


def _named(turn: Turn) -> str:
    match turn:
        case Chance(about=about):
            return f"chance to draw {about}"
        case Asks(owed=owed):
            return ", ".join(f"player {seat + 1} to answer {ask.about}" for seat, ask in owed)
        case Over(ending=ending):
            return f"nothing more (it is over: {ending})"
