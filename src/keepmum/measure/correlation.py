"""How two things go together over seats: over all, and within players, whose own means are then taken out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from keepmum.measure.stats import ABSENT, Estimate, resampled

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SAME = 1e-12


@dataclass(frozen=True, slots=True)
class Point:
    """One seat: its match, who sat there, and the two numbers."""

    match: int
    who: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Correlation:
    """How x and y go together, by Pearson and by Spearman, with intervals that draw whole matches.

    `pooled` takes all seats alike, so that it also tells who plays: with few players, little else. `within` takes each
    player's own mean out of x and y first (and Spearman ranks what is left): whether a player does better when it does
    more. Absent where x or y does not vary, and so said in `constant`, by what it is constant in.
    """

    pooled_pearson: Estimate
    pooled_spearman: Estimate
    within_pearson: Estimate
    within_spearman: Estimate
    matches: int
    seats: int

    @property
    def constant(self) -> tuple[str, ...]:
        """Where there is no correlation: "pooled", "within"."""
        cases = {"pooled": self.pooled_pearson, "within": self.within_pearson}
        return tuple(name for name, found in cases.items() if found.absent)


def correlation(points: Sequence[Point], draws: int = 1000) -> Correlation:
    """The correlation of x and y over some seats."""
    import numpy as np

    if not points:
        return Correlation(ABSENT, ABSENT, ABSENT, ABSENT, 0, 0)
    ordered = sorted(points, key=lambda point: point.match)
    people = {who: number for number, who in enumerate(dict.fromkeys(point.who for point in ordered))}
    data = np.array([(point.x, point.y) for point in ordered])
    who = np.array([people[point.who] for point in ordered])
    _, first, size = np.unique([point.match for point in ordered], return_index=True, return_counts=True)

    def statistic(drawn: NDArray[np.int64]) -> list[float]:
        taken = _places(first[drawn], size[drawn])
        return _four(data[taken], who[taken])

    pooled, pooled_ranks, within, within_ranks = resampled(len(first), statistic, draws)
    return Correlation(pooled, pooled_ranks, within, within_ranks, len(first), len(points))


def _places(first: NDArray[np.int64], size: NDArray[np.int64]) -> NDArray[np.int64]:
    """The places first, first + 1, … of each match drawn, `size` of them, one match after another."""
    import numpy as np

    before = np.cumsum(size) - size
    return np.asarray(np.repeat(first - before, size) + np.arange(size.sum()), dtype=np.int64)


def _four(data: NDArray[np.float64], who: NDArray[np.int64]) -> list[float]:
    """Pearson's and Spearman's, pooled and within."""
    import numpy as np

    counts = np.bincount(who)
    means = np.stack([np.bincount(who, data[:, side]) / np.maximum(counts, 1) for side in (0, 1)], axis=1)
    own = data - means[who]
    own[np.abs(own) < SAME] = 0.0
    return [found for each in (data, own) for found in (_pearson(each), _pearson(_ranks(each)))]


def _ranks(data: NDArray[np.float64]) -> NDArray[np.float64]:
    """Each column's ranks; equal numbers share the middle of theirs."""
    import numpy as np

    ranks = np.empty_like(data)
    for side in (0, 1):
        _, place, count = np.unique(data[:, side], return_inverse=True, return_counts=True)
        ranks[:, side] = (np.cumsum(count) - (count - 1) / 2)[place]
    return ranks


def _pearson(data: NDArray[np.float64]) -> float:
    """Pearson's correlation of two columns, nan where one does not vary."""
    import numpy as np

    off = data - data.mean(axis=0)
    squares = (off * off).sum(axis=0)
    scale = float(np.sqrt(squares.prod()))
    return float((off[:, 0] * off[:, 1]).sum()) / scale if scale > SAME else float("nan")
