from fractions import Fraction
from itertools import product
from math import comb

import pytest
from golden import GOLDEN, exact, matrix

from keepmum.theory.stationary import arrangements, count_vectors, exact_play

ROWS = GOLDEN["stationary"]
FIELDS = {
    "identification": "ident",
    "win_a": "win_a",
    "win_b": "win_b",
    "win_c": "win_c",
    "map_error": "map_error",
    "win_first_seat": "win_vote1_best_response",
}


def law(row: dict) -> list[Fraction]:
    return [Fraction(cell) for cell in row["Q"]]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['name']}{row['N']}")
def test_fractions_give_the_published_fractions(row: dict) -> None:
    play = exact_play(matrix(row["D"]), law(row), row["N"])
    for field, name in FIELDS.items():
        assert getattr(play, field) == exact(row[name]), field


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['name']}{row['N']}")
def test_floats_give_the_published_floats(row: dict) -> None:
    floats = [[float(p) for p in line] for line in matrix(row["D"])]
    play = exact_play(floats, [float(q) for q in law(row)], row["N"])
    for field, name in FIELDS.items():
        assert getattr(play, field) == pytest.approx(row[name]["float"], abs=1e-9), field


@pytest.mark.parametrize("row", ROWS[:2] + ROWS[6:8], ids=lambda row: f"{row['name']}{row['N']}")
def test_counting_agrees_with_every_seat_and_answer_one_by_one(row: dict) -> None:
    strategy, chameleon, players = matrix(row["D"]), law(row), row["N"]
    total = Fraction(0)
    for word, answers in product(strategy, product(range(len(chameleon)), repeat=players)):
        shares = []
        for seat in range(players):
            chance = chameleon[answers[seat]]
            for other in range(players):
                chance *= word[answers[other]] if other != seat else 1
            shares.append(chance)
        total += max(shares)
    assert exact_play(strategy, chameleon, players).identification == total / (players * len(strategy))


def test_the_published_unanimous_counterexample_to_prop_5_is_found_again() -> None:
    row = GOLDEN["prop5_unanimous_counterexample"]
    rare, common = Fraction(1, 10), Fraction(3, 10)
    classes = [[rare if s == c else common for s in range(row["M"])] for c in range(row["M"])]
    play = exact_play(classes, [Fraction(1, 4)] * 4, row["N"])
    assert float(play.identification) == pytest.approx(row["ident_minimax"], abs=1e-9)
    in_a_class = row["K"] // row["M"]
    win = play.identification * (1 - Fraction(1, in_a_class))
    assert float(win) == pytest.approx(row["win_lower"], abs=1e-9)


def test_what_a_chameleon_knows_and_voters_know_orders_the_wins() -> None:
    for row in ROWS:
        play = exact_play(matrix(row["D"]), law(row), row["N"])
        assert play.win_b <= play.win_a <= play.win_c <= play.identification


def test_count_vectors_cover_all_tables() -> None:
    vectors = list(count_vectors(6, 3))
    assert len(vectors) == comb(8, 2)
    assert sum(map(arrangements, vectors)) == 3**6


@pytest.mark.parametrize(
    ("call", "condition"),
    [
        (lambda: exact_play([[0.5, 0.5], [1, 0]], [0.2, 0.8], 2), "players >= 3"),
        (lambda: exact_play([[0.5, 0.5], [1, 0]], [1.0], 3), "2 responses"),
        (lambda: exact_play([[0.5, 0.5], [1, 0]], [0.5, 0.4], 3), "sum to 1"),
    ],
)
def test_outside_the_domain_the_error_names_the_condition(call, condition: str) -> None:
    with pytest.raises(ValueError, match=condition):
        call()
