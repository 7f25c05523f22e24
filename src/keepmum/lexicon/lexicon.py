"""The lexicon: about 20,000 common English words and the phrases of our cards, each known by two vectors.

`meaning` comes from a sentence encoder (all-MiniLM-L6-v2, reduced to 288 dimensions of eight bits);
`cooccurrence` is GloVe 6B in 50 dimensions: a dot product of two such vectors estimates the logarithm of how often the
words stand together, up to a constant for each word (Pennington, Socher and Manning 2014). scripts/build_lexicon.py
makes the file and data/LICENSES.md says where everything comes from.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.resources import files
from io import BytesIO
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from keepmum.lexicon.fold import fold

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Rows: TypeAlias = NDArray[np.float32]

Kind: TypeAlias = Literal["meaning", "cooccurrence"]
ENDINGS = (("s", ""), ("es", ""), ("ies", "y"), ("ed", ""), ("ed", "e"), ("ing", ""), ("ing", "e"))
SHORTEST_BASE = 3


class UnknownText(KeyError):
    """A text with a word that the lexicon does not hold. `text` is the text, `word` the first such word."""

    def __init__(self, text: str, word: str) -> None:
        super().__init__(text, word)
        self.text = text
        self.word = word

    def __str__(self) -> str:
        return f"the lexicon does not know {self.word!r} in {self.text!r}; ask knows() first, or choose a common word"


@dataclass(frozen=True, eq=False)
class Lexicon:
    """`words`, most common first, and which of them are fit to be said as clues (`clue_words`).

    A text is looked up without regard to capitals, accents, apostrophes and hyphens. A phrase that is on none of our
    cards is the mean of its words, an inflected form that is not listed is its base (`ENDINGS`), and a text with any
    other unknown word is not known at all: there is no vector of zeros.
    """

    words: tuple[str, ...]
    clue_words: tuple[str, ...]
    _rows: Mapping[str, int]
    _meaning: Any
    _cooccurrence: Any

    def knows(self, text: str, by: Kind = "meaning") -> bool:
        """Whether `text` has a vector of that kind. A few phrases younger than GloVe have only a meaning."""
        try:
            places = self._places(text)
        except UnknownText:
            return False
        return by == "meaning" or all(place not in self._without for place in places)

    def meaning(self, texts: Iterable[str]) -> Rows:
        """Unit rows, shape (len(texts), 288), float32. Raises UnknownText."""
        import numpy as np

        made = self._mean(texts, self._unit_rows)
        return made / np.linalg.norm(made, axis=1, keepdims=True)

    def cooccurrence(self, texts: Iterable[str]) -> Rows:
        """GloVe rows of their own lengths, shape (len(texts), 50), float32. Raises UnknownText."""
        texts = list(texts)
        for text in texts:
            if not self.knows(text, "cooccurrence"):
                raise UnknownText(text, text)
        return self._mean(texts, self._cooccurrence)

    def similarity(self, texts: Sequence[str], others: Sequence[str], by: Kind = "meaning") -> Rows:
        """Dot products, shape (len(texts), len(others)): cosines by meaning, raw products by co-occurrence.

        Raises UnknownText.
        """
        rows = self.meaning if by == "meaning" else self.cooccurrence
        return rows(texts) @ rows(others).T

    @cached_property
    def clue_places(self) -> dict[str, int]:
        """The place of each clue word in `clue_words`."""
        return {clue: place for place, clue in enumerate(self.clue_words)}

    @cached_property
    def _without(self) -> frozenset[int]:
        """The rows that GloVe lacks."""
        import numpy as np

        return frozenset(np.flatnonzero(np.isnan(self._cooccurrence[:, 0])).tolist())

    @cached_property
    def _unit_rows(self) -> Rows:
        import numpy as np

        rows = self._meaning.astype(np.float32)
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)

    def _mean(self, texts: Iterable[str], table: Any) -> Rows:
        import numpy as np

        rows = [table[self._places(text)].astype(np.float32).mean(axis=0) for text in texts]
        return np.array(rows, dtype=np.float32).reshape(len(rows), table.shape[1])

    def _places(self, text: str) -> list[int]:
        """The rows whose mean is the text. Raises UnknownText."""
        pieces = fold(text).split()
        whole = self._rows.get(" ".join(pieces))
        if whole is not None:
            return [whole]
        found = [(piece, self._row(piece)) for piece in pieces]
        unknown = [piece for piece, row in found if row is None]
        if unknown or not found:
            raise UnknownText(text, unknown[0] if unknown else text)
        return [row for _, row in found if row is not None]

    def _row(self, word: str) -> int | None:
        """The row of a word, or of its base."""
        bases = (word.removesuffix(end) + more for end, more in ENDINGS if word.endswith(end))
        forms = (word, *(base for base in bases if len(base) >= SHORTEST_BASE))
        return next((self._rows[form] for form in forms if form in self._rows), None)


@lru_cache(maxsize=1)
def load() -> Lexicon:
    """The lexicon that travels with the package, read once (about 0.1 s, most of it numpy's own import)."""
    import numpy as np

    blob = files("keepmum.lexicon").joinpath("data", "lexicon.npz").read_bytes()
    with np.load(BytesIO(blob), allow_pickle=False) as arrays:
        words, phrases = (bytes(arrays[name]).decode("utf-8").split("\n") for name in ("words", "phrases"))
        clues = tuple(words[number] for number in arrays["clues"])
        rows = {key: row for row, key in enumerate([*words, *phrases])}
        return Lexicon(tuple(words), clues, rows, arrays["meaning"], arrays["cooccurrence"])
