"""A bound is printed on the side on which it stays true: a lower one rounded down, an upper one up."""

from __future__ import annotations

from enum import Enum
from fractions import Fraction
from math import ceil, floor, isfinite


class Side(Enum):
    """What a printed number claims: at least this, at most this, or about this."""

    LOWER = "lower"
    UPPER = "upper"
    NEAREST = "nearest"


ROUND = {Side.LOWER: floor, Side.UPPER: ceil, Side.NEAREST: round}


def rounded(value: float | Fraction, side: Side, places: int = 6) -> str:
    """The value to so many decimals, rounded exactly, so that what is printed claims no more than what is known."""
    if not isfinite(value):
        return str(value)
    units = ROUND[side](Fraction(value) * 10**places)
    return f"{'-' if units < 0 else ''}{abs(units) // 10**places}.{abs(units) % 10**places:0{places}d}"
