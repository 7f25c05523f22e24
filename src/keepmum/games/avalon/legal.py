"""What a legal table of Avalon is: which roles go together, who may hold the dagger, who may have had the floor."""

from __future__ import annotations

from collections.abc import Sequence

from keepmum.core.options import unknown
from keepmum.games.avalon.tables import EVIL, EVIL_ROLES, GOOD, PLAIN, ROLES, SIDE, SIDES, VARIANTS, VariantName

ANY, NO_DAGGER = "any", "none"
MOST_ROUNDS = 10


def check_roles(roles: Sequence[str], variant: VariantName) -> None:
    """Raises ValueError where so many players, or these roles, do not make a game.

    Roles may go together in any way that the numbers of good and evil allow: Percival without Merlin sees Morgana
    alone, or nobody, and knows it, as everybody knows which roles are in play.
    """
    if variant not in VARIANTS:
        raise ValueError(f"there is no variant {unknown(variant, VARIANTS)}")
    check_players(len(roles), variant)
    check_names(roles)
    sides = [SIDE[role] for role in roles]
    for side, many in SIDES[len(roles)].items():
        if sides.count(side) != many:
            raise ValueError(f"{len(roles)} players are {_numbers(len(roles))}, not {sides.count(side)} {side}")


def check_players(players: int, variant: VariantName) -> None:
    """Raises ValueError where the variant is not for so many."""
    allowed = sorted(VARIANTS[variant].sizes)
    if players not in allowed:
        span = f"{allowed[0]} to {allowed[-1]}" if allowed[1:] else str(allowed[0])
        raise ValueError(f"players is {span} in the {variant} variant, not {players}")


def check_names(roles: Sequence[str]) -> None:
    """Raises ValueError for a role that does not exist, or that two players would have."""
    for role in roles:
        if role not in ROLES:
            raise ValueError(f"there is no role {unknown(role, ROLES)}")
        if roles.count(role) > 1 and role not in PLAIN.values():
            raise ValueError(f"there is one {role} at most, not {roles.count(role)}")


def filled(special: Sequence[str], players: int) -> tuple[str, ...]:
    """The special roles, and servants and minions for the rest. Raises ValueError where they are too many."""
    check_names(special)
    roles = list(special)
    for side, many in SIDES[players].items():
        own = [role for role in special if SIDE[role] == side]
        if len(own) > many:
            raise ValueError(f"{players} players are {_numbers(players)}: {len(own)} {side} roles ({', '.join(own)})")
        roles += [PLAIN[side]] * (many - len(own))
    return tuple(sorted(roles, key=ROLES.index))


def check_dagger(dagger: str, roles: Sequence[str]) -> None:
    """Raises ValueError where nobody could hold it, or where there is no Merlin to find."""
    allowed = daggers(roles)
    if dagger not in allowed:
        why = "" if "merlin" in roles else "; without Merlin there is no assassination"
        raise ValueError(f"dagger is one of {', '.join(allowed)} with these roles, not {dagger!r}{why}")


def daggers(roles: Sequence[str]) -> tuple[str, ...]:
    """Whom the dagger may belong to, the usual one first."""
    if "merlin" not in roles:
        return (NO_DAGGER,)
    evil = [role for role in EVIL_ROLES if role in roles]
    return (*sorted(evil, key=lambda role: role != "assassin"), ANY)


def dagger_seats(dagger: str, roles: Sequence[str]) -> tuple[int, ...]:
    """The seats one of which holds the dagger."""
    return tuple(seat for seat, role in enumerate(roles) if SIDE[role] == EVIL and dagger in (role, ANY))


def check_discussion(rounds: int) -> None:
    """Raises ValueError for more talk than anybody could want."""
    if not 0 <= rounds <= MOST_ROUNDS:
        raise ValueError(f"discussion is from 0 to {MOST_ROUNDS} rounds, not {rounds}")


def check_floors(floors: Sequence[Sequence[int]], players: int) -> None:
    """Raises ValueError for a floor of somebody who is not at the table."""
    for floor in floors:
        for seat in floor:
            if not -1 <= seat < players:
                raise ValueError(f"floors name seats from 0 to {players - 1}, or -1 for a proposal, not {seat}")


def check_leaders(leaders: Sequence[int], players: int) -> None:
    """Raises ValueError for a leader that is not at the table."""
    for seat in leaders:
        if not 0 <= seat < players:
            raise ValueError(f"leaders are seats from 0 to {players - 1}, not {seat}")


def _numbers(players: int) -> str:
    return f"{SIDES[players][GOOD]} good and {SIDES[players][EVIL]} evil"
