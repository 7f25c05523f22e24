"""Ratings: the literature's values, an independent maximum, known strengths found again, and what has no maximum."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import minimize

from keepmum.measure.ratings import POINTS, pair_wins, ratings, strengths

# American League, 1987, games won by the row's team from the column's; A. Agresti, Categorical Data Analysis (1990),
# table 10.10, and its Bradley-Terry estimates with Baltimore at 0.
TEAMS = ("Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore")
WON = np.array(
    [
        [0, 7, 9, 7, 7, 9, 11],
        [6, 0, 7, 5, 11, 9, 9],
        [4, 6, 0, 7, 7, 8, 12],
        [6, 8, 6, 0, 6, 7, 10],
        [6, 2, 6, 7, 0, 7, 12],
        [4, 4, 5, 6, 6, 0, 6],
        [2, 4, 1, 3, 1, 7, 0],
    ],
    dtype=float,
)
AGRESTI = (1.58, 1.44, 1.29, 1.25, 1.11, 0.68, 0.0)

Match = list[tuple[str, float]]


def test_baseball_as_in_the_literature() -> None:
    found = strengths(WON[None])[0]
    assert found - found[-1] == pytest.approx(AGRESTI, abs=0.005)
    assert found.sum() == pytest.approx(0)
    games: list[Match] = [
        [(a, 1.0), (b, 0.0)] for i, a in enumerate(TEAMS) for j, b in enumerate(TEAMS) for _ in range(int(WON[i, j]))
    ]
    rated = ratings(games).players
    assert [rated[team].points.value for team in TEAMS] == pytest.approx(list(POINTS * found))


@pytest.mark.parametrize("seed", range(4))
def test_it_is_the_maximum_that_another_method_finds(seed: int) -> None:
    rng = np.random.default_rng(seed)
    wins = rng.gamma(1.0, 3.0, size=(5, 5)) * (1 - np.eye(5))

    def minus_likelihood(theta: np.ndarray) -> float:
        return float((wins * np.log1p(np.exp(theta[None, :] - theta[:, None]))).sum() + theta.mean() ** 2)

    other = minimize(minus_likelihood, np.zeros(5), method="BFGS", options={"gtol": 1e-9}).x
    assert strengths(wins[None])[0] == pytest.approx(other - other.mean(), abs=1e-4)


def played(rng: np.random.Generator, truth: dict[str, float], seats: int = 4) -> Match:
    """Some players come out in an order by their strengths (R. D. Luce), so every pair is Bradley-Terry's."""
    who = list(rng.choice(list(truth), size=seats, replace=False))
    luck = rng.gumbel(size=seats)
    return [(str(name), float(truth[name] / POINTS + luck[place])) for place, name in enumerate(who)]


TRUTH = {"a": 200.0, "b": 50.0, "c": 0.0, "d": -50.0, "e": -200.0}


def test_known_strengths_are_found_again_and_covered() -> None:
    rng = np.random.default_rng(7)
    big = ratings([played(rng, TRUTH) for _ in range(4000)]).players
    assert {name: big[name].points.value for name in TRUTH} == pytest.approx(TRUTH, abs=12)
    held = 0
    for _ in range(40):
        rated = ratings([played(rng, TRUTH) for _ in range(60)]).players
        held += sum(rated[n].points.low <= true <= rated[n].points.high for n, true in TRUTH.items())
    assert 0.89 <= held / 200 <= 0.985


def test_a_match_weighs_one_however_many_sit() -> None:
    four: Match = [("a", 1), ("b", 0), ("c", 0), ("d", 0)]
    wins = pair_wins(four)
    assert sum(wins.values()) == pytest.approx(1)
    assert wins["a", "b"] == pytest.approx(1 / 6)
    assert (wins["b", "a"], wins["b", "c"], wins["c", "b"]) == pytest.approx((0, 1 / 12, 1 / 12))


def test_seats_of_one_player_do_not_meet() -> None:
    assert pair_wins([("a", 1), ("a", 0)]) == {}
    assert pair_wins([("a", 1), ("a", 0), ("b", 0)]) == pytest.approx({("a", "b"): 0.75, ("b", "a"): 0.25})


def test_the_odds_are_those_of_the_points() -> None:
    ten_to_one: list[Match] = [[("a", 1), ("b", 0)]] * 10 + [[("a", 0), ("b", 1)]]
    rated = ratings(ten_to_one).players
    assert (rated["a"].points.value, rated["b"].points.value) == pytest.approx((200, -200))
    assert rated["a"].share == pytest.approx(10 / 11)


def test_ties_are_half_a_win_each_and_alone_make_all_equal() -> None:
    level = ratings([[("a", 0), ("b", 0), ("c", 0)]] * 9)
    assert [rating.points.value for rating in level.players.values()] == pytest.approx([0, 0, 0])
    assert not level.held
    mixed = ratings([[("a", 1), ("b", 0)], [("a", 0), ("b", 0)]]).players
    assert mixed["a"].points.value == pytest.approx(POINTS * np.log(3) / 2)


def test_who_won_everything_is_held_by_one_drawn_match() -> None:
    rated = ratings([[("a", 1), ("b", 0)]] * 9)
    assert rated.held == ("a", "b")
    assert rated.players["a"].share == 1
    assert rated.players["a"].points.value == pytest.approx(POINTS * np.log(9.5 / 0.5) / 2)
    assert not ratings([[("a", 1), ("b", 0)]] * 9 + [[("a", 0), ("b", 1)]]).held


def test_who_hardly_ever_lost_has_an_open_interval() -> None:
    rated = ratings([[("a", 1), ("b", 0)]] * 9 + [[("a", 0), ("b", 1)]]).players
    a, b = rated["a"].points, rated["b"].points
    assert a.high == np.inf
    assert b.low == -np.inf
    assert 0 < a.low < a.value == -b.value
    often = ratings([[("a", 1), ("b", 0)]] * 40 + [[("a", 0), ("b", 1)]] * 10).players["a"].points
    assert often.value < often.high < np.inf


def test_two_tiers_that_never_cross_are_held_though_nobody_won_everything() -> None:
    inside: list[Match] = [[(x, 1), (y, 0)] for x, y in ("ab", "ba", "cd", "dc")]
    across: list[Match] = [[(x, 1), (y, 0)] for x in "ab" for y in "cd"]
    rated = ratings(inside + across)
    assert rated.held == tuple("abcd")
    assert not ratings([*inside, *across, [("d", 1), ("a", 0)]]).held


def test_one_who_lost_everything_does_not_cost_the_others_their_intervals() -> None:
    inside: list[Match] = [[(x, 1), (y, 0)] for x, y in ("ab", "ba", "bc", "cb", "ab")] * 5
    rated = ratings([*inside, [("a", 1), ("z", 0)], [("b", 1), ("z", 0)]])
    assert rated.held == ("z",)
    assert rated.players["z"].share == 0
    assert rated.players["z"].points.low is None
    assert rated.players["z"].points.value < rated.players["c"].points.low < rated.players["a"].points.high


def test_players_who_never_met_are_rated_apart() -> None:
    rated = ratings([[("a", 1), ("b", 0)], [("a", 0), ("b", 1)], [("x", 1), ("y", 0), ("z", 0)]])
    assert rated.groups == (("x", "y", "z"), ("a", "b"))
    assert rated.held == ("x",)
    assert rated.players["a"].points.n == 2
    for group in rated.groups:
        assert sum(rated.players[name].points.value for name in group) == pytest.approx(0)
    assert ratings([]).players == {} == ratings([[("a", 1), ("a", 0)]]).players


def test_one_match_has_ratings_without_an_interval() -> None:
    found = ratings([[("a", 1), ("b", 0), ("c", 0)]]).players["a"].points
    assert found.value is not None
    assert (found.low, found.high, found.n) == (None, None, 1)


def test_intervals_take_matches_whole_and_repeat() -> None:
    rng = np.random.default_rng(3)
    pairs = [played(rng, TRUTH, 2) for _ in range(60)]
    doubled = [[*match, *match] for match in pairs]  # each seat twice in its match: no news
    assert ratings(pairs) == ratings(pairs)
    one, two = ratings(pairs).players, ratings(doubled).players
    for name in TRUTH:
        assert two[name].points.low == pytest.approx(one[name].points.low, abs=1e-6)
