"""Millions of matches of one strategy, seeded, with the standard error."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from keepmum.theory.arrays import Indices
from keepmum.theory.domains import require
from keepmum.theory.strategies import Strategy


@dataclass(frozen=True, slots=True)
class Simulation:
    """How many matches were played, in how many the chameleon was identified, and how many the team won."""

    matches: int
    identified: int
    won: int

    @property
    def win(self) -> float:
        """The share of matches the non-chameleons won."""
        return self.won / self.matches

    @property
    def identification(self) -> float:
        """The share of matches in which the chameleon was identified."""
        return self.identified / self.matches

    @property
    def standard_error(self) -> float:
        """Of `win`."""
        return sqrt(self.win * (1 - self.win) / self.matches)


@dataclass(frozen=True, slots=True)
class Trace:
    """What happened, a row a match: enough to play the same matches again by the rules of the game."""

    word: Indices
    chameleon: Indices
    accused: Indices
    guess: Indices
    """-1 where the chameleon was not identified."""
    said: Indices
    """Shape (matches, N): answers, for schedules as sets of bits with 0 for null, for split votes the ballots.

    Of tabled strategies (matches, 2 N): answers, then ballots. Of pi^amb as printed: the words in all sets so far.
    """


def simulate(strategy: Strategy, matches: int, seed: int = 0) -> Simulation:
    """Play `matches` matches on one core; the same seed gives the same matches. Needs numba (the extra `theory`)."""
    none = np.zeros((0, 4), dtype=np.int64)
    return Simulation(matches, *strategy.play(_run(matches, seed), (none, none)))


def trace(strategy: Strategy, matches: int, seed: int = 0) -> Trace:
    """The first matches of a simulation with this seed, as arrays."""
    log = np.zeros((matches, 4), dtype=np.int64)
    said = np.zeros((matches, strategy.players * strategy.columns), dtype=np.int64)
    strategy.play(_run(matches, seed), (log, said))
    return Trace(log[:, 0], log[:, 1], log[:, 2], log[:, 3], said)


def _run(matches: int, seed: int) -> tuple[int, NDArray[np.uint64]]:
    require(matches >= 1, "matches >= 1", matches)
    require(0 <= seed < 2**64, "0 <= seed < 2^64", seed)
    mixed = np.random.SeedSequence(seed).generate_state(1, np.uint64).astype(np.uint64)
    return matches, mixed
