from fractions import Fraction
from itertools import combinations_with_replacement

import pytest
from golden import GOLDEN, exact

from keepmum.theory.bounds import trivial_value, upper_bound
from keepmum.theory.schedules import best_schedule, schedule_value


@pytest.mark.parametrize("row", GOLDEN["schedule_value"])
def test_a_schedule_has_its_published_value(row: dict) -> None:
    assert schedule_value(row["sizes"]) == exact(row["win"])


@pytest.mark.parametrize("row", GOLDEN["best_schedule"])
def test_the_best_schedule_is_the_published_one(row: dict) -> None:
    best = best_schedule(row["N"], row["K"])
    assert best.value == exact(row["win"])
    assert best.sizes == tuple(row["sizes"])


@pytest.mark.parametrize(("players", "words"), [(3, 2), (3, 11), (4, 9), (5, 7)])
def test_no_nested_sizes_at_all_do_better(players: int, words: int) -> None:
    every = combinations_with_replacement(range(words, 0, -1), players)
    assert max(schedule_value((words, *sizes)) for sizes in every) == best_schedule(players, words).value


@pytest.mark.parametrize(("players", "words"), [(3, 4), (4, 16), (8, 45)])
def test_the_best_schedule_lies_between_trivial_and_possible(players: int, words: int) -> None:
    best = best_schedule(players, words)
    assert trivial_value(players, words) <= best.value <= upper_bound(players, words)
    assert (best.players, best.words) == (players, words)
    assert schedule_value(best.sizes) == best.value


def test_saying_nothing_is_the_schedule_that_never_shrinks() -> None:
    assert schedule_value([16] * 5) == trivial_value(4, 16)


def test_telling_the_word_at_once_loses_for_certain_but_for_the_first_seat() -> None:
    assert schedule_value([16, 1, 1, 1, 1]) == Fraction(1, 4) * (1 - Fraction(1, 16) - Fraction(1, 16))


@pytest.mark.parametrize(
    ("sizes", "condition"),
    [([4, 4, 2], "players >= 3"), ([4, 5, 2, 1], "never grow"), ([4, 4, 2, 0], "last size >= 1")],
)
def test_sizes_that_are_no_schedule_are_refused_by_name(sizes: list[int], condition: str) -> None:
    with pytest.raises(ValueError, match=condition):
        schedule_value(sizes)
