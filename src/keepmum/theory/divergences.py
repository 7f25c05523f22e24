"""How far apart response distributions are: KL and L1, for two outcomes and for a whole strategy."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import permutations
from math import atanh, inf, log, log1p, nextafter

from keepmum.theory.domains import require, require_probability

Row = Sequence[float]
"""One response distribution: |R| probabilities that sum to 1."""

Matrix = Sequence[Row]
"""A stationary strategy: K rows, one a secret word, over the same |R| responses."""

_SUM_TOLERANCE = 1e-9
_BISECTIONS = 200
_ROUNDING = 1e-13
_SERIES, _TERMS = 0.1, 16


def kl(p: Row, q: Row) -> float:
    """KL(p || q) in nats, never below 0, whatever rounding does; infinite where p puts mass and q none."""
    if any(a > 0 and b == 0 for a, b in zip(p, q, strict=True)):
        return inf
    return max(0.0, sum(float(a) * log(a / b) for a, b in zip(p, q, strict=True) if a > 0))


def l1(p: Row, q: Row) -> float:
    """The L1 distance of two distributions, between 0 and 2."""
    return float(sum(abs(a - b) for a, b in zip(p, q, strict=True)))


def alpha_kl(matrix: Matrix) -> float:
    """The smallest alpha for which the strategy is alpha-KL pairwise concealing (paper, section 4.1), in nats."""
    require_strategy(matrix)
    return max(kl(p, q) for p, q in permutations(matrix, 2))


def alpha_l1(matrix: Matrix) -> float:
    """The largest alpha for which the strategy is alpha-L1 pairwise revealing (paper, section 4.1)."""
    require_strategy(matrix)
    return min(l1(p, q) for p, q in permutations(matrix, 2))


def phi(matrix: Matrix) -> float:
    """The phi of Prop 8: the smallest over all ordered pairs of words (the proof needs all of them), at least 2."""
    require_strategy(matrix)
    return min(weissman_phi(theta(p, q)) for p, q in permutations(matrix, 2))


def theta(p: Row, q: Row) -> float:
    """The theta of Prop 8: the most balanced split, under p, of {p>q}, {p=q}, {p<q}; between 0 and 1/2."""
    masses = [0.0, 0.0, 0.0]
    for a, b in zip(p, q, strict=True):
        masses[(a > b) - (a < b) + 1] += float(a)
    return min(max(min(mass, sum(masses) - mass) for mass in masses), 0.5)


def weissman_phi(split: float) -> float:
    """log((1-theta)/theta) / (1-2 theta) at theta = `split`: 2 at 1/2, infinite at 0 (Weissman et al. 2003)."""
    require(0 <= split <= 0.5, "0 <= theta <= 1/2", split)
    tilt = 1 - 2 * float(split)
    if tilt in (0, 1):
        return inf if tilt else 2.0
    return max(2 * atanh(tilt) / tilt, 2.0)


def binary_kl(q: float, p: float) -> float:
    """d(q || p), the KL divergence of two coins, in nats."""
    require_probability(q, "q")
    require_probability(p, "p")
    return kl((q, 1 - q), (p, 1 - p))


def pmax(q: float, nats: float) -> float:
    """The largest p with d(q || p) <= nats, rounded up: never below the true one, and at most 1e-8 above it.

    The larger of two bisections: one on the divergence as `binary_kl` rounds it, which is how the published values
    came about, and one free of cancellation. They differ near nats = 0, where d is flat.
    """
    require_probability(q, "q")
    require(nats >= 0, "nats >= 0", nats)
    plain, _ = _bisected(lambda p: binary_kl(q, p) <= nats, q, 1.0)
    _, step = _bisected(lambda step: _binary_kl_above(q, step) * (1 - _ROUNDING) <= nats, 0.0, 1.0 - q)
    if nats == 0:
        return max(plain, q)
    above = min(1.0, q + step)
    if Fraction(above) < min(Fraction(1), Fraction(q) + Fraction(step)):
        above = nextafter(above, 1.0)
    return max(plain, above)


def _bisected(holds: Callable[[float], bool], low: float, high: float) -> tuple[float, float]:
    """Two neighbours between which `holds` ends; the second is `high` where it never does."""
    for _ in range(_BISECTIONS):
        middle = (low + high) / 2
        if holds(middle):
            low = middle
        else:
            high = middle
    return low, high


def _binary_kl_above(q: float, step: float) -> float:
    """d(q || q + step) without cancellation: with h(x) = x - log(1 + x), q h(step/q) + (1-q) h(-step/(1-q))."""
    if step >= 1 - q:
        return inf if q < 1 else 0.0
    rest = (1 - q) * _left_of_log(-step / (1 - q))
    return (q * _left_of_log(step / q) if q * q > 0 else step) + rest


def _left_of_log(x: float) -> float:
    """x - log(1 + x), by its series where they nearly cancel."""
    if abs(x) > _SERIES:
        return x - log1p(x)
    return x * x * sum((-x) ** n / (n + 2) for n in range(_TERMS))


def require_strategy(matrix: Matrix) -> None:
    """Raise ValueError unless the matrix has two or more rows, each a distribution over the same responses."""
    require(len(matrix) >= 2, "a matrix of at least 2 rows (one a word)", len(matrix))
    require(len({len(row) for row in matrix}) == 1, "rows of one length", [len(row) for row in matrix])
    for row in matrix:
        require(all(p >= 0 for p in row), "probabilities >= 0", list(row))
        require(abs(sum(row) - 1) <= _SUM_TOLERANCE, "rows that sum to 1", float(sum(row)))
