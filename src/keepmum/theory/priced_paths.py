"""The best schedule is the best path from K words down to 0 in N steps, and a price on each step finds it.

A step from m words to s is worth catch(m, s) = max(m - s - 1, 0)/m. The steps' worth satisfies the Monge condition, so
for every price the best path of any length comes from a convex hull in O(K), and the best of at most N steps is the
best one at some price. Whatever the price, sum of worths <= best priced sum + price N: that certifies the gap.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import pairwise
from typing import Any

COMPILED_WORDS = 20_000
"""From so many words on the hull is compiled (numba, the extra `theory`); below plain Python is quick enough."""

ROUNDING = 1e-9
"""More than all rounding errors of one priced path together: sums stay below ln K + 1, for K <= 10^7, N <= 10^4."""

_HALVINGS = 60


@dataclass(frozen=True, slots=True)
class PricedPath:
    """A path from K down to 0, and by how much the best of at most as many steps could be worth more."""

    nodes: tuple[int, ...]
    gap: float
    price: float


def catch(larger: int, smaller: int) -> Fraction:
    """P(caught and wrong) for a chameleon that must shrink `larger` words to `smaller` without knowing which."""
    return Fraction(max(larger - smaller - 1, 0), larger)


def priced_path(words: int, steps: int) -> PricedPath:
    """The best path of at most `steps` steps at the price that makes it so long, and a certified gap.

    The gap is of rounding size wherever some price gives exactly `steps` steps: in every case tried (docs/theory.md).
    """
    price, nodes = _find_price(words, steps)
    worths = _Priced(words, price)
    return PricedPath(nodes, max(worths.best + price * steps - float(worth(nodes)), 0.0) + ROUNDING, price)


def exact_path(words: int, steps: int) -> tuple[int, ...]:
    """The best path of at most `steps` steps, by comparing with fractions all that rounding cannot tell apart.

    Among equals the one whose nodes fall first.
    """
    near = priced_path(words, steps)
    edges = _Priced(words, near.price).edges_within(near.gap + ROUNDING)
    return _best_within(edges, words, steps)


def worth(nodes: Sequence[int]) -> Fraction:
    """The sum of catch over the steps of a path."""
    return sum((catch(larger, smaller) for larger, smaller in pairwise(nodes)), Fraction(0))


class _Priced:
    """For one price a step: from every m, the best priced sum down to 0 and the next node on that way."""

    def __init__(self, words: int, price: float) -> None:
        import numpy as np

        self.words, self.price = words, price
        self.worth, self.after = np.zeros(words + 1), np.zeros(words + 1, dtype=np.int64)
        _filler(words)(price, self.worth, self.after, np.zeros(words + 1, dtype=np.int64))

    @property
    def best(self) -> float:
        return float(self.worth[self.words])

    def path(self) -> tuple[int, ...]:
        nodes = [self.words]
        while nodes[-1]:
            nodes.append(int(self.after[nodes[-1]]))
        return tuple(nodes)

    def edges_within(self, slack: float) -> dict[int, list[int]]:
        """Every step that lies on a path whose priced sum is within `slack` of the best, by the node it leaves."""
        import numpy as np

        reached, edges = {self.words: 0.0}, dict[int, list[int]]()
        while reached:
            node = max(reached)
            sofar = reached.pop(node)
            smaller = np.arange(node)
            sums = sofar + (node - smaller - 1) / node - self.price
            edges[node] = np.flatnonzero(sums + self.worth[:node] >= self.best - slack).tolist()
            for each in edges[node]:
                if each:
                    reached[each] = max(reached.get(each, -np.inf), float(sums[each]))
        return edges


def _find_price(words: int, steps: int) -> tuple[float, tuple[int, ...]]:
    """The price at which the best path has `steps` steps, or else the lowest found at which it has fewer."""
    nodes = _Priced(words, 0.0).path()
    if len(nodes) - 1 <= steps:
        return 0.0, nodes
    low, high, short = 0.0, 1.0, (words, 0)
    for _ in range(_HALVINGS):
        price = (low + high) / 2
        nodes = _Priced(words, price).path()
        if len(nodes) - 1 == steps:
            return price, nodes
        if len(nodes) - 1 > steps:
            low = price
        else:
            high, short = price, nodes
    return high, short


def _best_within(edges: dict[int, list[int]], words: int, steps: int) -> tuple[int, ...]:
    """The best path of at most `steps` steps along these edges, exactly."""
    layers = [{0: Fraction(0)}]
    for _ in range(steps):
        below = layers[-1]
        layers.append({0: Fraction(0)} | {m: w for m in edges if (w := _best_step(m, edges[m], below)[0]) is not None})
    nodes = [words]
    while nodes[-1]:
        layers.pop()
        nodes.append(_best_step(nodes[-1], edges[nodes[-1]], layers[-1])[1])
    return tuple(nodes)


def _best_step(node: int, smaller: list[int], below: dict[int, Fraction]) -> tuple[Fraction | None, int]:
    """The best next node, the smallest of equals; None where no way leads on."""
    best, choice = None, -1
    for each in smaller:
        if each in below and (best is None or catch(node, each) + below[each] > best):
            best, choice = catch(node, each) + below[each], each
    return best, choice


def _filler(words: int) -> Callable[..., None]:
    return _compiled() if words >= COMPILED_WORDS else _fill


@cache
def _compiled() -> Callable[..., None]:
    from numba import njit

    compiled: Callable[..., None] = njit(_fill)
    return compiled


def _fill(price: float, worth: Any, after: Any, hull: Any) -> None:
    """Dynamic programme over m = 1..K: hull holds the s whose lines worth[s] - (s+1) x are best for some x = 1/m."""
    front, back = 0, 1
    for m in range(1, len(worth)):
        while back - front > 1:
            s, t = hull[front], hull[front + 1]
            if (worth[t] - worth[s]) * m < t - s:
                break
            front += 1
        s = hull[front]
        worth[m] = (m - s - 1) / m + worth[s] - price
        after[m] = s
        while back - front > 1:
            s, t = hull[back - 2], hull[back - 1]
            if (worth[m] - worth[t]) * (t - s) < (worth[t] - worth[s]) * (m - t):
                break
            back -= 1
        hull[back] = m
        back += 1
