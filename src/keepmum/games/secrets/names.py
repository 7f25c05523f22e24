"""A name is how players call one another: "Player 2", and what people write for it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_NUMBER = rf"(?:\d{{1,3}}|{'|'.join(sorted(NUMBERS, key=len, reverse=True))})"
REFERENCE = rf"@?(?:player|seat|p)[ _#.-]{{0,3}}{_NUMBER}"

_REFERENCE = re.compile(rf"(?<![\w@])@?(?:player|seat|p)[ _#.-]{{0,3}}({_NUMBER})(?!\w)", re.IGNORECASE)


class Mention(NamedTuple):
    """A player named in a text: who (0-based), and where the name stands."""

    seat: int
    start: int
    end: int


def name_of(seat: int) -> str:
    """What a player is called."""
    return f"Player {seat + 1}"


def mentions(text: str, players: int) -> Iterator[Mention]:
    """Every player of the table that `text` names, in order."""
    for found in _REFERENCE.finditer(text):
        seat = _seat(found[1])
        if 0 <= seat < players:
            yield Mention(seat, found.start(), found.end())


def seat_named(name: str, players: int) -> int | None:
    """The seat that `name` stands for ("Player 2", "P2", "player two", "2"), or None."""
    text = name.strip(" \t*_`\"'“”‘’#@").casefold()
    found = _REFERENCE.fullmatch(text)
    number = found[1] if found else text
    seat = _seat(number) if re.fullmatch(_NUMBER, number) else -1
    return seat if 0 <= seat < players else None


def _seat(number: str) -> int:
    text = number.casefold()
    return NUMBERS.index(text) if text in NUMBERS else int(text) - 1
