"""A team climbs by linear programmes: in every block at once, to first order and within a radius of trust.

With all else held fixed the win is linear in each block (one seat's answers, or the vote) but for the chameleon's best
play, which is built into the programme: a guess a view, a reply a row of answers, an answer a history. Moving one block
at a time gets stuck at kinks; moving all together does not.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from math import inf
from typing import TypeAlias

import numpy as np

from keepmum.theory.arrays import Indices, Reals, normal
from keepmum.theory.programmes import Programme, Unsolved
from keepmum.theory.teams import Team, guarantee, least
from keepmum.theory.votes import Unanimous

Part: TypeAlias = tuple[Reals, Indices]
"""P(word, answers, view) as a sum over the last axis of coefficient times variable: both (K, L, B, T)."""

SMALL = 1e-8
_WORTHWHILE = 1e-6
_RADIUS, _LEAST_RADIUS = 0.3, 1e-4
_SETTLED = 0.9
_SECONDS, _LEAST_SECONDS = 3.0, 0.01


@dataclass(frozen=True, slots=True)
class Radius:
    """How far each entry of the answers and of the votes may move; votes that are settled (K, L) not at all."""

    answers: float
    votes: float
    settled: Reals | None = None

    def of_votes(self) -> Reals:
        """For votes of shape (K, L, ...)."""
        return np.array(self.votes) if self.settled is None else self.votes * (1 - self.settled[:, :, None])


def climb(team: Team, settled: Reals | None = None, steps: int = 200, end: float = inf) -> Team:
    """Step as long as steps gain: the radius grows when the programme's promise is kept and shrinks when it is not.

    No step begins after `end`, a time of `time.monotonic`.
    """
    size, value = _RADIUS, guarantee(team)
    for _ in range(steps):
        if time.monotonic() > end:
            break
        after, promised = step(team, Radius(size, size, settled), end)
        gained = guarantee(after) - value
        if gained > SMALL:
            team, value = after, value + gained
        size = min(1.5 * size, 1.0) if gained > (promised - value) / 2 else size / 3
        if size < _LEAST_RADIUS or promised < value + _WORTHWHILE:
            break
    return team


def best_vote(team: Team) -> Team:
    """The team with the best vote for its answers: exact for one block of votes, where the win is linear."""
    return step(team, Radius(0.0, 1.0))[0]


def step(team: Team, radius: Radius, end: float = inf) -> tuple[Team, float]:
    """The best team to first order within the radius, and the win that the programme promises for it.

    The same team, and no promise, if no programme was solved in time.
    """
    programme, scale = Programme(), team.players * team.words
    answers = [_near(programme, each, np.array(radius.answers)) for each in team.answers]
    votes = [_near(programme, team.votes.block(block), radius.of_votes()) for block in range(team.votes.blocks)]
    left = [
        _least(programme, team, seat, _linear(programme, team, seat, (answers, votes))) for seat in range(team.players)
    ]
    try:
        time_left = min(_SECONDS, max(end - time.monotonic(), _LEAST_SECONDS))
        solution = programme.maximise([(each, 1.0 / scale) for each in left], time_left)
    except Unsolved:
        return team, inf
    rule = team.votes
    for block, columns in enumerate(votes):
        rule = rule.having(block, normal(solution.at(columns), SMALL))
    return Team(tuple(normal(solution.at(columns), SMALL) for columns in answers), rule), solution.value


def climb_pure(team: Team, end: float = inf) -> Team:
    """Make unanimous votes pure, the surest first, climbing on as they settle; then by changing single votes.

    After `end` they are made pure at once.
    """
    blame = _blame(team)
    settled = np.zeros(blame.shape[:2])
    while not settled.all():
        surest = np.where(settled > 0, -1.0, blame.max(axis=2))
        least_sure = min(_SETTLED, np.quantile(surest[settled == 0], 0.7))
        now = surest >= (0.0 if time.monotonic() > end else least_sure)
        settled = np.where(now, 1.0, settled)
        pure = np.eye(team.players)[blame.argmax(axis=2)]
        team = climb(team.voting(Unanimous(np.where(settled[:, :, None] > 0, pure, blame))), settled, end=end)
        blame = _blame(team)
    return climb(_flipped(team, end), settled, end=end)


def _blame(team: Team) -> Reals:
    assert isinstance(team.votes, Unanimous), "only unanimous votes can be made pure"
    return team.votes.blame


def _flipped(team: Team, end: float) -> Team:
    """Change single pure votes, in order, as long as one of them helps."""
    weights = [team.weights(seat) for seat in range(team.players)]
    blame, value, changed = _blame(team).copy(), guarantee(team), True
    while changed:
        changed = False
        for word, row, seat in np.ndindex(*blame.shape):
            if time.monotonic() > end:
                return team.voting(Unanimous(blame))
            before = blame[word, row].copy()
            blame[word, row] = np.eye(team.players)[seat]
            tried = team.voting(Unanimous(blame))
            after = sum(least(tried, each, weights[each]) for each in range(team.players))
            if after > value + SMALL:
                value, changed = after, True
            else:
                blame[word, row] = before
    return team.voting(Unanimous(blame))


def _near(programme: Programme, block: Reals, radius: Reals) -> Indices:
    """Variables for a block of distributions, each entry within the radius of what it is."""
    columns = programme.variables(block.shape, np.maximum(block - radius, 0.0), np.minimum(block + radius, 1.0))
    programme.equal([(columns, 1.0)], 1.0)
    return columns


def _linear(programme: Programme, team: Team, seat: int, columns: tuple[list[Indices], list[Indices]]) -> Part:
    """P(word, answers, view) for a chameleon in `seat`, times N K, to first order in all blocks."""
    scale, seen = team.players * team.words, team.votes.seen(seat)
    parts: list[Part] = []
    for other in (each for each in range(team.players) if each != seat):
        found = scale * team.weights(seat, other)[:, :, None] * seen
        own = columns[0][other][:, *team.said(other)][:, :, None, None]
        parts.append((found[..., None], np.broadcast_to(own, (*found.shape, 1))))
    weights = scale * team.weights(seat)[:, :, None, None]
    for block, each in enumerate(columns[1]):
        terms = team.votes.terms(block, seat, each)
        if terms is not None:
            parts.append((weights * terms[0], terms[1]))
    one = programme.variables(1, 1.0, 1.0)
    now = (1 - len(parts)) * weights * seen[..., None]
    parts.append((now, np.broadcast_to(one, now.shape)))
    return np.concatenate([part[0] for part in parts], axis=3), np.concatenate([part[1] for part in parts], axis=3)


def _least(programme: Programme, team: Team, seat: int, part: Part) -> Indices:
    """Variables (R^seat,), for each history, that do not exceed what any guess, then reply, then answer leaves."""
    coefficients, columns = part
    _, rows, views, _ = columns.shape
    guess = programme.variables((rows, views))
    programme.at_most([(columns, coefficients), (np.broadcast_to(guess[..., None], (*columns.shape[:3], 1)), -1.0)])
    by_row = programme.variables(rows, -inf)
    for rates in team.votes.rates[seat]:
        flat = np.moveaxis(columns, 0, 1).reshape(rows, -1)
        caught = np.moveaxis(coefficients * rates[:, None], 0, 1).reshape(rows, -1)
        programme.at_most([(by_row[:, None], 1.0), (flat, -caught), (guess, np.broadcast_to(rates, guess.shape))])
    left = programme.variables(team.responses**seat, -inf)
    answers = by_row.reshape(len(left), team.responses, -1)
    programme.at_most([(np.broadcast_to(left[:, None, None], (*answers.shape[:2], 1)), 1.0), (answers, -1.0)])
    return left
