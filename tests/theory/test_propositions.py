import random
from decimal import Decimal, localcontext
from fractions import Fraction
from math import exp, inf

import pytest
from golden import GOLDEN, matrix

from keepmum.theory.bounds import split_vote_gain
from keepmum.theory.divergences import alpha_kl, alpha_l1, phi, pmax, theta, weissman_phi
from keepmum.theory.propositions import (
    concealing_bound,
    prop5,
    prop5_pinsker,
    prop5_sharp,
    prop6,
    prop6_sharp,
    prop8,
    prop8_from_one,
    prop9,
    revealing_bound,
)
from keepmum.theory.stationary import exact_play


def near(value: float) -> object:
    return pytest.approx(value, abs=1e-9)


@pytest.mark.parametrize("row", GOLDEN["bounds"])
def test_props_5_and_6_are_the_published_ones(row: dict) -> None:
    at = (row["N"], row["K"], row["alpha_KL"])
    assert prop5(*at, as_printed=True) == near(row["prop5_written"])
    assert prop5(*at) == near(row["prop5_fixed_pairs"])
    assert prop5_pinsker(*at) == near(row["prop5_fixed_pinsker"])
    assert prop5_sharp(*at) == near(row["prop5_sharp"])
    assert prop6(*at, as_printed=True) == near(row["prop6_written"])
    assert prop6(*at) == near(row["prop6_sqrt2"])
    assert prop6_sharp(*at) == near(row["prop6_fano"])


@pytest.mark.parametrize("row", GOLDEN["bounds_L1"])
def test_prop_8_is_the_published_one(row: dict) -> None:
    at = (row["N"], row["K"], row["alpha_L1"])
    value = weissman_phi(row["theta"])
    assert value == near(float(row["phi"]))
    assert prop8(*at, value, as_printed=True) == pytest.approx(row["written"], rel=1e-9)
    assert prop8(*at, value) == pytest.approx(row["fixed"], rel=1e-9)
    assert revealing_bound(*at) == pytest.approx(row["bhattacharyya"], rel=1e-9)


@pytest.mark.parametrize("row", [row for row in GOLDEN["bounds_L1"] if "written_ge1" in row])
def test_prop_8_from_one_is_the_published_one(row: dict) -> None:
    at = (row["N"], row["K"], row["alpha_L1"])
    assert prop8_from_one(*at, as_printed=True) == pytest.approx(row["written_ge1"], rel=1e-9)
    assert prop8_from_one(*at) == pytest.approx(row["fixed_ge1"], rel=1e-9)


def test_prop_8_at_one_is_the_limit_from_above() -> None:
    assert prop8_from_one(9, 5, 1.0) == pytest.approx(24 * exp(-1))
    assert prop8_from_one(9, 5, 1.0) == pytest.approx(prop8_from_one(9, 5, 1 + 1e-6), rel=1e-4)


def test_full_revealing_leaves_nothing_to_win() -> None:
    assert prop8(4, 16, 2.0, inf) == prop8_from_one(4, 16, 2.0) == revealing_bound(4, 16, 2.0) == 0


@pytest.mark.parametrize("row", GOLDEN["amb_best_response"])
def test_prop_9_as_printed_is_below_the_exact_value(row: dict) -> None:
    assert prop9(row["N"], row["l"], as_printed=True) == near(row["bound_written"])
    assert prop9(row["N"], row["l"]) == Fraction(row["win"]["frac"]) >= prop9(row["N"], row["l"], as_printed=True)


def test_the_two_word_counterexample_breaks_prop_8_for_alpha_from_one() -> None:
    strategy = matrix(GOLDEN["prop8_counterexamples"][1]["D"])
    alpha = alpha_l1(strategy)
    assert alpha == 1.5
    assert prop8_from_one(5, 2, alpha, as_printed=True) == near(GOLDEN["prop8_counterexamples"][1]["written_ge1"])


def test_the_first_counterexample_breaks_prop_8_with_phi() -> None:
    row = GOLDEN["prop8_counterexamples"][0]
    strategy = matrix(row["D"])
    assert theta(*strategy) == 0.5
    assert prop8(row["N"], 2, alpha_l1(strategy), phi(strategy), as_printed=True) == near(row["written"])
    assert row["win"]["float"] > row["written"]


def test_sharp_forms_are_never_weaker_and_all_grow_with_alpha() -> None:
    for players, words, alpha in [(3, 4, 0.02), (4, 16, 0.3), (9, 40, 2.0)]:
        assert prop5_sharp(players, words, alpha) <= prop5_pinsker(players, words, alpha) + 1e-9
        assert words < 5 or prop6_sharp(players, words, alpha) <= prop6(players, words, alpha) + 1e-9
        assert prop5(players, words, alpha) < prop5(players, words, 2 * alpha)
        assert concealing_bound(players, words, alpha, unanimous=True) <= concealing_bound(players, words, alpha) + 1e-9


def test_the_concealing_bound_at_zero_is_what_split_votes_reach() -> None:
    assert concealing_bound(4, 16, 0.0) == pytest.approx(15 / 16 * float(split_vote_gain(4)) / 4, abs=2e-9)


def test_levels_of_a_matrix() -> None:
    assert alpha_kl([[0.5, 0.5], [0.25, 0.75]]) == pytest.approx(0.143841036)
    assert alpha_kl([[1, 0], [0.5, 0.5]]) == inf
    assert alpha_l1([[1, 0, 0], [0, 1, 0], [0, 0.5, 0.5]]) == 1.0
    assert alpha_l1([[1, 0], [1, 0]]) == alpha_kl([[1, 0], [1, 0]]) == 0


def test_phi_is_the_least_over_all_ordered_pairs() -> None:
    rows = [[0.9, 0.1, 0.0], [0.0, 0.5, 0.5], [0.0, 0.3, 0.7]]
    assert theta(rows[0], rows[1]) == pytest.approx(0.1)
    assert theta(rows[1], rows[2]) == 0.5
    assert phi(rows) == 2.0
    assert phi([[0.9, 0.1], [0.2, 0.8]]) == pytest.approx(weissman_phi(0.2))


def test_the_smallest_table_breaks_both_forms_of_the_printed_prop_8() -> None:
    """Two words and three players; voting for seat 1 wins 1/300 whatever the chameleon does."""
    sure, rare = Fraction(99, 100), Fraction(1, 100)
    strategy = [[sure, rare], [rare, sure]]
    won, alpha = exact_play(strategy, [Fraction(1, 2)] * 2, 3).win_first_seat, alpha_l1(strategy)
    assert won == Fraction(1, 300)
    assert won > 1.5 * prop8_from_one(3, 2, alpha, as_printed=True)
    assert won > 5 * prop8(3, 2, alpha, phi(strategy), as_printed=True)
    assert won <= revealing_bound(3, 2, alpha)


def test_pmax_is_where_the_divergence_is_used_up() -> None:
    assert pmax(1 / 3, 0.6931471805599453 / 3) == near(2 / 3)
    assert pmax(0.5, 100.0) == near(1)
    assert pmax(1.0, 0.0) == 1


@pytest.mark.parametrize(
    ("call", "condition"),
    [
        (lambda: prop5(4, 16, -0.1), "alpha >= 0"),
        (lambda: prop8(4, 16, 2.5, 2.0), "alpha <= 2"),
        (lambda: prop8(4, 16, 1.5, 1.0), "phi >= 2"),
        (lambda: prop8_from_one(4, 16, 0.5), "1 <= alpha"),
        (lambda: prop5_pinsker(4, 16, 0.1, Fraction(9)), "gain <= players"),
        (lambda: prop5_sharp(4, 16, 0.1, Fraction(-1)), "0 <= gain"),
        (lambda: prop9(4, 0), "left >= 1"),
        (lambda: weissman_phi(0.6), "theta <= 1/2"),
        (lambda: alpha_kl([[0.5, 0.5]]), "2 rows"),
        (lambda: alpha_l1([[0.5, 0.5], [0.5, 0.6]]), "sum to 1"),
        (lambda: alpha_l1([[0.5, 0.5], [1.5, -0.5]]), "probabilities >= 0"),
        (lambda: alpha_l1([[0.5, 0.5], [1]]), "one length"),
        (lambda: pmax(0.5, -1), "nats >= 0"),
    ],
)
def test_outside_the_domain_the_error_names_the_condition(call, condition: str) -> None:
    with pytest.raises(ValueError, match=condition):
        call()


def divergence(q: Decimal, p: Decimal) -> Decimal:
    return q * (q / p).ln() + (1 - q) * ((1 - q) / (1 - p)).ln()


def test_pmax_is_never_below_the_true_one_and_hardly_above() -> None:
    """Fifty digits say what is true, also where d is so flat that floats do not see it grow.

    At the last three a divergence as floats have it is too large, and a step found by it alone too small.
    """
    rng = random.Random(1)
    cases = [(rng.uniform(0.02, 0.6), 10 ** rng.uniform(-20, -1)) for _ in range(300)]
    cases += [(0.25, 0.014268194508321693), (0.25, 0.08157412795013987), (1 / 3, 0.01570915972026515)]
    with localcontext(prec=50):
        for q, nats in cases:
            p = Decimal(pmax(q, nats))
            assert divergence(Decimal(q), p) >= Decimal(nats), (q, nats)
            lower = p - Decimal("1e-8")
            assert lower <= Decimal(q) or divergence(Decimal(q), lower) <= Decimal(nats), (q, nats)


def test_pmax_is_exact_where_nothing_is_left_to_tell() -> None:
    assert pmax(1 / 3, 0.0) == 1 / 3
    assert pmax(0.0, 0.0) < 1e-16
    assert pmax(0.0, 0.1) == pytest.approx(1 - exp(-0.1))


def test_a_divergence_is_never_negative_however_alike_the_rows() -> None:
    rng = random.Random(1)
    for _ in range(2_000):
        row = [rng.random() for _ in range(3)]
        near_it = [p * (1 + rng.uniform(-1e-9, 1e-9)) for p in row]
        alpha = alpha_kl([[p / sum(row) for p in row], [p / sum(near_it) for p in near_it]])
        assert alpha >= 0
        assert prop5(4, 16, alpha) >= 1 / 4
