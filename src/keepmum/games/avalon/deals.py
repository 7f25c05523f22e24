"""The deal of a match of Avalon: who has which role and who leads first, fixed by the seed and the match's number."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from random import Random

from keepmum.core import Deal
from keepmum.games.avalon.legal import ANY, check_dagger, check_discussion, check_players, dagger_seats, daggers, filled
from keepmum.games.avalon.rules import Avalon
from keepmum.games.avalon.tables import VariantName

AUTO = "auto"
NO_ROLES = ("none",)


@dataclass(frozen=True, slots=True)
class Options:
    """What a user may set. See Avalon for the meaning of the rules among them.

    `players`: how many sit at the table. `variant`: "board" plays by the board game's rules, "recon" by those of the
    ReCon paper. `roles`: the special roles in play ("none" for none); servants and minions fill the other seats.
    `dagger`: "auto" is the assassin's where there is one, and else the first evil role's.
    """

    players: int = 6
    roles: tuple[str, ...] = ("merlin", "percival", "morgana", "assassin")
    variant: VariantName = "board"
    discussion: int = 1
    dagger: str = AUTO

    def __post_init__(self) -> None:
        check_players(self.players, self.variant)
        check_discussion(self.discussion)
        roles = in_play(self)
        if self.dagger != AUTO:
            check_dagger(self.dagger, roles)


def in_play(options: Options) -> tuple[str, ...]:
    """The roles of all players, in the order of ROLES. Raises ValueError where they do not make a game."""
    special = () if options.roles == NO_ROLES else options.roles
    return filled(special, options.players)


def deal(options: Options, seed: int, match: int) -> Deal:
    """Roles and first leader of one match, and who holds the dagger where that is left to chance.

    Matches come in rows of `players`, in which each seat has each role once and leads once, and each role leads once;
    with an even number of players that cannot be, and one role leads twice and one never. In a block of `players` rows
    each role leads equally often. Who sits beside whom is left to chance.
    """
    game = _rules(options)
    leader, dealt = _places(options.players, seed, match)
    roles = tuple(game.roles[role] for role in dealt)
    draws: dict[str, object] = {"roles": roles, "leader": leader}
    if game.dagger == ANY:
        holders = dagger_seats(ANY, roles)
        draws["dagger"] = holders[Random(f"avalon/dagger/{seed}/{match}").randrange(len(holders))]
    return Deal(game, draws, roles)


def announced(rules: Avalon) -> dict[str, object]:
    """The options that scripts have words for, of rules that a match elsewhere was played by.

    `discussion` is "free" where people had the floor as they liked, `variant` "uncounted" where no fail cards were
    told. Raises ValueError for rules that there are no words for.
    """
    if not rules.counted and rules.variant != "board":
        raise ValueError("there are no words for uncounted fail cards but on the board")
    return {
        "players": rules.players,
        "roles": rules.roles,
        "variant": rules.variant if rules.counted else "uncounted",
        "discussion": "free" if rules.floors else rules.discussion,
        "dagger": rules.dagger,
    }


@lru_cache(maxsize=64)
def _rules(options: Options) -> Avalon:
    roles = in_play(options)
    dagger = daggers(roles)[0] if options.dagger == AUTO else options.dagger
    return Avalon(roles, options.variant, options.discussion, dagger)


def _places(n: int, seed: int, match: int) -> tuple[int, list[int]]:
    """Who leads, and the role of each seat as its place in the list of roles.

    The order of the roles is turned, a step a match, past the seats, which stand in an order of their own.
    """
    row, place = divmod(match, n)
    turn = _shuffled(f"avalon/turns/{seed}/{row}", n)[place]
    seats, order = _shuffled(f"avalon/seats/{seed}/{row}", n), _order(n, seed, row)
    return seats.index(_leads(n, turn)), [order[(turn + at) % n] for at in seats]


def _leads(n: int, turn: int) -> int:
    """Where the leader stands at each turn: everywhere once, and so that turn + place is different each time.

    No such way is there for an even n: n - 1 is left out, and n/2 - 1 comes twice.
    """
    if n % 2 or turn < n // 2:
        return turn
    return n // 2 if turn == n - 1 else turn + 1


def _order(n: int, seed: int, row: int) -> list[int]:
    """The order of the roles in a row, such that in a block each role is left out once, and comes twice once."""
    order = [*_shuffled(f"avalon/roles/{seed}/{row}", n)]
    block, number = divmod(row, n)
    uneven = _shuffled(f"avalon/uneven/{seed}/{block}", n)
    for place, role in ((n - 1, uneven[number]), (n // 2 - 1, uneven[number - 1])):
        other = order.index(role)
        order[other], order[place] = order[place], role
    return order


@lru_cache(maxsize=1024)
def _shuffled(key: str, size: int) -> list[int]:
    return Random(key).sample(range(size), size)
