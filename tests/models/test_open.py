"""Names open models; a wrong one is told what there is; nothing is loaded before it is needed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from lab import StillClock, ask, completed, run

from keepmum.models.budget import Budget, Limits, Spent
from keepmum.models.house import House
from keepmum.models.open import Settings, known_models, nearest, open_model
from keepmum.models.retry import Patience
from keepmum.models.seam import ModelUnavailable, Sampling, draw_seed


@pytest.mark.parametrize(
    "name",
    [
        "openai/gpt-5", "openrouter/meta-llama/llama-3.1-70b", "aimlapi/x", "gemini/g", "ollama/qwen3:4b",
        "http://localhost:8000/v1#org/model:tag", "https://host/v1#m", "local/smollm2", "local/./a b.gguf",
        "scripted/a|b",
    ],
)  # fmt: skip
def test_a_name_opens_and_stays(name: str) -> None:
    assert open_model(name).name == name


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("", "known are openai/NAME"), ("ftp://host/v1#m", "like that; known are"), ("qqq", "like that; known are"),
        ("opnai/gpt-5", "did you mean openai/gpt-5[?]"), ("LOCAL/smollm2", "did you mean local/smollm2[?]"),
        ("gpt-5", "did you mean openai/gpt-5[?]"), ("o3-mini", "did you mean openai/o3-mini[?]"),
        ("openai:gpt-5", "did you mean openai/gpt-5[?]"), ("gemini-2.5-pro", "mean gemini/gemini-2.5-pro[?]"),
        ("anthropic/claude-opus-4.6", "did you mean openrouter/anthropic/claude-opus-4.6[?]"),
        ("meta-llama/llama-3.1-8b:free", "did you mean openrouter/meta-llama/llama-3.1-8b:free[?]"),
        ("x-ai/grok-4", "openrouter/x-ai/grok-4[?]"), ("claude-opus-4.6", "openrouter/anthropic/claude-opus-4.6[?]"),
        ("someone/new-model", "openrouter/someone/new-model[?]"), ("llama3.1:8b", "did you mean ollama/llama3.1:8b[?]"),
        ("smollm2", "did you mean local/smollm2[?]"), ("smolm2", "did you mean local/smollm2[?]"),
        ("my.gguf", "did you mean local/my.gguf[?]"), ("localhost:8000/v1#m", "mean http://localhost:8000/v1#m[?]"),
    ],
)  # fmt: skip
def test_a_wrong_kind_gets_the_known_and_the_nearest(name: str, words: str) -> None:
    with pytest.raises(ModelUnavailable, match=words):
        open_model(name)


@pytest.mark.parametrize(
    "name", ["http://[bad/v1#m", "http://host:port/v1#m", "http://host:99999/v1#m", "http:///v1#m", "http://ho st/v1#m"]
)
def test_an_impossible_address_is_said_at_once(name: str) -> None:
    with pytest.raises(ModelUnavailable, match="HOST:PORT"):
        open_model(name)


def test_what_is_meant_opens() -> None:
    """A suggestion leads somewhere: taken at its word, it is a name that opens."""
    for name in ("gpt-5", "anthropic/x", "LOCAL/smollm2", "smollm2", "llama3.1:8b", "1.2.3.4:80#m", "a.gguf", "grok-4"):
        assert open_model(nearest(name)).name == nearest(name)


def test_all_that_is_missing_is_told_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("OPENAI_API_KEY", "OPENROUTER_API_KEY", "GEMINI_API_KEY", "GOOGLE_API_KEY"):
        monkeypatch.delenv(variable, raising=False)
    house = House(Limits(), Spent(), tmp_path / "new" / "cache.sqlite")
    for name in ("openai/a", "openai/a", "openrouter/b", "scripted/x", "gemini/c"):
        house.open(name)
    with pytest.raises(ModelUnavailable) as raised:
        house.check()
    assert [line.partition(":")[0] for line in str(raised.value).splitlines()] == [
        "openai/a",
        "openrouter/b",
        "gemini/c",
    ]


def test_the_whole_stack_answers_retries_counts_and_remembers(server: Any, tmp_path: Path) -> None:
    house = House(Limits(calls=3), Spent(), tmp_path / "new" / "cache.sqlite")

    async def work() -> list[Any]:
        model = house.open(f"{server.url}#m")
        assert house.open(f"{server.url}#m") is model
        house.check()
        server.misbehave("429", "429")
        replies = [await model.complete(ask(turn=turn)) for turn in (0, 0, 1, 2, 3)]
        await house.close()
        return replies

    first, hit, second, third, refused = run(work())
    assert (first.retries, first.cached, hit.cached, hit.text) == (2, False, True, first.text)
    assert [second.failure, third.failure] == [None, None]
    assert refused.failure.kind == "over_budget"
    assert len(server.seen) == 5
    assert "3 of 3 calls" in house.spent()


def test_settings_reach_the_model(server: Any) -> None:
    settings = Settings(budget=Budget(Limits(calls=9)), patience=Patience(attempts=1), timeout=0.2)
    server.misbehave("slow")
    (late,) = completed(open_model(f"{server.url}#m", settings), ask())
    assert late.failure
    assert (late.failure.kind, late.retries) == ("timeout", 0)


def test_a_script_by_turn() -> None:
    replies = completed(open_model("scripted/copper|2"), ask(turn=0), ask(turn=1, seat=3), ask(turn=2))
    assert [reply.text for reply in replies] == ["copper", "2", "copper"]


def test_the_list_says_what_is_needed_and_shows_no_key(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("KEEPMUM_CACHE", str(tmp_path))
    monkeypatch.setenv("GOOGLE_API_KEY", "sk-hidden-from-view")
    listed = {known.pattern: known for known in known_models()}
    assert (listed["gemini/NAME"].variable, listed["gemini/NAME"].ready) == ("GEMINI_API_KEY or GOOGLE_API_KEY", True)
    assert listed["openai/NAME"].ready is False
    assert listed["ollama/NAME"].ready is None
    assert listed["local/smollm2"].ready is False
    assert "missing" in str(listed["openai/NAME"])
    assert "hidden" not in f"{listed}{[str(known) for known in listed.values()]}"


@pytest.mark.parametrize("wrong", [{"temperature": -1}, {"temperature": float("nan")}, {"max_tokens": 0}])
def test_impossible_sampling_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="must be"):
        Sampling(**wrong)


def test_seeds_depend_on_the_whole_scope() -> None:
    scopes = [
        ask(run=r, match=m, seat=s, turn=t).scope for r in "ab" for m in range(9) for s in range(4) for t in range(9)
    ]
    seeds = [draw_seed(seed, scope) for seed in (None, 1, 2) for scope in scopes]
    assert len(set(seeds)) == len(seeds)
    assert draw_seed(5, scopes[0]) == draw_seed(5, scopes[0])


def test_importing_the_models_loads_nothing_heavy() -> None:
    heavy = {"openai", "httpx2", "httpx", "aiohttp", "pydantic", "msgspec", "xllamacpp", "sqlite3", "platformdirs"}
    code = f"import keepmum.models, sys; print(sorted(set(sys.modules) & {heavy!r}))"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert out.strip() == "[]"


def test_the_package_gives_its_names_when_asked() -> None:
    import keepmum.models as models

    assert models.open_model is open_model
    for name in models.__all__:
        assert getattr(models, name)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = models.nothing  # pyright: ignore[reportAttributeAccessIssue]


def test_the_clock_of_these_tests_stands_still() -> None:
    assert StillClock().pace.now() == 0.0
