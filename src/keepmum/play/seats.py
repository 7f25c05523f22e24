"""Seat assignment: which agent plays which seat, by number, by role, or all alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from keepmum.core.kind import GameKind
from keepmum.core.options import OptionError, unknown

EVERY = "all"


def parse_seats(given: Sequence[str], kind: GameKind) -> dict[str, str]:
    """Read `--seat WHO=AGENT` texts, where WHO is a role, a seat's number from 1, or "all". Raises OptionError."""
    return parse_pairs(given, kind, ("--seat", "all=bot:random"))


def parse_pairs(given: Sequence[str], kind: GameKind, flag: tuple[str, str]) -> dict[str, str]:
    """Read `WHO=TEXT` texts of a flag; `flag` is its name and an example. Raises OptionError."""
    name, example = flag
    pairs: dict[str, str] = {}
    for text in given:
        who, equals, rest = text.partition("=")
        if not equals or not rest:
            raise OptionError(f"{name} {text!r}: write WHO=…, such as {name} {example}")
        who = str(int(who)) if who.isascii() and who.isdecimal() else who
        if who != EVERY and who not in kind.roles and not (who.isascii() and who.isdecimal()):
            known = [EVERY, *kind.roles, "a seat's number from 1"]
            raise OptionError(f"{name} {text!r}: nobody at {kind.title} is called {unknown(who, known)}")
        if who in pairs:
            raise OptionError(f"{name} {who}=… is given twice; give it once")
        pairs[who] = rest
    return pairs


def assign(seats: Mapping[str, str], roles: Sequence[str]) -> tuple[str, ...]:
    """The agent of each seat: by its number, else by its role, else "all". Raises OptionError where there is none."""
    return tuple(_agent(seats, seat, role) for seat, role in enumerate(roles))


def _agent(seats: Mapping[str, str], seat: int, role: str) -> str:
    for who in (str(seat + 1), role, EVERY):
        if who in seats:
            return seats[who]
    raise OptionError(f"nobody plays the {role} seat {seat + 1}: add --seat {role}=AGENT or --seat all=AGENT")


def check_numbers(seats: Mapping[str, str], players: int) -> None:
    """Raises OptionError for a seat number that is not at the table."""
    for who in seats:
        if who.isdecimal() and not 1 <= int(who) <= players:
            raise OptionError(f"--seat {who}=…: there are seats 1 to {players}")
