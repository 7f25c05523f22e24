"""What may be studied of a game beside its results: how answers are compared, who can be whom, and logical slips."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from keepmum.core.event import Event, Fact


@dataclass(frozen=True, slots=True)
class Criterion:
    """What two answers to one ask are compared by.

    `thought`: the private thought is shown to the judge beside the speech. `roles`: those whose answers it applies to;
    None: all.
    """

    name: str
    thought: bool = True
    roles: tuple[str, ...] | None = None

    def applies(self, role: str) -> bool:
        """Whether an answer of this role is compared by it."""
        return self.roles is None or role in self.roles


def criteria(concealing: tuple[str, ...] | None = None) -> tuple[Criterion, ...]:
    """The six of the ReCon paper (section 4.2): concealment from speech alone, of the roles that have something to hide
    (None: all); the others from thought and speech."""
    others = ("logic", "contribution", "persuasiveness", "information", "creativity")
    return (Criterion("concealment", False, concealing), *map(Criterion, others))


@dataclass(frozen=True, slots=True)
class Deed:
    """What a seat did, at event `number`, when it knew enough to do it against its own knowledge; `slip` if it did so.

    `kind` names the sort of deed, `why` what was known and what was done, in the words of an onlooker.
    """

    number: int
    seat: int
    kind: str
    slip: bool
    why: str


Roles: TypeAlias = Mapping[str, float]
Possible: TypeAlias = Callable[[Sequence[Fact], int], tuple[frozenset[str], ...]]
Chances: TypeAlias = Callable[[Sequence[Fact], int], tuple[Roles, ...]]
Deeds: TypeAlias = Callable[[Sequence[Event]], tuple[Deed, ...]]


def _no_deeds(events: Sequence[Event]) -> tuple[Deed, ...]:
    return ()


@dataclass(frozen=True, slots=True)
class Study:
    """A game's part of it.

    `possible(heard, seat)`: by the rules alone, which roles each seat can have in the eyes of one that has heard this.
    `chances(heard, seat)`: the exact posterior of that seat, P(role) for each seat. None where the game has no such
    reckoning. `deeds(events)`: what was done in a match by those who knew better, or could have.
    """

    criteria: tuple[Criterion, ...] = criteria()
    possible: Possible | None = None
    chances: Chances | None = None
    deeds: Deeds = _no_deeds


UNSTUDIED = Study()
