"""What the chameleon that replies best makes of counted clues, taken as a stationary strategy.

Counts are (K, R): K words, R clues.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb

import numpy as np

from keepmum.theory.arrays import Indices
from keepmum.theory.divergences import Matrix
from keepmum.theory.domains import require_players
from keepmum.theory.reading import counted_laws
from keepmum.theory.replies import stationary_reply

MAX_REPLY = 20_000
"""The largest C(N+R-1, N) K min(N, R) that the best reply is computed for: about ten seconds."""


def condensed(counts: Indices) -> tuple[Indices, list[list[int]]]:
    """The counts with clues merged that say the same, and which clues went into each column.

    Two clues say the same if their counts are proportional, word by word. Nothing is lost: whoever answers one of them
    can draw between them as the others do, and whoever hears them learns the same from either.
    """
    columns: dict[tuple[Fraction, ...], list[int]] = {}
    for clue, column in enumerate(counts.T):
        if total := int(column.sum()):
            columns.setdefault(tuple(Fraction(int(n), total) for n in column), []).append(clue)
    merged = [counts[:, clues].sum(axis=1) for clues in columns.values()]
    return np.array(merged, dtype=np.int64).T, list(columns.values())


@dataclass(frozen=True, slots=True)
class BestChameleon:
    """What the best-responding chameleon leaves to the team, and how it answers: a probability for each clue.

    `win` is exact for the best votes that are all alike, a hidden coin allowed.
    """

    win: float
    law: tuple[float, ...]

    @property
    def win_any(self) -> float:
        """What no votes exceed, split ones included: they win at most twice as much (docs/theory.md)."""
        return min(1.0, 2 * self.win)


def reply_size(players: int, words: int, clues: int) -> int:
    """How large the programme of the best reply is, to be held against `MAX_REPLY`."""
    return comb(players + clues - 1, players) * words * min(players, clues)


def best_chameleon(counts: Indices, players: int) -> BestChameleon | None:
    """The best reply to the counted distributions, taken as the strategy, and the team's win after its best vote alike.

    Exact by linear programme (see `replies.stationary_reply`); None if it would be too large.
    """
    require_players(players)
    merged, groups = condensed(counts)
    if reply_size(players, *merged.shape) > MAX_REPLY:
        return None
    matrix: Matrix = counted_laws(merged).tolist()
    reply = stationary_reply(matrix, players)
    law = np.zeros(counts.shape[1])
    for share, clues in zip(reply.laws[0], groups, strict=True):
        totals = counts[:, clues].sum(axis=0)
        law[clues] = share * totals / totals.sum()
    return BestChameleon(max(reply.value, 0.0), tuple(map(float, law)))
