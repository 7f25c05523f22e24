"""The bot that tells just enough: nested announcements of the best sizes, in the shared code of real words.

The paper's strategy with a history (section 4.4) with the best schedule of sizes (docs/theory.md): at 4 players and 16
words the non-chameleons win 1495/3696 = 0.4045 of the matches, and no chameleon can make it less.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random

from keepmum.games.chameleon.bland import bland_clue
from keepmum.games.chameleon.bots.bot import Bot
from keepmum.games.chameleon.bots.table import Table
from keepmum.games.chameleon.code import Codebook, codebook
from keepmum.theory.schedules import best_schedule


@dataclass(frozen=True, slots=True)
class Announcement:
    """What one clue said: the code it was said in (None once the code is broken), and the words it left, if any."""

    seat: int
    book: Codebook | None
    left: frozenset[str] | None


@lru_cache(maxsize=256)
def best_sizes(players: int, words: int) -> tuple[int, ...]:
    """The sizes of the best schedule, K = m0 >= m1 >= ... >= mN."""
    return best_schedule(players, words).sizes


def next_book(table: Table, made: Sequence[Announcement], sizes: Sequence[int]) -> Codebook | None:
    """The code of the announcement after those `made`, or None when it is broken. No clue is said twice in code."""
    still = made[-1].left if made else frozenset(table.words)
    if still is None:
        return None
    return codebook(table.words, still, sizes[len(made) + 1], [clue for _, clue in table.clues[: len(made)]])


class ScheduleBot(Bot):
    """Announces in the shared code, accuses the first whose announcement leaves the secret out, else the first."""

    def __init__(self, rng: Random) -> None:
        super().__init__(rng)
        self._made: list[Announcement] = []

    def clue(self, taken: tuple[str, ...]) -> str:
        """An announcement that holds the secret; a bland word once one has left it out.

        The chameleon imagines a word among those still possible and speaks as if that were the secret.
        """
        made = self._announced()
        book = next_book(self.table, made, self._sizes())
        if book is None or (self.table.secret and self._first_wrong(made) is not None):
            return bland_clue(self.table.words, {*taken, *(clue.casefold() for _, clue in self.table.clues)}, self.rng)
        return book.announce(self.table.secret or self.drawn(book.still), self.rng)

    def thought(self, about: str, action: str) -> str:
        """What a clue leaves possible, in the card's order."""
        book = next_book(self.table, self._announced(), self._sizes()) if about == "clue" else None
        left = book.denotes(action) if book and not book.silent else None
        return "" if left is None else f"{action} leaves {', '.join(word for word in self.table.words if word in left)}"

    def suspects(self) -> list[int]:
        """The first whose announcement leaves the secret out, else the first to speak."""
        if self.table.chameleon:
            return self.table.others[:1]
        wrong = self._first_wrong(self._announced())
        return [self.table.order[0] if wrong is None else wrong]

    def guess(self) -> str:
        """Any of the words that are left, given that one was caught: see `possible`."""
        return self.drawn(sorted(possible(self._announced(), self.table.seat) or self.table.words))

    def _sizes(self) -> tuple[int, ...]:
        """Where clues are not heard nothing can be nested, so nothing is told."""
        players, words = len(self.table.order), len(self.table.words)
        return (words,) * (players + 1) if self.table.sealed else best_sizes(players, words)

    def _announced(self) -> list[Announcement]:
        """All clues heard so far, decoded. A clue that says nothing breaks the code: so do all that follow it."""
        for seat, clue in self.table.clues[len(self._made) :]:
            book = next_book(self.table, self._made, self._sizes())
            self._made.append(Announcement(seat, book, book.denotes(clue) if book else None))
        return self._made

    def _first_wrong(self, made: Sequence[Announcement]) -> int | None:
        return next((said.seat for said in made if said.left is None or self.table.secret not in said.left), None)


def possible(made: Sequence[Announcement], seat: int) -> frozenset[str]:
    """The words that the caught chameleon at `seat` cannot rule out, each as likely; none when nothing is known.

    If a later player still spoke in the code, the own announcement held the secret, which is in the last set.
    Otherwise it left the secret out, unless it spoke first (and was accused for that) and nobody told anything since.
    """
    at = next(place for place, said in enumerate(made) if said.seat == seat)
    own, later = made[at], [said for said in made[at + 1 :] if said.book is None or not said.book.silent]
    if own.book is None:
        return frozenset()
    if own.left is None:
        return frozenset(own.book.still)
    if own.book.silent or (later and later[0].left is not None):
        return _last_set(made)
    before = frozenset(own.book.still)
    return before if at == 0 and not later else before - own.left


def _last_set(made: Sequence[Announcement]) -> frozenset[str]:
    return next(said.left for said in reversed(made) if said.left is not None)
