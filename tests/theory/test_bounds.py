from fractions import Fraction
from math import log

import pytest
from golden import GOLDEN, exact

from keepmum.theory.bounds import secret_coin_value, trivial_value, u1, u2, upper_bound


@pytest.mark.parametrize("at", GOLDEN["trivial"])
def test_the_trivial_value_is_the_published_one(at: str) -> None:
    players, words = map(int, at.split(","))
    assert trivial_value(players, words) == exact(GOLDEN["trivial"][at])


@pytest.mark.parametrize("row", GOLDEN["converse"])
def test_the_converses_are_the_published_ones(row: dict) -> None:
    players, words = row["N"], row["K"]
    assert u1(players, words) == exact(row["universal"])
    assert u2(players, words, unanimous=True) == pytest.approx(row["info_unanimous"], abs=1e-9)
    assert u2(players, words, gain=Fraction(2)) == pytest.approx(row["info_beta2"], abs=1e-9)


@pytest.mark.parametrize("row", GOLDEN["alphabet_secret_coin"])
def test_the_secret_coin_value_is_the_published_one(row: dict) -> None:
    assert secret_coin_value(row["N"], row["K"], row["R"]) == exact(row["value"])


@pytest.mark.parametrize("players", [3, 4, 6, 9])
def test_two_words_are_worth_half_a_share_exactly(players: int) -> None:
    assert u1(players, 2) == trivial_value(players, 2) == Fraction(1, 2 * players)
    assert upper_bound(players, 2) == pytest.approx(1 / (2 * players))


def test_split_votes_loosen_the_information_bound() -> None:
    assert u2(4, 16, unanimous=True) < u2(4, 16) < u2(4, 16, gain=Fraction(2))


def test_the_information_bound_tends_to_lambda_over_n() -> None:
    row = GOLDEN["converse"][-1]
    assert row["lam"] - log(row["lam"]) - 1 == pytest.approx(log(row["K"]))
    assert u2(row["N"], row["K"], unanimous=True) <= row["lam_over_N"]


@pytest.mark.parametrize(
    ("call", "condition"),
    [
        (lambda: trivial_value(2, 16), "players >= 3"),
        (lambda: u1(4, 1), "words >= 2"),
        (lambda: u2(4, 16, gain=Fraction(5)), "gain <= players"),
        (lambda: u1(4, 16, Fraction(9)), "gain <= players"),
        (lambda: u1(4, 16, Fraction(-1)), "0 <= gain"),
        (lambda: secret_coin_value(4, 16, 0), "responses >= 1"),
    ],
)
def test_outside_the_domain_the_error_names_the_condition(call, condition: str) -> None:
    with pytest.raises(ValueError, match=condition):
        call()
