"""A suspicion is how likely each word is to be somebody's secret, and which questions would halve what is left.

Answers may be lies or misheard: an answer multiplies the weight of the words that it does not fit by `DOUBT`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING, TypeAlias

from keepmum.games.secrets.forms import Query
from keepmum.games.secrets.nearness import RELATED, places, rows

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float64]

DOUBT = 0.04
"""How likely an answer that does not fit a word is, against one that fits, if the word is the secret."""

COMPARED = 24
"""So many landmarks, drawn anew for each message, are compared with one another."""

NAMED = 3
"""So many of the likeliest words may be asked for by name."""

DECIMALS = 9
"""Information is compared after rounding, so that other machines choose the same questions."""


class Suspicion:
    """What is known of one player's word: a weight for each of `words`, which sum to 1."""

    def __init__(self, words: tuple[str, ...]) -> None:
        import numpy as np

        self.words = words
        self.weights: Floats = np.full(len(words), 1 / len(words))

    def likeliest(self, chosen: str | None = None) -> tuple[str, float]:
        """The word of greatest weight (of equals `chosen`, else the first), and its weight."""
        place = int(self.weights.argmax())
        if chosen in self.words and self.weights[self.words.index(chosen)] == self.weights[place]:
            place = self.words.index(chosen)
        return self.words[place], float(self.weights[place])

    def any_likeliest(self, rng: Random) -> str:
        """A word of greatest weight, each as likely."""
        most = self.weights.max()
        return rng.choice([word for word, weight in zip(self.words, self.weights, strict=True) if weight == most])

    def learn(self, query: Query, yes: bool) -> None:
        """Take in an answer."""
        import numpy as np

        self._weigh(np.array([_likelihood(query.holds(word), yes) for word in self.words]))

    def rule_out(self, word: str) -> None:
        """Take in that the word is not this one."""
        import numpy as np

        self._weigh(np.array([float(each != word) for each in self.words]))

    def questions(self, most: int, barred: Iterable[str], rng: Random) -> list[Query]:
        """Up to `most` questions that together tell most; none of them uses a landmark that is `barred`."""
        queries, bits = self._choices(barred, rng)
        return [queries[place] for place in _greedy(self.weights, bits, most)]

    def _weigh(self, likelihood: Floats) -> None:
        weights = self.weights * likelihood
        total = float(weights.sum())
        if total > 0:
            self.weights = weights / total

    def _choices(self, barred: Iterable[str], rng: Random) -> tuple[list[Query], Floats]:
        """Queries that may be asked, and each word's answers: 1 for yes, 0 for no, shape (words, queries)."""
        import numpy as np

        near, names = _rows(self.words), list(places())
        free = [place for place, name in enumerate(names) if name not in set(barred)]
        drawn = rng.sample(free, min(COMPARED, len(free)))
        pairs = list(combinations(drawn, 2))
        first, second = np.array(pairs).T
        named = sorted(range(len(self.words)), key=lambda place: -self.weights[place])[:NAMED]
        queries = [
            *(Query("nearer", names[a], names[b]) for a, b in pairs),
            *(Query("related", names[a]) for a in drawn),
            *(Query("is", self.words[place]) for place in named),
        ]
        columns = [near[:, first] > near[:, second], near[:, drawn] > RELATED, np.eye(len(self.words))[:, named]]
        return queries, np.concatenate(columns, axis=1).astype(np.float64)


@lru_cache(maxsize=64)
def _rows(words: tuple[str, ...]) -> Floats:
    return rows(words)


def _likelihood(holds: bool | None, yes: bool) -> float:
    if holds is None:
        return 0.5
    return 1.0 - DOUBT if holds == yes else DOUBT


def _greedy(weights: Floats, bits: Floats, most: int) -> Sequence[int]:
    """The columns of `bits` that one after another add most information, until none adds any."""
    import numpy as np

    groups, chosen = weights[None, :], list[int]()
    for _ in range(most):
        yes = np.einsum("gw,wq->gq", groups, bits)
        no = groups.sum(axis=1, keepdims=True) - yes
        gain = (_surprise(yes) + _surprise(no) - _surprise(yes + no)).sum(axis=0).round(DECIMALS)
        best = int(gain.argmax())
        if gain[best] <= 0.01:
            break
        chosen.append(best)
        groups = np.concatenate([groups * bits[:, best], groups * (1 - bits[:, best])])
    return chosen


def _surprise(mass: Floats) -> Floats:
    import numpy as np

    safe = np.maximum(mass, 1e-300)
    return -safe * np.log2(safe)
