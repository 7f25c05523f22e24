"""A nested schedule announces ever smaller sets that hold the secret word; only the sizes matter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import lcm

from keepmum.theory.domains import MIN_PLAYERS, MIN_WORDS, require, require_table
from keepmum.theory.priced_paths import catch, exact_path, priced_path

TABLE_WORDS = 64
"""Up to so many words the whole table of the dynamic programme is filled with exact integers."""

EXACT_SIZE = 1_000_000
"""Up to this N K the best schedule is exact; beyond, its gap is certified."""

MAX_PLAYERS, MAX_WORDS = 10_000, 10_000_000


@dataclass(frozen=True, slots=True)
class Schedule:
    """Sizes K = m0 >= m1 >= ... >= mN, and the non-chameleons' win probability against the best chameleon.

    `gap`: by how much the best schedule could win more; 0 where it is known to be this one.
    """

    sizes: tuple[int, ...]
    value: Fraction
    gap: float = 0.0

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


def best_schedule(players: int, words: int) -> Schedule:
    """The schedule of the largest value; among equals the one whose sizes fall first.

    Exact while N K <= `EXACT_SIZE`; beyond, `gap` is certified and of rounding size. The first size is always K. With
    m_1 = K and m_{N+1} = 0 the win is 1/N of the sum of catch(m_c, m_{c+1}): a best path of N steps. Proofs:
    docs/theory.md. Raises ValueError outside 3 <= N <= 10,000 and 2 <= K <= 10,000,000.
    """
    require_table(players, words)
    require(players <= MAX_PLAYERS, f"players <= {MAX_PLAYERS}", players)
    require(words <= MAX_WORDS, f"words <= {MAX_WORDS}", words)
    if words <= TABLE_WORDS:
        sizes, gap = _best_sizes(players, words), 0.0
    elif players * words <= EXACT_SIZE:
        sizes, gap = _along(exact_path(words, players), players), 0.0
    else:
        path = priced_path(words, players)
        sizes, gap = _along(path.nodes, players), path.gap / players
    return Schedule(sizes, schedule_value(sizes), gap)


def _along(nodes: Sequence[int], players: int) -> tuple[int, ...]:
    """The sizes of a path from K to 0: K once more in front, the last size repeated, without the 0."""
    sizes = (nodes[0], *nodes[:-1])
    return (*sizes, *sizes[-1:] * (players + 1 - len(sizes)))


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
    """Raise DomainError unless the sizes are those of a nested schedule for three players or more."""
    fewest = MIN_PLAYERS + 1
    require(len(sizes) >= fewest, f"{fewest} sizes or more (the words, then one a player, players >= 3)", list(sizes))
    require(all(a >= b for a, b in pairwise(sizes)), "sizes that never grow", list(sizes))
    require(sizes[-1] >= 1, "a last size >= 1", list(sizes))
    require(sizes[0] >= MIN_WORDS, f"a first size (the words) >= {MIN_WORDS}", list(sizes))
