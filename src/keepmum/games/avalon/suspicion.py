"""What somebody who knows nothing makes of the quests: P(these are the evil seats | teams and fail cards).

It stands in for the beliefs of uninformed good players in the model of their votes and proposals. That is an
approximation: real ones also read votes, proposals and talk. It makes their actions depend on public things alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from keepmum.games.avalon.worlds import ONES, Bools, Floats, Masks, mask_of, masks


@lru_cache(maxsize=64)
def _apart(players: int, evil: int, size: int) -> Floats:
    """1 where an evil set and a team share no seat, else 0; shape (sets, teams)."""
    return ((masks(players, evil)[:, None] & masks(players, size)[None, :]) == 0).astype(np.float64)


@lru_cache(maxsize=16)
def _good(players: int, evil: int) -> Floats:
    """1 where a seat is not in an evil set, else 0; shape (players, sets)."""
    bits = np.array([1 << seat for seat in range(players)], dtype=np.uint16)
    return ((masks(players, evil)[None, :] & bits[:, None]) == 0).astype(np.float64)


def fail_chances(on_team: int, chance: float) -> Floats:
    """P(fails | evil players on the team), shape (on_team + 1, on_team + 1): each fails on its own with `chance`."""
    table = np.zeros((on_team + 1, on_team + 1))
    table[0, 0] = 1.0
    for evil in range(on_team):
        table[evil + 1] = table[evil] * (1 - chance)
        table[evil + 1, 1:] += table[evil, :-1] * chance
    return table


class Suspicion:
    """The weights of all sets of evil seats, given the quests so far; a value."""

    __slots__ = ("_evil", "_players", "_weights")

    def __init__(self, players: int, evil: int, weights: Floats | None = None) -> None:
        self._players, self._evil = players, evil
        self._weights = np.ones(len(self._sets)) if weights is None else weights

    @property
    def _sets(self) -> Masks:
        return masks(self._players, self._evil)

    def after(self, team: tuple[int, ...], fails: Sequence[int], chance: float) -> Suspicion:
        """What is left after a quest on which each evil player fails with `chance`, and so many cards, or one of so
        many, were fails."""
        many = ONES[self._sets & np.uint16(mask_of(team))]
        weights = self._weights * fail_chances(len(team), chance)[many][:, list(fails)].sum(axis=1)
        return Suspicion(self._players, self._evil, weights / (weights.sum() or 1.0))

    def evil(self) -> Floats:
        """P(seat is evil), shape (players,)."""
        good = _good(self._players, self._evil) @ self._weights
        return 1 - good / (self._weights.sum() or 1.0)

    def trust(self, size: int) -> Floats:
        """How each team compares with the best, for each seat, shape (players, teams).

        It is P(nobody on the team is evil), given that the seat itself is good, over that of the team for which it is
        highest; 1 everywhere where there is none.
        """
        clean = (_good(self._players, self._evil) * self._weights) @ _apart(self._players, self._evil, size)
        best = clean.max(axis=1, keepdims=True)
        none: Bools = best <= 0
        return np.where(none, 1.0, clean / np.where(none, 1.0, best))
