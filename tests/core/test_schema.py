"""What an ask's words, schema and grammar allow, its parser reads."""

import json
from typing import Any

import pytest
from gbnf import texts
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from keepmum.core.ask import Ask, Choice, Seats, Speech, Word
from keepmum.core.parse import read
from keepmum.core.schema import grammar, instruction, json_schema

CALM = settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])

ABOUT = st.sampled_from(["vote", "guess", "clue", "reason", "who is it", 'a "name"', "back\\slash", "ärger"])
OPTION = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=20)
CHOICES = st.builds(Choice, ABOUT, st.lists(OPTION, min_size=1, max_size=8, unique=True).map(tuple))
SEATS = st.integers(1, 9).flatmap(lambda n: st.builds(Seats, ABOUT, st.integers(1, n), st.just(n)))
WORDS = st.builds(Word, ABOUT, st.just(("coal",)), st.integers(1, 40))
SPEECHES = st.builds(Speech, ABOUT, st.integers(1, 12))
ASKS: list[Ask] = [
    Choice("vote", ("1", "2", "3")),
    Choice("guess", ('say "x"', "back\\slash", "new\nline", "Ärger", "tab\there")),
    Seats("team", 3, 6),
    Seats("team", 1, 4),
    Seats("team", 5, 5),
    Word("clue"),
    Speech("statement", 60),
    Speech("statement", 1),
]


def answers(ask: Ask) -> st.SearchStrategy[Any]:
    """Values that the schema of `ask` allows, read off the schema itself."""
    shape = json_schema(ask)["properties"][ask.about]
    if "enum" in shape:
        return st.sampled_from(shape["enum"])
    if shape["type"] == "array":
        each = st.sampled_from(shape["items"]["enum"])
        return st.lists(each, min_size=shape["minItems"], max_size=shape["maxItems"], unique=shape["uniqueItems"])
    return st.text(
        st.characters(exclude_categories=["Cs", "Cc", "Cf"], exclude_characters="<"), min_size=1, max_size=60
    )


@given(st.one_of(CHOICES, SEATS), st.data())
@CALM
def test_what_the_schema_allows_is_read(ask: Choice | Seats, data: st.DataObject) -> None:
    answer = data.draw(answers(ask))
    reading = read(
        ask,
        json.dumps(
            {ask.about: answer}, ensure_ascii=data.draw(st.booleans()), indent=data.draw(st.none() | st.just(2))
        ),
    )
    expected = answer if isinstance(ask, Choice) else tuple(sorted(seat - 1 for seat in answer))
    assert (reading.ok, reading.action) == (True, expected)


@given(SPEECHES, st.data())
@CALM
def test_a_legal_speech_is_read(ask: Speech, data: st.DataObject) -> None:
    answer = data.draw(answers(ask))
    assume(ask.refusal(answer) is None and answer.strip().isprintable() and len(answer) <= 40)
    assert read(ask, json.dumps({ask.about: answer})).action == answer.strip()


@given(WORDS, st.from_regex(r"[^\W\d_]+(['’-][^\W\d_]{2,})?", fullmatch=True))
@CALM
def test_a_legal_word_is_read(ask: Word, word: str) -> None:
    assume(ask.refusal(word) is None and all(char.isalpha() or char in "'’-" for char in word))
    assert read(ask, json.dumps({ask.about: word})).action == word


@given(st.one_of(CHOICES, SEATS, WORDS, SPEECHES), st.data())
@CALM
def test_what_the_grammar_allows_is_read(ask: Ask, data: st.DataObject) -> None:
    text = data.draw(texts(grammar(ask)))
    answer = json.loads(text)[ask.about]
    assume(not isinstance(ask, Word) or ask.refusal(answer) is None)
    reading = read(ask, text)
    assert reading.ok, (text, reading)
    if isinstance(ask, Choice | Word):
        assert reading.action == answer


@pytest.mark.parametrize("ask", ASKS, ids=repr)
def test_the_schema_is_of_one_required_property(ask: Ask) -> None:
    schema = json_schema(ask)
    assert list(schema["properties"]) == schema["required"] == [ask.about]
    assert schema["additionalProperties"] is False
    assert json.loads(json.dumps(schema)) == schema


def test_the_grammar_of_seats_has_no_seat_twice_and_no_rule_too_many() -> None:
    lines = grammar(Seats("team", 2, 3)).strip().split("\n")
    assert lines == [
        r'root ::= "{\"team\": " answer "}"',
        'answer ::= "[" from1-2 "]"',
        'from1-2 ::= "1, " from2-1 | "2, " from3-1',
        'from2-1 ::= "2" | "3"',
        'from3-1 ::= "3"',
    ]


@pytest.mark.parametrize("ask", ASKS, ids=repr)
def test_every_rule_is_used_and_defined(ask: Ask) -> None:
    lines = grammar(ask).strip().split("\n")
    names = [line.split(" ::= ")[0] for line in lines]
    assert len({*names}) == len(names)
    for name in names[1:]:
        assert any(name in line.split(" ::= ")[1] for line in lines), name


@pytest.mark.parametrize(
    ("ask", "line"),
    [
        (Choice("vote", ("1", "2", "3", "4")), "Answer with the number of one player: 1, 2, 3 or 4. Nothing else."),
        (Choice("level", ("1", "2")), "Answer with one number: 1 or 2. Nothing else."),
        (
            Choice("vote", ("approve", "reject")),
            "Answer with one of these, spelled exactly so: approve or reject. Nothing else.",
        ),
        (Choice("move", ("pass",)), "Answer with one of these, spelled exactly so: pass. Nothing else."),
        (
            Seats("team", 3, 6),
            "Answer with the numbers of 3 different players from 1 to 6, separated by commas. Nothing else.",
        ),
        (Seats("target", 1, 6), "Answer with the number of one player from 1 to 6. Nothing else."),
        (Word("clue"), "Answer with one word. Nothing else."),
        (
            Word("clue", ("coal", "iron")),
            "Answer with one word. Nothing else. Not allowed, because already said: coal, iron.",
        ),
        (Speech("statement", 60), "Answer in at most 60 words. Nothing else."),
        (Speech("statement", 1), "Answer in at most 1 word. Nothing else."),
    ],
)
def test_the_words_for_an_ask(ask: Ask, line: str) -> None:
    assert instruction(ask) == line


@pytest.mark.parametrize("ask", ASKS, ids=repr)
@given(st.data())
@CALM
def test_a_thought_may_stand_before_the_answer(ask: Ask, data: st.DataObject) -> None:
    """What the grammar with a thought allows is an object of both, of the schema's form, and its answer is read."""
    found = json.loads(data.draw(texts(grammar(ask, thought=3))))
    shape = json_schema(ask, thought=3)
    assert list(found) == shape["required"] == ["thought", ask.about]
    assert 1 <= len(found["thought"].split()) <= 3
    thoughtless = {name: value for name, value in found.items() if name != "thought"}
    assert read(ask, json.dumps(thoughtless)) == read(ask, json.dumps(found))


def test_without_a_thought_nothing_changes() -> None:
    for ask in ASKS:
        assert grammar(ask) == grammar(ask, 0)
        assert json_schema(ask) == json_schema(ask, 0)
        assert "thought" not in json_schema(ask)["properties"]
