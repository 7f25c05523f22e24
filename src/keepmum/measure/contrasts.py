"""Differences told within the same match and player, such as what places in a list do: contrasts of least squares."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Sequence
from typing import TYPE_CHECKING

from keepmum.measure.stats import ABSENT, Estimate, student_quantile

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

ROUNDING = 1e-9


def contrasts_within(
    values: Sequence[float], columns: NDArray[np.float64], groups: Sequence[Hashable], clusters: Sequence[Hashable]
) -> Callable[[Sequence[float]], Estimate]:
    """Least squares of values on columns, each less its group's mean; gives the estimate of any contrast of columns.

    Intervals are by clusters, with Student's t. A contrast that the data cannot tell is absent; one that every cluster
    shows alike has no interval.
    """
    import numpy as np

    if not values:
        return lambda contrast: ABSENT
    numbers = {group: number for number, group in enumerate(dict.fromkeys(groups))}
    places = np.array([numbers[group] for group in groups])
    sizes = np.bincount(places)[:, None]
    table = np.column_stack([np.array(values, dtype=float), columns])
    means = np.zeros((len(sizes), table.shape[1]))
    np.add.at(means, places, table)
    table = table - (means / sizes)[places]
    return lambda contrast: _contrasted(table[:, 0], table[:, 1:], clusters, np.array(contrast))


def mean_difference(differences: Sequence[float], clusters: Sequence[Hashable]) -> Estimate:
    """The mean of differences, which may have either sign, with an interval by clusters. `n` counts the differences."""
    import numpy as np

    if not differences:
        return ABSENT
    return _contrasted(np.array(differences), np.ones((len(differences), 1)), clusters, np.array([1.0]))


def _contrasted(
    y: NDArray[np.float64], x: NDArray[np.float64], clusters: Sequence[Hashable], contrast: NDArray[np.float64]
) -> Estimate:
    """A contrast of least-squares coefficients, with the sandwich variance by clusters (Liang and Zeger, 1986)."""
    import numpy as np

    inverse = np.linalg.pinv(x.T @ x, rcond=ROUNDING, hermitian=True)
    if not np.allclose(contrast @ inverse @ (x.T @ x), contrast, atol=1e-6):
        return Estimate(None, None, None, len(y))
    coefficients = inverse @ (x.T @ y)
    value = float(contrast @ coefficients)
    names = {name: place for place, name in enumerate(dict.fromkeys(clusters))}
    count = len(names)
    scores = np.zeros((count, x.shape[1]))
    np.add.at(scores, [names[name] for name in clusters], x * (y - x @ coefficients)[:, None])
    spread = scores @ inverse @ contrast
    if count < 2 or np.max(np.abs(spread)) < ROUNDING:
        return Estimate(value, None, None, len(y))
    half = student_quantile(count - 1) * math.sqrt(float(spread @ spread) * count / (count - 1))
    return Estimate(value, value - half, value + half, len(y))
