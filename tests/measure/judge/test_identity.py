"""The same model is known under the names of several servers; different ones are told apart."""

from __future__ import annotations

import pytest

from keepmum.agents.spec import parse_spec
from keepmum.measure.judge.identity import known, shared

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
    ("openai/gpt-5.2", "chat:aimlapi/gpt-5.2-chat-latest"),
    ("openai/gpt-4o", "chat:openai/chatgpt-4o-latest"),
    ("openai/gpt-4o", "chat:openai/gpt-4o-2024-08-06"),
    ("openai/gpt-4", "chat:openai/gpt-4-0125-preview"),
    ("gemini/gemini-2.5-pro", "chat:openrouter/google/gemini-2.5-pro-preview-05-06"),
    ("gemini/gemini-2.5-pro-exp-03-25", "chat:openrouter/google/gemini-2.5-pro-preview"),
    ("gemini/gemini-1.5-pro-002", "chat:gemini/gemini-1.5-pro-latest"),
    ("openrouter/mistralai/mistral-large-2411", "chat:mistral/mistral-large-latest"),
    ("openrouter/cohere/command-r-08-2024", "chat:cohere/command-r"),
    ("openrouter/deepseek/deepseek-chat-v3-0324:free", "chat:deepseek/deepseek-v3"),
    ("anthropic/claude-3-5-sonnet-latest", "chat:vertex/claude-3-5-sonnet@20240620"),
    ("openrouter/anthropic/claude-3.5-sonnet", "chat:bedrock/us.anthropic.claude-3-5-sonnet-20241022-v2:0"),
    ("openrouter/anthropic/claude-opus-4.1", "chat:anthropic/claude-4-1-opus-20250805"),
    ("openrouter/x-ai/grok-4-fast:free", "chat:aimlapi/x-ai/grok-4-fast-non-reasoning"),
    ("openrouter/anthropic/claude-3.7-sonnet:thinking", "chat:anthropic/claude-3-7-sonnet-20250219"),
    ("openrouter/meta-llama/llama-3.1-8b-instruct", "chat:ollama/llama3.1:8b-instruct-q4_K_M"),
    ("openrouter/meta-llama/llama-3.1-8b-instruct", "chat:ollama/llama3.1"),
    ("hf/HuggingFaceTB/SmolLM2-135M-Instruct", "chat:local/smollm2"),
    ("openrouter/moonshotai/kimi-k2", "chat:openrouter/moonshotai/kimi-k2-0905"),
    ("ollama/qwen3:8b-fp16", "chat:openrouter/qwen/qwen3-8b"),
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
    ("openai/gpt-4o", "chat:openai/gpt-4o-mini"),
    ("openai/gpt-4o", "chat:openai/gpt-4"),
    ("openai/gpt-4", "chat:openai/gpt-4-turbo"),
    ("openai/o3", "chat:openai/o3-mini"),
    ("openai/o1", "chat:openai/o3"),
    ("gemini/gemini-2.5-pro", "chat:gemini/gemini-2.5-flash"),
    ("gemini/gemini-2.5-pro-preview-05-06", "chat:gemini/gemini-1.5-pro-latest"),
    ("mistral/mistral-large-2411", "chat:mistral/mistral-small-2409"),
    ("anthropic/claude-3-5-sonnet-20241022", "chat:anthropic/claude-3-7-sonnet-20250219"),
    ("anthropic/claude-sonnet-4-5", "chat:anthropic/claude-opus-4-5"),
    ("openrouter/anthropic/claude-opus-4.5", "chat:openrouter/anthropic/claude-opus-4.6"),
    ("bedrock/anthropic.claude-3-5-sonnet-20241022-v2:0", "chat:bedrock/anthropic.claude-3-5-haiku-20241022-v1:0"),
    ("openrouter/x-ai/grok-4", "chat:openrouter/x-ai/grok-3"),
    ("deepseek/deepseek-chat", "chat:deepseek/deepseek-reasoner"),
    ("ollama/qwen3:8b", "chat:ollama/qwen2.5:7b"),
    ("ollama/qwen3:8b", "chat:openrouter/qwen/qwen3-235b-a22b-2507"),
    ("openrouter/meta-llama/llama-3.1-70b-instruct", "chat:openrouter/meta-llama/llama-3.3-70b-instruct"),
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
        if not known(other).may_be(known(model)):
            assert not shared(other, frozenset({seated.format(model)}))
