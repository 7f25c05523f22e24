"""A nested schedule announces ever smaller sets that hold the secret word; only the sizes matter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import lcm

from keepmum.theory.domains import require, require_players, require_table

EXACT_WORDS = 64
"""Up to so many words the whole table of the dynamic programme is filled with exact integers."""


@dataclass(frozen=True, slots=True)
class Schedule:
    """Sizes K = m0 >= m1 >= ... >= mN, and the non-chameleons' win probability against the best chameleon."""

    sizes: tuple[int, ...]
    value: Fraction

    @property
    def players(self) -> int:
        return len(self.sizes) - 1

    @property
    def words(self) -> int:
        return self.sizes[0]


def schedule_value(sizes: Sequence[int]) -> Fraction:
    """The exact win probability of a nested schedule.

    win = (1/N) [1 - 1{m0>m1}/m0 - m1/(m0 mN) + sum over c = 2..N of max(m_{c-1} - m_c - 1, 0)/m_{c-1}].
    Raises ValueError unless there are N + 1 >= 4 sizes, none larger than the one before, the last at least 1.
    """
    require_sizes(sizes)
    first, second, last = sizes[0], sizes[1], sizes[-1]
    told = Fraction(int(first > second), first) + Fraction(second, first * last)
    return (1 - told + sum(catch(larger, smaller) for larger, smaller in pairwise(sizes[1:]))) / (len(sizes) - 1)


def catch(larger: int, smaller: int) -> Fraction:
    """P(caught and wrong) for a chameleon that must shrink `larger` words to `smaller` without knowing which."""
    return Fraction(max(larger - smaller - 1, 0), larger)


def best_schedule(players: int, words: int) -> Schedule:
    """The schedule of the largest value; among equals the one whose sizes fall first. Exact.

    The first size is always K: see docs/theory.md. Time O(N K^2) up to `EXACT_WORDS` words.
    """
    require_table(players, words)
    sizes = _best_sizes(players, words)
    return Schedule(sizes, schedule_value(sizes))


@lru_cache(maxsize=1024)
def _best_sizes(players: int, words: int) -> tuple[int, ...]:
    unit = lcm(*range(1, words + 1))
    share = [0, *(unit // size for size in range(1, words + 1))]
    gain = [-part for part in share]
    chosen: list[list[int]] = []
    for _ in range(players - 1):
        gain, choice = _one_turn_earlier(gain, share)
        chosen.append(choice)
    return _follow(words, chosen)


def _one_turn_earlier(gain: list[int], share: list[int]) -> tuple[list[int], list[int]]:
    """One turn of the dynamic programme: gain[m] is what m words are worth with the turns that are left."""
    better, choice = [0], [0]
    for size in range(1, len(gain)):
        worths = [(size - small - 1) * share[size] + gain[small] for small in range(1, size)]
        best = max([*worths, gain[size]])
        better.append(best)
        choice.append(worths.index(best) + 1 if best in worths else size)
    return better, choice


def _follow(words: int, chosen: list[list[int]]) -> tuple[int, ...]:
    sizes = [words, words]
    for choice in reversed(chosen):
        sizes.append(choice[sizes[-1]])
    return tuple(sizes)


def require_sizes(sizes: Sequence[int]) -> None:
    """Raise ValueError unless the sizes are those of a nested schedule for three players or more."""
    require_players(len(sizes) - 1)
    require(all(a >= b for a, b in pairwise(sizes)), "sizes that never grow", tuple(sizes))
    require(sizes[-1] >= 1, "a last size >= 1", tuple(sizes))
