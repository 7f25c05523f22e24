from dataclasses import replace
from fractions import Fraction
from itertools import product
from types import SimpleNamespace

import numpy as np
import pytest
from golden import GOLDEN, exact

from keepmum.theory import zero_information
from keepmum.theory.bounds import SPLIT_VOTE_GAIN, trivial_value, u2, upper_bound
from keepmum.theory.programmes import Programme
from keepmum.theory.zero_information import SplitVotes, all_profiles, best_split_votes, caught, split_vote_limit

ROWS = GOLDEN["zero_info_nonunanimous"]


def strategy(row: dict) -> SplitVotes:
    return SplitVotes(tuple(tuple(ballots) for ballots, _ in row["profiles"]), tuple(n for _, n in row["profiles"]))


@pytest.mark.parametrize("row", ROWS)
def test_split_ballots_win_what_is_published(row: dict) -> None:
    split = strategy(row)
    assert (split.players, split.card) == (row["N"], row["K"])
    assert split.value == exact(row["win"]) <= upper_bound(row["N"], row["K"])


def test_split_ballots_beat_what_unanimous_ones_can() -> None:
    split = strategy(next(row for row in ROWS if (row["N"], row["K"]) == (4, 16)))
    assert split.value == Fraction(19, 64) > Fraction(1, 4) > trivial_value(4, 16)


@pytest.mark.parametrize("players", [3, 4, 5, pytest.param(6, marks=pytest.mark.slow)])
def test_the_limit_of_split_ballots_is_the_published_gain(players: int) -> None:
    published = GOLDEN["beta_N"][str(players)].split()[0]
    assert split_vote_limit(players) == Fraction(published) == SPLIT_VOTE_GAIN[players]


@pytest.mark.parametrize("players", [3, 4])
def test_ballots_for_oneself_add_nothing(players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zero_information, "all_profiles", lambda n: list(product(range(n), repeat=n)))
    assert split_vote_limit(players) == SPLIT_VOTE_GAIN[players]


def test_what_is_proved_is_the_solvers_bound_and_not_the_value_it_found(monkeypatch: pytest.MonkeyPatch) -> None:
    found = SimpleNamespace(x=np.array([1.0]), fun=-1.0, mip_dual_bound=-1.5, message="time limit")
    monkeypatch.setattr("scipy.optimize.milp", lambda *_, **__: found)
    programme = Programme()
    column = programme.variables(1, upper=2.0, whole=True)
    programme.at_most([(column[None], 1.0)], 1.7)
    solution = programme.maximise([(column, 1.0)])
    assert (solution.value, solution.bound) == (1.0, 1.5)


def test_the_best_split_votes_come_with_what_was_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    solve = Programme.maximise
    monkeypatch.setattr(Programme, "maximise", lambda self, *given: replace(solve(self, *given), bound=0.9))
    assert best_split_votes(3, 4)[1] == 0.9


def test_all_the_same_ballots_are_the_trivial_strategy() -> None:
    everybody_for_seat_one = SplitVotes(((1, 0, 0, 0),), (16,))
    assert everybody_for_seat_one.value == trivial_value(4, 16)


@pytest.mark.parametrize(("players", "words"), [(3, 6), (3, 14)])
def test_the_search_reaches_the_published_and_stays_under_the_converse(players: int, words: int) -> None:
    best, bound = best_split_votes(players, words)
    published = [exact(row["win"]) for row in ROWS if (row["N"], row["K"]) == (players, words)]
    assert max([trivial_value(players, words), *published]) <= best.value <= bound + 1e-9
    assert best.value <= u2(players, words)


def test_a_tie_is_broken_at_random_among_those_with_most_votes() -> None:
    assert caught(0, (1, 0, 1)) == 0
    assert caught(2, (1, 2, 0)) == Fraction(1, 3)
    assert len(all_profiles(4)) == 81


@pytest.mark.parametrize(
    ("call", "condition"),
    [
        (lambda: SplitVotes(((1, 0),), (4,)), "players >= 3"),
        (lambda: SplitVotes(((1, 0, 3),), (4,)), "ballots for seats"),
        (lambda: SplitVotes(((1, 0, 1), (1, 0)), (4, 4)), "one ballot a seat"),
        (lambda: SplitVotes(((1, 0, 1),), (0,)), "words >= 2"),
        (lambda: best_split_votes(9, 4), "players <= 5"),
        (lambda: split_vote_limit(7), "players <= 6"),
    ],
)
def test_outside_the_domain_the_error_names_the_condition(call, condition: str) -> None:
    with pytest.raises(ValueError, match=condition):
        call()
