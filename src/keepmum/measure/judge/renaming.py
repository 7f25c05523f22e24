"""Renaming puts neutral labels where a text names players, and remembers what stood there.

Named are a seat's own name in any spelling that folds to it, and "player 3", "P3", "seat three", "#3", and
"players 2 and 3" and the like, whatever their case. A bare number ("2: yes") may be anything and stays.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from keepmum.core.fold import fold

NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_NUMBER = rf"\d{{1,3}}|{'|'.join(sorted(NUMBERS, key=len, reverse=True))}"


_MORE = re.compile(rf"(?:\s*,\s*(?:and\s+|or\s+)?|\s+(?:and|or|&)\s+)(?P<number>{_NUMBER})(?!\w)", re.IGNORECASE)


class Piece(NamedTuple):
    """A stretch of a renamed text and of the original: the same words in both, or a label and a name."""

    start: int
    end: int
    there: int
    until: int
    name: bool


@dataclass(frozen=True, slots=True)
class Renamed:
    """A text with labels in place of names, piece by piece."""

    text: str
    original: str
    pieces: tuple[Piece, ...]

    def source(self, start: int, end: int) -> str:
        """What stands in the original for a part of the text, which is not empty; of a name always the whole."""
        first = next(piece for piece in self.pieces if piece.start <= start < piece.end)
        last = next(piece for piece in self.pieces if piece.start < end <= piece.end)
        begin = first.there if first.name else first.there + start - first.start
        return self.original[begin : last.until if last.name else last.there + end - last.start]


def rename(text: str, names: Sequence[str], labels: Sequence[str]) -> Renamed:
    """`text` with the label of each seat in place of its name; `names` and `labels` are by seat."""
    pieces: list[Piece] = []
    parts: list[str] = []
    for start, end, seat in [*_named(text, names), (len(text), len(text), None)]:
        there = pieces[-1].until if pieces else 0
        _add(pieces, parts, text[there:start], (there, start, False))
        if seat is not None:
            _add(pieces, parts, labels[seat], (start, end, True))
    return Renamed("".join(parts), text, tuple(pieces))


def _add(pieces: list[Piece], parts: list[str], words: str, source: tuple[int, int, bool]) -> None:
    if words:
        here = pieces[-1].end if pieces else 0
        pieces.append(Piece(here, here + len(words), *source))
        parts.append(words)


def _named(text: str, names: Sequence[str]) -> Iterator[tuple[int, int, int]]:
    for found in _pattern(tuple(names)).finditer(text):
        seat = _seat(found, names)
        if seat is not None:
            yield found.start(), found.end(), seat
        if found["several"]:
            yield from _others(text, found.end(), len(names))


def _others(text: str, at: int, players: int) -> Iterator[tuple[int, int, int]]:
    """The numbers that go on a list such as "players 2, 3 and 4"."""
    while more := _MORE.match(text, at):
        at = more.end()
        seat = _numbered(more["number"])
        if 0 <= seat < players:
            yield more.start("number"), at, seat


@lru_cache(maxsize=256)
def _pattern(names: tuple[str, ...]) -> re.Pattern[str]:
    own = "|".join(map(_written, sorted({*names} - {""}, key=len, reverse=True)))
    named = rf"(?P<name>{own})|" if own else ""
    numbered = rf"(?:(?P<several>players|seats)|player|seat|p|(?=#))[ _#.-]{{0,3}}(?P<number>{_NUMBER})"
    return re.compile(rf"(?<![\w@])@?(?:{named}{numbered})(?!\w)", re.IGNORECASE)


def _written(name: str) -> str:
    """Every way to write a name that the referee takes for it: "gpt 5.2" and "gpt5.2" for GPT-5.2."""
    parts = re.findall(r"[^\W\d_]+|\d+|[^\w\s.-]+", name)
    gaps = (r"[ ._-]{1,2}" if a.isdigit() and b.isdigit() else r"[ ._-]{0,2}" for a, b in pairwise(parts))
    return "".join(re.escape(part) + gap for part, gap in zip(parts, [*gaps, ""], strict=True))


def _seat(found: re.Match[str], names: Sequence[str]) -> int | None:
    number = found["number"]
    if number is None:
        name = fold(found["name"])
        return next((seat for seat, each in enumerate(names) if fold(each) == name), None)
    seat = _numbered(number)
    return seat if 0 <= seat < len(names) else None


def _numbered(number: str) -> int:
    return NUMBERS.index(number.casefold()) if number.casefold() in NUMBERS else int(number) - 1


def restore(text: str, names: Sequence[str], labels: Sequence[str]) -> str:
    """A judge's own words with the players' names in place of their labels."""
    seats = {name: seat for seat, name in enumerate(labels)}
    known = "|".join(re.escape(name) for name in sorted(labels, key=len, reverse=True))
    return re.sub(rf"(?<!\w)(?:{known})(?!\w)", lambda found: names[seats[found[0]]], text)
