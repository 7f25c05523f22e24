"""What one seat has seen of a match, kept as a bot needs it; facts are read once, as they come."""

from __future__ import annotations

from collections.abc import Sequence

from keepmum.core import Fact
from keepmum.games.chameleon.facts import Card, Clue, Identity, Order, SealedClue


class Table:
    """The card, who one is, the speaking order, and the clues heard, in the order in which they were spoken."""

    def __init__(self) -> None:
        self.seat = 0
        self.words: tuple[str, ...] = ()
        self.chameleon = False
        self.secret: str | None = None
        self.order: tuple[int, ...] = ()
        self.clues: list[tuple[int, str]] = []
        self._sealed = False
        self._read = 0

    def read(self, seat: int, heard: Sequence[Fact]) -> None:
        """Take in what has been heard since the last time."""
        self.seat = seat
        for at in range(self._read, len(heard)):
            self._take(heard[at])
        self._read = len(heard)

    def _take(self, fact: Fact) -> None:
        match fact:
            case Clue():
                self.clues.append((fact.seat, fact.word))
            case Card():
                self.words = fact.words
            case Identity():
                self.chameleon, self.secret = fact.chameleon, fact.secret
            case Order():
                self.order = fact.seats
            case SealedClue():
                self._sealed = True
            case _:
                pass

    @property
    def sealed(self) -> bool:
        """Whether clues are spoken unheard: one's turn came before those of the players in front."""
        return self._sealed or len(self.clues) < self.order.index(self.seat)

    @property
    def others(self) -> list[int]:
        """The other seats, in speaking order."""
        return [seat for seat in self.order if seat != self.seat]

    @property
    def heard(self) -> list[str]:
        """The clues of the others, in the order in which they were spoken."""
        return [word for seat, word in self.clues if seat != self.seat]
