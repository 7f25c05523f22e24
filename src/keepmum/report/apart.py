"""How far apart the clues of different words lie, with intervals that lean to the side on which they are safe.

alpha-L1's low end and alpha-KL's high end are what bounds are made of. They are built to be missed by the truth in no
more than 2.5 % of runs, and mostly less: of several ends the safest is taken, and where none is safe there is none.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import ceil
from typing import TYPE_CHECKING

from keepmum.measure.stats import ABSENT, CONFIDENCE, Estimate, bootstrap, ratio

if TYPE_CHECKING:
    from keepmum.theory.arrays import Indices, Reals
    from keepmum.theory.reading import NeverSaid, Seldom

DRAWS = 500
MAY_BE_CHANCE = (1 - CONFIDENCE) / 2
"""A p above this does not tell from chance: alpha-L1's low end is 0 then."""

FEW = 5
"""alpha-KL has a high end only where every clue of two words was said in so many matches of both."""

SURE = 0.99
"""How surely the rarest clue may be rarer than it was counted."""

SURER = 0.995
"""How surely two words may share more clues than were counted: chance puts words apart. At 95 % alpha-L1's low end was
above the truth in 18 of 480 runs of one law, which is too often (docs/theory.md)."""


@dataclass(frozen=True, slots=True)
class Distances:
    """How the clues' distributions differ from word to word, at all turns or at one.

    All estimates are absent unless the word with the fewest clues has `needed` of them. `unbounded`: as counted, the KL
    divergence of two words is infinite; alpha-KL then has no value and no upper end, only a lower one. `seldom`: a clue
    too rare for an upper end of alpha-KL; there is a value, which is too low if words are far apart. `like_chance`: p
    of a test that two words share one distribution; alpha-L1 is not told from 0 unless it is small.
    """

    clues: int
    fewest: int
    needed: int
    alpha_kl: Estimate = ABSENT
    unbounded: NeverSaid | None = None
    seldom: Seldom | None = None
    alpha_l1: Estimate = ABSENT
    like_chance: float | None = None
    bits: Estimate = ABSENT
    """What one clue tells of the word."""
    between: Estimate = ABSENT
    """The same over log2 K: 0 concealing, 1 revealing."""

    @property
    def absent(self) -> bool:
        """Whether there are too few clues to say anything."""
        return self.fewest < self.needed


def distances(said: Sequence[Indices], clues: int, seed: int = 0) -> Distances:
    """alpha-KL, alpha-L1 and bits of what was said, with intervals by resampling the matches of each word."""
    from keepmum.theory.reading import bits_of_all, chance_apart, clues_needed, count

    counts = count(said, clues)
    totals = counts.sum(axis=1)
    empty = Distances(int(totals.sum()), int(totals.min()), clues_needed(counts))
    if empty.absent:
        return empty
    bits = _bits(said, counts, seed)
    kl, unbounded, seldom = _alpha_kl(said, counts, seed)
    like_chance = chance_apart(said, clues, seed=seed)
    return replace(
        empty,
        alpha_kl=kl,
        unbounded=unbounded,
        seldom=seldom,
        alpha_l1=_alpha_l1(said, counts, seed, like_chance),
        like_chance=like_chance,
        bits=bits,
        between=_scaled(bits, 1 / bits_of_all(len(said))),
    )


def _resampled(
    said: Sequence[Indices], clues: int, statistic: Callable[[Indices], float], seed: int, *, jackknife: bool = False
) -> Estimate:
    import numpy as np

    from keepmum.theory.reading import by_match

    counted = [by_match(each, clues) for each in said]

    def of(drawn: Sequence[Indices]) -> float:
        return statistic(np.array([each[places].sum(axis=0) for each, places in zip(counted, drawn, strict=True)]))

    return bootstrap([len(each) for each in said], of, DRAWS, seed, jackknife)


def _alpha_kl(said: Sequence[Indices], counts: Indices, seed: int) -> tuple[Estimate, NeverSaid | None, Seldom | None]:
    """Smoothed by half a clue. Where a word has clues that another never has, only a lower end, and no value.

    The high end is the draws' own, not turned around: chance puts words apart, so the draws lie too high. It is at
    least what alpha-KL would be if the one clue that matters most were as rare as it may be. Where a clue was said in
    fewer than `FEW` matches there is none: the logarithm of its share could be anything.
    """
    from keepmum.theory.reading import heard_in, largest_kl, largest_kl_if_rarer, never_said, seldom_said

    lacking = never_said(counts)
    if lacking:
        matches = [len(each) for each in said]
        low = max(_at_least(each, matches, len(said)) for each in lacking)
        return Estimate(None, low, None, sum(matches)), lacking[0], None
    found = _resampled(said, counts.shape[1], largest_kl, seed)
    heard = heard_in(said, counts.shape[1])
    seldom = seldom_said(heard, FEW)
    if seldom:
        return replace(clipped(found, None), high=None), None, seldom
    drawn = _draws_ends(found, largest_kl(counts))[1]
    rarer = largest_kl_if_rarer(counts, _rarest(heard, [len(each) for each in said]))
    return clipped(replace(found, high=max(found.high or 0.0, drawn, rarer)), None), None, None


def _draws_ends(found: Estimate, counted: float) -> tuple[float, float]:
    """The ends of the draws themselves, from those that the basic bootstrap turns around what was counted."""
    return 2 * counted - (found.high or 0.0), 2 * counted - (found.low or 0.0)


def _rarest(heard: Indices, matches: Sequence[int]) -> Reals:
    """What share of its frequency the low end of its Wilson interval leaves each clue: (K, R); 1 if unheard."""
    import numpy as np

    kept = [[_low(int(n), of) * of / n if n else 1.0 for n in row] for row, of in zip(heard, matches, strict=True)]
    return np.array(kept)


@lru_cache(maxsize=4096)
def _low(n: int, of: int) -> float:
    return ratio(n, of, SURE).low or 0.0


def _at_least(lacking: NeverSaid, matches: Sequence[int], words: int) -> float:
    """A lower end for the KL divergence of two words, from the share of these clues alone (data processing).

    Both shares at the far ends of their Wilson intervals, as if a match's clues were one, at a confidence that allows
    for having looked at all pairs of words.
    """
    from keepmum.theory.divergences import binary_kl

    confidence = 1 - (1 - CONFIDENCE) / (words * (words - 1))
    size = matches[lacking.word]
    low = ratio(int(lacking.share * size + 1e-9), size, confidence).low or 0.0
    high = ratio(0, matches[lacking.other], confidence).high or 0.0
    return binary_kl(low, high) if low > high else 0.0


def _alpha_l1(said: Sequence[Indices], counts: Indices, seed: int, like_chance: float) -> Estimate:
    """The low end is 0 unless all words differ by more than chance; the high end mirrors it, or lies higher.

    Chance puts words apart, so the draws lie too high, and turning them around corrects too little. The low end is the
    lowest of three: turned around, with the bias taken off twice, and Wilson's for the share that two words have in
    common, each match counted once. The high end lies at least as far above what was counted as the draws lie below:
    chance draws the smallest of many distances down, and correcting for bias alone could bring it to 0.
    """
    from keepmum.theory.reading import smallest_l1

    counted = smallest_l1(counts)
    found = _resampled(said, counts.shape[1], smallest_l1, seed)
    value, low, high = found.value or 0.0, found.low or 0.0, found.high or 0.0
    bias = counted - value
    lowest = min(low, low - bias, 2 * (1 - _may_share(said, 1 - counted / 2, SURER)))
    return clipped(
        replace(found, low=0.0 if like_chance > MAY_BE_CHANCE else lowest, high=max(high, 2 * counted - low)), 2.0
    )


def _bits(said: Sequence[Indices], counts: Indices, seed: int) -> Estimate:
    """What one clue tells; where no clue is shared, the low end is what is left if as many are as Wilson's allows."""
    from keepmum.theory.reading import bits_left, bits_of_all, told_bits

    most = bits_of_all(len(said))
    found = _resampled(said, counts.shape[1], told_bits, seed, jackknife=True)
    if told_bits(counts) >= most - 1e-9:
        found = replace(found, low=min(found.low or 0.0, bits_left(len(said), _may_share(said))))
    return clipped(found, most)


def _may_share(said: Sequence[Indices], seen: float = 0.0, surely: float = CONFIDENCE) -> float:
    """What share of a word's clues may be another's too, if so much was: Wilson's high end, a match counting once."""
    of = min(map(len, said))
    return ratio(min(ceil(seen * of - 1e-9), of), of, surely).high or 0.0


def clipped(estimate: Estimate, most: float | None) -> Estimate:
    """The estimate kept in its range: correcting for bias may lead out of it."""

    def kept(value: float | None) -> float | None:
        return None if value is None else max(0.0, value if most is None else min(value, most))

    return replace(estimate, value=kept(estimate.value), low=kept(estimate.low), high=kept(estimate.high))


def _scaled(estimate: Estimate, by: float) -> Estimate:
    ends = (estimate.value, estimate.low, estimate.high)
    value, low, high = (None if each is None else each * by for each in ends)
    return Estimate(value, low, high, estimate.n)
