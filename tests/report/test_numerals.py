"""What a table prints is the number: reading it back gives the number again, to the digits shown."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keepmum.report.numerals import short


@given(st.floats(-1e6, 1e6), st.integers(1, 4))
def test_what_is_printed_reads_back_as_the_number(value: float, digits: int) -> None:
    assert abs(float(short(value, digits)) - value) <= 0.5000001 * 10**-digits


@pytest.mark.parametrize(
    ("value", "text"),
    [(20.0, "20.00"), (80.25, "80.25"), (0.5, ".50"), (-0.5, "-.50"), (-0.001, ".00"), (10.0, "10.00")],
)
def test_only_a_leading_zero_goes(value: float, text: str) -> None:
    assert short(value) == text
