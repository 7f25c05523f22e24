"""Sections: an answer is what stands under its mark alone; a reply without both is no answer."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keepmum.agents.sections import Sections, split_sections

PLAIN = st.text(alphabet=st.characters(exclude_characters="[]<>{", exclude_categories=["Cs"])).map(str.strip)


@pytest.mark.parametrize(
    ("text", "thought", "answer"),
    [
        ("[THOUGHT]\nhm\n[ANSWER]\nShell", "hm", "Shell"),
        ("[thought] hm [answer] Shell", "hm", "Shell"),
        ("**[THOUGHT]**\nhm\n\n**[ANSWER]**\nShell", "hm", "Shell"),
        ("## [THOUGHT]:\nhm\n## [ANSWER]:\nShell", "hm", "Shell"),
        ("[THOUGHT]hm[/THOUGHT][ANSWER]Shell[/ANSWER]", "hm", "Shell"),
        ("[THOUGHT]hm[/THOUGHT][ANSWER]Shell[/ANSWER]\nsince it is hot", "hm\nsince it is hot", "Shell"),
        ("[ANSWER] Shell\n[THOUGHT] hm", "hm", "Shell"),
        ("[THOUGHT] hm\n[ANSWER] *smiles* Hello", "hm", "*smiles* Hello"),
        ("[THOUGHT] hm\n**[ANSWER]:** Hello", "hm", "Hello"),
        ("Sure, here it is:\n[THOUGHT]\nhm\n[ANSWER]\nShell", "Sure, here it is:\nhm", "Shell"),
        ("[THOUGHT]\nhm\n[ANSWER]\n", "hm", ""),
        ('{"thought": "hm", "clue": "Shell"}', "hm", '{"clue": "Shell"}'),
        ('{"clue": "Shell", "thought": "hm"}', "hm", '{"clue": "Shell"}'),
        ('[THOUGHT]\nhm\n[ANSWER]\n{"clue": "Shell"}', "hm", '{"clue": "Shell"}'),
    ],
)  # fmt: skip
def test_both_sections_are_found(text: str, thought: str, answer: str) -> None:
    assert split_sections(text) == Sections(thought, answer)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Shell", "no section [THOUGHT]"),
        ("", "no section [THOUGHT]"),
        ("[ANSWER]\nShell", "no section [THOUGHT]"),
        ("[THOUGHT]\nhm, Shell", "no section [ANSWER]"),
        ("[THOUGHT]\nhm\n[ANSWER]\nShell\n[ANSWER]\nCorn", "2 of the sections [ANSWER]"),
        ("[THOUGHT]\nhm\n[THOUGHT]\nhm\n[ANSWER]\nShell", "2 of the sections [THOUGHT]"),
        ("[THOUGHT]\n\n[ANSWER]\nShell", "[THOUGHT] is empty"),
        ('{"clue": "Shell"}', "no section [THOUGHT]"),
        ('{"thought": "hm"}', "no section [THOUGHT]"),
        ('{"thought": 3, "clue": "Shell"}', "no section [THOUGHT]"),
    ],
)
def test_a_missing_or_doubled_section_is_said(text: str, why: str) -> None:
    assert why in split_sections(text).missing


@given(thought=PLAIN.filter(bool), answer=PLAIN)
def test_no_thought_is_in_the_answer(thought: str, answer: str) -> None:
    found = split_sections(f"[THOUGHT]\n{thought}\n[ANSWER]\n{answer}")
    assert not found.missing
    assert found.answer == answer


@given(st.text())
def test_any_text_is_parted(text: str) -> None:
    found = split_sections(text)
    assert found.missing or found.thought


@given(st.dictionaries(st.text(), st.text(), min_size=1).filter(lambda fields: "thought" not in fields), st.text())
def test_of_an_object_everything_but_the_thought_is_the_answer(fields: dict[str, str], thought: str) -> None:
    found = split_sections(json.dumps({"thought": thought, **fields}))
    assert json.loads(found.answer) == fields
