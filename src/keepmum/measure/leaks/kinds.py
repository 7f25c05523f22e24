"""The listeners that need no model: by meaning, by counts, in a code that the game knows, and mixtures of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from keepmum.core.hidden import Code, Hidden
from keepmum.core.options import OptionError
from keepmum.measure.leaks.listener import Case, Listener
from keepmum.measure.leaks.standing import Standing

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float64]

Scorer: TypeAlias = "Callable[[Sequence[str], Sequence[str]], Floats]"
"""Texts and words to log P(text | word) up to a constant for each text, shape (texts, words)."""


@dataclass(frozen=True)
class ByWords:
    """Hears each text for itself, against candidates that are words."""

    name: str
    score: Scorer
    exact: bool = False
    ordered: bool = False

    def evidence(self, cases: Sequence[Case]) -> list[Floats]:
        """Cases with the same candidates are scored at once."""
        together: dict[tuple[str, ...], list[int]] = {}
        for place, case in enumerate(cases):
            if case.hidden.sort != "words":
                raise OptionError(f"the listener {self.name!r} compares words; {case.hidden.about} is none")
            together.setdefault(tuple(sorted(case.hidden.candidates)), []).append(place)
        found: dict[int, Floats] = {}
        for words, places in together.items():
            found.update(zip(places, self._alike(words, [cases[place].hidden for place in places]), strict=True))
        return [found[place] for place in range(len(cases))]

    def _alike(self, words: tuple[str, ...], given: Sequence[Hidden]) -> Iterator[Floats]:
        """The evidence of those whose candidates are `words` in some order."""
        texts = dict.fromkeys(said.text for hidden in given for said in hidden.utterances)
        rows = {text: row for row, text in enumerate(texts)}
        columns = {word: column for column, word in enumerate(words)}
        scores = self.score(tuple(rows), words)
        for hidden in given:
            at = [rows[said.text] for said in hidden.utterances]
            yield scores[at][:, [columns[word] for word in hidden.candidates]]


def by_meaning() -> Listener:
    """`words`: a text points at the words that mean what it means."""
    return ByWords("words", Standing("meaning").of)


def by_cooccurrence() -> Listener:
    """`counts`: the paper's product of #(r and w)/#w (section 7.4), from GloVe's estimate of log #(r and w)."""
    return ByWords("counts", Standing("cooccurrence").of)


@dataclass(frozen=True)
class InCode:
    """Hears what was said in a code that is known exactly."""

    name: str
    code: Code
    exact: bool = True
    ordered: bool = True

    def evidence(self, cases: Sequence[Case]) -> list[Floats]:
        """The code's rows. Raises OptionError where they rule the truth out: the code is not spoken there."""
        import numpy as np

        found: list[Floats] = []
        for case in cases:
            hidden = case.hidden
            rows = np.array(self.code(case.events, hidden), dtype=np.float64).reshape(-1, len(hidden.candidates))
            for said, row in zip(hidden.utterances, rows, strict=True):
                if said.informed and not np.isfinite(row[hidden.truth]):
                    why = f"match {case.match}: {said.text[:60]!r} rules the truth out, so the players do not speak the"
                    raise OptionError(f"{why} code {self.name!r}; choose another --listener, such as words")
            found.append(rows)
        return found


@dataclass(frozen=True)
class Mixture:
    """A weighted product of what several listeners hear: the evidence of each, times its weight, added up."""

    parts: tuple[tuple[float, Listener], ...]

    @property
    def exact(self) -> bool:
        """A mixture's temperature is always fitted."""
        return False

    @property
    def ordered(self) -> bool:
        """As soon as one part is."""
        return any(listener.ordered for _, listener in self.parts)

    def evidence(self, cases: Sequence[Case]) -> list[Floats]:
        """Geometric: a candidate that one part rules out is ruled out."""
        heard = [(weight, listener.evidence(cases)) for weight, listener in self.parts]
        return [sum(weight * rows[place] for weight, rows in heard) for place in range(len(cases))]  # type: ignore[misc]
