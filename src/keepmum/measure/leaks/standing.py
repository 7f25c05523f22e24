"""How near texts stand to words, by the lexicon, standardised for each word so that no word is near to everything.

A word's similarities to all of the lexicon's clue words have mean 0 and deviation 1. For
co-occurrence the similarity is GloVe's estimate of log #(r and w), so the mean stands in the place of log #w.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from keepmum.core.fold import fold_words
from keepmum.lexicon import Kind, Lexicon, load

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float64]

LONGEST_PHRASE = 3
"""A text of more words is a sentence: it stands where its clue words do on average."""


class Standing:
    """Texts and words by one kind of vector. What has been looked up once is kept."""

    def __init__(self, by: Kind) -> None:
        self.by: Kind = by
        self._words: dict[str, Floats | None] = {}
        self._texts: dict[str, Floats | None] = {}

    def of(self, texts: Sequence[str], words: Sequence[str]) -> Floats:
        """Shape (texts, words); 0 for a text or a word of which nothing is known."""
        import numpy as np

        self._learn(words)
        self._hear(texts)
        heard = [self._texts[text] for text in texts]
        nothing = np.zeros(width(self.by) + 1)
        rows = np.array([nothing if row is None else row for row in heard]).reshape(len(texts), -1)
        columns = [self._words[word] for word in words]
        against = np.array([nothing if column is None else column for column in columns])
        return np.einsum("td,wd->tw", rows, against) if len(texts) else np.zeros((0, len(words)))

    def _learn(self, words: Sequence[str]) -> None:
        """Vectors of new words, such that a text's row (with a 1 at its end) times one is the standardised score."""
        import numpy as np

        new = [word for word in dict.fromkeys(words) if word not in self._words]
        self._words.update(dict.fromkeys(new))
        known = [word for word in new if load().knows(word, self.by)]
        if not known:
            return
        rows = _rows(load(), self.by, known)
        usual = np.einsum("cd,wd->cw", usual_rows(self.by), rows)
        mean, spread = usual.mean(axis=0, dtype=np.float64), usual.std(axis=0, dtype=np.float64)
        made = np.concatenate([rows, -mean[:, None]], axis=1) / spread[:, None]
        self._words.update(zip(known, made, strict=True))

    def _hear(self, texts: Sequence[str]) -> None:
        """Rows of new texts with a 1 at their ends: of a word or phrase its own, of a sentence its clue words' mean."""
        import numpy as np

        new = [text for text in dict.fromkeys(texts) if text not in self._texts]
        parts = {text: parts_of(text, self.by) for text in new}
        pieces = list(dict.fromkeys(piece for some in parts.values() for piece in some))
        rows = {piece: place for place, piece in enumerate(pieces)}
        found = np.append(_rows(load(), self.by, pieces), np.ones((len(pieces), 1)), axis=1)
        for text, some in parts.items():
            self._texts[text] = found[[rows[piece] for piece in some]].mean(axis=0) if some else None


def parts_of(text: str, by: Kind) -> list[str]:
    """What of a text is looked up: all of it, or where it is a sentence its clue words; nothing where none is known."""
    lexicon = load()
    pieces = fold_words(text)
    if len(pieces) <= LONGEST_PHRASE and lexicon.knows(text, by):
        return [text]
    return [piece for piece in pieces if piece in lexicon.clue_places and lexicon.knows(piece, by)]


@lru_cache(maxsize=2)
def usual_rows(by: Kind) -> NDArray[np.float32]:
    """The rows of all clue words."""
    lexicon = load()
    return _rows(lexicon, by, [word for word in lexicon.clue_words if lexicon.knows(word, by)])


def width(by: Kind) -> int:
    """How many dimensions a row has."""
    return usual_rows(by).shape[1]


def _rows(lexicon: Lexicon, by: Kind, texts: Sequence[str]) -> NDArray[np.float32]:
    return lexicon.meaning(texts) if by == "meaning" else lexicon.cooccurrence(texts)
