"""What could be wrong: a clue that tells more than its set, two players with two codes, a word given away."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from random import Random

import numpy as np
import pytest

from keepmum.games.chameleon.bland import BLAND
from keepmum.games.chameleon.cards import load_cards
from keepmum.games.chameleon.clues import clues_for, revealing
from keepmum.games.chameleon.code import Codebook, codebook
from keepmum.games.chameleon.reveal import self_reveal
from keepmum.lexicon import load

CARDS = {card.category: card.words for card in load_cards()}
SOME = ("Fruits", "Historical Periods", "Chemical Elements", "Websites and Apps", "Colors", "Fears")
SIZES = (11, 7, 3)


def posteriors(book: Codebook) -> dict[str, dict[str, float]]:
    """Bayes by enumeration: for each clue that may be said, P(word | clue) from P(clue | word) over all words."""
    said: dict[str, dict[str, float]] = {}
    for place, clue in enumerate(book.clues.clues):
        for column, word in enumerate(book.still):
            total = float(book.sets[:, column] @ book.chance)
            if book.sets[place, column] and book.chance[place] > 0:
                said.setdefault(clue, {})[word] = float(book.chance[place]) / total
    return {clue: {word: p / sum(row.values()) for word, p in row.items()} for clue, row in said.items()}


def require_exact(book: Codebook) -> None:
    """Every word can be announced, and every clue leaves exactly its set, each word of it as likely to 1e-12."""
    rows = posteriors(book)
    assert {word for row in rows.values() for word in row} == set(book.still)
    for clue, row in rows.items():
        assert set(row) == book.denotes(clue)
        assert len(row) == book.size
        assert all(abs(p - 1 / book.size) <= 1e-12 for p in row.values())
    assert np.abs(book.sets.T @ book.chance - 1).max() <= 1e-12
    assert not set(rows) & book.taken


@pytest.mark.parametrize("category", SOME)
@pytest.mark.parametrize("announced", [True, False], ids=["announced", "any clue"])
def test_every_announcement_leaves_its_words_equally_likely(category: str, announced: bool) -> None:
    card, rng = CARDS[category], Random(category)
    for _ in range(4):
        still, taken = frozenset(card), list[str]()
        for size in SIZES:
            book = codebook(card, still, size, taken)
            require_exact(book)
            clue = book.announce(rng.choice(sorted(still)), rng) if announced else rng.choice(book.clues.clues)
            left = book.denotes(clue)
            assert left is not None
            assert left < still
            assert len(left) == size
            still, taken = left, [*taken, clue]


@pytest.mark.parametrize("size", range(1, 16))
def test_any_size_can_be_announced(size: int) -> None:
    require_exact(codebook(CARDS["Birds"], CARDS["Birds"], size))


@pytest.mark.parametrize(
    "words", [("cat", "dog"), ("cat", "dog", "sun"), tuple(CARDS["Birds"]) + tuple(CARDS["Sports"])]
)
def test_any_card_can_be_spoken_of(words: tuple[str, ...]) -> None:
    for size in {1, len(words) // 2, len(words) - 1}:
        require_exact(codebook(words, words, size))


def test_clues_are_drawn_as_the_code_says() -> None:
    card, rng = CARDS["Tools"], Random(5)
    book = codebook(card, card, 11)
    word = book.still[3]
    drawn = Counter(book.announce(word, rng) for _ in range(20_000))
    assert all(word in (book.denotes(clue) or ()) for clue in drawn)
    for place, clue in enumerate(book.clues.clues):
        expected = 20_000 * book.chance[place] * book.sets[place, 3]
        assert abs(drawn[clue] - expected) <= 6 * (expected + 1) ** 0.5


def test_the_code_is_the_same_whatever_the_order_and_case() -> None:
    card = CARDS["Space"]
    one = codebook(card, card, 7, ["Orbit"])
    other = codebook(tuple(reversed(card)), frozenset(card), 7, ("orbit", "orbit"))
    assert one.still == other.still
    assert np.array_equal(one.chance, other.chance)
    assert one.denotes("TOOL") == other.denotes("tool")


def test_what_is_taken_is_not_said_but_still_understood() -> None:
    card, rng = CARDS["Jobs"], Random(3)
    whole = codebook(card, card, 11)
    taken = list(whole.clues.clues[::2])
    book = codebook(card, card, 11, taken)
    require_exact(book)
    assert not {book.announce(rng.choice(book.still), rng) for _ in range(500)} & set(taken)
    assert all(book.denotes(clue) == whole.denotes(clue) for clue in taken)


def test_words_outside_the_code_denote_nothing() -> None:
    card = CARDS["Jobs"]
    book = codebook(card, card, 11)
    assert [book.denotes(word) for word in ("the", "xyzzyq", "doctor", "", *BLAND)] == [None] * (4 + len(BLAND))


def test_an_announcement_that_leaves_all_says_nothing_and_takes_anything() -> None:
    card = CARDS["Jobs"]
    book = codebook(card, card, 16, ["nice"])
    assert book.silent
    said = {book.announce(secret, Random(seed)) for secret in card for seed in range(30)}
    assert said <= set(BLAND) - {"nice"}
    assert book.announce(card[0], Random(1)) == book.announce(card[5], Random(1)), "whatever the secret"
    assert book.denotes("xyzzyq") == book.denotes("hospital") == frozenset(card)


@pytest.mark.parametrize("category", SOME)
def test_no_clue_gives_any_word_of_the_card_away(category: str) -> None:
    card = CARDS[category]
    assert [(clue, word) for clue in clues_for(card).clues for word in card if self_reveal(clue, word)] == []


@pytest.mark.parametrize("word", ["mice", "steam engine", "children", "flying", "yo-yo", "hot dog", "ox", "running"])
def test_the_quick_look_for_reveals_misses_none(word: str) -> None:
    clues = load().clue_words
    assert [clues[place] for place in revealing(word)] == [clue for clue in clues if self_reveal(clue, word)]


def test_words_that_no_clue_tells_apart_get_a_made_up_code_that_is_exact() -> None:
    card = ("yo-yo", "yo yo", "kite", "doll", "robot", "puppet")
    for size in range(1, 6):
        require_exact(codebook(card, card, size))
    book = codebook(card, card, 1, ["toy"])
    assert book.arbitrary
    assert book.denotes(book.announce("yo-yo", Random(1))) == {"yo-yo"}


def test_words_that_the_lexicon_does_not_know_can_be_announced() -> None:
    card = ("xyzzyq", "plughq", "kite", "doll", "robot", "puppet")
    book = codebook(card, card, 3)
    assert not book.arbitrary
    require_exact(book)


@pytest.mark.parametrize("size", [0, 17, -1])
def test_sizes_that_cannot_be_are_refused(size: int) -> None:
    with pytest.raises(ValueError, match="cannot be announced"):
        codebook(CARDS["Jobs"], CARDS["Jobs"], size)


def test_more_words_than_clues_are_refused() -> None:
    from keepmum.games.chameleon.code import _in_turn  # pyright: ignore[reportPrivateUsage]

    with pytest.raises(ValueError, match="fewer words"):
        _in_turn(("a", "b", "c"), 2, np.ones(2))


DIGEST = """
import hashlib
from random import Random
from keepmum.games.chameleon.cards import load_cards
from keepmum.games.chameleon.code import codebook
digest, rng = hashlib.sha256(), Random(7)
for card in load_cards()[::60]:
    still, taken = frozenset(card.words), []
    for size in (11, 7, 3):
        book = codebook(card.words, still, size, set(taken))
        taken.append(book.announce(rng.choice(sorted(still)), rng))
        still = book.denotes(taken[-1])
        digest.update(book.chance.tobytes() + book.sets.tobytes() + repr(sorted(still)).encode())
print(digest.hexdigest())
"""


def test_every_process_has_the_same_code() -> None:
    seeds = ({**os.environ, "PYTHONHASHSEED": seed} for seed in ("1", "2"))
    runs = [subprocess.run([sys.executable, "-c", DIGEST], env=env, capture_output=True, check=True) for env in seeds]
    assert runs[0].stdout == runs[1].stdout != b""


def test_our_cards_never_need_the_made_up_code() -> None:
    rng = Random(11)
    for card in load_cards()[::10]:
        still = frozenset(card.words)
        for size in SIZES:
            book = codebook(card.words, still, size)
            assert not book.arbitrary, (card.category, size)
            still = book.denotes(rng.choice(book.clues.clues)) or still
