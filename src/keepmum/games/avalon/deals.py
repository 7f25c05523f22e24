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

    Matches come in blocks of players². A block shuffles the roles and turns them around the table, so that in every
    `players` matches each seat has each role once and leads once, and in a block each pair of a turn and a first
    leader comes once.
    """
    game = _rules(options)
    turn, leader, dealt = _places(options.players, seed, match)
    order = [game.roles[role] for role in dealt]
    roles = (*order[turn:], *order[:turn])
    draws: dict[str, object] = {"roles": roles, "leader": leader}
    if game.dagger == ANY:
        holders = dagger_seats(ANY, roles)
        draws["dagger"] = holders[Random(f"avalon/dagger/{seed}/{match}").randrange(len(holders))]
    return Deal(game, draws, roles)


@lru_cache(maxsize=64)
def _rules(options: Options) -> Avalon:
    roles = in_play(options)
    dagger = daggers(roles)[0] if options.dagger == AUTO else options.dagger
    return Avalon(roles, options.variant, options.discussion, dagger)


def _places(n: int, seed: int, match: int) -> tuple[int, int, list[int]]:
    """How far the roles are turned, who leads, and the order in which they are turned."""
    block, number = divmod(match, n * n)
    row, place = divmod(number, n)
    turns = _shuffled(f"avalon/turns/{seed}/{block}/{row}", n)
    leaders, rows = (_shuffled(f"avalon/{what}/{seed}/{block}", n) for what in ("leaders", "rows"))
    turn = turns[place]
    return turn, leaders[(turn + rows[row]) % n], _shuffled(f"avalon/roles/{seed}/{block}", n)


@lru_cache(maxsize=1024)
def _shuffled(key: str, size: int) -> list[int]:
    return Random(key).sample(range(size), size)
