"""`keepmum theory value`: what the game itself is worth, as a lower and an upper bound."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from keepmum.cli.theory.numbers import add_table, level, put, row, whole
from keepmum.core.options import OptionError

if TYPE_CHECKING:
    from keepmum.theory.search import GameValue


def call(parser: argparse.ArgumentParser, words: Sequence[str]) -> int:
    """Search for the best team and print what it guarantees, what nobody exceeds, and the gap."""
    parser.epilog = (
        "The lower bound is what a team that was found guarantees; the upper one holds for every team.\n"
        "Neither is the value unless the gap is 0."
    )
    add_table(parser)
    parser.add_argument("--responses", type=whole, required=True, metavar="R", help="how many responses there are")
    parser.add_argument("--split", action="store_true", help="each may vote its own way (default: all vote alike)")
    parser.add_argument("--coin", action="store_true", help="votes may use a coin that is hidden from the chameleon")
    parser.add_argument("--starts", type=whole, default=100, metavar="N", help="random starts at most (default 100)")
    parser.add_argument("--seconds", type=level, default=60.0, metavar="S", help="seconds at most (default 60)")
    parser.add_argument("--seed", type=whole, default=0, help="of the random starts (default 0)")
    given = parser.parse_args(words)
    if given.starts < 1 or given.seed < 0:
        raise OptionError(f"--starts is 1 or more and --seed 0 or more, not {given.starts} and {given.seed}")
    from keepmum.theory.programmes import Unsolved
    from keepmum.theory.search import Effort, Form, game_value

    form, effort = Form(not given.split, given.coin), Effort(given.starts, given.seconds, given.seed)
    try:
        found = game_value(given.players, given.words, given.responses, form, effort)
    except Unsolved as error:
        raise OptionError(f"the search ended without a team: {error}") from error
    data = {
        "players": given.players,
        "words": given.words,
        "responses": given.responses,
        "split": given.split,
        "coin": given.coin,
        "lower": found.lower,
        "upper": found.upper,
        "gap": found.gap,
        "starts": found.starts,
        "seed": given.seed,
    }
    return put(given.json, data, _lines(given, found))


def _lines(given: argparse.Namespace, found: GameValue) -> Iterator[str]:
    from keepmum.theory.bounds import trivial_value

    votes = "each votes its own way" if given.split else "all vote alike"
    coin = "with a vote coin hidden from the chameleon" if given.coin else "no hidden coin"
    size = f"{given.players} players · {given.words} words · {given.responses} responses"
    yield f"The Chameleon · {size} · {votes}, {coin}"
    yield row("lower bound: a team was found that guarantees", f"{found.lower:.6f}")
    yield row("upper bound: no team wins more", f"{found.upper:.6f}")
    yield row("gap: the value lies somewhere within", f"{found.gap:.6f}")
    yield row("the trivial strategy wins", f"{float(trivial_value(given.players, given.words)):.6f}")
    yield row("searched from", f"{found.starts} starts, seed {given.seed}; more may raise the lower bound")
