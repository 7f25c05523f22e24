"""Seat assignment."""

from __future__ import annotations

import pytest

from keepmum.core.options import OptionError
from keepmum.games.kuhn import KIND
from keepmum.play.seats import assign, check_numbers, parse_seats


def test_a_number_comes_before_a_role_and_a_role_before_all() -> None:
    seats = parse_seats(["all=a", "second=b", "1=c=d"], KIND)
    assert assign(seats, ("first", "second")) == ("c=d", "b")
    assert assign({"all": "a"}, ("x", "y", "z")) == ("a", "a", "a")


@pytest.mark.parametrize(
    ("texts", "says"),
    [
        (["all"], "WHO=…"),
        (["all="], "WHO=…"),
        (["frist=a"], "did you mean 'first'"),
        (["all=a", "all=b"], "given twice"),
    ],
)
def test_what_is_wrong_is_said(texts: list[str], says: str) -> None:
    with pytest.raises(OptionError, match=says):
        parse_seats(texts, KIND)


def test_a_number_is_a_number_however_it_is_written() -> None:
    assert parse_seats(["01=a", "all=b"], KIND) == {"1": "a", "all": "b"}
    with pytest.raises(OptionError, match="given twice"):
        parse_seats(["01=a", "1=b"], KIND)
    with pytest.raises(OptionError, match="nobody at"):
        parse_seats(["١=a"], KIND)


def test_an_empty_seat_is_said() -> None:
    with pytest.raises(OptionError, match="nobody plays the second seat 2: add --seat second=AGENT"):
        assign({"first": "a"}, ("first", "second"))
    with pytest.raises(OptionError, match="seats 1 to 2"):
        check_numbers({"3": "a"}, 2)
