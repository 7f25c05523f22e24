"""Specifications say what they say and nothing else; what is malformed is named."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from keepmum.agents.spec import AgentSpec, parse_spec
from keepmum.core.options import OptionError


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("human", AgentSpec("human")),
        ("bot:words?level=5", AgentSpec("bot", "words", {"level": "5"})),
        (
            "chat:openai/gpt-4.1?temperature=0&level=3",
            AgentSpec("chat", "openai/gpt-4.1", {"temperature": "0", "level": "3"}),
        ),
        (
            "chat:http://127.0.0.1:8000/v1#NAME?constrain=yes",
            AgentSpec("chat", "http://127.0.0.1:8000/v1#NAME", {"constrain": "yes"}),
        ),
        ("chat:m?instruct=Who is it?", AgentSpec("chat", "m", {"instruct": "Who is it?"})),
        ("chat:m?instruct=1+1 %26 more", AgentSpec("chat", "m", {"instruct": "1+1 & more"})),
        ("chat:m?instruct=a=b", AgentSpec("chat", "m", {"instruct": "a=b"})),
        ("human?", AgentSpec("human")),
    ],
)
def test_a_text_comes_to_one_specification(text: str, spec: AgentSpec) -> None:
    assert parse_spec(text) == spec
    assert parse_spec(str(spec)) == spec


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "names no kind"),
        (":openai/gpt", "names no kind"),
        ("chat:", "nothing after chat"),
        ("chat:m?level", "'level' is not an option"),
        ("chat:m?=3", "is not an option"),
        ("chat:m?instruct=a&b", "%26"),
        ("chat:m?level=3&level=4", "'level' twice"),
    ],
)
def test_what_is_malformed_is_named(text: str, says: str) -> None:
    with pytest.raises(OptionError, match=says):
        parse_spec(text)


@example({"a": " "})
@given(st.dictionaries(st.text("abc_", min_size=1), st.text(st.characters(exclude_categories=["Cs"]))))
def test_any_value_survives_being_written(options: dict[str, str]) -> None:
    spec = AgentSpec("chat", "m", options)
    assert parse_spec(str(spec)) == spec
