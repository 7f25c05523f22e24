import pytest
from golden import GOLDEN, exact

from keepmum.theory.ambiguity import (
    amb_forgetful_value,
    amb_identification,
    amb_literal_value,
    amb_schedule,
    revealing_identification,
)
from keepmum.theory.schedules import schedule_value

BEST = GOLDEN["amb_best_response"] + GOLDEN["amb_brute_verified"] + GOLDEN["amb_random_valid_subset"]


@pytest.mark.parametrize("row", BEST)
def test_nested_amb_wins_what_is_published_as_a_schedule_too(row: dict) -> None:
    schedule = amb_schedule(row["N"], row["l"])
    assert schedule.value == exact(row["win"]) == schedule_value(schedule.sizes)
    assert schedule.words == row.get("K", schedule.words)


@pytest.mark.parametrize("row", GOLDEN["amb_best_response"])
def test_nested_amb_identifies_what_is_published(row: dict) -> None:
    assert amb_identification(row["N"]) == exact(row["ident"])


@pytest.mark.parametrize("row", GOLDEN["amb_naive_guess_ignoring_vote"])
def test_a_chameleon_that_forgets_it_was_caught_does_worse(row: dict) -> None:
    assert amb_forgetful_value(row["N"], row["l"]) == exact(row["win"]) > amb_schedule(row["N"], row["l"]).value


@pytest.mark.parametrize("row", GOLDEN["amb_literal_not_nested"])
def test_the_text_without_nesting_does_what_is_published(row: dict) -> None:
    assert amb_literal_value(row["N"], row["l"]) == exact(row["win"])


def test_the_text_without_nesting_loses_to_nesting() -> None:
    for players, left in [(3, 3), (4, 2), (5, 3)]:
        assert amb_literal_value(players, left) < amb_schedule(players, left).value


@pytest.mark.parametrize("row", GOLDEN["reveal_2L1"])
def test_full_revealing_identifies_what_is_published(row: dict) -> None:
    blames_first, best = revealing_identification(row["N"], row["K"])
    assert (blames_first, best) == (exact(row["ident_vote1_when_consistent"]), exact(row["ident_best_vote"]))
    assert blames_first > exact(row["ident_paper_lower"])
