"""What a stationary strategy wins and identifies, exactly, by enumeration over how often each response was given."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import factorial, prod
from typing import TypeAlias

from keepmum.theory.divergences import Matrix, require_strategy
from keepmum.theory.domains import require, require_players

Number: TypeAlias = float | Fraction
Counts: TypeAlias = tuple[int, ...]
"""How many players gave each of the |R| responses."""

_TIE = 1e-12


@dataclass(frozen=True, slots=True)
class StationaryPlay:
    """One stationary strategy against one response law: fractions if all that went in were fractions."""

    identification: Number
    """P(the chameleon is identified) when the others vote for the likeliest seat."""
    win_a: Number
    """Win when they vote so and the chameleon guesses the likeliest word from the others' responses."""
    win_b: Number
    """Win when the guess also uses that it was caught."""
    win_c: Number
    """Win when the vote is the best one against the guess of `win_a`."""
    map_error: Number
    """P(the likeliest word given the others' responses is not the secret word)."""
    win_first_seat: Number
    """Win when everybody always votes for seat 1 and the chameleon guesses the likeliest word."""


def exact_play(matrix: Matrix, law: Sequence[float], players: int) -> StationaryPlay:
    """Play D_w = `matrix`[w] (K x |R|) against a chameleon that answers from `law` (|R|), N = `players`.

    Ties go to the lowest response and the lowest word; floats tie within a relative 1e-12. Time O(C(N+|R|-1, N) K |R|).
    See docs/theory.md. Raises ValueError for what is no strategy, law or table.
    """
    require_stationary(matrix, law, players)
    heard = {counts: likelihoods(matrix, counts) for counts in count_vectors(players - 1, len(law))}
    share = Fraction(1, players * len(matrix)) if _is_exact(matrix, law) else 1 / (players * len(matrix))
    error = sum(arrangements(counts) * (sum(row) - max(row)) for counts, row in heard.items()) * share * players
    tables = (Table(counts, heard, law) for counts in count_vectors(players, len(law)))
    sums = [share * sum(part) for part in zip(*(table.parts() for table in tables), strict=True)]
    return StationaryPlay(*sums, map_error=error, win_first_seat=error / players)


class Table:
    """All tables of N responses with the same counts: who is voted for, and what the chameleon then guesses.

    Votes and guesses are indices: into `given`, the responses that were given at all, and into the words.
    """

    def __init__(self, counts: Counts, heard: Mapping[Counts, list[Number]], law: Sequence[float]) -> None:
        self.counts = counts
        self.given = [s for s, count in enumerate(counts) if count]
        others = [heard[without(counts, s)] for s in self.given]
        self.weights = [[law[s] * chance for chance in row] for s, row in zip(self.given, others, strict=True)]
        self.guesses = [first_best(row) for row in others]
        self.votes = [first_best(column) for column in zip(*self.weights, strict=True)]

    def parts(self) -> tuple[Number, ...]:
        """Identification and the wins a, b, c, each summed over words, before the division by N K."""
        wins = (
            self._win(self.votes, [-1] * len(self.given)),
            self._win(self.votes, self.guesses),
            self._win(self.votes, self.caught_guesses()),
            self._win(self.fooling_votes(), self.guesses),
        )
        ways = arrangements(self.counts)
        return tuple(ways * win for win in wins)

    def caught_guesses(self) -> list[int]:
        """For each response, the likeliest word among those for which it is the one voted for (win b)."""
        columns = [[w for w, vote in enumerate(self.votes) if vote == s] for s in range(len(self.given))]
        return [
            words[first_best([row[w] for w in words])] if words else guess
            for words, row, guess in zip(columns, self.weights, self.guesses, strict=True)
        ]

    def fooling_votes(self) -> list[int]:
        """For each word, the vote that wins most against `guesses` (win c)."""
        rows = zip(self.weights, self.guesses, strict=True)
        kept = [[0 if guess == w else weight for w, weight in enumerate(row)] for row, guess in rows]
        return [first_best(column) for column in zip(*kept, strict=True)]

    def _win(self, votes: list[int], guesses: list[int]) -> Number:
        return sum(self.weights[vote][w] for w, vote in enumerate(votes) if guesses[vote] != w)


def count_vectors(total: int, responses: int) -> Iterator[Counts]:
    """All ways for `total` players to spread over so many responses, in lexicographic order."""
    if responses == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for rest in count_vectors(total - first, responses - 1):
            yield (first, *rest)


def arrangements(counts: Counts) -> int:
    """In how many seat orders these counts can come about."""
    return factorial(sum(counts)) // prod(factorial(count) for count in counts)


def likelihoods(matrix: Matrix, counts: Counts) -> list[Number]:
    """For each word, the probability of one seat order of these responses."""
    return [prod((p**count for p, count in zip(row, counts, strict=True)), start=1) for row in matrix]


def without(counts: Counts, response: int) -> Counts:
    """The counts of the other players, when one who gave `response` is left out."""
    return (*counts[:response], counts[response] - 1, *counts[response + 1 :])


def first_best(values: Sequence[Number]) -> int:
    """The first index of the largest value: exactly for fractions, within a relative 1e-12 for floats."""
    best = max(values)
    floor = best * (1 - _TIE) if isinstance(best, float) else best
    return next(index for index, value in enumerate(values) if value >= floor)


def require_stationary(matrix: Matrix, law: Sequence[float], players: int) -> None:
    """Raise ValueError unless matrix, law and number of players belong to one game."""
    require_players(players)
    require_strategy(matrix)
    require_strategy([law, law])
    require(len(law) == len(matrix[0]), f"a law over the matrix's {len(matrix[0])} responses", len(law))


def _is_exact(matrix: Matrix, law: Sequence[float]) -> bool:
    return all(isinstance(p, Fraction | int) for row in [*matrix, law] for p in row)
