from fractions import Fraction

import numpy as np
import pytest
from golden import GOLDEN, matrix

from keepmum.theory.replies import history_reply, others_weights, stationary_reply
from keepmum.theory.stationary import exact_play

SMALL = [row for row in GOLDEN["stationary"] if row["N"] == 3 or (row["N"] == 4 and row["name"] in "AB")]


@pytest.mark.parametrize("row", SMALL, ids=lambda row: f"{row['name']}{row['N']}")
def test_the_more_a_chameleon_may_do_the_less_is_left(row: dict) -> None:
    strategy, players = matrix(row["D"]), row["N"]
    given = exact_play(strategy, [Fraction(q) for q in row["Q"]], players)
    best, looking = stationary_reply(strategy, players), history_reply(strategy, players)
    assert float(given.win_c) >= best.value - 1e-9 >= looking.value - 2e-9
    assert looking.value >= float(given.win_first_seat) - 1e-9


@pytest.mark.parametrize("row", SMALL, ids=lambda row: f"{row['name']}{row['N']}")
def test_the_law_of_the_programme_attains_its_value_in_exact_play(row: dict) -> None:
    strategy, players = matrix(row["D"]), row["N"]
    reply = stationary_reply(strategy, players, guesses=False)
    play = exact_play(strategy, [float(q) for q in reply.laws[0]], players)
    assert float(play.identification) == pytest.approx(reply.value, abs=1e-9)


@pytest.mark.parametrize("row", SMALL, ids=lambda row: f"{row['name']}{row['N']}")
def test_the_law_by_history_attains_its_value_answer_by_answer(row: dict) -> None:
    strategy, players = matrix(row["D"]), row["N"]
    responses = len(strategy[0])
    reply = history_reply(strategy, players, guesses=False)
    assert [law.shape for law in reply.laws] == [(responses**seat, responses) for seat in range(players)]
    said = [np.repeat(law.ravel(), responses ** (players - seat - 1)) for seat, law in enumerate(reply.laws)]
    weights = np.array(list(others_weights(strategy, players)))
    identified = (weights * np.array(said)[:, None, :]).max(axis=0).sum() / (players * len(strategy))
    assert identified == pytest.approx(reply.value, abs=1e-9)


def test_the_unanimous_counterexample_stands_even_against_history() -> None:
    row = GOLDEN["prop5_unanimous_counterexample"]
    classes = [[0.1 if s == c else 0.3 for s in range(row["M"])] for c in range(row["M"])]
    for reply in (stationary_reply, history_reply):
        assert reply(classes, row["N"], guesses=False).value == pytest.approx(row["ident_minimax"], abs=1e-9)


def test_silence_is_worth_the_trivial_value() -> None:
    assert history_reply([[1.0]] * 4, 3).value == pytest.approx(1 / 4)
    assert stationary_reply([[0.5, 0.5]] * 4, 3).value == pytest.approx(1 / 4)


def test_a_history_too_long_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match=r"K N \|R\|\^N <="):
        history_reply([[0.2] * 5] * 16, 8)
