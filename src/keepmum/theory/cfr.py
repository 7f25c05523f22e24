"""CFR+ brings a profile near a Nash equilibrium in any two-player zero-sum game, and in team games in practice."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from keepmum.theory.domains import require
from keepmum.theory.trees import GameTree, Reals


@dataclass(frozen=True, slots=True)
class Solved:
    """An average profile (S,), how far it is from Nash, after how many iterations, and what each player gets."""

    profile: Reals
    nash_conv: float
    iterations: int
    payoffs: Reals


def cfr_plus(tree: GameTree, iterations: int, target: float = 0.0, check: int = 50) -> Solved:
    """Run CFR+ (Tammelin 2014): regrets kept at 0 or above, players in turn, averages weighted by the iteration.

    Stops early once the average's NashConv, computed every `check` iterations, is at most `target`. More than two
    players: no theorem says that it converges; the NashConv that is returned is exact all the same.
    """
    require(iterations >= 1, "iterations >= 1", iterations)
    require(check >= 1, "check >= 1", check)
    regret, total = np.zeros(tree.sequences), np.zeros(tree.sequences)
    done = 0
    for done in range(1, iterations + 1):
        for seat in range(tree.players):
            _improve(tree, seat, regret)
        total += done * _own_reach(tree, tree.normal(regret))
        if done % check == 0 and tree.nash_conv(tree.normal(total)) <= target:
            break
    profile = tree.normal(total)
    return Solved(profile, tree.nash_conv(profile), done, tree.payoffs(profile))


def _improve(tree: GameTree, seat: int, regret: Reals) -> None:
    """Add this iteration's regrets of one seat, in place."""
    profile = tree.normal(regret)
    values = tree.sequence_values(profile, seat, tree.others(profile, seat))
    mean = np.bincount(tree.set_of, profile * values, len(tree.first))[tree.set_of]
    own = tree.owner[tree.set_of] == seat
    regret[own] = np.maximum(regret[own] + (values - mean)[own], 0.0)


def _own_reach(tree: GameTree, profile: Reals) -> Reals:
    """Each sequence's probability under its own player's moves alone: shape (S,)."""
    reach = tree.reaches(profile)
    own = np.zeros(tree.sequences)
    for level in tree.levels:
        moved = level.sequences >= 0
        own[level.sequences[moved]] = reach[level.nodes[moved], level.movers[moved]]
    return own
