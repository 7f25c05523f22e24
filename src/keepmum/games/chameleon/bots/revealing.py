"""The bot that tells everything: each word of the card has a clue of its own, and whoever misses it is accused.

The paper's revealing strategy (section 4.2): the chameleon is found whenever it speaks first and missed, and it always
knows the word, so the non-chameleons never win.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

from keepmum.games.chameleon.bland import bland_clue
from keepmum.games.chameleon.bots.bot import Bot
from keepmum.games.chameleon.clues import clues_for

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class RevealingBot(Bot):
    """A clue means the word of the card that it points at most; the best clue of a word is said first."""

    def clue(self, taken: tuple[str, ...]) -> str:
        """The best clue to the word that is not taken; the chameleon copies the word of those before it."""
        word = self.table.secret or self._learnt() or self.drawn(self.table.words)
        left = (clue for clue in named_by(self.table.words)[word] if clue not in taken)
        return next(left, None) or bland_clue(self.table.words, taken, self.rng)

    def suspects(self) -> list[int]:
        """The first whose clue means another word, else the first to speak."""
        if self.table.chameleon:
            return self.table.others[:1]
        missed = [seat for seat, clue in self.table.clues if meaning_of(self.table.words, clue) != self.table.secret]
        return (missed or list(self.table.order))[:1]

    def guess(self) -> str:
        """The word of the first clue that means one."""
        return self._learnt() or self.drawn(self.table.words)

    def _learnt(self) -> str | None:
        meant = (meaning_of(self.table.words, clue) for clue in self.table.heard)
        return next((word for word in meant if word), None)


def named_by(words: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """For each word of the card the clues that mean it, the best first. No clue means two words."""
    return _named_by(frozenset(words))


def meaning_of(words: Iterable[str], clue: str) -> str | None:
    """The word of the card that `clue` means, or None."""
    return _meanings(frozenset(words)).get(clue.casefold())


@lru_cache(maxsize=256)
def _named_by(words: frozenset[str]) -> dict[str, tuple[str, ...]]:
    """Clues go to the word they point at most, by how much more than at the second; a word left without takes one."""
    import numpy as np

    book = clues_for(words)
    ordered = np.sort(book.scores, axis=1)
    lead = ordered[:, -1] - ordered[:, -2]
    nearest = book.scores.argmax(axis=1)
    for column in range(len(book.words)):
        if column not in nearest:
            nearest[_spare(book.scores[:, column], nearest)] = column
    ranked: list[int] = np.argsort(-lead, kind="stable").tolist()
    mine = [[book.clues[place] for place in ranked if nearest[place] == column] for column in range(len(book.words))]
    return {word: tuple(clues) for word, clues in zip(book.words, mine, strict=True)}


def _spare(scores: NDArray[np.float64], nearest: NDArray[np.intp]) -> int:
    """The clue with the best score among words that have another one left."""
    import numpy as np

    counts = np.bincount(nearest, minlength=int(nearest.max()) + 1)
    return int(np.where(counts[nearest] > 1, scores, -np.inf).argmax())


@lru_cache(maxsize=256)
def _meanings(words: frozenset[str]) -> dict[str, str]:
    return {clue: word for word, clues in _named_by(words).items() for clue in clues}
