"""What could be wrong: a card nobody can play fairly, a bad file told at the wrong line, or a good file refused."""

from __future__ import annotations

import pickle
import re
from collections.abc import Callable
from pathlib import Path
from tempfile import NamedTemporaryFile

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from keepmum.games.chameleon.card_check import check_cards
from keepmum.games.chameleon.cards import (
    Card,
    CardReport,
    CardsError,
    card_report,
    find_card,
    load_cards,
    require_words,
)
from keepmum.games.chameleon.reveal import fold, self_reveal

GOOD = """\
# my cards

[[card]]
category = "Fruits"  # sweet "ones"
words = ["apple", 'pear', "plum",
    # "not this one"
    "lemon",
]

[[card]]
words = [
    "oak",
    "elm", "ash",
]
category = "Trees"
"""


def report(text: str) -> CardReport:
    return check_cards(text, "mine.toml")


def found(text: str) -> list[tuple[str, int]]:
    return [(finding.problem, finding.line) for finding in report(text).findings]


def card(*words: str, category: str = "Things") -> str:
    """A card whose words stand one a line, from line 4 on."""
    lines = "".join(f"    {word},\n" for word in words)
    return f'[[card]]\ncategory = "{category}"\nwords = [\n{lines}]\n'


def test_own_file_passes_its_own_check_without_a_warning() -> None:
    assert card_report().findings == ()
    assert card_report().cards == load_cards()


def test_own_file_has_the_cards_asked_for() -> None:
    cards = load_cards()
    assert len(cards) >= 90
    assert {len(card.words) for card in cards} == {16}
    assert load_cards() is cards  # read once


def test_own_words_are_plain_and_lower_case() -> None:
    for card_ in load_cards():
        assert re.fullmatch(r"[A-Z][A-Za-z-]*( [A-Za-z-]+)*", card_.category), card_
        for word in card_.words:
            assert re.fullmatch(r"[a-z0-9'-]+( [a-z0-9'-]+)*", word), (card_.category, word)


def test_own_words_never_give_another_word_of_their_card_away() -> None:
    for card_ in load_cards():
        pairs = [(one, two) for one in card_.words for two in card_.words if one != two]
        assert [pair for pair in pairs if self_reveal(*pair) not in (None, "part")] == [], card_.category


def test_most_own_words_are_one_word_and_few_repeat() -> None:
    words = [word for card_ in load_cards() for word in card_.words]
    assert sum(" " not in word for word in words) / len(words) > 0.75
    assert len(set(words)) / len(words) > 0.8


def test_own_file_is_short_enough_to_read() -> None:
    import keepmum.games.chameleon.cards as module

    lines = (Path(module.__file__).parent / "cards.toml").read_text("utf-8").splitlines()
    assert max(map(len, lines)) <= 120


def test_a_good_file_is_read_as_it_is() -> None:
    assert report(GOOD).findings == ()
    assert report(GOOD).cards == (
        Card("Fruits", ("apple", "pear", "plum", "lemon")),
        Card("Trees", ("oak", "elm", "ash")),
    )


def test_spaces_around_words_are_no_part_of_them() -> None:
    assert report(card('" apple "', '"burger  king"', '"plum"')).cards == (
        Card("Things", ("apple", "burger king", "plum")),
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", [("empty", 1)]),
        ("# nothing\n", [("empty", 1)]),
        (GOOD.replace("[[card]]", "[[cards]]"), [("empty", 1), ("key", 3)]),
        (GOOD + "\n[colour]\nred = 1\n", [("key", 17)]),
        ("colour = 1\n" + GOOD, [("key", 1)]),
        (GOOD.replace("category =", "catgory =", 1), [("key", 3), ("key", 4)]),
        (GOOD.replace("words = [\n", "word = [\n"), [("key", 10), ("key", 11)]),
        (GOOD.replace('category = "Trees"', ""), [("key", 10)]),
        (GOOD + 'note = "x"\n', [("key", 16)]),
        (GOOD + '[card.note]\ntext = "x"\n', [("key", 16)]),
        (GOOD.replace('"Trees"', "7"), [("type", 15)]),
        ('[[card]]\nwords = ["a", "b", "c"]\n\ncategory = 7\n', [("type", 4)]),
        (GOOD.replace('"elm"', "7"), [("type", 13)]),
        (GOOD.replace('"elm"', '["elm", "beech"]'), [("type", 13)]),
        (GOOD.replace('"elm", "ash"', '\n["elm"]\n, 7'), [("type", 14), ("type", 15)]),
        (GOOD.replace('"elm"', "{ a = 1 }"), [("type", 13)]),
        ('[[card]]\ncategory = "A"\nwords = "a, b, c"\n', [("type", 3)]),
        ('\n[card]\ncategory = "A"\nwords = ["a", "b", "c"]\n', [("type", 2)]),
        ("\ncard = 3\n", [("type", 2)]),
        ("\ncard = [1, 2]\n", [("type", 2)]),
        (GOOD.replace('"elm", "ash",', '"elm",'), [("few words", 11)]),
        (GOOD.replace('"Trees"', '"FRUITS!"'), [("duplicate category", 15)]),
        (GOOD.replace('"Trees"', '"  "'), [("text", 15)]),
        (GOOD.replace('"Trees"', '"' + "t" * 81 + '"'), [("text", 15)]),
        (GOOD.replace('"elm"', '""'), [("text", 13)]),
        (GOOD.replace('"elm"', '"?!"'), [("text", 13)]),
        (GOOD.replace('"elm"', '"' + "e" * 41 + '"'), [("text", 13)]),
        (GOOD.replace('"elm"', r'"e\u001blm"'), [("text", 13)]),
        (GOOD.replace('"elm"', r'"e\u202elm"'), [("text", 13)]),
        (GOOD.replace('"elm"', '"e\\nlm"'), [("text", 13)]),
        (GOOD.replace('"elm"', '"O\u00c4K"'), [("duplicate word", 13)]),
        ("a = \n" + GOOD, [("syntax", 1)]),
        (GOOD.replace('"oak",', '"oak"'), [("syntax", 13)]),
        (GOOD.replace('"elm",', '"elm,'), [("syntax", 13)]),
        (GOOD + "x = " + "[" * 100_000, [("syntax", 1)]),
    ],
)
def test_each_error_is_found_at_its_line(text: str, expected: list[tuple[str, int]], tmp_path: Path) -> None:
    assert found(text) == expected
    path = tmp_path / "mine.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(CardsError, match=rf"mine\.toml:{expected[0][1]}: "):
        load_cards(path)


@pytest.mark.parametrize("again", ["apple", "APPLE", "Äpple", "a p-p.l'e", "ap\u200dple", " apple "])
def test_a_duplicate_is_told_at_the_later_line_and_names_the_earlier(again: str) -> None:
    (finding,) = report(card('"apple"', '"pear"', '"plum"', f'"{again}"')).findings
    assert (finding.problem, finding.line, finding.warning) == ("duplicate word", 7, False)
    assert "'apple' in line 4" in finding.what


def test_a_third_and_fourth_same_word_are_each_told() -> None:
    assert found(card('"a1"', '"b1"', '"A1"', '"a-1"')) == [("duplicate word", 6), ("duplicate word", 7)]


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("apple", "apples"), ("mouse", "mice"), ("run", "running"), ("knife", "knives"), ("colour", "color"),
        ("theatre", "theaters"), ("grey", "gray"), ("beatles", "the beatles"), ("a cold", "cold"),
        ("dance", "dancer"), ("skate", "skating"), ("donut", "doughnut"), ("steam engine", "steam engines"),
        ("jewellery box", "jewelry boxes"),
    ],
)  # fmt: skip
def test_near_duplicates_are_warnings(one: str, two: str) -> None:
    for words in ((one, two), (two, one)):
        (finding,) = report(card(f'"{words[0]}"', '"zebra"', '"violin"', f'"{words[1]}"')).findings
        assert (finding.problem, finding.line, finding.warning) == ("near-duplicate", 7, True)
        assert f"{words[0]!r} in line 4" in finding.what


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("corn", "corner"), ("universe", "university"), ("bee", "beer"), ("plan", "plane"), ("clove", "clover"),
        ("new", "news"), ("past", "paste"), ("stone age", "bronze age"), ("new york", "new delhi"), ("star", "stare"),
        ("car", "care"), ("experience", "experiment"), ("the who", "the band"),
    ],
)  # fmt: skip
def test_words_that_only_look_alike_are_fine(one: str, two: str) -> None:
    assert report(card(f'"{one}"', '"zebra"', '"violin"', f'"{two}"')).findings == ()


@pytest.mark.parametrize("holder", ["race car", "car-wash", "the race car driver", "CAR park"])
def test_a_word_within_a_word_is_a_warning(holder: str) -> None:
    assert found(card('"car"', '"zebra"', '"violin"', f'"{holder}"')) == [("contained", 7)]
    assert found(card(f'"{holder}"', '"zebra"', '"violin"', '"car"')) == [("contained", 4)]


def test_a_file_with_warnings_is_played_all_the_same(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(card('"apple"', '"apples"', '"plum"'), "utf-8")
    assert load_cards(path) == (Card("Things", ("apple", "apples", "plum")),)
    assert [finding.problem for finding in card_report(path).warnings] == ["near-duplicate"]
    assert card_report(path).errors == ()
    assert card_report(path).ok
    assert str(card_report(path)).splitlines() == [
        f"{path}:5: warning: the word 'apples' is nearly 'apple' in line 4; "
        "put another word in place of one of the two",
        f"{path}: 1 cards, 0 errors, 1 warnings",
    ]


def test_every_error_is_listed_with_file_and_line_and_what_to_do(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(GOOD.replace('"elm"', '"OAK"').replace("category =", "catgory =", 1), "utf-8")
    with pytest.raises(CardsError) as caught:
        load_cards(path)
    lines = str(caught.value).splitlines()
    assert [line.removeprefix(str(path)).split(": ")[0] for line in lines] == [":3", ":4", ":13"]
    assert "unknown; known: category, words; write 'category', the nearest" in lines[1]
    assert [finding.line for finding in caught.value.findings] == [3, 4, 13]
    assert isinstance(caught.value, ValueError)
    again = pickle.loads(pickle.dumps(caught.value))  # it may come from another process
    assert (str(again), again.findings) == (str(caught.value), caught.value.findings)


def test_a_very_bad_file_is_told_in_few_lines(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(card(*map(str, range(500))), "utf-8")
    with pytest.raises(CardsError) as caught:
        load_cards(path)
    assert len(str(caught.value).splitlines()) == 21
    assert str(caught.value).endswith("and 480 more errors")
    assert len(caught.value.findings) == 500


def test_good_cards_of_a_bad_file_are_in_the_report() -> None:
    bad = report(GOOD.replace('"elm"', "7"))
    assert not bad.ok
    assert [card_.category for card_ in bad.cards] == ["Fruits"]


def test_lines_are_right_with_windows_line_ends_and_a_byte_order_mark(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_bytes(b"\xef\xbb\xbf" + GOOD.replace('"elm"', '"OAK"').replace("\n", "\r\n").encode())
    assert [(finding.problem, finding.line) for finding in card_report(path).findings] == [("duplicate word", 13)]


def test_lines_are_right_after_texts_of_several_lines_and_quoted_keys() -> None:
    text = '[[card]]\n"category" = """\nThings # "a"\n[[card]]"""\n\'words\' = [\n"a",\n\'\'\'b\n\'\'\', "c",\n"A"]\n'
    assert found(text) == [("text", 2), ("text", 7), ("duplicate word", 9)]


def test_inline_cards_are_told_at_their_key() -> None:
    assert found('\ncard = [{category = "A", words = ["a", "b", "c", "A"]}]\n') == [("duplicate word", 2)]


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (lambda path: None, "No such file"),
        (lambda path: path.mkdir(), "Is a directory"),
        (lambda path: path.write_bytes(b"#" * 5_000_001), "larger than 5,000,000 bytes"),
        (lambda path: path.write_bytes(b"# a\n# \xff\n"), "not UTF-8"),
    ],
)
def test_files_that_cannot_be_read(tmp_path: Path, make: Callable[[Path], object], reason: str) -> None:
    path = tmp_path / "mine.toml"
    make(path)
    with pytest.raises(CardsError, match=reason) as caught:
        load_cards(path)
    (finding,) = caught.value.findings
    assert (finding.problem, finding.file) == ("unreadable", str(path))
    assert finding.line == (2 if "UTF" in reason else 1)


def test_control_characters_are_made_visible() -> None:
    text = str(report(card(r'"red\u001b[31m"', '"pear"', '"plum"')))
    assert "\x1b" not in text
    assert "U+001B" in text


@pytest.mark.parametrize("name", ["Fruits", "fruits", " FRUITS! ", "fru-its", "Früits"])
def test_find_card_folds_the_name(name: str) -> None:
    assert find_card(load_cards(), name).category == "Fruits"


@pytest.mark.parametrize("name", ["Frutis", "fruit", "", "\x1b" * 1000, "zzz"])
def test_an_unknown_card_is_answered_with_the_nearest(name: str) -> None:
    with pytest.raises(CardsError) as caught:
        find_card(load_cards(), name)
    assert "\x1b" not in str(caught.value)
    assert len(str(caught.value)) < 300
    assert str(caught.value).count("'") >= 6
    if name == "Frutis":
        assert "the nearest are 'Fruits'" in str(caught.value)


def test_no_cards_at_all() -> None:
    with pytest.raises(CardsError, match="among the 0"):
        find_card((), "Fruits")


def test_cards_with_too_few_words_for_a_game_are_all_named() -> None:
    cards = (Card("A", ("a", "b", "c")), Card("B", ("a", "b", "c", "d")), Card("C", ("a",) * 5))
    require_words(cards, 3)
    with pytest.raises(CardsError) as caught:
        require_words(cards, 5, "mine.toml")
    assert str(caught.value).splitlines() == [
        "mine.toml: the card 'A' has 3 words, 5 are asked",
        "mine.toml: the card 'B' has 4 words, 5 are asked",
        "add words to them, take them out of the file, or ask for at most 3 words a card",
    ]


def test_a_short_card_of_a_user_s_file_is_named_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("# mine\n\n[[card]]\ncategory = 'A'\n\nwords = ['a', 'b', 'c']\n", "utf-8")
    cards = load_cards(path)
    assert cards == (Card("A", ("a", "b", "c")),), "where a card stands is no part of it"
    with pytest.raises(CardsError) as caught:
        require_words(cards, 5, str(path))
    assert str(caught.value).splitlines()[0] == f"{path}:6: the card 'A' has 3 words, 5 are asked"
    assert "ask for at most 3 words a card" in str(caught.value)


def test_own_cards_have_words_enough_for_the_usual_game() -> None:
    require_words(load_cards())
    with pytest.raises(CardsError, match="and 100 more cards"):
        require_words(load_cards()[:120], 17)


@given(st.text())
@example("[[card]]\ncategory = 'a'\nwords = [1979-05-27, 07:32:00, inf, 0x1F]\n")
@example("card = [[]]")
@example('"" = 1\n[[card]]\n"" = 1\n')
@example("x = " + "1" * 5000)
def test_any_text_is_reported_on(text: str) -> None:
    outcome = report(text)
    lines = text.count("\n") + 1
    assert all(1 <= finding.line <= lines and finding.todo for finding in outcome.findings)
    assert outcome.findings  # no text that Hypothesis finds is a card


@given(st.binary())
def test_any_bytes_are_loaded_or_refused(content: bytes) -> None:
    with NamedTemporaryFile(suffix=".toml") as file:
        file.write(content)
        file.flush()
        with pytest.raises(CardsError):
            load_cards(Path(file.name))


WORDS = st.lists(st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=12), min_size=1, max_size=8)


@given(st.lists(WORDS, min_size=1, max_size=4))
def test_a_file_without_errors_holds_what_was_written(cards: list[list[str]]) -> None:
    def quoted(text: str) -> str:
        return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'

    text = "\n".join(card(*map(quoted, words), category=f"Card {i}") for i, words in enumerate(cards))
    outcome = report(text)
    for finding in outcome.findings:
        if finding.problem in ("duplicate word", "near-duplicate", "text", "contained"):
            assert text.splitlines()[finding.line - 1].startswith("    ")
    if not outcome.errors:
        assert [list(card_.words) for card_ in outcome.cards] == [[" ".join(word.split()) for word in c] for c in cards]
        assert all(len({fold(word) for word in card_.words}) == len(card_.words) for card_ in outcome.cards)
