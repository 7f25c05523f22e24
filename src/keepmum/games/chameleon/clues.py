"""The clues a bot may say over a card: common words that point at some word of it and give none of them away."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain
from typing import TYPE_CHECKING, TypeAlias

from keepmum.games.chameleon.bland import BLAND
from keepmum.games.chameleon.reveal import fold, roots, self_reveal, spelt
from keepmum.lexicon import associate, load

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Scores: TypeAlias = NDArray[np.float64]

POINTING = 1200
"""So many clues are kept for a card: for each of its words the same share, those that point at it most."""

FEWEST = 20
"""At least so many clues for each word, however many words the card has."""

PIECE = 3
"""Letters: a clue that gives a word away begins or ends with so many of its letters, or has one of its roots."""


@dataclass(frozen=True, eq=False)
class Clues:
    """A card's words in alphabetical order, the clues that may be said, and `scores`, shape (clues, words)."""

    words: tuple[str, ...]
    clues: tuple[str, ...]
    scores: Scores

    @cached_property
    def places(self) -> dict[str, int]:
        """The place of each clue."""
        return {clue: place for place, clue in enumerate(self.clues)}

    @cached_property
    def columns(self) -> dict[str, int]:
        """The place of each word."""
        return {word: column for column, word in enumerate(self.words)}


def clues_for(words: Iterable[str]) -> Clues:
    """The clues for a card, whatever the order of its words (about 10 ms the first time)."""
    return _clues(tuple(sorted(words)))


@lru_cache(maxsize=256)
def _clues(words: tuple[str, ...]) -> Clues:
    import numpy as np

    known = load().clue_words
    scores = np.array([associate(word).column for word in words]).T.copy()
    barred = sorted({*_bland_places(), *chain.from_iterable(map(revealing, words))})
    scores[barred] = -np.inf
    share = min(max(FEWEST, POINTING // len(words)), len(known) - len(barred))
    chosen: list[int] = np.unique(np.argpartition(-scores, share - 1, axis=0)[:share]).tolist()
    return Clues(words, tuple(known[place] for place in chosen), scores[chosen])


@lru_cache(maxsize=1)
def _bland_places() -> tuple[int, ...]:
    return tuple(place for place, clue in enumerate(load().clue_words) if clue in BLAND)


@lru_cache(maxsize=4096)
def revealing(secret: str) -> tuple[int, ...]:
    """The places among the lexicon's clue words of those that give `secret` away."""
    by_piece = _clues_by_piece()
    near = {place for piece in _pieces(secret) for place in by_piece.get(piece, ())}
    return tuple(place for place in sorted(near) if self_reveal(load().clue_words[place], secret))


def _pieces(text: str) -> set[str]:
    """What a clue and a word share when one gives the other away: how they begin, how they end, or a root."""
    parts = fold(text).split()
    forms = {form for part in ("".join(parts), *parts) for form in (part, part.removesuffix("s"), spelt(part))}
    begins = {form[:PIECE].replace("y", "i") for form in forms}
    return begins.union((f"-{form[-PIECE:]}" for form in forms), *(roots(spelt(part)) for part in parts))


@lru_cache(maxsize=1)
def _clues_by_piece() -> dict[str, Sequence[int]]:
    places: dict[str, list[int]] = {}
    for place, clue in enumerate(load().clue_words):
        for piece in sorted(_pieces(clue)):
            places.setdefault(piece, []).append(place)
    return dict(places)
