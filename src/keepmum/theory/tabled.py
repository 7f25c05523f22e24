"""Strategies given as tables, to be simulated: stored teams, stationary teams against a chameleon that looks back, and
pi^amb as it is printed.

Shapes: K words, R responses, N seats, L = R^N rows of answers, H = 1 + R + ... + R^(N-1) histories, seat after seat.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from keepmum.theory.ambiguity import amb_literal_value, best_kept
from keepmum.theory.arrays import Indices, Reals
from keepmum.theory.divergences import Matrix
from keepmum.theory.replies import history_reply, others_weights
from keepmum.theory.strategies import Notes, Run, cumulative
from keepmum.theory.teams import Team, guarantee
from keepmum.theory.votes import Unanimous, shared
from keepmum.theory.zero_information import all_profiles


@dataclass(frozen=True, slots=True)
class Tabled:
    """A team and a chameleon as tables, and what the team wins exactly.

    `spoken` (K + 1, H, R): what is said after each history, for each word and by the chameleon. `profiles` (P, N) and
    `calls` (K, L, P): which ballots there are, and how likely they are cast. `replies` (N, L): the chameleon's ballot.
    `views` (N, P): what it sees of the others' ballots, as a number. `guesses` (N, L, views, K): its guess.
    """

    spoken: Reals
    profiles: Indices
    calls: Reals
    replies: Indices
    views: Indices
    guesses: Reals
    value: float
    columns: ClassVar[int] = 2

    @property
    def players(self) -> int:
        return self.profiles.shape[1]

    @property
    def words(self) -> int:
        return len(self.calls)

    def play(self, run: Run, notes: Notes) -> tuple[int, int]:
        from keepmum.theory import table_kernels

        responses = self.spoken.shape[2]
        first = np.cumsum([0, *(responses**seat for seat in range(self.players - 1))])
        votes = (self.profiles, _limits(self.calls), self.replies, self.views)
        counts = table_kernels.tabled((_limits(self.spoken), first), votes, _limits(self.guesses), run, notes)
        return int(counts[0]), int(counts[1])


def of_team(team: Team) -> Tabled:
    """A team against its best chameleon: what it answers, casts and guesses is what `teams.guarantee` reckons with."""
    alike = isinstance(team.votes, Unanimous)
    votes = team.votes if alike else shared(team.votes)
    views: list[Indices] = []
    replies: list[Indices] = []
    answers: list[Reals] = []
    guesses: list[Reals] = []
    for seat in range(team.players):
        found = team.weights(seat)[:, :, None] * votes.seen(seat)
        by_reply = (found.sum(axis=0) - found.max(axis=0)) @ votes.rates[seat].T
        others = [other for other in range(team.players) if other != seat]
        replies.append(np.array(others)[by_reply.argmin(axis=1)])
        by_answer = by_reply.min(axis=1).reshape(team.responses**seat, team.responses, -1).sum(axis=2)
        answers.append(np.eye(team.responses)[by_answer.argmin(axis=1)])
        guesses.append(np.eye(team.words)[found.argmax(axis=0)])
        views.append(np.zeros(team.players, dtype=np.int64) if alike else _views(team.players, seat))
    spoken = np.array([np.concatenate([each[word] for each in team.answers]) for word in range(team.words)])
    profiles = [(seat,) * team.players for seat in range(team.players)] if alike else all_profiles(team.players)
    return Tabled(
        np.concatenate([spoken, np.concatenate(answers)[None]]),
        np.array(profiles),
        votes.block(0),
        np.array(replies),
        np.array(views),
        np.array(guesses),
        guarantee(team),
    )


def looking_back(matrix: Matrix, players: int) -> Tabled:
    """Stationary answers and the best votes alike, against the chameleon of `replies.history_reply`."""
    reply = history_reply(matrix, players)
    table = np.asarray(matrix, dtype=np.float64)
    words, responses = table.shape
    said = [np.repeat(law.ravel(), responses ** (players - seat - 1)) for seat, law in enumerate(reply.laws)]
    laws = zip(said, reply.guesses, others_weights(matrix, players), strict=True)
    left = np.array([weights * (own[:, None] * (1 - guess)).T for own, guess, weights in laws])
    histories = sum(responses**seat for seat in range(players))
    spoken = np.concatenate([np.repeat(table[:, None], histories, axis=1), np.concatenate(reply.laws)[None]])
    rows = np.arange(players)[:, None] + 1
    return Tabled(
        spoken,
        np.array([(seat,) * players for seat in range(players)]),
        np.eye(players)[left.argmax(axis=0)],
        np.broadcast_to(rows % players, (players, responses**players)).copy(),
        np.zeros((players, players), dtype=np.int64),
        np.array(reply.guesses)[:, :, None],
        float(left.max(axis=0).sum() / (players * words)),
    )


@dataclass(frozen=True, slots=True)
class Literal:
    """pi^amb as it is printed: K = l(N+1) words, sets that are not nested, against the best chameleon."""

    players: int
    left: int
    columns: ClassVar[int] = 1

    @property
    def words(self) -> int:
        return self.left * (self.players + 1)

    @property
    def value(self) -> Fraction:
        return amb_literal_value(self.players, self.left)

    def play(self, run: Run, notes: Notes) -> tuple[int, int]:
        from keepmum.theory import table_kernels

        sizes = np.array([self.left * size for size in range(self.players + 1, 0, -1)])
        keeps = np.zeros((self.players, self.words + 1), dtype=np.int64)
        for seat, common in product(range(self.players), range(1, self.words + 1)):
            if seat or common == self.words:
                keeps[seat, common] = best_kept(seat + 1, common, self.players, self.left)
        counts = table_kernels.literal(sizes, keeps, run, notes)
        return int(counts[0]), int(counts[1])


def _limits(laws: Reals) -> NDArray[np.uint64]:
    """Distributions along the last axis as `kernels.draw` wants them."""
    rows: list[list[float]] = laws.reshape(-1, laws.shape[-1]).tolist()
    return cumulative(rows).reshape(laws.shape)


def _views(players: int, seat: int) -> Indices:
    """For each ballot profile the number of what a chameleon in `seat` sees of it, in the order of `Votes.seen`."""
    numbers: dict[tuple[int, ...], int] = {}
    for view in product(*([to for to in range(players) if to != by] for by in range(players) if by != seat)):
        numbers[view] = len(numbers)
    return np.array([numbers[*each[:seat], *each[seat + 1 :]] for each in all_profiles(players)])
