"""An ask is the shape of the answer; prompt line, schema, parser, legality and form all come from it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import TypeAlias

from keepmum.core.fold import fold

Action: TypeAlias = str | tuple[int, ...]

LONGEST_WORD = 40


class IllegalAction(ValueError):
    """An action that the ask does not allow. The text names the action and what is allowed."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One of some options, spelled exactly so. `about` names what is asked ("vote", "guess")."""

    about: str
    options: tuple[str, ...]

    def refusal(self, action: Action) -> str | None:
        """Why `action` is not allowed, or None."""
        if action in self.options:
            return None
        return f"{action!r} is not among the options: {', '.join(self.options)}"

    def count(self) -> float:
        """How many actions are legal."""
        return len(self.options)

    def actions(self) -> Iterator[Action]:
        """Every legal action, in order."""
        return iter(self.options)


@dataclass(frozen=True, slots=True)
class Seats:
    """A set of `k` different seats out of `n`: an increasing tuple of 0-based seats. People count from 1."""

    about: str
    k: int
    n: int

    def refusal(self, action: Action) -> str | None:
        """Why `action` is not allowed, or None."""
        if isinstance(action, tuple) and len(action) == self.k and self._within(action):
            return None
        said = ", ".join(str(seat + 1) for seat in action) if isinstance(action, tuple) else repr(action)
        return f"{said or 'nobody'} is not a set of {self.k} different players from 1 to {self.n}, in increasing order"

    def _within(self, action: tuple[int, ...]) -> bool:
        return list(action) == sorted(set(action)) and all(0 <= seat < self.n for seat in action)

    def count(self) -> float:
        """How many actions are legal."""
        return math.comb(self.n, self.k)

    def actions(self) -> Iterator[Action]:
        """Every legal action, in order."""
        return combinations(range(self.n), self.k)


@dataclass(frozen=True, slots=True)
class Word:
    """One word of at most `longest` characters, without spaces; `taken` (folded) words may not be said."""

    about: str
    taken: tuple[str, ...] = ()
    longest: int = LONGEST_WORD

    def refusal(self, action: Action) -> str | None:
        """Why `action` is not allowed, or None."""
        if not isinstance(action, str) or not action or " " in action or not action.isprintable():
            return f"{action!r} is not one word"
        if len(action) > self.longest:
            return f"a word of {len(action)} characters is too long: at most {self.longest} are allowed"
        if self.taken and fold(action) in self.taken:
            return f"{action!r} has been said already and may not be repeated; taken: {', '.join(self.taken)}"
        return None

    def count(self) -> float:
        """How many actions are legal: without bound."""
        return math.inf

    def actions(self) -> Iterator[Action]:
        """Raises ValueError: words cannot be listed. Give the game a lexicon to make its tree finite."""
        raise ValueError(f"the words for {self.about!r} cannot be listed; give the game a lexicon to make it finite")


@dataclass(frozen=True, slots=True)
class Speech:
    """Free text of one to `max_words` words, counted by white space."""

    about: str
    max_words: int

    def refusal(self, action: Action) -> str | None:
        """Why `action` is not allowed, or None."""
        if not isinstance(action, str) or not action.strip():
            return f"{action!r} says nothing"
        words = len(action.split())
        if words > self.max_words:
            return f"{words} words are too many: at most {self.max_words} are allowed"
        return None

    def count(self) -> float:
        """How many actions are legal: without bound."""
        return math.inf

    def actions(self) -> Iterator[Action]:
        """Raises ValueError: speeches cannot be listed."""
        raise ValueError(f"the speeches for {self.about!r} cannot be listed; this game has no finite tree")


Ask: TypeAlias = Choice | Seats | Word | Speech


def require(ask: Ask, action: Action) -> None:
    """Raises IllegalAction when `ask` does not allow `action`."""
    refusal = ask.refusal(action)
    if refusal:
        raise IllegalAction(f"{ask.about}: {refusal}")
