"""Whatever a player writes: nothing crashes, nothing is guessed, and no text takes long."""

import sys
import unicodedata
from collections.abc import Callable
from types import FrameType

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from keepmum.core.agent import Status
from keepmum.core.ask import Ask, Choice, Seats, Speech, Word
from keepmum.core.fold import fold_words
from keepmum.core.parse import read

VOTE = Choice("vote", ("1", "2", "3", "4"))
GUESS = Choice("guess", ("bronze age", "iron age", "in-n-out", "papa john's", "scarf", "car", "Ärger"))
TEAM = Seats("team", 2, 5)
CLUE = Word("clue", taken=("coal",))
TALK = Speech("statement", 9)
ASKS: tuple[Ask, ...] = (VOTE, GUESS, TEAM, CLUE, TALK)

CALM = settings(max_examples=300, deadline=None)
PIECES = [
    *[
        "1",
        "2",
        "5",
        "12",
        "player",
        "Player 3",
        "#",
        "no",
        "not",
        "or",
        "and",
        ",",
        ".",
        "!",
        "?",
        "\n",
        " ",
        "  ",
        ":",
        '"',
    ],
    *[
        "I vote for",
        "my answer is",
        "Final answer:",
        "because",
        "bronze age",
        "age",
        "car",
        "scarf",
        "papa johns",
        "a",
        "the",
    ],
    *[
        "{",
        "}",
        "[",
        "]",
        '{"vote": ',
        '"vote"',
        '"team"',
        "```",
        "json",
        "**",
        "_",
        "'",
        "’",
        "<think>",
        "</think>",
        "<answer>",
    ],
    *[
        "</answer>",
        "\\boxed{",
        "\x1b[0m",
        "\u202e",
        "\u200b",
        "٢",
        "２",
        "²",
        "🙂",
        "日本",
        "Steam",
        "coal",
        "sorry",
        "I can't",
    ],
    *["\ud83d", "e\u0301", "-", "/", "%", "maybe", "-ish", "é"],
]
CHAOS = st.lists(st.sampled_from(PIECES), max_size=9).map(" ".join) | st.lists(st.sampled_from(PIECES), max_size=9).map(
    "".join
)
TEXTS = CHAOS | st.text(max_size=80)
PLAIN_WORDS = st.text("bcdefghjklmnopqrstuvwxyz", min_size=2, max_size=8)
OPTIONS = st.lists(PLAIN_WORDS, min_size=2, max_size=6, unique=True)


@given(TEXTS)
@CALM
@example("\ud83d")
@example('{"vote": "\ud83d"}')
def test_only_legal_actions_come_out(text: str) -> None:
    for ask in ASKS:
        reading = read(ask, text)
        assert reading.ok == (reading.action is not None) == (not reading.reason)
        assert reading.action is None or ask.refusal(reading.action) is None
        assert not any(unicodedata.category(char) in ("Cc", "Cf", "Cs", "Co") for char in reading.reason)


@given(TEXTS, st.text(" \n\t\r\u00a0\u200b\ufeff", max_size=4), st.text(" \n\t\r\u00a0\u200b\ufeff", max_size=4))
@CALM
def test_blank_space_around_changes_nothing(text: str, before: str, after: str) -> None:
    for ask in ASKS:
        assert read(ask, before + text + after).action == read(ask, text).action


@given(
    TEXTS,
    st.sampled_from(["**{}**", "*{}*", '"{}"', "`{}`", "```\n{}\n```", "- {}", "{}.", "<think>1 or car</think>{}"]),
)
@CALM
@example("2", "**{}**")
@example("I vote for Player 2", '"{}"')
def test_dress_never_makes_another_answer(text: str, dress: str) -> None:
    for ask in ASKS[:4]:
        bare, dressed = read(ask, text), read(ask, dress.format(text))
        if bare.ok and dressed.ok:
            assert dressed.action == bare.action


@pytest.mark.parametrize(
    "dress", ["**{}**", "*{}*", "__{}__", '"{}"', "“{}”", "`{}`", "```\n{}\n```", "- {}", "{}.", "{}!", " {}\n"]
)
@pytest.mark.parametrize(
    ("ask", "text"),
    [
        (VOTE, "2"),
        (VOTE, "Player 2"),
        (VOTE, "I vote for Player 2"),
        (GUESS, "the bronze age"),
        (TEAM, "1, 3"),
        (CLUE, "Steam"),
    ],
)
def test_dress_keeps_a_plain_answer(ask: Ask, text: str, dress: str) -> None:
    assert read(ask, dress.format(text)).action == read(ask, text).action is not None


@given(
    OPTIONS,
    st.lists(PLAIN_WORDS | st.sampled_from(["I", "vote", "for", "my answer is", "player", "the", "."]), max_size=12),
)
@CALM
def test_without_an_option_there_is_no_answer(options: list[str], said: list[str]) -> None:
    text = " ".join(said)
    assume(not any(option in text.replace(" ", "") for option in options))
    assert not read(Choice("guess", tuple(options)), text).ok


@given(st.text(st.characters(exclude_categories=["Nd", "Nl", "No"]), max_size=60))
@CALM
def test_without_a_digit_there_is_no_player(text: str) -> None:
    assume(not any(char.isdecimal() for char in "".join(fold_words(text))))
    assert not read(VOTE, text).ok
    assert not read(TEAM, text).ok


@given(
    OPTIONS, st.sampled_from([" or ", " / ", ", ", " and ", "? ", ", no, ", " not ", "\n", " rather than "]), st.data()
)
@CALM
def test_two_options_are_never_an_answer(options: list[str], between: str, data: st.DataObject) -> None:
    one, other = data.draw(st.permutations(options).map(lambda found: found[:2]))
    assume((one + other) not in options)
    frame = data.draw(
        st.sampled_from(["{}", "I vote for {}", "My answer is {}.", "Final answer: {}", '"{}"', "**{}**"])
    )
    assert not read(Choice("guess", tuple(options)), frame.format(one + between + other)).ok


@given(
    st.sampled_from(
        ["not {}", "I doubt it is {}", "anyone but {}", "never {}", "{}?", "{} is wrong", "maybe {}", "no {}"]
    ),
    OPTIONS,
)
@CALM
def test_a_doubt_is_never_an_answer(doubt: str, options: list[str]) -> None:
    assume(not {"not", "no", "never", "but", "maybe", "wrong"} & {*options})
    assume(not any(f"no{option}" in options or f"not{option}" in options for option in options))
    assert not read(Choice("guess", tuple(options)), doubt.format(options[0])).ok


@given(OPTIONS)
@CALM
def test_every_option_is_an_answer(options: list[str]) -> None:
    ask = Choice("guess", tuple(options))
    for option in options:
        for said in (
            option,
            option.upper(),
            f"{option}.",
            f'"{option}"',
            f"My guess is {option}.",
            f'{{"guess": "{option}"}}',
        ):
            assert read(ask, said).action in (option, None if "My" in said else option)


def steps(call: Callable[[], object]) -> int:
    """How many functions, of Python and of C, are called."""
    count = 0

    def tick(frame: FrameType, event: str, arg: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(tick)
    try:
        call()
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize("ask", ASKS, ids=lambda ask: ask.about)
@pytest.mark.parametrize(
    "piece", ["a ", "1, ", "Player 2 because ", "!", "'", "{", "[", '{"vote": ', "<", "*", "Final answer: 2 ", "é"]
)
def test_a_megabyte_takes_no_more_steps_than_a_little_too_much(ask: Ask, piece: str) -> None:
    little, much = ("x" + piece * (size // len(piece)) for size in (20_000, 1_000_000))
    assert read(ask, much).status is Status.TOO_LONG
    assert steps(lambda: read(ask, much)) <= steps(lambda: read(ask, little)) + 5


@pytest.mark.parametrize("ask", ASKS, ids=lambda ask: ask.about)
@pytest.mark.parametrize(
    "piece", ["a ", "1, ", "i vote for ", "! ", "final answer: 2. ", "because ", "'s ", "and ", "1. ", "é ", "日"]
)
def test_steps_grow_no_faster_than_the_text(ask: Ask, piece: str) -> None:
    half, full = ("x " + piece * (size // len(piece)) for size in (4_000, 8_000))
    assert steps(lambda: read(ask, full)) <= 2 * steps(lambda: read(ask, half)) + 200


@pytest.mark.parametrize("piece", ["<think>a</think>", "<think>", "</think>", "<think/>a", "<"])
def test_a_megabyte_of_thought_is_walked_once(piece: str) -> None:
    half, full = (piece * (size // len(piece)) for size in (500_000, 1_000_000))
    assert steps(lambda: read(VOTE, full)) <= 2 * steps(lambda: read(VOTE, half)) + 50


def test_a_megabyte_of_space_around_an_answer_is_only_space() -> None:
    space = " \n" * 500_000
    assert read(VOTE, space + "2" + space).action == "2"
    assert read(VOTE, space).status is Status.EMPTY
    assert read(VOTE, "<think>" + "3 " * 500_000 + "</think>2").action == "2"
