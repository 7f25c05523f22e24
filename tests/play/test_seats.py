"""Seat assignment."""

from __future__ import annotations

import pytest

from keepmum.core.options import OptionError
from keepmum.games.avalon import KIND as AVALON
from keepmum.games.kuhn import KIND
from keepmum.games.secrets import KIND as SECRETS
from keepmum.games.secrets import Options
from keepmum.play.seats import (
    assign,
    check_numbers,
    check_roles,
    knows_names,
    names_of,
    parse_pairs,
    parse_seats,
    with_names,
)


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


NAMES = ("Ann", "Bob")


def test_names_take_seats_in_the_order_given_and_set_the_number_of_players() -> None:
    assert knows_names(SECRETS)
    assert not knows_names(KIND)
    assert with_names(SECRETS, {}, ["Zoe=a", "Ann=b", "Bob=c"]) == {"names": "Zoe,Ann,Bob", "players": "3"}
    assert with_names(SECRETS, {"players": "2"}, ["Ann=a", "Bob=b"])["players"] == "2"
    assert with_names(SECRETS, {"rounds": "1"}, ["all=a", "2=b"]) == {"rounds": "1"}
    assert with_names(SECRETS, {"names": "Ann,Bob"}, ["all=a", "2=b"]) == {"names": "Ann,Bob", "players": "2"}
    assert with_names(KIND, {}, ["Ann=a", "Bob=b"]) == {}
    assert names_of(Options(players=2, names=NAMES)) == NAMES
    assert names_of(object()) == ()


@pytest.mark.parametrize(
    ("given", "seats", "says"),
    [
        ({"players": "4"}, ["Ann=a", "Bob=b"], "2 players have names, and --players says 4"),
        ({}, ["Ann=a", "all=b"], "do not go together"),
        ({}, ["Ann=a", "Bob=b", "3=c"], "do not go together"),
        ({}, ["Ann=a", "player=b"], "do not go together"),
        ({}, ["Ann=a"], "--seat Ann=… names one player, and a table has at least 2 players"),
        ({}, ["alll=a"], "at least 2 players.*did you mean 'all'"),
        ({}, ["Ann=a", "Ann=b"], "--seat Ann=… is given twice"),
        ({}, ["Ann=a", "Bob=b", "Ann=a"], "--seat Ann=… is given twice"),
        ({}, ["all=a", "all=b"], "--seat all=… is given twice"),
        ({}, ["Ann", "Bob=b"], "--seat 'Ann' has nothing after a =: write WHO=…, such as --seat all=bot:random"),
        ({}, ["Bob=b", "Ann"], "--seat 'Ann' has nothing after a ="),
        ({}, ["Ann=", "Bob=b", "Cyd=c"], "--seat 'Ann=' has nothing after a ="),
        ({}, ["=a", "Bob=b"], "--seat '=a' has nothing before a ="),
        ({}, ["Ann,Bob=a", "Cyd=b"], "a name has no comma"),
    ],
)
def test_names_that_do_not_fit_are_said(given: dict[str, str], seats: list[str], says: str) -> None:
    with pytest.raises(OptionError, match=says):
        with_names(SECRETS, given, seats)


def test_a_name_comes_before_a_number_and_is_known_in_any_case() -> None:
    assert parse_seats(["ANN=a", "all=b"], SECRETS, NAMES) == {"Ann": "a", "all": "b"}
    assert parse_pairs(["bob=Hush."], SECRETS, ("--instruct", "x"), NAMES) == {"Bob": "Hush."}
    seats = {"Ann": "a", "1": "b", "2": "c", "all": "d"}
    assert assign(seats, ("player",) * 3, {}, (*NAMES, "Cyd")) == ("a", "c", "d")
    with pytest.raises(OptionError, match="add --seat Bob=AGENT or --seat all=AGENT"):
        assign({"Ann": "a"}, ("player",) * 2, {}, NAMES)
    with pytest.raises(OptionError, match="did you mean 'Ann'"):
        parse_seats(["Anm=a"], SECRETS, NAMES)


def test_a_role_that_is_not_in_play_cannot_be_taken() -> None:
    dealt = AVALON.deal(AVALON.options(), 1, 0).roles
    check_roles({"all": "a", "evil": "b", "merlin": "c", "3": "d"}, AVALON, dealt)
    with pytest.raises(OptionError, match=r"nobody is mordred with .*in play: merlin, percival, servant, morgana"):
        check_roles({"all": "a", "mordred": "b"}, AVALON, dealt)
    check_roles({"mordred": "b"}, AVALON, AVALON.deal(AVALON.options(roles=("merlin", "mordred")), 1, 0).roles)
