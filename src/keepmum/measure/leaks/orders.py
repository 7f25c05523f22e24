"""The same clues in another order: what the m-th to be heard adds, whoever said it (the paper's Figure 4)."""

from __future__ import annotations

from itertools import permutations
from math import factorial
from random import Random
from typing import TYPE_CHECKING, TypeAlias

from keepmum.measure.leaks.listener import log_prior, shares
from keepmum.measure.leaks.trace import NEARLY, Trace

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float64]

MOST_ORDERS = 24
"""Of more orders so many are drawn, each utterance as often first as any other."""


def permuted(trace: Trace, evidence: Floats, sharpness: float) -> tuple[Floats, Floats]:
    """Mean over orders of the informed utterances: what the m-th heard adds in bits, and P(the truth is likeliest).

    Each of shape (informed,). For listeners whose evidence does not depend on what was said before.
    """
    import numpy as np

    hidden, rows = trace.case.hidden, evidence[list(trace.informed)] * sharpness
    orders = np.array(_orders(len(rows)), dtype=np.intp)
    weights = shares(log_prior(hidden.prior) + rows[orders].cumsum(axis=1))
    truth = weights[..., hidden.truth]
    leak = np.log2(truth / hidden.prior[hidden.truth])
    ahead = (weights > truth[..., None] * (1 + NEARLY)).sum(axis=-1)
    ties = (weights >= truth[..., None] * (1 - NEARLY)).sum(axis=-1)
    first = np.where(ahead == 0, 1 / ties, 0.0)
    return np.diff(leak, axis=1, prepend=0.0).mean(axis=0), first.mean(axis=0)


def _orders(many: int) -> list[tuple[int, ...]]:
    """All orders, or rotations of some drawn ones."""
    if factorial(many) <= MOST_ORDERS:
        return list(permutations(range(many)))
    rng = Random(many)
    found: list[tuple[int, ...]] = []
    while len(found) < MOST_ORDERS:
        order = rng.sample(range(many), many)
        found += [(*order[turn:], *order[:turn]) for turn in range(min(many, MOST_ORDERS))]
    return found
