"""Who stands where and is called what is balanced, different every time, and the same again."""

from __future__ import annotations

from collections import Counter

import pytest

from keepmum.measure.judge.arrangement import arrange, label


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_every_seat_has_every_place_and_every_label_once_in_as_many_orders(players: int) -> None:
    for match in range(20):
        for block in range(2):
            orders = [arrange(1, match, block * players + step, players) for step in range(players)]
            for seat in range(players):
                assert sorted(each.place(seat) for each in orders) == list(range(players))
                assert sorted(each.letters[seat] for each in orders) == list(range(players))


@pytest.mark.parametrize("players", [2, 4, 5])
def test_over_matches_places_and_labels_and_seats_are_independent(players: int) -> None:
    orders = [arrange(5, match, order, players) for match in range(1500) for order in range(3)]
    pairs = Counter((each.place(seat), each.letters[seat], seat) for each in orders for seat in range(players))
    expected = len(orders) / players**2
    assert len(pairs) == players**3
    assert all(abs(count - expected) < 6 * expected**0.5 for count in pairs.values())


def test_an_arrangement_is_the_seed_s() -> None:
    assert arrange(1, 2, 3, 4) == arrange(1, 2, 3, 4)
    assert len({arrange(seed, 2, 0, 6) for seed in range(50)}) > 40
    assert len({arrange(1, match, 0, 6) for match in range(50)}) > 40


def test_labels_say_nothing_but_which() -> None:
    assert [label(number) for number in (0, 1, 25, 26, 27, 51, 52, 701, 702)] == [
        f"Player {name}" for name in ("A", "B", "Z", "AA", "AB", "AZ", "BA", "ZZ", "AAA")
    ]
    each = arrange(1, 1, 1, 4)
    assert each.listed_labels == tuple(each.labels[seat] for seat in each.listed)
    assert [each.seat(name) for name in each.labels] == [0, 1, 2, 3]
    assert each.seat("player a") is None
