"""What a model thinks aloud is kept out of what it says."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keepmum.models.thought import split


@pytest.mark.parametrize(
    ("text", "spoken", "thought"),
    [
        ("copper", "copper", ""),
        ("<think>hm</think>copper", "copper", "hm"),
        ("\n<THINK>\nhm\n</Think>\n\n copper \n", "copper", "hm"),
        ("<think></think>copper", "copper", ""),
        ("<think>a</think><think>b</think>c", "c", "a\nb"),
        ("<thinking>hm</thinking>copper", "copper", "hm"),
        ("<think>copper", "", "copper"),
        ("<think>a</think>", "", "a"),
        ("hm, metal</think>copper", "copper", "hm, metal"),
        ("copper <think>hm</think>", "copper <think>hm</think>", ""),
        ("I say </thinking> copper", "I say </thinking> copper", ""),
        ("  copper  ", "  copper  ", ""),
        ("", "", ""),
    ],
)
def test_split(text: str, spoken: str, thought: str) -> None:
    assert split(text) == (spoken, thought)


@given(st.text(), st.text())
def test_nothing_thought_is_ever_spoken(thought: str, spoken: str) -> None:
    thought = thought.replace("<", "")
    said, _ = split(f"<think>SECRET{thought}</think>{spoken.replace('<', '')}")
    assert "SECRET" not in said
    cut, kept = split(f"<think>SECRET{thought}")
    assert cut == ""
    assert "SECRET" in kept


@given(st.text())
def test_text_without_tags_is_left_alone(text: str) -> None:
    text = text.replace("<", "")
    assert split(text) == (text, "")
