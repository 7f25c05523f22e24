"""Anyone's own table of counts: how often a word stands alone, and how often with a clue.

A .tsv file has a line `word<TAB>clue<TAB>count` for each pair and `word<TAB><TAB>count` for each word alone; lines that
begin with # are passed over. A .json file has {"words": {word: count}, "pairs": {word: {clue: count}}}. A word without
a count of its own has the sum of its pairs. Texts are the same if they fold to the same.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from keepmum.core.fold import fold
from keepmum.core.options import OptionError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float64]

MORE = 0.5
"""Added to each count, so that a pair nobody has seen is unlikely and not impossible."""

Line: TypeAlias = tuple[str, str, float]


@dataclass(frozen=True)
class CountTable:
    """`alone[word]` and `pairs[(word, clue)]`, by folded texts."""

    alone: Mapping[str, float]
    pairs: Mapping[tuple[str, str], float]

    def score(self, texts: Sequence[str], words: Sequence[str]) -> Floats:
        """log (#(r and w) + 1/2) / (#w + 1/2), shape (texts, words); 0 for texts that stand with none of the words.

        A word that the table does not hold scores as the mean of the others.
        """
        import numpy as np

        rows = np.zeros((len(texts), len(words)))
        keys = [fold(word) for word in words]
        missing = np.array([key not in self.alone for key in keys], dtype=np.bool_)
        if missing.all():
            return rows
        alone = np.array([self.alone.get(key, 0.0) for key in keys]) + MORE
        for place, text in enumerate(texts):
            both = np.array([self.pairs.get((key, fold(text)), 0.0) for key in keys])
            if both.any():
                rows[place] = np.log((both + MORE) / alone)
                rows[place, missing] = rows[place, ~missing].mean()
        return rows


def read_table(path: Path) -> CountTable:
    """A table of counts. Raises OptionError with file and line for what cannot be read."""
    try:
        text = path.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise OptionError(f"counts:{path}: the table cannot be read: {error}") from error
    lines = _json_lines(path, text) if path.suffix == ".json" else _tsv_lines(path, text)
    return counted(lines)


def counted(lines: Iterator[Line]) -> CountTable:
    """The table of lines (word, clue or "", count)."""
    alone, pairs, sums = dict[str, float](), dict[tuple[str, str], float](), dict[str, float]()
    for word, clue, count in lines:
        key, with_ = fold(word), fold(clue)
        if with_:
            pairs[key, with_] = pairs.get((key, with_), 0.0) + count
            sums[key] = sums.get(key, 0.0) + count
        else:
            alone[key] = alone.get(key, 0.0) + count
    return CountTable({**sums, **alone}, pairs)


def _tsv_lines(path: Path, text: str) -> Iterator[Line]:
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        cells = line.split("\t")
        if len(cells) != 3:
            raise OptionError(f"{path}:{number}: {len(cells)} cells, not 3: word, clue (or nothing), count")
        yield cells[0], cells[1], _count(cells[2], f"{path}:{number}")


def _json_lines(path: Path, text: str) -> Iterator[Line]:
    try:
        data: Any = json.loads(text)
        for word, count in data.get("words", {}).items():
            yield word, "", _count(count, f"{path}: words: {word}")
        for word, clues in data.get("pairs", {}).items():
            for clue, count in clues.items():
                yield word, clue, _count(count, f"{path}: pairs: {word}, {clue}")
    except (json.JSONDecodeError, AttributeError) as error:
        shape = '{"words": {word: count}, "pairs": {word: {clue: count}}}'
        raise OptionError(f"{path} is not JSON of the form {shape}: {error}") from error


def _count(given: Any, where: str) -> float:
    try:
        count = float(given)
    except (TypeError, ValueError):
        count = -1.0
    if not 0 <= count < float("inf"):
        raise OptionError(f"{where}: {given!r} is no count, which is 0 or more")
    return count
