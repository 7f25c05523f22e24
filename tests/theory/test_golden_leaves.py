"""Every leaf of golden.json is a given or a claim: what nobody claims, or claims otherwise, fails."""

from collections.abc import Callable, Iterator
from fractions import Fraction as F
from math import log
from typing import Any

import pytest
from golden import GOLDEN, matrix

from keepmum.theory import ambiguity, bounds, propositions
from keepmum.theory.divergences import alpha_kl, alpha_l1, phi, weissman_phi
from keepmum.theory.replies import history_reply
from keepmum.theory.schedules import best_schedule, schedule_value
from keepmum.theory.stationary import exact_play
from keepmum.theory.zero_information import SplitVotes

Row = dict[str, Any]


def concealing(row: Row) -> Row:
    at = (row["N"], row["K"], row["alpha_KL"])
    return {
        "prop5_written": propositions.prop5(*at, as_printed=True),
        "prop5_fixed_pairs": propositions.prop5(*at),
        "prop5_fixed_pinsker": propositions.prop5_pinsker(*at),
        "prop5_sharp": propositions.prop5_sharp(*at),
        "prop6_written": propositions.prop6(*at, as_printed=True),
        "prop6_sqrt2": propositions.prop6(*at),
        "prop6_fano": propositions.prop6_sharp(*at),
    }


def revealing(row: Row) -> Row:
    at, value = (row["N"], row["K"], row["alpha_L1"]), weissman_phi(row["theta"])
    claims = {
        "phi": value,
        "written": propositions.prop8(*at, value, as_printed=True),
        "fixed": propositions.prop8(*at, value),
        "bhattacharyya": propositions.revealing_bound(*at),
    }
    if row["alpha_L1"] >= 1:
        claims["written_ge1"] = propositions.prop8_from_one(*at, as_printed=True)
        claims["fixed_ge1"] = propositions.prop8_from_one(*at)
    return claims


def ambiguous(row: Row) -> Row:
    at = (row["N"], row["l"])
    return {
        "K": ambiguity.amb_schedule(*at).words,
        "win": ambiguity.amb_schedule(*at).value,
        "ident": ambiguity.amb_identification(row["N"]),
        "bound_written": propositions.prop9(*at, as_printed=True),
    }


def telling(row: Row) -> Row:
    first, best = ambiguity.revealing_identification(row["N"], row["K"])
    words = [[F(int(r == w)) for r in range(row["K"])] for w in range(row["K"])]
    win = exact_play(words, [F(1, row["K"])] * row["K"], row["N"]).map_error if row["N"] * row["K"] < 30 else F(0)
    lower = bounds.trivial_value(row["N"], row["K"])
    return {"win": win, "ident_vote1_when_consistent": first, "ident_best_vote": best, "ident_paper_lower": lower}


def converse(row: Row) -> Row:
    at, low, high = (row["N"], row["K"]), 1.0, 100.0
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if middle - log(middle) - 1 < log(row["K"]) else (low, middle)
    return {
        "universal": bounds.u1(*at),
        "info_unanimous": bounds.u2(*at, unanimous=True),
        "info_beta2": bounds.u2(*at, gain=F(2)),
        "lam": low,
        "lam_over_N": low / row["N"],
    }


def stationary(row: Row) -> Row:
    play = exact_play(matrix(row["D"]), [F(q) for q in row["Q"]], row["N"])
    return {
        "ident": play.identification,
        "win_a": play.win_a,
        "win_b": play.win_b,
        "win_c": play.win_c,
        "map_error": play.map_error,
        "win_vote1_best_response": play.win_first_seat,
    }


def split(row: Row) -> Row:
    profiles, words = zip(*((tuple(ballots), n) for ballots, n in row["profiles"]), strict=True)
    return {"K": sum(words), "N": len(profiles[0]), "win": SplitVotes(profiles, words).value}


def one_voice(row: Row) -> Row:
    """Classes of words that share a law: u for its own symbol; a chameleon that knew the class still has to guess."""
    size = row["M"]
    rows = [[row["u"] if s == c else (1 - row["u"]) / (size - 1) for s in range(size)] for c in range(size)]
    identified, alpha = history_reply(rows, row["N"], guesses=False).value, alpha_kl(rows)
    return {
        "alpha": alpha,
        "ident_minimax": identified,
        "win_lower": identified * (1 - size / row["K"]),
        "prop5_written": propositions.prop5(row["N"], row["K"], alpha, as_printed=True),
    }


def two_words(row: Row) -> Row:
    rows = matrix(row["D"])
    at, law = (row["N"], 2, alpha_l1(rows)), [F(1, len(rows[0]))] * len(rows[0])
    return {
        "win": exact_play(rows, law, row["N"]).win_first_seat,
        "written": propositions.prop8(*at, phi(rows), as_printed=True),
        "written_ge1": propositions.prop8_from_one(*at, as_printed=True),
    }


CLAIMS: dict[str, Callable[[Row], Row]] = {
    "bounds": concealing,
    "bounds_L1": revealing,
    "amb_best_response": ambiguous,
    "amb_brute_verified": ambiguous,
    "amb_random_valid_subset": ambiguous,
    "amb_naive_guess_ignoring_vote": lambda row: {"win": ambiguity.amb_forgetful_value(row["N"], row["l"])},
    "amb_literal_not_nested": lambda row: {"win": ambiguity.amb_literal_value(row["N"], row["l"])},
    "schedule_value": lambda row: {"win": schedule_value(row["sizes"])},
    "best_schedule": lambda row: {
        "win": best_schedule(row["N"], row["K"]).value,
        "sizes": list(best_schedule(row["N"], row["K"]).sizes),
    },
    "reveal_2L1": telling,
    "converse": converse,
    "alphabet_secret_coin": lambda row: {"value": bounds.secret_coin_value(row["N"], row["K"], row["R"])},
    "stationary": stationary,
    "zero_info_nonunanimous": split,
    "prop5_unanimous_counterexample": one_voice,
    "prop8_counterexamples": two_words,
    "trivial": lambda row: {"value": bounds.trivial_value(*map(int, row["at"].split(",")))},
    "beta_N": lambda row: {"value": bounds.SPLIT_VOTE_GAIN[int(row["at"])]},
}
GIVEN = {
    "N",
    "K",
    "M",
    "R",
    "l",
    "u",
    "at",
    "alpha_KL",
    "alpha_L1",
    "theta",
    "name",
    "note",
    "D",
    "Q",
    "sizes",
    "profiles",
}


def rows() -> Iterator[tuple[str, Row]]:
    for section, content in GOLDEN.items():
        if isinstance(content, list):
            yield from ((section, row) for row in content)
        elif section in ("trivial", "beta_N"):
            yield from ((section, {"at": at, "value": value}) for at, value in content.items())
        else:
            yield section, content


@pytest.mark.parametrize(("section", "row"), list(rows()), ids=lambda each: each if isinstance(each, str) else "")
def test_every_leaf_is_claimed_and_matched(section: str, row: Row) -> None:
    claims = CLAIMS[section](row)
    for key, value in row.items():
        assert key in claims or key in GIVEN, f"{section}: nobody claims {key}"
        if key in claims:
            assert agrees(claims[key], value), (section, key, claims[key], value)
    assert set(row) & set(claims), f"{section}: nothing is claimed of a row"


def agrees(claimed: Any, value: Any) -> bool:
    """Exactly, where a fraction is published; to 1e-9 of a float, relatively where it is large or tiny."""
    if isinstance(value, dict):
        return (
            set(value) <= {"frac", "float"} and claimed == F(value["frac"]) and agrees(float(claimed), value["float"])
        )
    if isinstance(value, str) and not isinstance(claimed, float):
        return claimed == F(value.split()[0])
    if isinstance(claimed, float | F):
        return claimed == pytest.approx(float(value), rel=1e-9, abs=0.0 if 0 < abs(float(value)) < 1e-6 else 1e-9)
    return claimed == value
