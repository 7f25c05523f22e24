"""The tree of a finite game: its positions, and what each seat cannot tell apart."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, TypeVar

from keepmum.core.ask import Action, Ask
from keepmum.core.event import Event, Fact, seen
from keepmum.core.game import Chance, Game, Outcome, Over, Step, Turn

State = TypeVar("State")


@dataclass(frozen=True, slots=True)
class Position(Generic[State]):
    """A state with the events that led to it: all that the referee knows."""

    state: State
    events: tuple[Event, ...]

    def after(self, step: Step[State]) -> Position[State]:
        """The position that a step leads to."""
        return Position(step.state, self.events + step.events)


@dataclass(frozen=True, slots=True)
class InformationSet:
    """All positions that one seat cannot tell apart: what it has seen, and what it is asked."""

    seat: int
    facts: tuple[Fact, ...]
    ask: Ask


def root(game: Game[State]) -> Position[State]:
    """The first position."""
    step = game.start()
    return Position(step.state, step.events)


def chances(chance: Chance) -> list[tuple[Outcome, Fraction]]:
    """The outcomes of chance with their probabilities, exactly."""
    weights = chance.weights or (1,) * len(chance.outcomes)
    total = sum(weights)
    return [(outcome, Fraction(weight, total)) for outcome, weight in zip(chance.outcomes, weights, strict=True)]


def acting(turn: Turn) -> tuple[int, Ask] | None:
    """The seat that moves next in the tree, and its ask. Of seats that answer at once the first one moves first;
    the others' information sets do not show its move, so the order means nothing."""
    return None if isinstance(turn, (Chance, Over)) else turn.owed[0]


def information_set(position: Position[Any], seat: int, ask: Ask) -> InformationSet:
    """What `seat` knows at `position` when it is asked `ask`."""
    return InformationSet(seat, seen(position.events, seat), ask)


def choices(game: Game[State], position: Position[State]) -> list[tuple[Outcome | Action, Position[State]]]:
    """Every move from `position` and where it leads. Raises ValueError where the actions cannot be listed."""
    turn = game.turn(position.state)
    if isinstance(turn, Over):
        return []
    if isinstance(turn, Chance):
        return [(outcome, position.after(game.draw(position.state, outcome))) for outcome in turn.outcomes]
    seat, ask = turn.owed[0]
    return [(action, position.after(game.play(position.state, seat, action))) for action in ask.actions()]


def positions(game: Game[State]) -> Iterator[Position[State]]:
    """Every position of a finite game, each once for each way to it, parents first."""
    stack = [root(game)]
    while stack:
        position = stack.pop()
        yield position
        stack.extend(reversed([after for _, after in choices(game, position)]))


@dataclass(frozen=True, slots=True)
class TreeSize:
    """How large a game is: positions, ends among them, and information sets. A leak changes the last."""

    positions: int
    ends: int
    information_sets: int


def tree_size(game: Game[Any]) -> TreeSize:
    """Count the whole tree. Raises ValueError for a game whose actions cannot be listed."""
    count = ends = 0
    sets: set[InformationSet] = set()
    for position in positions(game):
        count += 1
        turn = game.turn(position.state)
        ends += isinstance(turn, Over)
        mover = acting(turn)
        if mover:
            sets.add(information_set(position, *mover))
    return TreeSize(count, ends, len(sets))
