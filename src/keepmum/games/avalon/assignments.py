"""All ways to give roles to seats, as a sequence that makes only what is looked at."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import cast, overload


class Assignments(Sequence[tuple[str, ...]]):
    """The different orders of some roles, lexicographic in the order of their first appearance, by index.

    With Merlin, Percival, two servants, Morgana and the assassin there are 360.
    """

    __slots__ = ("_roles",)

    def __init__(self, roles: tuple[str, ...]) -> None:
        self._roles = roles

    def __len__(self) -> int:
        return _many(self._roles)

    @overload
    def __getitem__(self, index: int) -> tuple[str, ...]: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[tuple[str, ...]]: ...
    def __getitem__(self, index: int | slice) -> tuple[str, ...] | Sequence[tuple[str, ...]]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        if not 0 <= index < len(self):
            raise IndexError(f"assignment {index} of {len(self)}")
        return _assignment(self._roles, index)

    def __contains__(self, order: object) -> bool:
        """Whether it is an order of these roles; the default would walk through all of them."""
        if not isinstance(order, tuple):
            return False
        return Counter(cast("tuple[object, ...]", order)) == Counter[object](self._roles)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Assignments) and other._roles == self._roles

    def __hash__(self) -> int:
        return hash((Assignments, self._roles))


@lru_cache(maxsize=64)
def _many(roles: tuple[str, ...]) -> int:
    return math.factorial(len(roles)) // math.prod(map(math.factorial, Counter(roles).values()))


@lru_cache(maxsize=1024)
def _assignment(roles: tuple[str, ...], index: int) -> tuple[str, ...]:
    left, ways, order = Counter(roles), _many(roles), list[str]()
    while len(order) < len(roles):
        begin = _beginnings(left, ways)
        role = next(each for each, (first, many) in begin.items() if index - first < many)
        first, ways = begin[role]
        index -= first
        left[role] -= 1
        order.append(role)
    return tuple(order)


def _beginnings(left: Counter[str], ways: int) -> dict[str, tuple[int, int]]:
    """For each role, the index of the first of the `ways` to deal what is left that begin with it, and how many do."""
    begin, places, first = dict[str, tuple[int, int]](), left.total(), 0
    for role, many in left.items():
        begin[role] = first, ways * many // places
        first += ways * many // places
    return begin
