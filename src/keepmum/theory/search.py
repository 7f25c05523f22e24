"""What the game itself is worth, from both sides: what a team was found to guarantee, and what none can beat.

Climbing block by block, from random teams and from shaken copies of the best one so far, gives lower bounds; the
converses give the upper ones.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from math import inf

import numpy as np

from keepmum.theory.bounds import split_vote_gain, u1, u2, u3
from keepmum.theory.climbing import climb, climb_pure
from keepmum.theory.domains import require, require_table
from keepmum.theory.found import found_team, told_as
from keepmum.theory.teams import Team, guarantee, widened
from keepmum.theory.votes import PrivateBallots, SharedBallots, Unanimous, Votes

MAX_CELLS = 100_000
"""The largest N K |R|^N that is searched."""

MAX_ENTRIES = 2_000_000
"""The most entries of a programme that is climbed by, which ballots multiply: each takes 24 bytes, and a copy."""

_CONCENTRATIONS = (0.2, 0.5, 1.0)
_SHAKES = (0.05, 0.2, 0.5)


@dataclass(frozen=True, slots=True)
class Form:
    """How a team may vote: with one voice or split, and with or without a shared coin hidden from the chameleon."""

    unanimous: bool
    coin: bool


FORMS = {
    "unanimous": Form(True, False),
    "unanimous-coin": Form(True, True),
    "split": Form(False, False),
    "split-coin": Form(False, True),
}


@dataclass(frozen=True, slots=True)
class GameValue:
    """The value lies between `lower`, which `team` guarantees, and `upper`, which no team of this form exceeds."""

    lower: float
    upper: float
    team: Team
    starts: int

    @property
    def gap(self) -> float:
        return self.upper - self.lower


def _unwatched(starts: int, lower: float) -> None:
    pass


@dataclass(frozen=True, slots=True)
class Effort:
    """How long to search: at most so many random starts and so many seconds, with or without the teams known before.

    `watch` is told after each climb how many there were, and what the best team so far guarantees.
    """

    starts: int = 100
    seconds: float = 60.0
    seed: int = 0
    known: bool = True
    watch: Callable[[int, float], None] = _unwatched


def game_value(players: int, words: int, responses: int, form: Form, effort: Effort | None = None) -> GameValue:
    """Search for the best team over |R| = `responses` and bound what is possible. Seeded.

    The lower bound is what `teams.guarantee` computes for the team found, not what a programme reported. Raises
    DomainError if the game is too large.
    """
    require_table(players, words)
    require(responses >= 2, "responses >= 2", responses)
    most = MAX_CELLS.bit_length() - 1
    require(players <= most, f"players <= {most} (N K |R|^N <= {MAX_CELLS})", players)
    size = players * words * responses**players
    require(size <= MAX_CELLS, f"N K |R|^N <= {MAX_CELLS}", size)
    entries = size * ballots_of(players, form)
    require(entries <= MAX_ENTRIES, f"N K |R|^N times the ballots to consider <= {MAX_ENTRIES}", entries)
    team, starts = _best_team((players, words, responses), form, effort or Effort())
    team = max(team, trivial_team((players, words, responses), form), key=guarantee)
    return GameValue(guarantee(team), upper_of(players, words, responses, form), team, starts)


def ballots_of(players: int, form: Form) -> int:
    """How many entries each cell of a programme has: the others' ballots, each with its terms, for every reply."""
    if form.unanimous:
        return 2 * (players + 1)
    terms = 2 * players if form.coin else 2 * players - 1
    return (players - 1) ** (players - 1) * terms * players


def _best_team(size: tuple[int, int, int], form: Form, effort: Effort) -> tuple[Team, int]:
    """The best team of many climbs, every other one from a shaken copy of the best so far.

    Where no team is known, with three or more responses half the time goes into teams that use one fewer.
    """
    end, tried = time.monotonic() + effort.seconds, 0
    best = _pure(random_team(size, form, np.random.default_rng(effort.seed)), form)
    if effort.known and (known := found_team(*size, _name(form))):
        best = known
    elif size[2] > 2:
        half = replace(effort, starts=(effort.starts + 1) // 2, seconds=effort.seconds / 2)
        narrow, tried = _best_team((*size[:2], size[2] - 1), form, half)
        best = widened(narrow, size[2])
    while tried == 0 or (tried < effort.starts and time.monotonic() < end):
        rng = np.random.default_rng((effort.seed, tried))
        start = random_team(size, form, rng)
        team = _climb(shaken(best, start, rng) if tried % 2 else start, form, end)
        best = max(best, team, key=guarantee)
        tried += 1
        effort.watch(tried, guarantee(best))
    return best, tried


def shaken(team: Team, other: Team, rng: np.random.Generator) -> Team:
    """The team mixed with a share of another one: 5, 20 or 50 percent."""
    share = rng.choice(_SHAKES)
    answers = tuple(share * b + (1 - share) * a for a, b in zip(team.answers, other.answers, strict=True))
    return Team(answers, team.votes.mixed(other.votes, share))


def _climb(team: Team, form: Form, end: float) -> Team:
    team = climb(team, end=end)
    return climb_pure(team, end) if form.unanimous and not form.coin else team


def _pure(team: Team, form: Form) -> Team:
    """The team with pure votes if all must vote alike without a coin: mixed ones would be a coin."""
    return climb_pure(team, end=-inf) if form.unanimous and not form.coin else team


def upper_of(players: int, words: int, responses: int, form: Form) -> float:
    """The smallest converse that holds for this form of voting."""
    gain = split_vote_gain(players) if form.coin and not form.unanimous else 1
    simple = min(u1(players, words, Fraction(gain)), u3(players, words, responses, form.unanimous))
    return min(float(simple), u2(players, words, form.unanimous))


def trivial_team(size: tuple[int, int, int], form: Form) -> Team:
    """The team that says the same whatever the word is, and votes for the first seat."""
    players, words, responses = size
    silent = np.eye(responses)[0]
    answers = tuple(np.broadcast_to(silent, (words, responses**seat, responses)) for seat in range(players))
    blame = np.broadcast_to(np.eye(players)[0], (words, responses**players, players))
    return told_as(Team(answers, Unanimous(blame)), _name(form))


def _name(form: Form) -> str:
    return next(name for name, each in FORMS.items() if each == form)


def random_team(size: tuple[int, int, int], form: Form, rng: np.random.Generator) -> Team:
    """A random team: answers from a Dirichlet law, sharper or flatter by chance; ballots as the form wants them."""
    players, words, responses = size
    law = [rng.choice(_CONCENTRATIONS)] * responses
    answers = tuple(rng.dirichlet(law, size=(words, responses**seat)) for seat in range(players))
    return Team(answers, _random_votes(size, form, rng))


def _random_votes(size: tuple[int, int, int], form: Form, rng: np.random.Generator) -> Votes:
    players, words, responses = size
    shape = (words, responses**players)
    if form.unanimous:
        return Unanimous(rng.dirichlet(np.ones(players), size=shape))
    if form.coin:
        return SharedBallots(players, rng.dirichlet(np.ones((players - 1) ** players), size=shape))
    return PrivateBallots(tuple(rng.dirichlet(np.ones(players - 1), size=shape) for _ in range(players)))
