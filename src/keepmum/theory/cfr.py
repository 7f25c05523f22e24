"""Predictive CFR+ brings a profile near a Nash equilibrium: surely for two players, and in team games in practice."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

import numpy as np

from keepmum.theory.arrays import Reals
from keepmum.theory.domains import require
from keepmum.theory.trees import GameTree


@dataclass(frozen=True, slots=True)
class Solved:
    """A profile (S,), how far it is from Nash, after how many iterations, and what each player gets."""

    profile: Reals
    nash_conv: float
    iterations: int
    payoffs: Reals


def cfr_plus(tree: GameTree, iterations: int, target: float = 0.0, check: int = 25) -> Solved:
    """CFR+ (Tammelin 2014) with prediction (Farina et al. 2021): regrets kept at 0 or above, players in turn.

    Every `check` iterations both the average, weighted by the square of the iteration, and the profile of the moment
    are measured; the nearest to Nash of all so far is returned, at once if its NashConv is at most `target`. For more
    than two players no theorem says that it converges; the NashConv that is returned is exact all the same.
    """
    require(iterations >= 1, "iterations >= 1", iterations)
    require(check >= 1, "check >= 1", check)
    regrets, total = _Regrets(tree), np.zeros(tree.sequences)
    best, least, done = tree.uniform(), inf, 0
    for done in range(1, iterations + 1):
        for seat in range(tree.players):
            regrets.improve(seat)
        now = regrets.profile()
        total += done**2 * own_reach(tree, now)
        if done % check and done < iterations:
            continue
        for profile in (tree.normal(total), now):
            if (distance := tree.nash_conv(profile)) < least:
                best, least = profile, distance
        if least <= target:
            break
    return Solved(best, least, done, tree.payoffs(best))


class _Regrets:
    """Each sequence's regret so far and in the last iteration, which is expected to come again."""

    def __init__(self, tree: GameTree) -> None:
        self.tree = tree
        self.sum, self.last = np.zeros(tree.sequences), np.zeros(tree.sequences)

    def profile(self) -> Reals:
        """Regret matching on the sum and the expected regret."""
        return self.tree.normal(np.maximum(self.sum + self.last, 0.0))

    def improve(self, seat: int) -> None:
        """Add this iteration's regrets of one seat."""
        tree, profile = self.tree, self.profile()
        values = tree.sequence_values(profile, seat, tree.others(profile, seat))
        mean = np.bincount(tree.set_of, profile * values, len(tree.first))[tree.set_of]
        own = tree.owner[tree.set_of] == seat
        self.last[own] = (values - mean)[own]
        self.sum[own] = np.maximum((self.sum + self.last)[own], 0.0)


def own_reach(tree: GameTree, profile: Reals) -> Reals:
    """Each sequence's probability under its own player's moves alone: shape (S,)."""
    reach = tree.reaches(profile)
    own = np.zeros(tree.sequences)
    for level in tree.levels:
        moved = level.sequences >= 0
        own[level.sequences[moved]] = reach[level.nodes[moved], level.movers[moved]]
    return own
