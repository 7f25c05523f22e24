"""What could be wrong: an unknown word taken for a known one, vectors without a meaning, another file."""

from __future__ import annotations

import hashlib
import re
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

from keepmum.games.chameleon.cards import load_cards
from keepmum.lexicon import Association, UnknownText, associate, fold, load

DATA = files("keepmum.lexicon").joinpath("data")
SCRIPT = Path(__file__).parents[2] / "scripts" / "build_lexicon.py"


def test_the_file_is_the_one_the_script_pins_and_small() -> None:
    blob = DATA.joinpath("lexicon.npz").read_bytes()
    pinned = re.search(r'^SHA256 = "(\w+)"', SCRIPT.read_text(encoding="utf-8"), re.MULTILINE)
    assert pinned is not None
    assert hashlib.sha256(blob).hexdigest() == pinned[1]
    assert sum(len(entry.read_bytes()) for entry in DATA.iterdir()) <= 10_000_000


def test_words_are_many_different_folded_and_common_first() -> None:
    words = load().words
    assert 20_000 <= len(words) <= 24_000
    assert len(set(words)) == len(words)
    assert all(re.fullmatch("[a-z]{2,}", word) for word in words)
    assert words[:3] == ("the", "of", "to")
    assert words.index("water") < words.index("kettle") < words.index("duckling")


def test_clue_words_are_content_words_without_the_harsh_and_the_empty() -> None:
    clues = load().clue_words
    assert 3_000 <= len(clues) <= 5_000
    assert set(clues) <= set(load().words)
    assert {"banana", "winter", "salty", "engine"} <= set(clues)
    assert not set(clues) & {"the", "very", "murder", "sex", "nazi", "john", "mary", "dogs", "went", "running"}


def test_every_word_of_our_cards_has_a_meaning_of_its_own() -> None:
    own = load()._rows  # pyright: ignore[reportPrivateUsage]  # a text that is not in it is a mean of its words
    words = {word for card in load_cards() for word in card.words}
    assert len(words) > 1000
    assert [word for word in sorted(words) if fold(word) not in own] == []


def test_rows_are_unit_and_never_zero() -> None:
    rows = load().meaning(["banana", "roman empire", "purple monkey dishwasher"])
    assert rows.shape == (3, 288)
    assert rows.dtype == np.float32
    assert np.linalg.norm(rows, axis=1) == pytest.approx([1, 1, 1], abs=1e-6)
    other = load().cooccurrence(["banana", "roman empire"])
    assert other.shape == (2, 50)
    assert (np.linalg.norm(other, axis=1) > 1).all()
    assert load().meaning([]).shape == (0, 288)


@pytest.mark.parametrize("text", ["xyzzyq", "banana xyzzyq", "", "  ", "!?", "的"])
def test_what_is_not_known_is_said_not_guessed(text: str) -> None:
    assert not load().knows(text)
    with pytest.raises(UnknownText, match="does not know"):
        load().meaning([text])
    with pytest.raises(UnknownText):
        load().cooccurrence(["banana", text])


def test_a_phrase_younger_than_glove_has_only_a_meaning() -> None:
    assert load().knows("tiktok")
    assert not load().knows("TikTok", "cooccurrence")
    with pytest.raises(UnknownText):
        load().cooccurrence(["tiktok"])


@pytest.mark.parametrize(
    ("text", "same"),
    [("Roman  Empire", "roman empire"), ("CAFÉ", "cafe"), ("Valentine’s Day", "valentine's day"), ("yo-yo", "yo yo")],
)
def test_spelling_is_looked_past(text: str, same: str) -> None:
    assert np.array_equal(load().meaning([text]), load().meaning([same]))


def test_an_inflection_that_is_not_listed_is_its_base() -> None:
    assert "wigwams" not in load().words
    assert np.array_equal(load().meaning(["wigwams"]), load().meaning(["wigwam"]))


def test_a_users_phrase_is_the_mean_of_its_words() -> None:
    mean = load().meaning(["purple", "banana"]).mean(axis=0)
    assert load().meaning(["purple banana"])[0] == pytest.approx(mean / np.linalg.norm(mean), abs=1e-6)
    cosine = float(load().meaning(["cold war"])[0] @ (load().meaning(["cold", "war"]).sum(axis=0)))
    assert cosine / np.linalg.norm(load().meaning(["cold", "war"]).sum(axis=0)) < 0.95, "our own phrases are not means"


@pytest.mark.parametrize(
    ("word", "near", "far"),
    [("banana", "monkey", "bank"), ("roman empire", "emperor", "cheese"), ("piano", "keys", "desert")],
)
def test_near_words_are_nearer(word: str, near: str, far: str) -> None:
    for by in ("meaning", "cooccurrence"):
        close, distant = load().similarity([word], [near, far], by)[0]
        assert close > distant


def test_associations_are_standardised_and_the_same_for_listed_and_free_clues() -> None:
    banana = associate("banana")
    assert banana.column.mean() == pytest.approx(0, abs=1e-6)
    assert banana.column.std() == pytest.approx(1, abs=1e-6)
    listed = load().clue_words.index("monkey")
    assert banana.score("Monkey") == banana.column[listed]
    assert (banana.score("monkeys") or 0) > 2
    assert banana.score("xyzzyq") is None
    assert Association("banana", load()).column == pytest.approx(banana.column)


def test_a_free_clue_scores_as_it_would_were_it_listed() -> None:
    lexicon, banana = load(), associate("banana")
    hidden = Association("banana", lexicon)
    object.__setattr__(lexicon, "clue_places", {})
    try:
        assert hidden.score("monkey") == pytest.approx(banana.column[lexicon.clue_words.index("monkey")], abs=1e-4)
    finally:
        del lexicon.__dict__["clue_places"]


def test_of_an_unknown_word_nothing_is_known() -> None:
    unknown = associate("xyzzyq")
    assert not unknown.known
    assert not unknown.column.any()
    assert unknown.score("monkey") == 0
