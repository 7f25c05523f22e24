"""A voice puts a game into words for one player: a script is one; without any, what onlookers are told must do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from keepmum.agents.opening import Opening
from keepmum.agents.task import NOTHING, Known, Memory
from keepmum.agents.telling import Told
from keepmum.agents.template import one_line
from keepmum.core import Fact


class Voice(Protocol):
    """What a player must be told: the rules, the facts, the asks, and why an answer was no use."""

    @property
    def name(self) -> str:
        """What it is called."""
        ...

    @property
    def digest(self) -> str:
        """The SHA-256 of its files, or nothing."""
        ...

    @property
    def opening(self) -> Opening:
        """The rules."""
        ...

    def tell(self, fact: Fact, you: int, players: int) -> Told | None:
        """A fact in words, or None for silence."""
        ...

    def memory(self) -> Memory:
        """What a seat must remember of what it is told, so that its tasks can be put to it."""
        ...

    def task(self, about: str, you: int, level: int | None = None, known: Known = NOTHING) -> str:
        """An ask in words, for what the player knows."""
        ...

    def again(self, complaint: str) -> str:
        """What is said when an answer could not be used."""
        ...


@dataclass(frozen=True, slots=True)
class Onlooker:
    """The words in which a game tells its facts to onlookers (GameKind.tell), for a player who has no script."""

    words: Callable[[Fact], str | None]
    name: str = "onlooker"
    digest: str = ""
    opening: Opening = field(default_factory=Opening)

    def tell(self, fact: Fact, you: int, players: int) -> Told | None:
        """The fact as an onlooker hears it."""
        text = self.words(fact)
        return Told(one_line(text)) if text else None

    def memory(self) -> Memory:
        """Nothing."""
        return Memory(frozenset())

    def task(self, about: str, you: int, level: int | None = None, known: Known = NOTHING) -> str:
        """What is asked, by its name."""
        return f"You are asked: {about.replace('_', ' ')}."

    def again(self, complaint: str) -> str:
        """The complaint as it is."""
        return one_line(complaint)
