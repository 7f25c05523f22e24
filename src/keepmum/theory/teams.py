"""A team strategy for a small game as arrays, and what it wins for certain, whatever the chameleon does.

Shapes: K words, R responses, N seats; L = R^N answer rows, the first seat's answer most significant.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product

import numpy as np

from keepmum.theory.arrays import Indices, Reals
from keepmum.theory.votes import Votes


@dataclass(frozen=True, slots=True)
class Team:
    """For each seat j its answers (K, R^j, R): the word, what was said before, what it says; and how all vote."""

    answers: tuple[Reals, ...]
    votes: Votes

    @property
    def players(self) -> int:
        return len(self.answers)

    @property
    def words(self) -> int:
        return self.answers[0].shape[0]

    @property
    def responses(self) -> int:
        return self.answers[0].shape[2]

    @property
    def rows(self) -> int:
        """L = R^N."""
        return self.responses**self.players

    def weights(self, seat: int, without: int | None = None) -> Reals:
        """P(word, chameleon in `seat`, the others answer so): shape (K, L); `without` leaves out one seat's factor."""
        weights = np.full((self.words, self.rows), 1.0 / (self.players * self.words))
        for other in range(self.players):
            if other not in (seat, without):
                weights = weights * self.answers[other][:, *self.said(other)]
        return weights

    def said(self, seat: int) -> tuple[Indices, Indices]:
        """For each row, what was said before `seat` (as a number) and what `seat` says: twice (L,)."""
        answers = np.array(list(product(range(self.responses), repeat=self.players)), dtype=np.int64)
        history: Indices = np.arange(self.rows, dtype=np.int64) // self.responses ** (self.players - seat)
        return history, answers[:, seat]

    def answering(self, seat: int, values: Reals) -> Team:
        """The same team with one seat's answers replaced."""
        return replace(self, answers=(*self.answers[:seat], values, *self.answers[seat + 1 :]))

    def voting(self, votes: Votes) -> Team:
        """The same team with another way to vote."""
        return replace(self, votes=votes)


def widened(team: Team, responses: int) -> Team:
    """The team with more responses to hear: it never gives them, takes them for the last one, and still wins as much.

    Who gives a new one is the chameleon; that is not used here, nor needed.
    """
    rows = _narrow(team.players, team.responses, responses)
    answers = [
        np.pad(each[:, _narrow(seat, team.responses, responses)], ((0, 0), (0, 0), (0, responses - team.responses)))
        for seat, each in enumerate(team.answers)
    ]
    votes = team.votes
    return Team(tuple(answers), votes.over(rows))


def _narrow(places: int, few: int, many: int) -> Indices:
    """For each row of `places` out of `many` responses, the row out of `few` with the new ones taken for the last."""
    rows = np.array(list(product(range(many), repeat=places)), dtype=np.int64).reshape(many**places, places)
    powers = few ** np.arange(places - 1, -1, -1, dtype=np.int64)
    return np.minimum(rows, few - 1) @ powers


def guarantee(team: Team) -> float:
    """The win against the best chameleon, which knows the strategy, answers by what it heard, votes and guesses.

    Exact up to rounding; no linear programme. It guesses with the others' ballots before its eyes.
    """
    return sum(least(team, seat, team.weights(seat)) for seat in range(team.players))


def least(team: Team, seat: int, weights: Reals) -> float:
    """The win that the best chameleon in `seat` leaves, given `team.weights(seat)`."""
    found = weights[:, :, None] * team.votes.seen(seat)
    fooled = found.sum(axis=0) - found.max(axis=0)
    by_row = (fooled @ team.votes.rates[seat].T).min(axis=1)
    by_answer = by_row.reshape(team.responses**seat, team.responses, -1).sum(axis=2)
    return float(by_answer.min(axis=1).sum())
