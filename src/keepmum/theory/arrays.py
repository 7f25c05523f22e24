"""The names of the arrays that theory computes with."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Indices: TypeAlias = NDArray[np.int64]
Reals: TypeAlias = NDArray[np.float64]


def normal(block: Reals, least: float = 0.0) -> Reals:
    """Distributions along the last axis, as a programme leaves them: what is below `least` is 0, the rest sums to 1."""
    kept = np.where(block < least, 0.0, np.maximum(block, 0.0))
    return kept / kept.sum(axis=-1, keepdims=True)
