"""Templates are filled strictly, and what fills them cannot leave its place."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keepmum.agents.template import ScriptError, compile_template, one_line, quoted


def rendered(text: str, you: int = 0, **values: object) -> str:
    return compile_template(text, "x.md", values).render(values.__getitem__, you)


@pytest.mark.parametrize(
    ("slot", "value", "text"),
    [
        ("{{x}}", "a\nb", "a b"),
        ("{{x}}", True, "yes"),
        ("{{x}}", 0, "0"),
        ("{{x|player}}", 2, "player 3"),
        ("{{x|player}}", 1, "you"),
        ("{{x|Player}}", 1, "You"),
        ("{{x|number}}", 1, "2"),
        ("{{ x | quoted }}", 'a"b\\', '"a\\"b\\\\"'),
        ("{{x|list}}", ("a", "b\nc"), "a, b c"),
        ("{{x|count}}", ("a", "b"), "2"),
        ("{{x|count}}", 7, "7"),
        ("{{x|players}}", (0, 1, 3), "player 1, you and player 4"),
        ("{{x|players}}", (2, 3), "player 3 and player 4"),
        ("{{x|players}}", (2,), "player 3"),
        ("{{x|order}}", (1, 0), "you, player 1"),
        ("{{x|each}}", (3, 0), "player 1: 3, you: 0"),
        ("{{x|each_player}}", (1, 0), "player 1: you, you: player 1"),
        ("100 % {{x}} %s {}", "a", "100 % a %s {}"),
    ],
)
def test_forms(slot: str, value: object, text: str) -> None:
    assert rendered(slot, 1, x=value) == text


def test_you_is_always_known() -> None:
    assert rendered("{{you|number}}", 4) == "5"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{{wrod}}", r"x\.md: there is no variable 'wrod' \(did you mean 'word'\?\)"),
        ("{{word|qouted}}", r"x\.md: .*no form 'qouted' \(did you mean 'quoted'\?\)"),
        ("{{word", r"x\.md: a slot is written"),
        ("{{word.upper}}", r"x\.md: a slot is written"),
        ("word}}", r"x\.md: a slot is written"),
    ],
)
def test_a_wrong_slot_is_named_with_its_file(text: str, says: str) -> None:
    with pytest.raises(ScriptError, match=says):
        compile_template(text, "x.md", ["word"])


@given(st.text())
def test_any_text_stays_on_one_visible_line(text: str) -> None:
    shown = one_line(text)
    assert len(shown.splitlines()) <= 1
    assert all(c.isprintable() or c.isspace() for c in shown)
    assert "\n" not in shown
    assert "\x1b" not in shown


@given(st.text())
def test_where_a_quotation_ends_is_certain(text: str) -> None:
    line = quoted(text)
    inner, place = line[1:-1], 0
    while place < len(inner):
        assert inner[place] != '"', "a mark inside that could be taken for the end"
        place += 2 if inner[place] == "\\" else 1
    assert place == len(inner), "the last mark is escaped"


def test_control_characters_are_shown() -> None:
    assert one_line("a\x1b[2Jb") == "a␛[2Jb"
    assert "U+202E" in one_line("a\u202eb")
