"""The command's lines: every known case is right, and a broken line says what is wrong with it."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keepmum.core.parse import parse_line, parse_lines

KNOWN = Path(__file__).parent.parent / "data" / "replies" / "replies.jsonl"
CASES = KNOWN.read_text(encoding="utf-8").splitlines()
NOT_OK = {"unparsable", "illegal", "ambiguous", "refused", "too_long"}

CALM = settings(deadline=None)


@pytest.mark.parametrize("line", CASES, ids=range(len(CASES)))
def test_every_known_case_is_read_as_accepted(line: str) -> None:
    found = parse_line(line)
    outcome = "not_ok" if found["status"] in NOT_OK else found["status"]
    assert [outcome, found["action"]] in json.loads(line)["accept"]


def test_there_are_cases() -> None:
    assert len(CASES) == 100


def test_seats_count_from_one() -> None:
    line = '{"ask": {"seats": {"k": 2, "n": 4}}, "reply": "4, 1"}'
    assert parse_line(line) == {"status": "ok", "action": [1, 4]}


def test_what_is_not_ok_has_a_reason_and_no_action() -> None:
    found = parse_line('{"ask": {"speech": {"max_words": 2}}, "reply": "one two three"}')
    assert (found["status"], found["action"]) == ("too_long", None)
    assert found["reason"].startswith("It has 3 words.")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("", "not JSON"),
        ("{", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ("[]", "not a JSON object"),
        ("2", "not a JSON object"),
        ("{}", '"reply"'),
        ('{"reply": "2"}', '"ask" is not a JSON object'),
        ('{"ask": {"choice": ["1"]}}', '"reply"'),
        ('{"ask": {"choice": ["1"]}, "reply": 2}', '"reply"'),
        ('{"ask": {"choice": ["1"]}, "reply": null}', '"reply"'),
        ('{"ask": {}, "reply": "2"}', "choice, seats, word, speech"),
        ('{"ask": {"chioce": ["1"]}, "reply": "2"}', "did you mean 'choice'?"),
        ('{"ask": {"choice": ["1"], "word": {}}, "reply": "2"}', "2 kinds"),
        ('{"ask": {"choice": []}, "reply": "2"}', "options"),
        ('{"ask": {"choice": [1, 2]}, "reply": "2"}', "options"),
        ('{"ask": {"choice": ["1", "1"]}, "reply": "2"}', "different"),
        ('{"ask": {"choice": "1"}, "reply": "2"}', "options"),
        ('{"ask": {"choice": ["\\ud800"]}, "reply": "2"}', "options"),
        ('{"ask": {"seats": {"k": 3}}, "reply": "2"}', '"n"'),
        ('{"ask": {"seats": {"k": 7, "n": 6}}, "reply": "2"}', '"k" is 7'),
        ('{"ask": {"seats": {"k": true, "n": 6}}, "reply": "2"}', '"k"'),
        ('{"ask": {"seats": [3, 6]}, "reply": "2"}', '"seats"'),
        ('{"ask": {"speech": {"max_words": 0}}, "reply": "2"}', '"max_words" is 0'),
        ('{"ask": {"word": []}, "reply": "2"}', '"word"'),
        ('{"ask": {"word": {"taken": "coal"}}, "reply": "2"}', "options"),
    ],
)
def test_a_malformed_line_says_what_is_wrong(line: str, told: str) -> None:
    found = parse_line(line)
    assert (found["status"], found["action"]) == ("error", None)
    assert told in found["reason"]


def test_words_taken_and_a_name_may_be_given() -> None:
    assert parse_line('{"ask": {"word": {"taken": ["coal"]}}, "reply": "Coal"}')["status"] == "illegal"
    assert (
        parse_line('{"ask": {"choice": ["a", "b"], "about": "side"}, "reply": "{\\"side\\": \\"a\\"}"}')["action"]
        == "a"
    )


def test_a_bad_line_does_not_stop_the_others() -> None:
    good = '{"ask": {"choice": ["1", "2"]}, "reply": "2"}'
    assert [found["status"] for found in parse_lines([good, "\n", "oops", "\ufeff" + good])] == ["ok", "error", "ok"]


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(), lambda j: st.lists(j) | st.dictionaries(st.text(), j)
    )
)
@CALM
def test_no_json_crashes_it(value: Any) -> None:
    assert parse_line(json.dumps(value))["status"] == "error"
    assert parse_line(json.dumps({"ask": value, "reply": "2"}))["status"] == "error"
    assert parse_line(json.dumps({"ask": {"choice": value}, "reply": "2"}))["status"]
    assert parse_line(json.dumps({"ask": {"seats": value}, "reply": "2"}))["status"]


@given(st.text())
@CALM
def test_what_comes_out_can_be_written_to_a_file(reply: str) -> None:
    for ask in ({"word": {}}, {"speech": {"max_words": 9}}, {"choice": ["1", "2"]}, {"seats": {"k": 1, "n": 3}}):
        json.dumps(parse_line(json.dumps({"ask": ask, "reply": reply})), ensure_ascii=False).encode()
