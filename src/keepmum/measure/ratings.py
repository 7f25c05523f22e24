"""Ratings: how strong players are, from who came out ahead of whom (R. A. Bradley and M. E. Terry, 1952).

A match is every pair of seats of different players: who was paid more has won the pair, and equal pay is half a win for
each. The pairs of a match share one weight, so that a full table does not count for more than a small one. The ratings
are those of greatest likelihood, in points of 400 to a factor of ten in the odds: a lead of d points is an expected
share of 1 / (1 + 10^(-d/400)), ties counted as halves. They average 0 among players who can be compared.

Where somebody won or lost everything (more exactly: where the players fall into two groups, of which the second never
took anything from the first) no rating is greatest. Then, and only then, one drawn match is added, spread over the
pairs that met, and who is infinitely far from the most players is marked as held by it, and has no interval. The same
is done in each draw of the bootstrap, which draws whole matches; there, who is infinitely far counts as that, so that
an interval may be open.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from keepmum.measure.stats import Estimate, percentiles

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

POINTS = 400 / math.log(10)
DRAWS = 1000
MOST_STEPS = 100
CLOSE = 1e-9


@dataclass(frozen=True, slots=True)
class Rating:
    """One player's points. `share`: its mean score against all whom it met, from 0 (lost everything) to 1.

    `held`: its points are finite only by the drawn match, and have no interval.
    """

    points: Estimate
    share: float
    held: bool


@dataclass(frozen=True, slots=True)
class Ratings:
    """The ratings by player. `groups`: who can be compared with whom; points compare within a group only."""

    players: dict[str, Rating]
    groups: tuple[tuple[str, ...], ...]

    @property
    def held(self) -> tuple[str, ...]:
        """The players that a drawn match holds."""
        return tuple(name for name, rating in self.players.items() if rating.held)


def ratings(matches: Sequence[Sequence[tuple[str, float]]]) -> Ratings:
    """Rate the players of some matches, each the (player, pay) of its seats. A match of one player with itself is void.

    Players who met nobody are not rated.
    """
    met = [wins for match in matches if (wins := pair_wins(match))]
    names = sorted({name for wins in met for pair in wins for name in pair})
    found: dict[str, Rating] = {}
    groups = _groups(names, met)
    for group in groups:
        found |= _rate(group, [wins for wins in met if next(iter(wins))[0] in group])
    return Ratings(found, groups)


def pair_wins(match: Sequence[tuple[str, float]]) -> dict[tuple[str, str], float]:
    """What each player won of each other in a match, by (winner, loser), 0 included; all sums to 1, or is empty."""
    pairs = [(a, b) for a, b in combinations(match, 2) if a[0] != b[0]]
    wins: dict[tuple[str, str], float] = {}
    for (first, paid), (second, other) in pairs:
        won = 0.5 if paid == other else float(paid > other)
        for pair, part in (((first, second), won), ((second, first), 1 - won)):
            wins[pair] = wins.get(pair, 0.0) + part / len(pairs)
    return wins


def _groups(names: list[str], met: Sequence[dict[tuple[str, str], float]]) -> tuple[tuple[str, ...], ...]:
    """The players in groups of those who met, directly or through others; the largest first."""
    left = {name: {name} for name in names}
    for first, second in {pair for wins in met for pair in wins}:
        joined = left[first] | left[second]
        left.update(dict.fromkeys(joined, joined))
    return tuple(sorted({tuple(sorted(group)) for group in left.values()}, key=lambda group: (-len(group), group)))


def _rate(group: tuple[str, ...], met: Sequence[dict[tuple[str, str], float]]) -> dict[str, Rating]:
    """One group's ratings."""
    import numpy as np

    place = {name: number for number, name in enumerate(group)}
    k, n = len(group), len(met)
    each = np.zeros((n, k, k))
    for number, wins in enumerate(met):
        for (winner, loser), part in wins.items():
            each[number, place[winner], place[loser]] = part
    flat = each.reshape(n, k * k)
    counts = np.random.default_rng(0).multinomial(n, np.full(n, 1 / n), size=DRAWS if n > 1 else 0)
    wins = np.concatenate([flat.sum(axis=0)[None], counts @ flat]).reshape(-1, k, k)
    share = wins[0].sum(axis=1) / (wins[0] + wins[0].T).sum(axis=1)
    side = _hold(wins)
    points = POINTS * strengths(wins)
    drawn = np.where(side == 0, points, np.inf * np.where(side == 0, 1, side))[1:]
    found: dict[str, Rating] = {}
    for at, name in enumerate(group):
        held, value = side[0, at] != 0, float(points[0, at])
        estimate = Estimate(value, None, None, n) if held else percentiles(value, drawn[:, at], n)
        found[name] = Rating(estimate, float(share[at]), bool(held))
    return found


def _hold(wins: NDArray[np.float64]) -> NDArray[np.float64]:
    """Add a drawn match, in place, to each table of wins that has no ratings of greatest likelihood.

    They exist just where everybody can be reached from everybody along wins (L. R. Ford, 1957). Tells for each table
    and player: 0 if it has a finite place among the most (the largest set who reach one another, or none if there are
    two such sets), 1 or -1 if it is infinitely above or below them, nan if there is no saying.
    """
    import numpy as np

    k = wins.shape[1]
    reach = (wins > 0) | np.eye(k, dtype=bool)
    for _ in range(k.bit_length()):
        reach = reach @ reach
    met = (wins[0] + wins[0].T) > 0
    wins[[not each.all() for each in reach]] += met / met.sum()
    back = reach.transpose(0, 2, 1)
    size = (reach & back).sum(axis=2)
    most = size.max(axis=1, keepdims=True)
    largest = size == most
    settled = largest & (largest.sum(axis=1, keepdims=True) == most) & (most > 1)
    others = np.where(settled.any(axis=1, keepdims=True), settled, True)[:, None, :]
    side = np.sign((reach & ~back & others).sum(axis=2) - (back & ~reach & others).sum(axis=2))
    return np.where((side == 0) & ~settled, np.nan, side)


def strengths(wins: NDArray[np.float64]) -> NDArray[np.float64]:
    """The log strengths of greatest likelihood for tables of wins (tables, k, k), by Newton's steps; each averages 0.

    Every table must have some (see Ratings): otherwise the steps run away.
    """
    import numpy as np

    games, won = wins + wins.transpose(0, 2, 1), wins.sum(axis=2)
    theta = np.zeros_like(won)
    for _ in range(MOST_STEPS):
        step = _step(theta, games, won)
        theta += step * np.minimum(1, 2 / np.maximum(np.abs(step).max(axis=1, keepdims=True), CLOSE))
        if np.abs(step).max() < CLOSE:
            break
    return np.subtract(theta, theta.mean(axis=1, keepdims=True))


def _step(theta: NDArray[np.float64], games: NDArray[np.float64], won: NDArray[np.float64]) -> NDArray[np.float64]:
    """Newton's step towards the greatest likelihood; added to the curvature, 1/k keeps the mean where it is."""
    import numpy as np

    k = won.shape[1]
    expected = games / (1 + np.exp(theta[:, None, :] - theta[:, :, None]))
    slope = won - expected.sum(axis=2)
    curve = -expected * expected.transpose(0, 2, 1) / np.where(games > 0, games, 1)
    curve[:, range(k), range(k)] = -curve.sum(axis=2)
    return np.asarray(np.linalg.solve(curve + 1 / k, slope[..., None])[..., 0], dtype=np.float64)
