from fractions import Fraction
from math import inf

import numpy as np
import pytest

from keepmum.theory.rounding import Side, rounded


@pytest.mark.parametrize(
    ("value", "lower", "upper"),
    [
        (0.3055555555555556, "0.305555", "0.305556"),
        (Fraction(1495, 3696), "0.404491", "0.404492"),
        (0.841138501, "0.841138", "0.841139"),
        (Fraction(1, 4), "0.250000", "0.250000"),
        (0.25, "0.250000", "0.250000"),
        (1, "1.000000", "1.000000"),
        (-1 / 18, "-0.055556", "-0.055555"),
        (-1e-9, "-0.000001", "0.000000"),
        (inf, "inf", "inf"),
    ],
)
def test_a_bound_is_printed_where_it_is_true(value: float, lower: str, upper: str) -> None:
    assert (rounded(value, Side.LOWER), rounded(value, Side.UPPER)) == (lower, upper)


def test_what_is_printed_never_claims_more() -> None:
    for value in np.random.default_rng(1).random(2_000):
        for places in (2, 3, 6):
            low, high = (Fraction(rounded(float(value), side, places)) for side in (Side.LOWER, Side.UPPER))
            assert low <= Fraction(float(value)) <= high <= low + Fraction(1, 10**places)
            assert rounded(float(value), Side.NEAREST, places) in (
                f"{float(low):.{places}f}",
                f"{float(high):.{places}f}",
            )
