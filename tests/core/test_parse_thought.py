"""Thought is private: none of it is an answer, and no answer is lost with it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keepmum.core.parse import split_thought

CALM = settings(deadline=None)


@pytest.mark.parametrize(
    ("text", "answer", "thought"),
    [
        ("2", "2", ""),
        ("", "", ""),
        ("<think>hm</think>2", "2", "hm"),
        ("<think>\nhm\n</think>\n\n2\n", "2", "hm"),
        ("2<think>hm</think>", "2", "hm"),
        ("<think>a</think>x<think>b</think>y", "x\ny", "a\nb"),
        ("1<think></think>2", "1\n2", ""),
        ("<think>a<think>b</think>c</think>2", "2", "a\nb\nc"),
        ("<think>hm", "", "hm"),
        ("2<think>hm", "", "hm"),
        ("<think>a</think>2<think>b", "", "a\nb"),
        ("<think>a<think>b</think>2", "", "a\nb\n2"),
        ("hm</think>2", "2", "hm"),
        ("a</think>b</think>2", "2", "a\nb"),
        ("2</think>", "", "2"),
        ("<THINK>hm</Think>2", "2", "hm"),
        ("< think >hm</ think>2", "2", "hm"),
        ("<thinking>hm</thinking>2", "2", "hm"),
        ("<reasoning>hm</reasoning>2", "2", "hm"),
        ("<think/>2", "2", ""),
        ("<think", "", ""),
        ("2 <think", "", ""),
        ("<seed:think>hm</seed:think>2", "2", "hm"),
        ("[THINK]hm[/THINK]2", "2", "hm"),
        ("hm[/THINK]2", "2", "hm"),
        ("[THINK]hm", "", "hm"),
        ("◁think▷hm◁/think▷2", "2", "hm"),
        ("◁think▷hm", "", "hm"),
        ("<|channel|>analysis<|message|>hm<|end|><|start|>assistant<|channel|>final<|message|>2<|return|>", "2", "hm"),
        ("<|channel|>analysis<|message|>hm<|channel|>final <|constrain|>json<|message|>2", "2", "hm"),
        ("hm<|end|><|start|>assistant<|channel|>final<|message|>2", "2", "hm"),
        ("<|channel|>commentary to=x<|message|>hm<|call|>", "", "hm"),
        ("<|channel|>analysis<|message|>hm<|end|>", "", "hm"),
        ("<|channel|>analysis", "", ""),
        ("<|channel|>final<|message|>2", "2", ""),
        ("[thinks] 2", "[thinks] 2", ""),
        ("1 < 2", "1 < 2", ""),
        ("<thinker>2", "<thinker>2", ""),
    ],
)
def test_answer_and_thought(text: str, answer: str, thought: str) -> None:
    assert split_thought(text) == (answer, thought)


@given(st.text("ab \n"), st.text("cd \n"))
@CALM
def test_a_closed_thought_parts_cleanly(thought: str, answer: str) -> None:
    assert split_thought(f"<think>{thought}</think>{answer}") == (answer.strip(), thought.strip())


@given(st.lists(st.sampled_from(["<think>", "</think>", "<think/>", "2", " ", "hm"]), max_size=30))
@CALM
def test_nothing_said_in_thought_is_in_the_answer(parts: list[str]) -> None:
    answer, _ = split_thought("".join(parts) + "<think>secret</think>")
    assert "secret" not in answer
    assert "think" not in answer


@given(
    st.lists(
        st.sampled_from(["<think>", "[/THINK]", "◁think▷", "<|end|>", "<|channel|>analysis", "2", "hm"]), max_size=20
    )
)
@CALM
def test_nothing_said_before_the_final_channel_is_in_the_answer(parts: list[str]) -> None:
    answer, _ = split_thought("secret" + "".join(parts) + "<|channel|>final<|message|>4")
    assert answer == "4"
