"""The strategies that can be simulated: each knows its exact value and how to play very many matches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, Literal, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from keepmum.theory.ambiguity import revealing_identification
from keepmum.theory.arrays import Indices
from keepmum.theory.bounds import trivial_value
from keepmum.theory.divergences import Matrix
from keepmum.theory.domains import require, require_table
from keepmum.theory.schedules import require_sizes, schedule_value
from keepmum.theory.stationary import Number, Table, count_vectors, exact_play, likelihoods, require_stationary
from keepmum.theory.zero_information import SplitVotes

Run: TypeAlias = tuple[int, NDArray[np.uint64]]
"""How many matches, and the state of the random numbers."""

Notes: TypeAlias = tuple[Indices, Indices]
"""The log (word, chameleon, accused, guess) and what was said, a row a match, for as many matches as there are rows."""

MAX_TABLE = 20_000_000
"""The largest (N+1)^|R| K that a stationary strategy is simulated for."""


class Strategy(Protocol):
    """A team strategy with a best chameleon against it. `columns`: how many numbers a seat are written down as said."""

    columns: ClassVar[int]

    @property
    def players(self) -> int: ...

    @property
    def words(self) -> int: ...

    @property
    def value(self) -> Number:
        """The exact probability that the non-chameleons win."""
        ...

    def play(self, run: Run, notes: Notes) -> tuple[int, int]:
        """Play matches, write down as many as `notes` have rows: how often identified, and how often won."""
        ...


@dataclass(frozen=True, slots=True)
class Trivial:
    """Say nothing, vote for the first seat."""

    players: int
    words: int

    columns: ClassVar[int] = 1

    @property
    def value(self) -> Fraction:
        return trivial_value(self.players, self.words)

    def play(self, run: Run, notes: Notes) -> tuple[int, int]:
        from keepmum.theory import kernels

        require_table(self.players, self.words)
        return _pair(kernels.trivial(self.players, self.words, run, notes))


@dataclass(frozen=True, slots=True)
class Revealing:
    """Say the word: the 2-L1 strategy. When all answers agree, seat `blamed` is voted for."""

    players: int
    words: int
    blamed: int = 0

    columns: ClassVar[int] = 1

    @property
    def value(self) -> Fraction:
        return Fraction(0)

    @property
    def identification(self) -> Fraction:
        """P(the chameleon is identified), exactly."""
        return revealing_identification(self.players, self.words)[int(self.blamed > 0)]

    def play(self, run: Run, notes: Notes) -> tuple[int, int]:
        from keepmum.theory import kernels

        require_table(self.players, self.words)
        require(0 <= self.blamed < self.players, "0 <= blamed < players", self.blamed)
        return _pair(kernels.revealing(self.players, self.words, self.blamed, run, notes))


@dataclass(frozen=True, slots=True)
class Nested:
    """A nested schedule of these sizes; pi^amb is one of them."""

    sizes: tuple[int, ...]

    columns: ClassVar[int] = 1

    @property
    def players(self) -> int:
        return len(self.sizes) - 1

    @property
    def words(self) -> int:
        return self.sizes[0]

    @property
    def value(self) -> Fraction:
        return schedule_value(self.sizes)

    def play(self, run: Run, notes: Notes) -> tuple[int, int]:
        from keepmum.theory import kernels

        require_sizes(self.sizes)
        require(len(notes[1]) == 0 or self.words <= 63, "at most 63 words to write sets down as bits", self.words)
        return _pair(kernels.schedule(np.array(self.sizes), run, notes))


@dataclass(frozen=True, slots=True)
class Split:
    """Word-dependent ballots without any information in the answers."""

    votes: SplitVotes

    columns: ClassVar[int] = 1

    @property
    def players(self) -> int:
        return self.votes.players

    @property
    def words(self) -> int:
        return self.votes.card

    @property
    def value(self) -> Fraction:
        return self.votes.value

    def play(self, run: Run, notes: Notes) -> tuple[int, int]:
        from keepmum.theory import kernels

        profiles = np.repeat(np.array(self.votes.profiles), self.votes.words, axis=0)
        replies = np.array([self.votes.reply(seat) for seat in range(self.players)])
        alike = [_alike(profiles, seat, int(reply)) for seat, reply in enumerate(replies)]
        tables = tuple(np.array(part) for part in zip(*alike, strict=True))
        return _pair(kernels.split(profiles, replies, tables, run, notes))


@dataclass(frozen=True, slots=True)
class Stationary:
    """Answers from D_w whatever was said, against a chameleon that answers from `law`: variants a, b, c."""

    matrix: Matrix
    law: Sequence[float]
    players: int
    variant: Literal["a", "b", "c"] = "a"

    columns: ClassVar[int] = 1

    @property
    def words(self) -> int:
        return len(self.matrix)

    @property
    def value(self) -> Number:
        play = exact_play(self.matrix, self.law, self.players)
        return {"a": play.win_a, "b": play.win_b, "c": play.win_c}[self.variant]

    def play(self, run: Run, notes: Notes) -> tuple[int, int]:
        from keepmum.theory import kernels

        require_stationary(self.matrix, self.law, self.players)
        tables = self._tables()
        return _pair(kernels.stationary(cumulative([*self.matrix, self.law]), tables, self.players, run, notes))

    def _tables(self) -> tuple[Indices, Indices]:
        """By the code of the counts (base N + 1): the response voted for, a word; the word guessed, a response."""
        responses = len(self.law)
        size = (self.players + 1) ** responses
        require(size * self.words <= MAX_TABLE, f"(N+1)^|R| K <= {MAX_TABLE}", size * self.words)
        votes, guesses = np.zeros((size, self.words), dtype=np.int64), np.zeros((size, responses), dtype=np.int64)
        heard = {counts: likelihoods(self.matrix, counts) for counts in count_vectors(self.players - 1, responses)}
        for counts in count_vectors(self.players, responses):
            table = Table(counts, heard, self.law)
            code = sum(count * (self.players + 1) ** s for s, count in enumerate(counts))
            votes[code] = np.array(table.given)[table.fooling_votes() if self.variant == "c" else table.votes]
            guesses[code, table.given] = table.caught_guesses() if self.variant == "b" else table.guesses
        return votes, guesses


def cumulative(rows: Sequence[Sequence[float]]) -> NDArray[np.uint64]:
    """Each row's running sum in units of 2^-32, the last one exactly 2^32."""
    sums = np.round(np.cumsum(np.asarray(rows, dtype=np.float64), axis=1) * 2**32).astype(np.uint64)
    sums[:, -1] = 2**32
    return sums


def _alike(profiles: Indices, seat: int, ballot: int) -> tuple[Indices, Indices]:
    """The words in an order that groups those which show a chameleon in `seat` the same ballots; each word's group."""
    seen = profiles.copy()
    seen[:, seat] = ballot
    _, group = np.unique(seen, axis=0, return_inverse=True)
    listed = np.argsort(group.ravel(), kind="stable")
    grouped = group.ravel()[listed]
    bounds = np.stack([np.searchsorted(grouped, group.ravel(), side) for side in ("left", "right")], axis=1)
    return listed, bounds


def _pair(counts: Any) -> tuple[int, int]:
    return int(counts[0]), int(counts[1])
