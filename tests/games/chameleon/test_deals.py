"""Deals: fixed by seed and number, and balanced over a run."""

from __future__ import annotations

from collections import Counter

import pytest

from keepmum.games.chameleon import KIND, Options
from keepmum.games.chameleon.cards import CardsError, load_cards


def deals(options: Options, matches: int, seed: int = 5) -> list:
    return [KIND.deal(options, seed, match) for match in range(matches)]


def test_a_deal_depends_on_seed_and_number_alone() -> None:
    assert deals(Options(), 30) == list(reversed([KIND.deal(Options(), 5, m) for m in reversed(range(30))]))
    assert KIND.deal(Options(), 5, 3) != KIND.deal(Options(), 6, 3)


def test_categories_seats_and_places_are_balanced() -> None:
    categories = len(load_cards())
    found = deals(Options(), 16 * categories)
    assert set(Counter(d.game.category for d in found).values()) == {16}
    pairs = Counter((d.draws["chameleon"], d.draws["order"].index(d.draws["chameleon"])) for d in found)
    assert set(pairs.values()) == {categories}
    assert len(pairs) == 16
    secrets = Counter((d.game.category, d.draws["secret"]) for d in found)
    assert set(secrets.values()) == {1}, "in sixteen visits each word of a card is the secret once"


def test_any_prefix_is_nearly_balanced() -> None:
    found = deals(Options(), 100)
    assert max(Counter(d.game.category for d in found).values()) <= 2
    assert all(abs(count - 25) <= 4 for count in Counter(d.draws["chameleon"] for d in found).values())


def test_roles_name_the_chameleon_s_seat() -> None:
    for d in deals(Options(players=5), 40):
        assert [seat for seat, role in enumerate(d.roles) if role == "chameleon"] == [d.draws["chameleon"]]


@pytest.mark.parametrize("words", [2, 8, 16])
def test_the_secret_is_always_on_the_card(words: int) -> None:
    for d in deals(Options(words=words), 120):
        assert d.draws["secret"] in d.game.words
        assert len(set(d.game.words)) == words


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"players": 2}, "players is from 3"),
        ({"players": 21}, "players is from 3"),
        ({"words": 1}, "words .* 2 or more"),
        ({"discussion": 11}, "discussion"),
    ],
)
def test_what_is_out_of_range_is_said(options: dict, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        Options(**options)


def test_a_card_with_too_few_words_is_said() -> None:
    with pytest.raises(CardsError, match="17"):
        Options(words=17)


def test_an_unknown_card_names_the_nearest() -> None:
    name = load_cards()[0].category
    with pytest.raises(CardsError, match=name):
        Options(card=name[:-1] + "x")
