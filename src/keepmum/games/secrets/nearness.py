"""How near words are in meaning: cosines of the lexicon's vectors, the same numbers for whoever asks and who judges."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from keepmum.lexicon import load

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float64]

RELATED = 0.35
"""A word has to do with another when their cosine is above this."""

DECIMALS = 5
"""Cosines are rounded, so that sums in another order on another machine give the same answers."""

LANDMARKS = tuple(
    """
    water fire earth animal machine music body house war science sport art book child love fear summer winter forest
    city road journey death birth danger beauty magic truth dream memory brain heart blood skin hand eye voice color
    darkness gold wood glass paper salt sugar wine bread meat wing leg horse ship airplane train wheel engine computer
    number school church hospital market farm garden kitchen bedroom wall tower bridge soldier doctor thief artist
    worker family history language story signal heat rain dust poison hunting dress shoe hair face sleep dance theater
    religion politics luxury poverty strength speed height silence surface liquid poem ghost hero child kingdom
    """.split()  # noqa: SIM905
)
"""Common words that bots measure other words by; none is in the pool or gives a word of it away."""


@lru_cache(maxsize=1)
def places() -> dict[str, int]:
    """The place of each landmark."""
    return {landmark: place for place, landmark in enumerate(dict.fromkeys(LANDMARKS))}


@lru_cache(maxsize=8192)
def row(word: str) -> Floats | None:
    """The cosines of a word with all landmarks, shape (len(places()),), or None for a word without vectors."""
    import numpy as np

    if not load().knows(word):
        return None
    cosines = np.einsum("ij,j->i", _landmark_rows(), load().meaning([word])[0])
    return cosines.astype(np.float64).round(DECIMALS)


@lru_cache(maxsize=1)
def _landmark_rows() -> NDArray[np.float32]:
    return load().meaning(places())


def rows(words: Iterable[str]) -> Floats:
    """The rows of several words, shape (words, landmarks); NaN where a word has no vectors."""
    import numpy as np

    unknown = np.full(len(places()), np.nan)
    return np.array([unknown if (found := row(word)) is None else found for word in words])


def cosine(word: str, other: str) -> float | None:
    """How near two words are, or None where one has no vectors."""
    cosines, place = row(word), places().get(other)
    if cosines is not None and place is not None:
        return float(cosines[place])
    if cosines is None or not load().knows(other):
        return None
    return round(float(load().similarity([word], [other])[0, 0]), DECIMALS)
