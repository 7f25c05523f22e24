"""A game is a value and pure functions: where it starts, who may act, and what follows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from keepmum.core.ask import Action, Ask, IllegalAction
from keepmum.core.event import Event

State = TypeVar("State")
Outcome: TypeAlias = Any  # a chance outcome: whatever the game draws, as long as JSON can hold it


@dataclass(frozen=True, slots=True)
class Chance:
    """Nature's turn: one of `outcomes`, each as likely as its weight says (all alike when `weights` is None).

    `outcomes` may be a lazy sequence, such as all permutations; only what is drawn is ever made.
    """

    about: str
    outcomes: Sequence[Outcome]
    weights: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Asks:
    """The players' turn: each named seat owes an answer. Several seats answer at once and unseen by one another."""

    owed: tuple[tuple[int, Ask], ...]


@dataclass(frozen=True, slots=True)
class Over:
    """The end: each seat's payoff, and how it ended in a word."""

    returns: tuple[float, ...]
    ending: str


Turn: TypeAlias = Chance | Asks | Over


@dataclass(frozen=True, slots=True)
class Step(Generic[State]):
    """What follows from a move: the next state and what happened on the way."""

    state: State
    events: tuple[Event, ...] = ()


class Game(Protocol[State]):
    """The rules. Every method is pure: same arguments, same answer, nothing else touched.

    Seats are 0..players-1. States are frozen and comparable. Simultaneous answers are played one by one; each must
    stay private to its seat until the last one is in.
    """

    @property
    def name(self) -> str:
        """The name it is registered under."""
        ...

    @property
    def players(self) -> int:
        """How many seats."""
        ...

    def start(self) -> Step[State]:
        """The first state, and what everyone or some know from the outset."""
        ...

    def turn(self, state: State) -> Turn:
        """Who must act now: chance, some seats, or nobody any more."""
        ...

    def draw(self, state: State, outcome: Outcome) -> Step[State]:
        """What follows from an outcome of chance."""
        ...

    def play(self, state: State, seat: int, action: Action) -> Step[State]:
        """What follows from a seat's action. Raises IllegalAction when its ask does not allow it."""
        ...


def ask_of(turn: Turn, seat: int) -> Ask:
    """What `seat` is asked at this turn. Raises IllegalAction when it is asked nothing."""
    for owing, ask in turn.owed if isinstance(turn, Asks) else ():
        if owing == seat:
            return ask
    raise IllegalAction(f"player {seat + 1} is not asked anything now")
