"""Seat assignment: which agent plays which seat, by name, by number, by role or side, or all alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any

from keepmum.core.kind import GameKind
from keepmum.core.options import OptionError, unknown

EVERY = "all"
NAMES = "names"
SEAT = ("--seat", "all=bot:random")
"""The flag that seats an agent, with an example."""
NO_SIDES: Mapping[str, str] = {}


class NobodyCalled(OptionError):
    """A WHO that nobody at the table goes by."""


def knows_names(kind: GameKind) -> bool:
    """Whether players of this game may go by names: its options have a field for them."""
    return any(field.name == NAMES for field in fields(kind.options))


def names_of(options: Any) -> tuple[str, ...]:
    """What the players are called, seat by seat; nothing where they go by numbers."""
    names = getattr(options, NAMES, ())
    return names if isinstance(names, tuple) else ()


def with_names(kind: GameKind, given: Mapping[str, str], seats: Sequence[str]) -> dict[str, str]:
    """The game's options as `given`, with the names that --seat gives, which take seats 1 to n, and so many players.

    Where --names are given, they are the names, and --seat may be said in any way. Otherwise names do not go together
    with numbers, roles or "all". Raises OptionError where numbers of players do not agree, too.
    """
    options = dict(given)
    if not knows_names(kind):
        return options
    if NAMES not in options:
        names = _named(kind, seats)
        if not names:
            return options
        options[NAMES] = ",".join(names)
    count = options[NAMES].count(",") + 1
    if options.setdefault("players", str(count)) != str(count):
        raise OptionError(f"{count} players have names, and --players says {options['players']}; give one of the two")
    return options


def _named(kind: GameKind, seats: Sequence[str]) -> list[str]:
    """The names among the WHO of --seat texts, in their order."""
    given = [_split(text, SEAT)[0] for text in seats]
    for who in given:
        if given.count(who) > 1:
            raise OptionError(f"--seat {who}=… is given twice; give it once")
    names = [who for who in given if not _common(who, kind)]
    others = [who for who in given if _common(who, kind)]
    if names and others:
        raise OptionError(
            f"--seat {names[0]}=… and --seat {others[0]}=… do not go together: where seats have names, name every one"
            " (or list them, --names Ann,Bob,…, and seat them as you like)."
            f" If no name is meant: {unknown(names[0], _known(kind))}"
        )
    if len(names) == 1:
        raise OptionError(
            f"--seat {names[0]}=… names one player, and a table has at least 2 players: name every one,"
            f" --seat NAME=AGENT for each. If no name is meant: {unknown(names[0], _known(kind))}"
        )
    if any("," in name for name in names):
        raise OptionError(f"--seat {next(name for name in names if ',' in name)}=…: a name has no comma")
    return names


def _common(who: str, kind: GameKind) -> bool:
    """Whether WHO means the same at every table of this game: all, a role, a side, or a number."""
    return who in (EVERY, *kind.roles, *kind.sides.values()) or (who.isascii() and who.isdecimal())


def parse_seats(given: Sequence[str], kind: GameKind, names: tuple[str, ...] = ()) -> dict[str, str]:
    """Read `--seat WHO=AGENT` texts, where WHO is a name, role, side, number from 1, or "all". OptionError."""
    return parse_pairs(given, kind, SEAT, names)


def parse_pairs(
    given: Sequence[str], kind: GameKind, flag: tuple[str, str], names: tuple[str, ...] = ()
) -> dict[str, str]:
    """Read `WHO=TEXT` texts of a flag; `flag` is its name and an example. Raises OptionError, NobodyCalled."""
    name, _ = flag
    pairs: dict[str, str] = {}
    for text in given:
        who, rest = _split(text, flag)
        who = _who(who, names)
        if not _common(who, kind) and who not in names:
            known = unknown(who, [*names, *_known(kind)])
            raise NobodyCalled(f"{name} {text!r}: nobody at {kind.title} is called {known}")
        if who in pairs:
            raise OptionError(f"{name} {who}=… is given twice; give it once")
        pairs[who] = rest
    return pairs


def _split(text: str, flag: tuple[str, str]) -> tuple[str, str]:
    """WHO and what is said of it. Raises OptionError where one of the two is missing."""
    name, example = flag
    who, _, rest = text.partition("=")
    if not who or not rest:
        missing = "before" if rest else "after"
        raise OptionError(f"{name} {text!r} has nothing {missing} a =: write WHO=…, such as {name} {example}")
    return who, rest


def _known(kind: GameKind) -> list[str]:
    """What WHO may be at every table of this game."""
    return [EVERY, *kind.roles, *kind.sides.values(), "a seat's number from 1"]


def _who(who: str, names: tuple[str, ...]) -> str:
    """WHO in its one spelling: a number without leading zeros, a name as the table has it."""
    if who.isascii() and who.isdecimal():
        return str(int(who))
    return next((name for name in names if name.casefold() == who.casefold()), who)


def assign(
    seats: Mapping[str, str], roles: Sequence[str], sides: Mapping[str, str] = NO_SIDES, names: tuple[str, ...] = ()
) -> tuple[str, ...]:
    """The agent of each seat: by its name, its number, its role, its role's side, else "all".

    Raises OptionError where there is none.
    """
    return tuple(_agent(seats, seat, role, [*names[seat : seat + 1]], sides) for seat, role in enumerate(roles))


def _agent(seats: Mapping[str, str], seat: int, role: str, name: Sequence[str], sides: Mapping[str, str]) -> str:
    side = [sides[role]] if role in sides else []
    for who in (*name, str(seat + 1), role, *side, EVERY):
        if who in seats:
            return seats[who]
    ways = " or ".join(f"--seat {who}=AGENT" for who in (*(name or [role]), *side, EVERY))
    raise OptionError(f"nobody plays the {role} seat {seat + 1}: add {ways}")


def check_numbers(seats: Mapping[str, str], players: int) -> None:
    """Raises OptionError for a seat number that is not at the table."""
    for who in seats:
        if who.isdecimal() and not 1 <= int(who) <= players:
            raise OptionError(f"--seat {who}=…: there are seats 1 to {players}")


def check_roles(seats: Mapping[str, str], kind: GameKind, dealt: Sequence[str]) -> None:
    """Raises OptionError for a role or side that nobody has in a game in which these roles are dealt."""
    absent = {*kind.roles, *kind.sides.values()} - {*dealt, *(kind.sides[role] for role in dealt if role in kind.sides)}
    for who in seats:
        if who in absent:
            play = ", ".join(role for role in kind.roles if role in dealt)
            raise OptionError(
                f"--seat {who}=…: nobody is {who} with these options, so nobody can take it; in play: {play}"
            )
