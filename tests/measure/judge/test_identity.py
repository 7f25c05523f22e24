"""The same model is known under the names of several servers; different ones are told apart."""

from __future__ import annotations

import pytest

from keepmum.agents.spec import parse_spec
from keepmum.measure.judge.identity import core_name, shared

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


MODELS = [
    "openai/gpt-4.1",
    "openrouter/anthropic/claude-opus-4.6:free",
    "aimlapi/x-ai/grok-4-fast-non-reasoning",
    "gemini/gemini-2.5-pro",
    "ollama/llama3.1:8b",
    "http://127.0.0.1:8791/v1#llama3",
    "http://127.0.0.1:8791/v1#meta-llama/Llama-3.1-8B-Instruct",
    "https://models.example.org/v1#llama3",
    "https://models.example.org:8443#llama3",
    "http://[::1]:8000/v1#qwen3:8b",
    "HTTP://LOCALHOST:8000/v1#llama3",
    "local/smollm2",
    "local//home/me/weights/SmolLM2.gguf",
    "hf/HuggingFaceTB/SmolLM2-135M-Instruct",
    "scripted/a|b",
]
SEATED = [
    "{}",
    "chat:{}",
    "think:{}",
    "tot:{}?breadth=3",
    "recon:{}",
    "guard:chat:{}",
    "chat:{}?temperature=0&instruct=Say little: a/b.",
    "recon:openai/gpt-3.5-turbo?refiner={}",
    "recon:http://127.0.0.1:1/v1#other?refiner={}&second=off",
    "chat:http://127.0.0.1:1/v1#other?overflow={}",
]


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("seated", SEATED)
def test_every_kind_of_name_is_known_in_every_kind_of_agent(seated: str, model: str) -> None:
    """Also as the specification is written into records, where some signs of an option are spelled with %."""
    for agent in (seated.format(model), str(parse_spec(seated.format(model)))):
        for judge in (model, f"{model}?effort=low&max_tokens=400"):
            assert shared(judge, frozenset({agent, "bot:random"})) == {agent}


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("seated", SEATED)
def test_and_no_other_model_is(seated: str, model: str) -> None:
    for other in MODELS:
        if core_name(other) != core_name(model):
            assert not shared(other, frozenset({seated.format(model)}))
