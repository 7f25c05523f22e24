"""How strongly a clue points at a word: similarity standardised over the clue words, so that no word is a hub.

For each word, similarities to all clue words get mean 0 and deviation 1, by meaning and by co-occurrence apart; the two
are mixed (`SHARE`) and standardised again. A word that is close to everything gains nothing by it, and scores of
different words compare. Of 80 hand-made three-clue cases (benchmarks/listeners.py) the mixture finds 61, meaning alone
58, co-occurrence alone 38; not standardised, meaning finds 51 and co-occurrence 24. Half and half is as good.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from keepmum.lexicon.fold import fold
from keepmum.lexicon.lexicon import Kind, Lexicon, load

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float64]

SHARE: dict[Kind, float] = {"meaning": 0.75, "cooccurrence": 0.25}
DECIMALS = 5
"""Similarities are rounded, so that sums in another order on another machine give the same scores."""


class Association:
    """One word's scores: `column[i]` for the i-th of the lexicon's clue words, shape (len(clue_words),).

    A word without vectors scores 0 with every clue, which is the mean: nothing is known of it (`known` is False).
    """

    def __init__(self, word: str, lexicon: Lexicon) -> None:
        self.word = word
        self._lexicon = lexicon
        self._scales: dict[Kind, tuple[float, float]] = {}
        self.known = lexicon.knows(word)
        raw = self._fitted()
        self._scale = (raw.mean(), raw.std()) if self.known else (0.0, 1.0)
        self.column = self._rounded((raw - self._scale[0]) / self._scale[1])

    def score(self, clue: str) -> float | None:
        """The score of any clue, or None when the lexicon does not know the clue."""
        place = self._lexicon.clue_places.get(fold(clue))
        if place is not None:
            return float(self.column[place])
        if not self._lexicon.knows(clue):
            return None
        raw = sum(SHARE[by] * (self._one(clue, by) - mean) / spread for by, (mean, spread) in self._scales.items())
        return round(float((raw - self._scale[0]) / self._scale[1]), DECIMALS)

    def _fitted(self) -> Floats:
        import numpy as np

        mixed = np.zeros(len(self._lexicon.clue_words))
        for by in SHARE:
            if self._lexicon.knows(self.word, by):
                raw = _similarities(self.word, by)
                self._scales[by] = (float(raw.mean()), float(raw.std()))
                mixed += SHARE[by] * (raw - raw.mean()) / raw.std()
        return mixed

    def _one(self, clue: str, by: Kind) -> float:
        """A clue younger than GloVe is as usual by co-occurrence: its mean."""
        if not self._lexicon.knows(clue, by):
            return self._scales[by][0]
        return float(self._lexicon.similarity([clue], [self.word], by)[0, 0])

    def _rounded(self, column: Floats) -> Floats:
        rounded = column.round(DECIMALS)
        rounded.flags.writeable = False
        return rounded


@lru_cache(maxsize=2048)
def associate(word: str) -> Association:
    """The associations of one word with the clue words (about 2 ms the first time)."""
    return Association(word, load())


def _similarities(word: str, by: Kind) -> Floats:
    """By einsum, not by BLAS: its threads take ten times as long while other cores are busy."""
    import numpy as np

    rows = load().meaning if by == "meaning" else load().cooccurrence
    return np.einsum("ij,j->i", _clue_rows(by), rows([word])[0]).astype(np.float64).round(DECIMALS)


@lru_cache(maxsize=2)
def _clue_rows(by: Kind) -> NDArray[np.float32]:
    lexicon = load()
    rows = lexicon.meaning if by == "meaning" else lexicon.cooccurrence
    return rows(lexicon.clue_words)
