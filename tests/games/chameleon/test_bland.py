"""Bland words say nothing, on any of our own cards and on anybody else's."""

from __future__ import annotations

from random import Random

import pytest

from keepmum.games.chameleon.bland import BLAND, bland_clue
from keepmum.games.chameleon.cards import load_cards
from keepmum.games.chameleon.reveal import self_reveal


def test_no_bland_word_gives_a_word_of_our_own_cards_away() -> None:
    secrets = {word for card in load_cards() for word in card.words}
    assert [(word, secret) for secret in secrets for word in BLAND if self_reveal(word, secret)] == []


def test_on_other_cards_the_telling_ones_are_left_out() -> None:
    said = {bland_clue(("plain sailing", "fairness"), (), Random(seed)) for seed in range(2000)}
    assert said == set(BLAND) - {"plain", "fair"}


def test_when_all_are_said_it_is_said() -> None:
    with pytest.raises(ValueError, match="bland words have been said"):
        bland_clue(("cat", "dog"), BLAND, Random(0))
