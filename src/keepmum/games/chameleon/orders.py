"""All speaking orders of n players, as a sequence that makes only what is looked at."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import cast, overload


class Orders(Sequence[tuple[int, ...]]):
    """The n! permutations of 0..n-1 in lexicographic order, by index."""

    __slots__ = ("_players",)

    def __init__(self, players: int) -> None:
        self._players = players

    def __len__(self) -> int:
        return math.factorial(self._players)

    @overload
    def __getitem__(self, index: int) -> tuple[int, ...]: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[tuple[int, ...]]: ...
    def __getitem__(self, index: int | slice) -> tuple[int, ...] | Sequence[tuple[int, ...]]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        if not 0 <= index < len(self):
            raise IndexError(f"order {index} of {len(self)}")
        left, order = list(range(self._players)), list[int]()
        for size in range(self._players - 1, -1, -1):
            place, index = divmod(index, math.factorial(size))
            order.append(left.pop(place))
        return tuple(order)

    def __contains__(self, order: object) -> bool:
        """Whether it is an order of these players; the default would walk through all of them."""
        return isinstance(order, tuple) and sorted(cast("tuple[int, ...]", order)) == list(range(self._players))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Orders) and other._players == self._players

    def __hash__(self) -> int:
        return hash((Orders, self._players))
