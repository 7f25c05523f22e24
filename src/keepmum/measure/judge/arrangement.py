"""An arrangement hides who is who: neutral labels, and an order in which the players are listed, new for every asking.

Within each `players` askings of a match every seat stands once at every place and bears every label once; which label
goes with which place is drawn anew for each match, so that over many matches neither can be taken for the other.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random


@dataclass(frozen=True, slots=True)
class Arrangement:
    """`listed`: the seats in the order in which they are listed. `letters`: which label each seat has, by seat.

    `names`: what the seats are called instead, where their names are shown to see what that does.
    """

    listed: tuple[int, ...]
    letters: tuple[int, ...]
    names: tuple[str, ...] = ()

    @property
    def labels(self) -> tuple[str, ...]:
        """What each seat is called, by seat."""
        return self.names or tuple(map(label, self.letters))

    @property
    def listed_labels(self) -> tuple[str, ...]:
        """The labels in the order in which they are listed."""
        return tuple(self.labels[seat] for seat in self.listed)

    def place(self, seat: int) -> int:
        """Where a seat is listed, from 0."""
        return self.listed.index(seat)

    def seat(self, name: str) -> int | None:
        """The seat that bears a label, spelled exactly so."""
        return self.labels.index(name) if name in self.labels else None


def label(number: int) -> str:
    """Player A, Player B, … Player Z, Player AA …"""
    letters = ""
    number += 1
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return f"Player {letters}"


def arrange(seed: int, match: int, order: int, players: int) -> Arrangement:
    """The arrangement of one asking. The same arguments give the same one."""
    first = _shuffled(f"judge/seats/{seed}/{match}", players)
    names = _shuffled(f"judge/names/{seed}/{match}", players)
    block, step = divmod(order, players)
    turn = _shuffled(f"judge/turns/{seed}/{match}/{block}", players)[step]
    swap = _shuffled(f"judge/swaps/{seed}/{match}/{block}", players)[step]
    listed = tuple(first[(place + turn) % players] for place in range(players))
    return Arrangement(listed, tuple((name + swap) % players for name in names))


def _shuffled(seed: str, count: int) -> list[int]:
    numbers = list(range(count))
    Random(seed).shuffle(numbers)
    return numbers
