"""The code that turns words into announcements: a clue says that the secret is among the words nearest to it.

While `still` words are possible and the next announcement is to leave `size` of them, the clue v denotes T(v): the
`size` words of `still` that v points at most. A player with the secret w says v with probability x(v) where w is in
T(v), and x solves

    sum over v of x(v) [w in T(v)] = 1     for every w of `still`,

so that, whatever v is heard, every word of T(v) stays exactly equally likely: the strategy of a nested schedule (paper,
section 4.4; docs/theory.md) spoken in real words. Of all solutions x is the one nearest, by relative entropy, to a
preference for clues that set their words well apart (`APART`), found by Newton's method on its dual. Where no solution
exists the code is an arbitrary one, the same for all: see `_in_turn`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from random import Random
from typing import TYPE_CHECKING, TypeAlias

from keepmum.games.chameleon.bland import bland_clue
from keepmum.games.chameleon.clues import Clues, clues_for
from keepmum.lexicon import associate

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float64]
    Sets: TypeAlias = NDArray[np.bool_]

APART = 2.0
"""A clue is preferred exp(APART x) times, x how much nearer its words are on average than the others, in deviations."""

EXACT = 1e-13
"""Newton's method stops where every word's probabilities sum to 1 within this."""

MOST_STEPS = 60


@dataclass(frozen=True, eq=False)
class Codebook:
    """One announcement's code: `sets[v, i]` says whether the v-th clue's set holds the i-th word of `still`.

    `chance[v]` is x(v). `taken` clues (case-folded) have none. `arbitrary`: no code by nearness exists.
    """

    card: frozenset[str]
    still: tuple[str, ...]
    size: int
    taken: frozenset[str]
    clues: Clues
    sets: Sets
    chance: Floats
    arbitrary: bool = False

    @property
    def silent(self) -> bool:
        """Whether this announcement leaves every word possible, so that anything may be said."""
        return self.size == len(self.still)

    def denotes(self, clue: str) -> frozenset[str] | None:
        """The words that `clue` leaves possible, or None where it says nothing in this code."""
        if self.silent:
            return frozenset(self.still)
        place = self.clues.places.get(clue.casefold())
        if place is None:
            return None
        return frozenset(word for word, within in zip(self.still, self.sets[place], strict=True) if within)

    def announce(self, secret: str, rng: Random) -> str:
        """A clue whose set holds `secret`, drawn as the code says. `secret` is one of `still`."""
        if self.silent:
            return bland_clue(self.card, self.taken, rng)
        sums = self._sums[self.still.index(secret)]
        return self.clues.clues[int(sums.searchsorted(rng.random() * sums[-1], side="right"))]

    @cached_property
    def _sums(self) -> Floats:
        return (self.sets.T * self.chance).cumsum(axis=1)


def codebook(card: Iterable[str], still: Collection[str], size: int, taken: Iterable[str] = ()) -> Codebook:
    """The code for an announcement of `size` of the words of `card` that are `still` possible.

    `taken` are clues not to be said (any case). All players who know these four know the same code. Kept for the next
    caller; about 1 ms to make. Raises ValueError unless 1 <= size <= len(still), or where there are fewer clues than
    words.
    """
    if not 1 <= size <= len(still):
        raise ValueError(f"{size} of {len(still)} words cannot be announced: at least 1 and at most all of them")
    words = tuple(sorted(card))
    said = frozenset(clue.casefold() for clue in taken)
    if size < len(still):
        said = frozenset(filter(clues_for(words).places.__contains__, said))
    return _codebook(words, tuple(sorted(still)), size, said)


@lru_cache(maxsize=1024)
def _codebook(card: tuple[str, ...], still: tuple[str, ...], size: int, taken: frozenset[str]) -> Codebook:
    import numpy as np

    clues = clues_for(card)
    free = np.ones(len(clues.clues))
    free[[clues.places[clue] for clue in taken if clue in clues.places]] = 0.0
    if size == len(still):
        sets = np.ones((len(free), size), dtype=np.bool_)
        return Codebook(frozenset(card), still, size, taken, clues, sets, free)
    scores = _told_apart(clues)[:, [clues.columns[word] for word in still]]
    sets = _nearest(scores, size)
    chance = _balanced(sets, free * _preference(scores, sets))
    arbitrary = chance is None
    if chance is None:
        sets, chance = _in_turn(still, size, free)
    return Codebook(frozenset(card), still, size, taken, clues, sets, chance, arbitrary)


def _told_apart(clues: Clues) -> Floats:
    """The scores, with made-up ones (the same for all players) for words that the lexicon does not know."""
    unknown = [word for word in clues.words if not associate(word).known]
    if not unknown:
        return clues.scores
    scores = clues.scores.copy()
    for word in unknown:
        rng = Random(f"code/{word}")
        scores[:, clues.columns[word]] = [rng.gauss(0, 1) for _ in clues.clues]
    return scores


def _nearest(scores: Floats, size: int) -> Sets:
    """For each clue its `size` words of highest score; of equals the first. Shape as `scores`."""
    import numpy as np

    sets = np.zeros(scores.shape, dtype=np.bool_)
    order = np.argsort(-scores, axis=1, kind="stable")[:, :size]
    np.put_along_axis(sets, order, True, axis=1)
    return sets


def _preference(scores: Floats, sets: Sets) -> Floats:
    """How readily each clue is said where the code leaves a choice: shape (clues,)."""
    import numpy as np

    size, rest = sets[0].sum(), (~sets[0]).sum()
    inside = np.where(sets, scores, 0.0).sum(axis=1)
    apart = inside / size - (scores.sum(axis=1) - inside) / rest
    return np.exp(APART * (apart - apart.max()))


def _balanced(sets: Sets, preference: Floats) -> Floats | None:
    """The x >= 0 nearest to `preference` with sum over v of x(v) sets[v, w] = 1 for every w, or None.

    The dual: x(v) = preference(v) exp(sum of prices of v's words); Newton's method finds the prices.
    """
    import numpy as np

    member = sets.T.astype(np.float64)
    prices = np.full(len(member), -np.log(max(preference.sum(), 1e-300)) / member[:, 0].sum())
    for _ in range(MOST_STEPS):
        chance = preference * np.exp(np.clip(prices @ member, -700, 700))
        over = member @ chance - 1.0
        if np.abs(over).max() <= EXACT:
            return chance
        curve = (member * chance) @ member.T
        curve.flat[:: len(curve) + 1] += 1e-13 * np.trace(curve)
        if not np.isfinite(curve).all():
            return None
        step = np.linalg.solve(curve, over)
        prices = prices - step * min(1.0, 2.0 / np.abs(step).max())
    return None


def _in_turn(still: tuple[str, ...], size: int, free: Floats) -> tuple[Sets, Floats]:
    """A code that always exists: the words in a shuffled circle, and the clues' sets runs of it that start in turn.

    Each start is said equally often, so each word is covered equally. Raises ValueError with fewer clues than words.
    """
    import numpy as np

    words = len(still)
    starts = np.arange(len(free)) % words
    clues_a_start = np.bincount(starts, weights=free, minlength=words)
    if not clues_a_start.all():
        raise ValueError(f"{int(free.sum())} clues cannot tell {words} words apart; use a card with fewer words")
    circle = Random(f"code/{'/'.join(still)}").sample(range(words), words)
    sets = np.zeros((len(free), words), dtype=np.bool_)
    for offset in range(size):
        sets[np.arange(len(free)), np.array(circle)[(starts + offset) % words]] = True
    return sets, free / clues_a_start[starts] / size
