"""`keepmum theory simulate`: very many matches of one strategy against its best chameleon, beside the exact value."""

from __future__ import annotations

import argparse
import signal
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from typing import TYPE_CHECKING

from keepmum.cli.theory.numbers import Number, add_table, as_json, exactly, hung, put, row, whole
from keepmum.cli.theory.schedule import shown, sizes_of
from keepmum.cli.theory.waiting import explained, say
from keepmum.core.options import OptionError
from keepmum.theory.rounding import Side, rounded

if TYPE_CHECKING:
    from keepmum.theory.simulate import Simulation
    from keepmum.theory.strategies import Strategy
    from keepmum.theory.zero_information import SplitVotes

STRATEGIES = ("trivial", "revealing", "schedule", "amb", "split")
MOST_MATCHES = 10**12
SEARCH_SECONDS = 30.0
MOST_SPLIT_WORDS = 1_000
PILOT = 20_000
LONG = 5.0  # seconds of play that are announced
COMPILING = "preparing the simulation: the first time on a machine it is compiled, up to half a minute; later at once"


def call(parser: argparse.ArgumentParser, words: Sequence[str]) -> int:
    """Simulate a strategy and print its wins with their standard error, and the exact value."""
    parser.epilog = (
        "schedule: players name ever smaller sets of words. amb: the same, shrinking evenly.\n"
        "revealing: all say the word. trivial: nobody says anything. split: nor here, but\n"
        "ballots depend on the word. The first time it is compiled, for half a minute."
    )
    add_table(parser)
    parser.add_argument("--strategy", choices=STRATEGIES, required=True, help="what the non-chameleons do")
    parser.add_argument("--matches", type=whole, default=10**6, metavar="N", help="how many (default 1e6; 1e7 is fine)")
    parser.add_argument("--seed", type=whole, default=1, help="the same seed plays the same matches (default 1)")
    parser.add_argument("--sizes", metavar="M0,M1,…", help="for schedule: these sizes instead of the best")
    given = parser.parse_args(words)
    if not 1 <= given.matches <= MOST_MATCHES:
        raise OptionError(f"--matches is from 1 to {MOST_MATCHES:.0e}, not {given.matches}")
    strategy, told = _strategy(given)
    done, seconds = _played(strategy, given)
    exact = strategy.value
    data = {
        "players": given.players,
        "words": given.words,
        "strategy": given.strategy,
        "detail": told,
        "matches": done.matches,
        "seed": given.seed,
        "win": {"value": done.win, "standard_error": done.standard_error, "won": done.won},
        "identified": {"value": done.identification, "standard_error": _error(done), "identified": done.identified},
        "exact_win": as_json(exact),
        "standard_errors_off": off(done, exact),
        "seconds": seconds,
    }
    return put(given.json, data, _lines(given, told, (done, exact, seconds)))


def _played(strategy: Strategy, given: argparse.Namespace) -> tuple[Simulation, float]:
    """The simulation, and the seconds that its matches alone took; a long one is announced."""
    with explained(COMPILING):
        from keepmum.theory.simulate import simulate

        simulate(strategy, 1, given.seed)
    with _interruptible():
        start = time.perf_counter()
        simulate(strategy, min(given.matches, PILOT), given.seed)
        expected = (time.perf_counter() - start) / PILOT * given.matches
        if expected > LONG:
            say(f"playing {given.matches:,} matches: about {_duration(expected)} (--matches N for fewer)")
        start = time.perf_counter()
        done = simulate(strategy, given.matches, given.seed)
        return done, time.perf_counter() - start


def _duration(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 120 else f"{seconds / 60:,.0f} minutes"


@contextmanager
def _interruptible() -> Iterator[None]:
    """Let an interrupt end the process at once: compiled code never looks whether Python has one waiting."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _strategy(given: argparse.Namespace) -> tuple[Strategy, str]:
    from keepmum.theory.ambiguity import amb_schedule
    from keepmum.theory.domains import require, require_table
    from keepmum.theory.schedules import MAX_PLAYERS, MAX_WORDS, best_schedule
    from keepmum.theory.strategies import Nested, Revealing, Split, Trivial

    players, words = given.players, given.words
    require_table(players, words)
    require(players <= MAX_PLAYERS, f"players <= {MAX_PLAYERS}", players)
    require(words <= MAX_WORDS, f"words <= {MAX_WORDS}", words)
    if given.sizes is not None and given.strategy != "schedule":
        raise OptionError("--sizes belongs to --strategy schedule")
    match given.strategy:
        case "trivial":
            return Trivial(players, words), "nobody says anything, all vote for seat 1"
        case "revealing":
            return Revealing(players, words), "all say the word; seat 1 is blamed when all agree"
        case "amb":
            left, rest = divmod(words, players + 1)
            require(rest == 0, f"words = l (players + 1) for π^amb, a multiple of {players + 1}", words)
            sizes = amb_schedule(players, left).sizes
            return Nested(sizes), f"π^amb, sizes {shown(sizes)}"
        case "split":
            ballots, bound = _split(players, words)
            most = rounded(bound, Side.UPPER)
            told = f"nobody says anything, ballots depend on the word; the best found, none above {most}"
            return Split(ballots), told
        case _:
            sizes = best_schedule(players, words).sizes if given.sizes is None else sizes_of(given.sizes)
            require(len(sizes) == players + 1, f"{players + 1} sizes for {players} players", len(sizes))
            require(sizes[0] == words, f"a first size of {words}, the words", sizes[0])
            return Nested(sizes), f"sizes {shown(sizes)}"


def _split(players: int, words: int) -> tuple[SplitVotes, float]:
    """The best split ballots found, and what none of them exceeds."""
    from keepmum.theory.domains import require
    from keepmum.theory.programmes import Unsolved
    from keepmum.theory.zero_information import best_split_votes

    require(words <= MOST_SPLIT_WORDS, f"words <= {MOST_SPLIT_WORDS} for split ballots", words)
    try:
        with _interruptible(), explained(f"searching for the best ballots: up to {SEARCH_SECONDS:.0f} s"):
            return best_split_votes(players, words, SEARCH_SECONDS)
    except Unsolved as error:
        raise OptionError(f"no split ballots were found for {players} players and {words} words: {error}") from error


def off(done: Simulation, exact: Number) -> float | None:
    """By how many standard errors, those of the exact value, the simulation missed it; None where that has none."""
    value = float(exact)
    error = (value * (1 - value) / done.matches) ** 0.5
    return (done.win - value) / error if error > 0 else None


def _error(done: Simulation) -> float:
    return (done.identification * (1 - done.identification) / done.matches) ** 0.5


def _lines(given: argparse.Namespace, told: str, results: tuple[Simulation, Number, float]) -> Iterator[str]:
    done, exact, seconds = results
    yield f"The Chameleon · {given.players} players · {given.words} words · {given.strategy}"
    yield hung(f"  {told}", 2)
    yield f"{done.matches:,} matches against the best chameleon, seed {given.seed}"
    yield row("simulated: won", f"{done.win:.6f} ± {done.standard_error:.6f} (standard error)")
    yield row("exact: wins", exactly(exact if isinstance(exact, Fraction) else float(exact)))
    missed = off(done, exact)
    if missed is not None:
        yield row("simulated minus exact", f"{missed:+.2f} standard errors")
    yield row("simulated: chameleon identified", f"{done.identification:.6f} ± {_error(done):.6f} (standard error)")
    yield row("time", f"{seconds:.2f} s, {done.matches / max(seconds, 1e-9) / 1e6:.1f} million a second")
