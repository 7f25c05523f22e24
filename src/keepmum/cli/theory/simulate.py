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

STRATEGIES = ("trivial", "revealing", "schedule", "amb", "ambiguous", "split", "stationary", "found")
OF_STRATEGY = {"sizes": "schedule", "rows": "stationary", "votes": "found"}
VOTES = ("unanimous", "unanimous-coin", "split", "split-coin")
MOST_MATCHES = 10**12
SEARCH_SECONDS = 30.0
MOST_SPLIT_WORDS = 1_000
PILOT = 20_000
LONG = 5.0  # seconds of play that are announced
COMPILING = "preparing the simulation: the first time on a machine it is compiled, up to half a minute; later at once"


def call(parser: argparse.ArgumentParser, words: Sequence[str]) -> int:
    """Simulate a strategy and print its wins with their standard error, and the exact value."""
    parser.epilog = (
        "schedule: players name ever smaller sets of words. amb: the same, shrinking\n"
        "evenly. ambiguous: as printed, sets not nested. revealing: all say the word.\n"
        "trivial: nobody says anything. split: nor here, but ballots depend on the word.\n"
        "stationary: clues by --rows, whatever was said; the chameleon looks back. found:\n"
        "the best team kept for this table. The first time it is compiled: half a minute."
    )
    add_table(parser)
    parser.add_argument(
        "--strategy", choices=STRATEGIES, required=True, metavar="S", help=f"one of {', '.join(STRATEGIES)}"
    )
    parser.add_argument("--matches", type=whole, default=10**6, metavar="N", help="how many (default 1e6; 1e7 is fine)")
    parser.add_argument("--seed", type=whole, default=1, help="the same seed plays the same matches (default 1)")
    parser.add_argument("--sizes", metavar="M0,M1,…", help="for schedule: these sizes instead of the best")
    parser.add_argument("--rows", metavar="R;R;…", help="for stationary: a row of chances a word, such as .7,.3;.3,.7")
    parser.add_argument("--votes", choices=VOTES, metavar="V", help=f"for found: {', '.join(VOTES)} (default split)")
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
    from keepmum.theory.domains import require, require_table
    from keepmum.theory.schedules import MAX_PLAYERS, MAX_WORDS

    require_table(given.players, given.words)
    require(given.players <= MAX_PLAYERS, f"players <= {MAX_PLAYERS}", given.players)
    require(given.words <= MAX_WORDS, f"words <= {MAX_WORDS}", given.words)
    for option, owner in OF_STRATEGY.items():
        if getattr(given, option) is not None and given.strategy != owner:
            raise OptionError(f"--{option} belongs to --strategy {owner}")
    return _named(given)


def _named(given: argparse.Namespace) -> tuple[Strategy, str]:
    from keepmum.theory.ambiguity import amb_schedule
    from keepmum.theory.domains import require
    from keepmum.theory.schedules import best_schedule
    from keepmum.theory.strategies import Nested, Revealing, Split, Trivial
    from keepmum.theory.tabled import Literal

    players, words = given.players, given.words
    match given.strategy:
        case "trivial":
            return Trivial(players, words), "nobody says anything, all vote for seat 1"
        case "revealing":
            return Revealing(players, words), "all say the word; seat 1 is blamed when all agree"
        case "amb":
            sizes = amb_schedule(players, _left(players, words)).sizes
            return Nested(sizes), f"π^amb, sizes {shown(sizes)}"
        case "ambiguous":
            return Literal(players, _left(players, words)), "π^amb as printed: sets hold the word but are not nested"
        case "stationary":
            return _stationary(given), "clues by --rows, the best votes alike; the chameleon looks back"
        case "found":
            return _found(given), f"the best team kept for this table, voting: {given.votes or 'split'}"
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


def _left(players: int, words: int) -> int:
    """The l of K = l (N + 1)."""
    from keepmum.theory.domains import require

    left, rest = divmod(words, players + 1)
    require(rest == 0, f"words = l (players + 1) for π^amb, a multiple of {players + 1}", words)
    return left


def _stationary(given: argparse.Namespace) -> Strategy:
    from keepmum.theory.domains import require
    from keepmum.theory.tabled import looking_back

    if given.rows is None:
        raise OptionError("--rows: say how each word's clues are drawn, such as --rows '.7,.3;.3,.7' for two words")
    try:
        rows = [[float(chance) for chance in row.split(",")] for row in given.rows.split(";")]
    except ValueError:
        raise OptionError(f"--rows {given.rows[:60]!r}: write rows of chances, such as '.7,.3;.3,.7'") from None
    require(len(rows) == given.words, f"a row for each of {given.words} words", len(rows))
    return looking_back(rows, given.players)


def _found(given: argparse.Namespace) -> Strategy:
    from keepmum.theory.found import best_kept, kept_sizes
    from keepmum.theory.tabled import of_team

    form = given.votes or "split"
    team = best_kept(given.players, given.words, form)
    if team is None:
        sizes = ", ".join(f"{players} players and {words} words" for players, words in kept_sizes(form))
        raise OptionError(f"no team is kept for {given.players} players and {given.words} words: there are {sizes}")
    return of_team(team)


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
