"""The same model is known under the names of several servers; different ones are told apart."""

from __future__ import annotations

import pytest

from keepmum.measure.judge.identity import shared

SAME = [
    ("openai/gpt-4.1", "chat:openai/gpt-4.1"),
    ("openai/gpt-4.1", "chat:openai/gpt-4.1?temperature=0&level=3"),
    ("openai/GPT-4.1", "chat:openrouter/openai/gpt-4.1"),
    ("openrouter/openai/gpt-4.1:free", "chat:aimlapi/openai/gpt-4.1-2025-04-14"),
    ("openrouter/anthropic/claude-opus-4.6", "chat:aimlapi/claude-opus-4-6"),
    ("openai/gpt-4.1?effort=low", "cot:openai/gpt-4.1"),
    ("http://127.0.0.1:8000/v1#meta-llama/Llama-3.1-8B-Instruct", "chat:openrouter/meta-llama/llama-3.1-8b-instruct"),
    ("ollama/llama3.1:latest", "chat:ollama/llama3.1"),
    ("local/SmolLM2.gguf", "chat:local/smollm2"),
    ("openai/gpt-5", "recon:openai/gpt-3.5-turbo?strong=openai/gpt-5"),
    ("openai/gpt-5", "recon:openai/gpt-4o?strong=openai%2Fgpt-5"),
    ("openai/gpt-4-0613", "chat:openai/gpt-4"),
    ("deepseek/x/deepseek-chat", "guard:chat:openrouter/deepseek/deepseek-chat"),
    ("scripted/a|b", "chat:scripted/a|b"),
]
OTHER = [
    ("openai/gpt-5", "chat:openai/gpt-5.2"),
    ("openai/gpt-5", "chat:openai/gpt-5-mini"),
    ("openai/gpt-4.1", "chat:openai/gpt-4o"),
    ("ollama/llama3.1:8b", "chat:ollama/llama3.1:70b"),
    ("local/ask", "bot:ask"),
    ("openai/human", "human"),
    ("scripted/a|b", "chat:scripted/a|c"),
    ("scripted/x/ten", "chat:scripted/y/ten"),
    ("http://host:1/v1#one", "chat:http://host:1/v1#two"),
]


@pytest.mark.parametrize(("judge", "agent"), SAME)
def test_the_same_model(judge: str, agent: str) -> None:
    assert shared(judge, frozenset({agent, "bot:random"})) == {agent}


@pytest.mark.parametrize(("judge", "agent"), OTHER)
def test_another_model(judge: str, agent: str) -> None:
    assert not shared(judge, frozenset({agent}))
