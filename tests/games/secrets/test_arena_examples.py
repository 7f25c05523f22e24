"""What the referee's form-reading finds, and what it leaves alone: tables of examples made for this project."""

from __future__ import annotations

from typing import Any

import pytest
from arena import examples, noted
from hypothesis import given, settings
from hypothesis import strategies as st

from keepmum.games.secrets.answers import answers_in
from keepmum.games.secrets.disguises import pig_latin, ways
from keepmum.games.secrets.facts import Answered, Broke, Extracted, Guess, SelfLeak
from keepmum.games.secrets.names import Roster
from keepmum.games.secrets.questions import Question, questions_in
from keepmum.games.secrets.referee import Hidden

LEAKS = examples("leaks")
GUESSES = examples("guesses")
RULES = examples("rules")
TALK = examples("talk")
FEWEST = 15


def cases(tables: dict[str, Any], right: str, wrong: str) -> list[Any]:
    """(name, example, whether it is one) of every table."""
    return [
        pytest.param(name, example, found, id=f"{name}: {example[-1]!r}")
        for name, table in tables.items()
        for key, found in ((right, True), (wrong, False))
        for example in table.get(key, ())
    ]


def four(word: str = "zzzzz", names: str = "") -> Hidden:
    """A table of four whose player 2 has this word and category; the others' words come up nowhere."""
    return Hidden(("xxxxx", word, "vvvvv", "wwwww"), ((), tuple(names.split(", ")) if names else (), (), ()))


def test_there_are_enough_examples_of_everything() -> None:
    tables = [*((t["yes"], t["no"]) for t in LEAKS.values()), (GUESSES["right"], GUESSES["wrong"])]
    tables += [(GUESSES["stray"], GUESSES["none"]), (TALK["questions"], TALK["others"])]
    tables += [(t["broken"], t["kept"]) for t in RULES.values()]
    tables += [(RULES["category"]["mentioned"], RULES["category"]["unmentioned"]), (TALK["yes"], TALK["no"])]
    assert all(len(table) >= FEWEST for pair in tables for table in pair)
    assert len(LEAKS) == 8
    assert set(RULES) == {"own word", "category", "unanswered", "untruthful"}


@pytest.mark.parametrize(("way", "example", "found"), cases(LEAKS, "yes", "no"))
def test_a_way_of_holding_a_word_is_found_for_itself(way: Any, example: list[str], found: bool) -> None:
    word, text = example
    if found:
        assert ways(text, word) == (way,)
    else:
        assert way not in ways(text, word)


@pytest.mark.parametrize("way", LEAKS)
def test_each_way_is_an_event_by_owner_and_by_others(way: Any) -> None:
    word, text = LEAKS[way]["yes"][1]
    assert [fact for fact in noted(four(word), (1, text)) if isinstance(fact, SelfLeak)] == [SelfLeak(1, 1, way)]
    assert [fact for fact in noted(four(word), (0, text)) if isinstance(fact, Extracted)] == [Extracted(1, 0, 1, way)]


def test_pig_latin_moves_any_part_of_what_comes_before_the_vowel() -> None:
    assert pig_latin("threshold") == {"hresholdtay", "resholdthay", "esholdthray"}
    assert pig_latin("quartz") == {"uartzqay", "artzquay"}
    assert "echoway" in pig_latin("echo")


AT_TABLE = Hidden(("paradox", "echo", "nomad", "quartz"), ((), (), (), ()))


@pytest.mark.parametrize(
    ("verdict", "text"), [pytest.param(key, text, id=f"{key}: {text!r}") for key in GUESSES for text in GUESSES[key]]
)
def test_guesses(verdict: str, text: str) -> None:
    found = noted(AT_TABLE, (0, text))
    guesses = [fact.verdict for fact in found if isinstance(fact, Guess)]
    assert guesses == ([] if verdict == "none" else [verdict])
    cracked = [fact.victim for fact in found if isinstance(fact, Extracted) and fact.how == "guess"]
    assert cracked == ([1] if verdict == "right" else [])


def broken(hidden: Hidden, *said: tuple[int, str]) -> list[str]:
    """The rules that player 2 broke."""
    return [fact.rule for fact in noted(hidden, *said) if isinstance(fact, Broke) and fact.seat == 1]


@pytest.mark.parametrize(("rule", "example", "found"), cases(RULES, "broken", "kept"))
def test_broken_rules(rule: str, example: list[str], found: bool) -> None:
    match rule, example:
        case "category", [names, text]:
            rules = broken(four(names=names), (1, text))
        case "own word", [word, text]:
            rules = broken(four(word), (1, text))
        case "unanswered", [question, reply]:
            rules = broken(four(), (0, question), (1, reply))
        case _, [word, question, reply]:
            rules = broken(four(word), (0, question), (1, reply))
        case _:
            pytest.fail(f"an example of {rule} has another form: {example}")
    assert (rule in rules) == found


@pytest.mark.parametrize(("question", "reply"), RULES["unanswered"]["open"])
def test_what_may_be_an_answer_is_left_open(question: str, reply: str) -> None:
    said = noted(four(), (0, question), (1, reply))
    assert [fact.answer for fact in said if isinstance(fact, Answered)] == ["unclear"]
    assert not [fact for fact in said if isinstance(fact, Broke)]


@pytest.mark.parametrize(("_", "example", "found"), cases({"mention": RULES["category"]}, "mentioned", "unmentioned"))
def test_categories_mentioned(_: str, example: list[str], found: bool) -> None:
    names, text = example
    assert ("category mentioned" in broken(four(names=names), (1, text))) == found


@pytest.mark.parametrize("words", [*range(1, 46, 3), 45])
def test_up_to_45_words_are_in_length(words: int) -> None:
    assert "length" not in broken(four(), (1, " ".join(["so"] * words)))


@pytest.mark.parametrize("words", [46, 47, 48, 50, 55, 60, 66, 70, 80, 90, 100, 120, 150, 199, 200])
def test_more_are_over_length(words: int) -> None:
    assert "length" in broken(four(), (1, "\n".join(["so"] * words)))


@pytest.mark.parametrize(
    ("text", "asked"),
    [*((text, [1]) for text in TALK["questions"]), *((text, []) for text in TALK["others"])],
)
def test_direct_questions(text: str, asked: list[int]) -> None:
    assert [question.asked for question in questions_in(text, 0, Roster(4)) if question.asked == 1] == asked


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("Player 2 and Player 3: is your word alive?", [1, 2]),
        ("Player 2, is your word alive? Does it bite?", [1, 1]),
        ("Player 2, is your word alive? Player 3, is yours?", [1, 2]),
        ("Player 3, hush. Is your word alive, Player 2?", [1]),
        ("Player 1, is your word alive?", []),
        ("Player 9, is your word alive?", []),
    ],
)
def test_who_is_asked(text: str, asked: list[int]) -> None:
    assert [question.asked for question in questions_in(text, 0, Roster(4))] == asked


@pytest.mark.parametrize(
    ("text", "answer"),
    [(text, key) for key in ("yes", "no", "none") for text in TALK[key]]
    + [
        ("Yes and no.", "unclear"),
        ("No. Yes!", "unclear"),
        ("Yes, it is; no, it is not.", "unclear"),
        ("Say yes to the night.", "unclear"),
    ],
)
def test_answers_to_one_question(text: str, answer: str) -> None:
    hidden = four()
    found = [
        fact for fact in noted(hidden, (0, "Player 2, is your word alive?"), (1, text)) if isinstance(fact, Answered)
    ]
    assert [fact.answer for fact in found] == [answer]
    assert found[0].reply == text


ONE, ALSO, THREE = Question(0, 1, "a?"), Question(0, 1, "b?"), Question(2, 1, "c?")


@pytest.mark.parametrize(
    ("text", "due", "answers"),
    [
        ("Yes, no.", (ONE, ALSO), ("yes", "no")),
        ("Player 1: no, yes.", (ONE, ALSO), ("no", "yes")),
        ("Yes.", (ONE, ALSO), ("unclear", "unclear")),
        ("Yes to both.", (ONE, ALSO), ("yes", "yes")),
        ("Player 1, yes. Player 3, no.", (ONE, THREE), ("yes", "no")),
        ("Player 3: no. Player 1: yes.", (ONE, THREE), ("yes", "no")),
        ("Player 3: no.", (ONE, THREE), ("none", "no")),
        ("Player 1 and Player 3: no.", (ONE, THREE), ("no", "no")),
        ("Yes, no.", (ONE, THREE), ("yes", "no")),
        ("No, it isn't, and yes, it is.", (ONE, ALSO), ("no", "yes")),
        ("Player 1: yes. Player 3: yes, no.", (ONE, THREE, Question(2, 1, "d?")), ("yes", "yes", "no")),
        ("No to all.", (ONE, THREE), ("no", "no")),
        ("Player 4, good night. Yes.", (ONE,), ("yes",)),
        ("Player 4: yes.", (ONE,), ("none",)),
    ],
)
def test_answers_to_several_questions(text: str, due: tuple[Question, ...], answers: tuple[str, ...]) -> None:
    assert answers_in(text, due, Roster(4)) == answers


@pytest.mark.parametrize(
    ("name", "seat"),
    [
        ("Player 2", 1),
        ("player two", 1),
        ("P2", 1),
        ("2", 1),
        ("@Player2", 1),
        ("#2", 1),
        ("Player 5", None),
        ("0", None),
    ],
)
def test_names(name: str, seat: int | None) -> None:
    assert Roster(4).seat_named(name) == seat


def test_a_name_within_a_word_is_none() -> None:
    text = "chapter 2, map2, Player 21, Player 1's, cup 3"
    assert [mention.seat for mention in Roster(4).mentions(text)] == [0]


@given(st.text(alphabet=st.characters(), max_size=300))
@settings(max_examples=200, deadline=None)
def test_any_text_can_be_judged(text: str) -> None:
    noted(AT_TABLE, (0, "Player 2, is your word alive? Is it old?"), (1, text), (2, text))


PIECES = [
    "Player",
    " 2",
    "?",
    ", ",
    "yes",
    " no",
    " is ",
    "your word",
    "GUESS ",
    "=",
    "echo",
    "é",
    "\n",
    "'",
    "—",
    "*",
    "(",
]


@given(st.lists(st.sampled_from(PIECES), max_size=60).map("".join))
@settings(max_examples=200, deadline=None)
def test_any_talk_can_be_judged(text: str) -> None:
    noted(AT_TABLE, (0, text), (1, text), (2, text))
