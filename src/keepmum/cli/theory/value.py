"""`keepmum theory value`: what the game itself is worth, as a lower and an upper bound."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from keepmum.cli.theory.numbers import add_table, level, put, row, whole
from keepmum.cli.theory.waiting import explained
from keepmum.core.options import OptionError
from keepmum.theory.rounding import Side, rounded

if TYPE_CHECKING:
    from keepmum.theory.search import GameValue


def call(parser: argparse.ArgumentParser, words: Sequence[str]) -> int:
    """Search for the best team and print what it guarantees, what nobody exceeds, and the gap."""
    parser.epilog = (
        "The lower bound is what a team that was found guarantees; the upper one holds\n"
        "for every team. Neither is the value unless the gap is 0. The search takes about\n"
        "--seconds at most, for large games a few more; a terminal shows how it goes."
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
    if given.seconds <= 0:
        raise OptionError(f"--seconds is above 0, not {given.seconds:g}")
    found = _found(given)
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


def _found(given: argparse.Namespace) -> GameValue:
    """Search, telling how it goes on a terminal, and elsewhere how long it may take."""
    from keepmum.theory.programmes import Unsolved
    from keepmum.theory.search import Effort, Form, game_value

    live = sys.stderr.isatty()
    start = time.monotonic()

    def watch(starts: int, lower: float) -> None:
        if live:
            told = f"{time.monotonic() - start:.0f} of at most {given.seconds:g} s · {starts} starts"
            print(
                f"\r\033[K{told} · guaranteed so far {rounded(lower, Side.LOWER)}", end="", file=sys.stderr, flush=True
            )

    effort = Effort(given.starts, given.seconds, given.seed, watch=watch)
    waiting = (
        f"searching for teams: about {given.seconds:g} s at most (--seconds S), or {given.starts} starts (--starts N)"
    )
    try:
        with explained(waiting, after=0.5 if live else None):
            return game_value(given.players, given.words, given.responses, Form(not given.split, given.coin), effort)
    except Unsolved as error:
        raise OptionError(f"the search ended without a team: {error}") from error
    finally:
        if live:
            print("\r\033[K", end="", file=sys.stderr, flush=True)


def _lines(given: argparse.Namespace, found: GameValue) -> Iterator[str]:
    from keepmum.theory.bounds import trivial_value

    votes = "each votes its own way" if given.split else "all vote alike"
    coin = "with a vote coin hidden from the chameleon" if given.coin else "no hidden coin"
    size = f"{given.players} players · {given.words} words · {given.responses} responses"
    yield f"The Chameleon · {size}"
    yield f"  {votes}, {coin}"
    yield row("lower bound: a team found guarantees", rounded(found.lower, Side.LOWER))
    yield row("upper bound: no team wins more", rounded(found.upper, Side.UPPER))
    yield row("gap: the value lies somewhere within", rounded(found.gap, Side.UPPER))
    yield row("the trivial strategy wins", rounded(trivial_value(given.players, given.words), Side.LOWER))
    yield row("searched from", f"{found.starts} starts, seed {given.seed}")
