"""The chameleon's best reply to a stationary strategy, when the voters know how it replies.

The team draws answers from D_w, then casts the best unanimous ballot, a shared coin allowed; the chameleon minimises.
By the minimax theorem the value is also what the team can guarantee by its vote with these answers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

import numpy as np

from keepmum.theory.arrays import Indices, Reals, normal
from keepmum.theory.divergences import Matrix, require_strategy
from keepmum.theory.domains import require, require_players
from keepmum.theory.programmes import Programme
from keepmum.theory.stationary import arrangements, count_vectors, likelihoods, without

MAX_HISTORIES = 200_000
"""The largest K N |R|^N that a history-dependent reply is computed for."""


@dataclass(frozen=True, slots=True)
class Reply:
    """A chameleon's response law and what it leaves to the team."""

    value: float
    """The team's win (or identification, where the chameleon does not get to guess)."""
    laws: tuple[Reals, ...]
    """Stationary: one of shape (|R|,). By history: for each seat c, (|R|^c, |R|), first answer most significant."""
    guesses: tuple[Reals, ...] = ()
    """By history, for each seat: P(guess w | all answers), shape (|R|^N, K)."""


def stationary_reply(matrix: Matrix, players: int, *, guesses: bool = True) -> Reply:
    """The best single response law over |R|, with the best guess after it; without guesses, against identification.

    A linear programme over count vectors. Raises ValueError outside the domain, Unsolved if HiGHS gives up.
    """
    _require(matrix, players)
    programme = Programme()
    law = programme.variables(len(matrix[0]))
    programme.equal([(law[None], 1.0)], 1.0)
    plans = {counts: _guess_plans(programme, law, len(matrix), guesses) for counts in _counts(matrix, players - 1)}
    objective = [_worst_vote(programme, counts, matrix, law, plans) for counts in _counts(matrix, players)]
    solution = programme.maximise(objective)
    return Reply(-solution.value / (players * len(matrix)), (normal(solution.at(law)),))


def history_reply(matrix: Matrix, players: int, *, guesses: bool = True) -> Reply:
    """The best response law that looks at all earlier answers, with the best guess after it.

    A linear programme over all |R|^N answers: raises ValueError beyond `MAX_HISTORIES`.
    """
    _require(matrix, players)
    words, responses = len(matrix), len(matrix[0])
    size = words * players * responses**players
    require(size <= MAX_HISTORIES, f"K N |R|^N <= {MAX_HISTORIES} (use stationary_reply)", size)
    programme = Programme()
    laws = [_seat_law(programme, seat, responses) for seat in range(players)]
    lost = programme.variables((words, responses**players))
    plans: list[Indices] = []
    for seat, weights in enumerate(others_weights(matrix, players)):
        kept = _kept(programme, laws[seat], responses ** (players - seat - 1), words, guesses)
        plans += [column for column, sign in kept if sign < 0]
        rows = [(column[..., None], sign * weights[..., None]) for column, sign in kept]
        programme.at_most([*rows, (lost[..., None], -1.0)])
    solution = programme.maximise([(lost, -1.0)])
    told = tuple(_given_said(solution.at(plan.T)) for plan in plans)
    return Reply(-solution.value / (players * words), tuple(normal(solution.at(law)) for law in laws), told)


def _given_said(plan: Reals) -> Reals:
    """Guesses given what was said: of what is never said, any."""
    said = np.maximum(plan, 0.0).sum(axis=1, keepdims=True)
    return np.where(said > 0, np.maximum(plan, 0.0) / np.where(said > 0, said, 1.0), 1 / plan.shape[1])


def others_weights(matrix: Matrix, players: int) -> Iterator[Reals]:
    """For each seat, the probability that all other seats answer so: shape (K, |R|^N)."""
    table = np.asarray(matrix, dtype=np.float64)
    answers = np.array(list(product(range(table.shape[1]), repeat=players)))
    said = table[:, answers]
    for seat in range(players):
        yield np.delete(said, seat, axis=2).prod(axis=2)


def _guess_plans(programme: Programme, law: Indices, words: int, guesses: bool) -> Indices | None:
    """For one set of counts of the others: P(answer s, then guess w), which sums over w to the law."""
    if not guesses:
        return None
    plan = programme.variables((law.size, words))
    programme.equal([(plan, 1.0), (law[:, None], -1.0)], 0.0)
    return plan


def _worst_vote(
    programme: Programme,
    counts: tuple[int, ...],
    matrix: Matrix,
    law: Indices,
    plans: dict[tuple[int, ...], Indices | None],
) -> tuple[Indices, float]:
    """The best vote on this table, for each word: at least what blaming any of the responses given would win."""
    lost = programme.variables(len(matrix))
    for response in (s for s, count in enumerate(counts) if count):
        others = without(counts, response)
        weights = np.array(likelihoods(matrix, others), dtype=np.float64)[:, None]
        rows = [(np.full((len(matrix), 1), law[response]), weights), (lost[:, None], -1.0)]
        plan = plans[others]
        if plan is not None:
            rows.append((plan[response][:, None], -weights))
        programme.at_most(rows)
    return lost, -float(arrangements(counts))


def _seat_law(programme: Programme, seat: int, responses: int) -> Indices:
    law = programme.variables((responses**seat, responses))
    programme.equal([(law, 1.0)], 1.0)
    return law


def _kept(programme: Programme, law: Indices, later: int, words: int, guesses: bool) -> list[tuple[Indices, float]]:
    """The columns, shape (K, |R|^N), of P(the seat answers so) and, with sign -1, of P(it then guesses w)."""
    said = np.repeat(law.ravel(), later)
    columns = [(np.broadcast_to(said, (words, said.size)), 1.0)]
    if guesses:
        plan = programme.variables((said.size, words))
        programme.equal([(plan, 1.0), (said[:, None], -1.0)], 0.0)
        columns.append((plan.T, -1.0))
    return columns


def _counts(matrix: Matrix, players: int) -> Iterator[tuple[int, ...]]:
    return count_vectors(players, len(matrix[0]))


def _require(matrix: Matrix, players: int) -> None:
    require_players(players)
    require_strategy(matrix)
