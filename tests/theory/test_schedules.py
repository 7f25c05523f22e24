from fractions import Fraction
from itertools import combinations_with_replacement

import pytest
from golden import GOLDEN, exact

from keepmum.theory import DomainError, priced_paths, schedules
from keepmum.theory.ambiguity import amb_schedule
from keepmum.theory.bounds import trivial_value, upper_bound
from keepmum.theory.priced_paths import exact_path, priced_path, worth
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


@pytest.mark.parametrize(("players", "words"), [(3, 5), (4, 16), (5, 33), (12, 64), (8, 45)])
def test_priced_paths_and_the_full_table_agree(players: int, words: int) -> None:
    table, path = best_schedule(players, words), priced_path(words, players)
    assert worth(exact_path(words, players)) / players == table.value
    assert table.value - worth(path.nodes) / players <= path.gap / players <= 1e-9


def test_a_price_not_found_leaves_an_honest_gap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(priced_paths, "_HALVINGS", 2)
    path, best = priced_path(60, 6), best_schedule(6, 60)
    assert len(path.nodes) - 1 < 6
    assert 0.01 < best.value * 6 - worth(path.nodes) <= path.gap
    assert worth(exact_path(60, 6)) / 6 == best.value


def test_a_certified_gap_covers_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    best = best_schedule(6, 60).value
    monkeypatch.setattr(priced_paths, "_HALVINGS", 2)
    monkeypatch.setattr(schedules, "TABLE_WORDS", 0)
    monkeypatch.setattr(schedules, "EXACT_SIZE", 0)
    short = best_schedule(6, 60)
    assert 0.001 < best - short.value <= short.gap


def test_a_hundred_players_and_ten_thousand_words_are_exact() -> None:
    best = best_schedule(100, 10_000)
    assert best.gap == 0
    assert best.sizes[:2] == (10_000, 10_000)
    assert len(best.sizes) == 101
    assert best.value == schedule_value(best.sizes)
    assert best.value == Fraction(worth((*best.sizes[1:], 0)), 100)
    assert float(best.value) == pytest.approx(0.0742773303639, abs=1e-12)


def test_a_thousand_players_and_a_million_words_have_a_certified_gap() -> None:
    best = best_schedule(1_000, 1_000_000)
    assert 0 < best.gap <= 1e-6
    assert best.value == schedule_value(best.sizes)
    assert best.value >= amb_schedule(1_000, 999).value
    assert best.value <= upper_bound(1_000, 1_000_000)


@pytest.mark.parametrize(("players", "words"), [(7, 150), (20, 90)])
def test_long_schedules_beat_whatever_changing_one_size_gives(players: int, words: int) -> None:
    best = best_schedule(players, words)
    for place in range(2, players + 1):
        for change in (-1, 1):
            sizes = [*best.sizes[:place], best.sizes[place] + change, *best.sizes[place + 1 :]]
            if min(sizes) >= 1 and sizes == sorted(sizes, reverse=True):
                assert schedule_value(sizes) <= best.value


def test_saying_nothing_is_the_schedule_that_never_shrinks() -> None:
    assert schedule_value([16] * 5) == trivial_value(4, 16)


def test_telling_the_word_at_once_loses_for_certain_but_for_the_first_seat() -> None:
    assert schedule_value([16, 1, 1, 1, 1]) == Fraction(1, 4) * (1 - Fraction(1, 16) - Fraction(1, 16))


@pytest.mark.parametrize(
    ("sizes", "condition"),
    [([4, 4, 2], "players >= 3"), ([4, 5, 2, 1], "never grow"), ([4, 4, 2, 0], "last size >= 1")],
)
def test_sizes_that_are_no_schedule_are_refused_by_name(sizes: list[int], condition: str) -> None:
    with pytest.raises(DomainError, match=condition):
        schedule_value(sizes)


@pytest.mark.parametrize(("players", "words"), [(10_001, 16), (4, 10_000_001)])
def test_tables_too_large_are_refused_by_name(players: int, words: int) -> None:
    with pytest.raises(ValueError, match="<="):
        best_schedule(players, words)
