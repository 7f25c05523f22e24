"""Every way to give a table's roles to its seats, as a matrix, with what each role would know in each of them.

A world is one assignment of roles to seats. Sets of seats are bit masks: bit `s` stands for seat `s`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from keepmum.games.avalon.legal import check_names
from keepmum.games.avalon.tables import EVIL, ROLES, SEES, SIDE, in_order

Ints = NDArray[np.intp]
Masks = NDArray[np.uint16]
Codes = NDArray[np.int8]
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

KINDS = ("servant", "percival", "merlin", "evil", "oberon")
"""How a role acts (see acts.py): all evil roles but Oberon act alike."""

KIND_OF = {role: role if role in KINDS else "evil" for role in ROLES}
CODE = {role: code for code, role in enumerate(ROLES)}
_KIND_CODE = np.array([KINDS.index(KIND_OF[role]) for role in ROLES], dtype=np.int8)

MINDS: dict[str, tuple[str, ...]] = {
    "percival": ("morgana",),
    "merlin": SEES["merlin"].roles,
    "evil": SEES["assassin"].roles,
}
"""Whom each kind minds on a team. Percival cannot tell Morgana from Merlin at once; the others know these seats."""

ONES = np.array([bin(mask).count("1") for mask in range(1 << 10)], dtype=np.int8)
"""How many seats a mask has."""


@dataclass(frozen=True, eq=False, slots=True)
class Worlds:
    """Some of the ways to give out the roles, shape (worlds, ...).

    `roles[w, s]` is the place in ROLES of seat s's role; `kinds[s, w]` the place in KINDS of how it acts; `evil[w]` the
    mask of the evil seats; `minds[k, w]` the mask of those that a seat of kind k minds, empty for kinds that mind none.
    """

    roles: Codes
    kinds: Codes
    evil: Masks
    minds: Masks

    def __len__(self) -> int:
        return len(self.roles)

    @property
    def players(self) -> int:
        """How many seats."""
        return int(self.roles.shape[1])

    def those(self, kept: Bools) -> Worlds:
        """The worlds that are kept."""
        return Worlds(self.roles[kept], self.kinds[:, kept], self.evil[kept], self.minds[:, kept])


@lru_cache(maxsize=32)
def worlds(roles: tuple[str, ...]) -> Worlds:
    """All assignments of `roles`, in the order of `Assignments`: 360 for the usual six, at most 151,200 for ten.

    Raises ValueError for a role that does not exist. Made once for each choice of roles, and shared: never write to it.
    """
    check_names(roles)
    matrix = _orders(in_order(roles))
    minds = np.zeros((len(KINDS), len(matrix)), dtype=np.uint16)
    for kind, minded in MINDS.items():
        minds[KINDS.index(kind)] = holders(matrix, minded)
    evil = holders(matrix, [role for role in ROLES if SIDE[role] == EVIL])
    return Worlds(matrix, np.ascontiguousarray(_KIND_CODE[matrix].T), evil, minds)


def _orders(roles: tuple[str, ...]) -> Codes:
    """The different orders of some roles, lexicographic; shape (orders, players)."""
    codes = sorted({CODE[role] for role in roles})
    left = np.array([[roles.count(ROLES[code]) for code in codes]], dtype=np.int8)
    columns: list[Codes] = []
    for _ in roles:
        rows, role = np.nonzero(left)
        columns = [*(column[rows] for column in columns), np.array(codes, dtype=np.int8)[role]]
        left = left[rows]
        left[np.arange(len(rows)), role] -= 1
    return np.stack(columns, axis=1)


def holders(matrix: Codes, roles: Iterable[str]) -> Masks:
    """The mask of the seats that hold one of `roles`, for each row of `matrix`."""
    wanted = np.zeros(len(ROLES), dtype=np.uint16)
    wanted[[CODE[role] for role in roles]] = 1
    bits = np.array([1 << seat for seat in range(matrix.shape[1])], dtype=np.uint16)
    return (wanted[matrix] * bits).sum(axis=1, dtype=np.uint16)


def mask_of(seats: Iterable[int]) -> int:
    """The mask of these seats."""
    return sum(1 << seat for seat in seats)


@lru_cache(maxsize=64)
def teams(players: int, size: int) -> tuple[tuple[int, ...], ...]:
    """All teams of this size, in order."""
    return tuple(combinations(range(players), size))


@lru_cache(maxsize=64)
def masks(players: int, size: int) -> Masks:
    """The masks of `teams`, shape (teams,)."""
    return np.array([mask_of(team) for team in teams(players, size)], dtype=np.uint16)


@lru_cache(maxsize=64)
def shared(players: int, size: int) -> Codes:
    """How many of a set of seats are on a team, at most 2; shape (2^players, teams)."""
    every = np.arange(1 << players, dtype=np.uint16)
    return np.minimum(ONES[every[:, None] & masks(players, size)[None, :]], 2)


def codes_of(roles: Sequence[str]) -> Codes:
    """The places in ROLES of some roles."""
    return np.array([CODE[role] for role in roles], dtype=np.int8)
