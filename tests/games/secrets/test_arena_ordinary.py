"""Ordinary English is read as it was meant, and no message is so long that the referee stops."""

from __future__ import annotations

from typing import Any

import pytest
from arena import examples, noted
from hypothesis import given, settings
from hypothesis import strategies as st

from keepmum.games.secrets.address import spoken_to
from keepmum.games.secrets.answers import answers_in
from keepmum.games.secrets.categories import namings
from keepmum.games.secrets.facts import Answered, Asked, Broke, Guess
from keepmum.games.secrets.guesses import guesses_in
from keepmum.games.secrets.names import Roster
from keepmum.games.secrets.questions import Question, questions_in
from keepmum.games.secrets.referee import Hidden

TABLES = [examples("ordinary"), examples("unseen")]
FEWEST = 15
NAMES = ("GPT-5.2", "Claude", "x.ai-4", "my_model")
GUESSING = Hidden(("paradox", "echo", "nomad", "quartz"), ((), (), (), ()))


def rows(table: str) -> list[Any]:
    """(kind, example) of a table in both files."""
    return [
        pytest.param(kind, example, id=f"{kind}: {example if isinstance(example, str) else example[-1]}")
        for tables in TABLES
        for kind, found in tables[table].items()
        for example in found
    ]


def second(word: str = "zzzzz", names: tuple[str, ...] = ()) -> Hidden:
    return Hidden(("xxxxx", word, "vvvvv", "wwwww"), ((), names, (), ()))


def answers(question: str, reply: str) -> list[str]:
    return [fact.answer for fact in noted(second(), (0, question), (1, reply)) if isinstance(fact, Answered)]


def test_there_are_enough_of_everything() -> None:
    assert all(len(found) >= FEWEST for table in TABLES[0].values() for found in table.values())
    assert [set(tables) for tables in TABLES] == [{"answered", "polarity", "guesses", "category", "questions"}] * 2


@pytest.mark.parametrize(("kind", "example"), rows("answered"))
def test_a_plain_answer_is_one_and_an_evasion_is_none(kind: str, example: list[str]) -> None:
    assert (answers(*example) == ["none"]) == (kind == "evaded")


@pytest.mark.parametrize(("kind", "reply"), rows("polarity"))
def test_yes_and_no_are_read_where_they_are_said_and_nowhere_else(kind: str, reply: str) -> None:
    assert answers('Player 2, is your word "ember"?', reply) == [kind]


@pytest.mark.parametrize(
    ("kind", "reply"), [(kind, reply) for kind in ("unclear",) for reply in TABLES[0]["polarity"][kind]]
)
def test_what_is_unclear_is_never_a_known_lie(kind: str, reply: str) -> None:
    for word in ("ember", "echo"):
        said = noted(second(word), (0, 'Player 2, is your word "ember"?'), (1, reply))
        assert [fact.truthful for fact in said if isinstance(fact, Answered)] == [None], kind
        assert not [fact for fact in said if isinstance(fact, Broke) and fact.rule == "untruthful"]


@pytest.mark.parametrize(("kind", "text"), rows("guesses"))
def test_guesses_in_any_dress(kind: str, text: str) -> None:
    found = [fact.verdict for fact in noted(GUESSING, (0, text)) if isinstance(fact, Guess)]
    assert found == ([] if kind == "none" else [kind])


@pytest.mark.parametrize(("kind", "example"), rows("category"))
def test_a_category_is_charged_where_it_is_said_of_the_own_word(kind: str, example: list[str]) -> None:
    names, text = example
    said = noted(second(names=tuple(names.split(", "))), (1, text))
    assert ("category" in [fact.rule for fact in said if isinstance(fact, Broke)]) == (kind == "claimed")


def test_a_category_said_of_a_player_by_name_is_not_charged() -> None:
    hidden = second(names=("tool",))._replace(called=NAMES)
    for text in (
        "It is what GPT-5.2 said: Claude hides a tool.",
        "x.ai-4 has a word; it is a tool.",
        "GPT-5.2's is a tool.",
    ):
        assert [fact.rule for fact in noted(hidden, (1, text)) if isinstance(fact, Broke)] == ["category mentioned"]


@pytest.mark.parametrize(("kind", "text"), rows("questions"))
def test_rhetoric_asks_nothing(kind: str, text: str) -> None:
    asked = [question.asked for question in questions_in(text, 0, Roster(4)) if question.asked == 1]
    assert asked == ([1] if kind == "asked" else [])


def test_what_is_asked_twice_in_one_breath_has_one_answer() -> None:
    said = noted(
        second(), (0, "Ah Player 2, dear Player 2, is your word old? Player 2: is your word old?"), (1, "Yes.")
    )
    assert len([fact for fact in said if isinstance(fact, Asked)]) == 1
    assert [fact.answer for fact in said if isinstance(fact, Answered)] == ["yes"]
    both = "Player 2 and Player 3, is your word old? Player 3, is your word old?"
    assert [question.asked for question in questions_in(both, 0, Roster(4))] == [1, 2]


SEEDS = [
    "P2,", "P2 ", "Player 2, ", "@P2", "my_model, ", "x.ai-4 and ", "GUESS ", "GUESS P2 ", "GUESS P2 = ", 
    "guess p2=a or ",
    "guess a'", "yes, ", "no ", "it is ", "is it ", "is it a ", "your word, ", "is your word ", "?", 
    "P2, is it a? ", ", ", "and so, ",
    "- ", "—", "(", "\"", "'", " ", "\n", ". ", "!", "my word is ", "it is a tool ", "tool,", "a tool of a ", 
    "hint: ", "my word? ",
    "hm", "i would say ", "a-", "a.", "E ", "you ", "i can't ", "like ", "tell me ", 
    "i ask you again ", "é", "\u2028", "ⅷ",
]  # fmt: skip
WORST = ("P2,", "P2 ", ", ", "- ", "GUESS P2 = ", "a.", "it is a tool ")


@pytest.mark.parametrize("seed", WORST)
def test_a_long_message_is_read_in_the_time_its_length_takes(seed: str) -> None:
    """What takes the square of this size would take minutes."""
    text, roster = seed * (40_000 // len(seed)), Roster(4)
    due = (Question(0, 1, "Player 2, is it old?"), Question(2, 1, "Player 2, is it a tool?"))
    spoken_to(text, roster)
    assert answers_in(text, due, roster)
    assert len([*questions_in(text, 0, roster), *guesses_in(text, roster)]) <= len(text)
    assert len(list(namings(text, ("tool", "tool of a thing"), roster))) <= 1


@pytest.mark.parametrize("place", range(len(SEEDS)))
def test_any_piece_repeated_can_be_judged(place: int) -> None:
    text = SEEDS[place] * (4_000 // len(SEEDS[place]))
    hidden = second(names=("tool", "tool of a thing"))._replace(called=NAMES if place % 2 else ())
    noted(hidden, (0, "Player 2, is it old? Is it a tool?"), (1, text), (2, text + "?"))


@given(
    st.lists(st.sampled_from(SEEDS), min_size=2, max_size=3), st.sampled_from(["", "?", ".", "x", "= ", "Player 2?"])
)
@settings(max_examples=25, deadline=None)
def test_any_pieces_repeated_can_be_judged(pieces: list[str], end: str) -> None:
    piece = "".join(pieces)
    text = piece * (2_000 // len(piece)) + end
    noted(second(names=("tool",))._replace(called=NAMES), (0, "Claude, is it old?"), (1, text), (2, text))
