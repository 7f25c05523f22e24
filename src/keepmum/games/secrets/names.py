"""A name is how players call one another: "Player 2" and what people write for it, or a name of the player's own."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from keepmum.core.fold import fold

NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_NUMBER = rf"(?:\d{{1,3}}|{'|'.join(sorted(NUMBERS, key=len, reverse=True))})"
_REFERENCE = rf"(?:player|seat|p)[ _#.-]{{0,3}}(?P<number>{_NUMBER})"

ANYONE = 1000
"""More players than there are: every number counts."""


class Mention(NamedTuple):
    """A player named in a text: who (0-based), and where the name stands."""

    seat: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Roster:
    """Those at the table: how many, and each seat's own name where they have any. Numbers are understood always."""

    players: int
    names: tuple[str, ...] = ()

    def name_of(self, seat: int) -> str:
        """What a player is called."""
        return self.names[seat] if self.names else f"Player {seat + 1}"

    def told(self, seat: int) -> str:
        """What a player is called within a sentence of the referee's."""
        return self.names[seat] if 0 <= seat < len(self.names) else f"player {seat + 1}"

    def order(self, seats: Iterable[int]) -> str:
        """Players one after another."""
        return " → ".join(self.told(seat).removeprefix("player ") for seat in seats)

    def mentions(self, text: str) -> Iterator[Mention]:
        """Every player of the table that `text` names, in order."""
        for found in _references(self.names).finditer(text):
            seat = _seat(found)
            if 0 <= seat < self.players:
                yield Mention(seat, found.start(), found.end())

    def seat_named(self, name: str) -> int | None:
        """The seat that `name` stands for ("Player 2", "P2", "player two", "2", or its own name), or None."""
        text = name.strip(" \t*_`\"'“”‘’#@")
        found = _references(self.names).fullmatch(text) or re.fullmatch(f"(?P<number>{_NUMBER})", text, re.IGNORECASE)
        seat = _seat(found) if found else self._alike(text)
        return seat if 0 <= seat < self.players else None

    def sentences(self, text: str, stops: str) -> Iterator[str]:
        """`text` cut after each run of `stops`; a full stop within a name ends no sentence."""
        return (found[0] for found in _sentences(self.names, stops).finditer(text))

    def anybody(self) -> Roster:
        """The same names, and any number."""
        return Roster(ANYONE, self.names)

    def _alike(self, text: str) -> int:
        """The seat whose name folds to the same ("gpt 5.2" for GPT-5.2), or -1."""
        return next((seat for seat, name in enumerate(self.names) if fold(name) == fold(text)), -1)


def is_number(text: str) -> bool:
    """Whether a text is, or begins as, a way to write a player's number."""
    return re.match(rf"(?:{_REFERENCE}|(?:{_NUMBER}))(?!\w)", text, re.IGNORECASE) is not None


def _seat(found: re.Match[str]) -> int:
    number = found["number"]
    if number is None:
        return int(str(found.lastgroup).removeprefix("name"))
    return NUMBERS.index(number.casefold()) if number.casefold() in NUMBERS else int(number) - 1


@lru_cache(maxsize=64)
def _references(names: tuple[str, ...]) -> re.Pattern[str]:
    """Whatever names a player; of names that begin alike the longest. An underline is lost with emphasis."""
    own = sorted(enumerate(names), key=lambda each: -len(each[1]))
    ways = [_REFERENCE, *(f"(?P<name{seat}>{_written(name)})" for seat, name in own)]
    return re.compile(rf"(?<![\w@])@?(?:{'|'.join(ways)})(?!\w)", re.IGNORECASE)


@lru_cache(maxsize=128)
def _sentences(names: tuple[str, ...], stops: str) -> re.Pattern[str]:
    ends = re.escape(stops)
    dotted = sorted((_written(name) for name in names if "." in name), key=len, reverse=True)
    within = "|".join([*(rf"(?<!\w){name}(?!\w)" for name in dotted), f"[^{ends}]"])
    return re.compile(rf"(?:{within})+[{ends}]*", re.IGNORECASE)


def _written(name: str) -> str:
    return re.escape(name).replace("_", "[_ ]")
