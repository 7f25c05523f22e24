"""Ten thousand random matrices: no corrected bound is ever exceeded, and the printed ones are, again and again."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np
import pytest

from keepmum.theory.bounds import split_vote_gain, upper_bound
from keepmum.theory.divergences import alpha_kl, alpha_l1, phi
from keepmum.theory.propositions import (
    concealing_bound,
    prop5,
    prop5_pinsker,
    prop5_sharp,
    prop6,
    prop6_sharp,
    prop8,
    prop8_from_one,
    revealing_bound,
)
from keepmum.theory.replies import history_reply
from keepmum.theory.schedules import best_schedule, schedule_value
from keepmum.theory.search import FORMS, random_team, upper_of
from keepmum.theory.stationary import StationaryPlay, exact_play
from keepmum.theory.teams import guarantee
from keepmum.theory.zero_information import SplitVotes

BATCHES, BATCH = 10, 1_000
ROUNDING = 1e-9
COPIES = 1_000


@dataclass(frozen=True)
class Case:
    """A random strategy, and what it does against a chameleon that answers from the mean of its rows."""

    matrix: list[list[float]]
    players: int
    play: StationaryPlay

    @property
    def size(self) -> tuple[int, int]:
        return self.players, len(self.matrix)


@cache
def cases(batch: int) -> tuple[Case, ...]:
    return tuple(_cases(np.random.default_rng(batch)))


def _cases(rng: np.random.Generator) -> Iterator[Case]:
    for _ in range(BATCH):
        words, responses = rng.integers(2, 5), rng.integers(2, 4)
        sharpness = rng.choice([0.3, 1.0, 3.0, 30.0])
        matrix = rng.dirichlet([sharpness] * responses, size=words)
        if rng.random() < 0.3:
            matrix = rng.permuted(np.repeat(matrix[:1], words, axis=0), axis=1)
        players = int(rng.integers(3, 6 if responses > 2 else 12))
        law = matrix.mean(axis=0)
        rows = [[float(p) for p in row] for row in matrix]
        yield Case(rows, players, exact_play(rows, [float(q) for q in law], players))


@pytest.mark.parametrize("batch", range(BATCHES))
def test_no_corrected_bound_on_concealing_is_exceeded(batch: int) -> None:
    for case in cases(batch):
        alpha = alpha_kl(case.matrix)
        identified = float(case.play.identification)
        for bound in (prop5, prop5_pinsker, prop5_sharp):
            assert identified <= bound(*case.size, alpha) + ROUNDING, (bound.__name__, case)
        assert case.play.win_b <= concealing_bound(*case.size, alpha, unanimous=True) + ROUNDING, case
        for bound in (prop6, prop6_sharp):
            assert 1 - case.play.map_error <= bound(*case.size, alpha) + ROUNDING, (bound.__name__, case)


@pytest.mark.parametrize("batch", range(BATCHES))
def test_no_corrected_bound_on_revealing_is_exceeded(batch: int) -> None:
    for case in cases(batch):
        alpha, error = alpha_l1(case.matrix), float(case.play.map_error)
        assert error <= prop8(*case.size, alpha, phi(case.matrix)) + ROUNDING, case
        assert error <= revealing_bound(*case.size, alpha) + ROUNDING, case
        if alpha >= 1:
            assert error <= prop8_from_one(*case.size, alpha) + ROUNDING, case


def test_the_printed_prop_8_is_exceeded_again() -> None:
    """Voting for the first seat wins map_error / N for certain, whatever the chameleon does."""
    with_phi = from_one = 0
    for case in (case for batch in range(BATCHES) for case in cases(batch)):
        alpha, won = alpha_l1(case.matrix), float(case.play.win_first_seat)
        with_phi += won > prop8(*case.size, alpha, phi(case.matrix), as_printed=True) + ROUNDING
        from_one += alpha >= 1 and won > prop8_from_one(*case.size, alpha, as_printed=True) + ROUNDING
    assert with_phi >= 10
    assert from_one >= 10


def test_the_printed_prop_5_is_exceeded_again_with_one_voice() -> None:
    """Each row stands for a thousand words: knowing the row, a guess is right once in a thousand times."""
    found = 0
    for case in (case for batch in range(BATCHES) for case in cases(batch)):
        words = len(case.matrix) * COPIES
        printed = prop5(case.players, words, alpha_kl(case.matrix), as_printed=True)
        if case.players > 4 or case.play.identification * (1 - 1 / COPIES) <= printed:
            continue
        won = history_reply(case.matrix, case.players, guesses=False).value * (1 - 1 / COPIES)
        found += won > printed + ROUNDING
        assert won <= prop5_sharp(case.players, words, alpha_kl(case.matrix)) + ROUNDING
    assert found >= 1


def test_the_printed_prop_5_is_exceeded_again_with_split_ballots() -> None:
    rng, found = np.random.default_rng(0), 0
    for _ in range(2_000):
        players = int(rng.integers(3, 6))
        profiles = [tuple(int(b) for b in rng.integers(0, players, size=players)) for _ in range(rng.integers(1, 4))]
        words = [int(n) for n in rng.integers(4, 40, size=len(profiles))]
        split = SplitVotes(tuple(profiles), tuple(words))
        value = float(split.value)
        found += value > prop5(players, split.card, 0.0, as_printed=True) + ROUNDING
        limit = (1 - 1 / split.card) * float(split_vote_gain(players)) / players
        assert value <= min(limit, upper_bound(players, split.card)) + ROUNDING
    assert found >= 1


def test_no_random_schedule_beats_the_best_or_the_converse() -> None:
    rng = np.random.default_rng(1)
    for _ in range(2_000):
        players, words = int(rng.integers(3, 8)), int(rng.integers(2, 40))
        sizes = [words, *sorted((int(n) for n in rng.integers(1, words + 1, size=players)), reverse=True)]
        assert schedule_value(sizes) <= best_schedule(players, words).value
        assert best_schedule(players, words).value <= upper_bound(players, words) + ROUNDING


@pytest.mark.parametrize("form", FORMS)
def test_no_random_team_beats_the_converse(form: str) -> None:
    rng = np.random.default_rng(2)
    for _ in range(300):
        size = (3, int(rng.integers(2, 6)), int(rng.integers(2, 4)))
        assert guarantee(random_team(size, FORMS[form], rng)) <= upper_of(*size, FORMS[form])
