"""The pool and the deals: words checked, secrets and orders balanced over a run and fixed by seed and number."""

from __future__ import annotations

import codecs
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from keepmum.games.chameleon.card_check import check_cards
from keepmum.games.chameleon.cards import CardsError
from keepmum.games.chameleon.reveal import self_reveal
from keepmum.games.secrets import KIND, Options
from keepmum.games.secrets import pool as pool_module
from keepmum.games.secrets.disguises import ways
from keepmum.games.secrets.nearness import places, row
from keepmum.games.secrets.pool import ARTICLE, load_pool
from keepmum.lexicon import load

POOL = load_pool()
WORDS = [entry.word for entry in POOL]


def test_the_pool_holds_the_article_s_sixteen_and_at_least_400_more() -> None:
    assert len(ARTICLE) == 16
    assert set(ARTICLE) <= set(WORDS)
    assert len(set(WORDS)) == len(WORDS) >= 416
    assert [entry.word for entry in load_pool("article")] == list(ARTICLE)


def test_the_pool_has_nothing_that_the_check_of_cards_finds() -> None:
    text = (Path(pool_module.__file__).parent / "words.toml").read_text(encoding="utf-8")
    assert check_cards(text, "words.toml").findings == ()


def test_every_word_has_a_category_and_vectors() -> None:
    assert all(entry.names for entry in POOL)
    assert [word for word in WORDS if row(word) is None or not load().knows(word, "cooccurrence")] == []


def test_no_word_gives_another_away_in_whatever_way() -> None:
    said = " ".join(WORDS)
    assert [word for word in WORDS if set(ways(said, word)) - {"plain", "acrostic"}] == []
    assert [pair for pair in combinations(WORDS, 2) if pair[0] in pair[1] and self_reveal(pair[1], pair[0])] == []


def test_no_disguise_of_a_word_is_a_word() -> None:
    common = set(load().words)
    assert [word for word in WORDS if {word[::-1], codecs.encode(word, "rot13")} & common] == []


def test_landmarks_are_common_words_outside_the_pool() -> None:
    assert len(places()) >= 100
    assert [mark for mark in places() if row(mark) is None] == []
    assert [(mark, word) for mark in places() for word in WORDS if self_reveal(mark, word)] == []


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ('"ice cream", "echo", "nomad"', r"3: the word 'ice cream' is not one word of 4 to 20 letters"),
        ('"ox", "echo", "nomad"', "'ox' is not one word"),
        ('"x1x1", "echo", "nomad"', "'x1x1'"),
        ('"echo", "nomad"', "fewer than 3"),
        ('"echo", "ECHO", "nomad"', "duplicate"),
        ("7", "not a list|not a text|'words' is"),
    ],
)
def test_a_bad_pool_is_refused_with_file_and_line(tmp_path: Path, words: str, says: str) -> None:
    path = tmp_path / "mine.toml"
    value = words if words == "7" else f"[{words}]"
    path.write_text(f'[[card]]\ncategory = "sound, noise"\nwords = {value}\n', encoding="utf-8")
    with pytest.raises(CardsError, match=says) as error:
        load_pool(str(path))
    assert "mine.toml:3" in str(error.value)


def test_a_word_on_two_cards_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    card = '[[card]]\ncategory = "{}"\nwords = ["{}", "{}", "écho"]\n'
    path.write_text(card.format("a", "nomad", "ember") + card.format("b", "quartz", "comet"), encoding="utf-8")
    with pytest.raises(CardsError, match=r"mine.toml:6: the word 'écho' is a duplicate of that in line 3"):
        load_pool(str(path))


def test_a_pool_of_one_s_own_is_played(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('[[card]]\ncategory = "Sound,  Noise"\nwords = ["Écho", "siren", "chime"]\n', encoding="utf-8")
    dealt = KIND.deal(Options(players=2, words=3, pool=str(path)), 1, 0)
    assert set(dealt.game.words) == {"echo", "siren", "chime"}
    assert set(dealt.game.categories) == {("sound", "noise")}


def test_a_pool_that_is_not_there_is_said() -> None:
    with pytest.raises(CardsError, match="no-such-file"):
        Options(pool="no-such-file.toml")
    for near, meant in (("artcle", "article"), ("articles", "article"), ("Article", "article"), ("al", "all")):
        with pytest.raises(CardsError, match=f"there is no pool '{near}' .did you mean '{meant}'.*all, article, or a"):
            Options(pool=near)
    with pytest.raises(CardsError, match="there is no pool 'qqq'; known: all, article, or a cards file of your own"):
        Options(pool="qqq")


def deals(options: Options, matches: int, seed: int = 5) -> list[Any]:
    return [KIND.deal(options, seed, match) for match in range(matches)]


def secrets(deal: Any) -> list[str]:
    return [deal.draws[f"word_{seat + 1}"] for seat in range(deal.game.players)]


def test_a_deal_depends_on_seed_and_number_alone() -> None:
    assert deals(Options(), 20) == list(reversed([KIND.deal(Options(), 5, m) for m in reversed(range(20))]))
    assert KIND.deal(Options(), 5, 3) != KIND.deal(Options(), 6, 3)


@pytest.mark.parametrize("players", [2, 3, 4, 7])
def test_secrets_are_balanced_and_never_twice_at_a_table(players: int) -> None:
    visits = len(POOL) // players
    found = [secrets(deal) for deal in deals(Options(players=players), visits * 3)]
    assert all(len(set(words)) == players for words in found)
    counts = Counter(word for words in found for word in words)
    assert max(counts.values()) <= 3
    assert sum(counts.values()) == visits * players * 3


@pytest.mark.parametrize("players", [2, 3, 5])
def test_every_seat_speaks_equally_often_at_every_place(players: int) -> None:
    found = deals(Options(players=players), players * 12)
    counts = Counter((seat, deal.draws["order"].index(seat)) for deal in found for seat in range(players))
    assert len(counts) == players * players
    assert set(counts.values()) == {12}
    for block in range(12):
        rotations = {deal.draws["order"] for deal in found[block * players : (block + 1) * players]}
        assert len(rotations) == players
        first = found[block * players].draws["order"]
        assert rotations == {(*first[turn:], *first[:turn]) for turn in range(players)}


def test_neighbours_change_over_a_run() -> None:
    after = Counter(
        (order[place], order[(place + 1) % 4])
        for order in (deal.draws["order"] for deal in deals(Options(), 240))
        for place in range(4)
    )
    assert len(after) == 12
    assert min(after.values()) > 40


def test_the_listed_words_do_not_say_which_are_secret() -> None:
    found = deals(Options(words=16), 400)
    at = Counter(deal.game.words.index(word) for deal in found for word in secrets(deal))
    assert all(60 <= at[place] <= 145 for place in range(16)), at


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"players": 1}, "players is from 2 to 12"),
        ({"players": 13}, "players is from 2 to 12"),
        ({"rounds": 0}, "rounds is from 1"),
        ({"words": 3}, "words is at least the number of players, 4"),
        ({"words": 17, "pool": "article"}, "has 16 words, 17 are asked"),
    ],
)
def test_what_is_out_of_range_is_said(options: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        Options(**options)
