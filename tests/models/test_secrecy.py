"""A key is in no error, no repr, no log and no file, whatever a server says back."""

from __future__ import annotations

import logging
import pickle
import traceback
from pathlib import Path
from typing import Any

import pytest
from lab import ask, bad, completed

from keepmum.models.cache import Cached, Store
from keepmum.models.key import Key, find
from keepmum.models.openai import Endpoint
from keepmum.models.seam import ModelUnavailable

SECRET = "sk-proj-Zq3v9X7w2LmN8pRtKbYd"
PLAIN = "0f3b9c27aa51KbYd"


def echoes(secret: str) -> list[Any]:
    """Answers that repeat the key, in part or whole, in every place that might be quoted."""
    return [
        bad.error(401, f"Incorrect API key provided: {secret}"),
        bad.error(401, "Incorrect API key provided: sk-proj-Z*******************KbYd."),
        bad.error(400, f"unknown parameter near {secret}"),
        bad.error(400, f"bad message {secret}"),
        bad.error(500, f"Bearer {secret}"),
        bad.Fault(429, (), secret.encode()),
        bad.Fault(body=f"<html>{secret}</html>".encode()),
        bad.Fault(body=b"x" * 110 + secret.encode()),
        bad.error(500, "x" * 290 + secret),
        bad.body({"error": {"message": secret, "code": 502}}),
        bad.body({"choices": [], "echo": secret}),
        "reset",
        "half",
    ]


@pytest.mark.parametrize("secret", [SECRET, PLAIN])
@pytest.mark.parametrize("echo", range(len(echoes(""))))
def test_a_key_never_shows(
    server: Any, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, echo: int, secret: str
) -> None:
    monkeypatch.setenv("KEEPMUM_API_KEY", f"{secret}\n")
    model = Endpoint(f"{server.url}#m", timeout=5.0)
    server.misbehave(echoes(secret)[echo])
    with caplog.at_level(logging.DEBUG):
        try:
            said = repr(completed(model, ask()))
        except ModelUnavailable as error:
            said = "".join(traceback.format_exception(error)) + repr(error) + repr(vars(error))
    assert server.seen[0].headers["authorization"] == f"Bearer {secret}"
    shown = said + repr(model) + str(vars(model)) + repr([record.__dict__ for record in caplog.records])
    assert secret not in shown
    assert "KbYd" not in shown
    assert secret[:8] not in shown


def test_a_key_that_cannot_be_one_is_refused_without_being_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-abc def\x07")
    with pytest.raises(ModelUnavailable, match="OPENAI_API_KEY") as caught:
        Endpoint("openai/gpt-4.1").check()
    assert "abc" not in str(caught.value)


def test_a_key_is_not_written_to_the_cache(server: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KEEPMUM_API_KEY", SECRET)
    store = Store(tmp_path / "cache.sqlite")
    completed(Cached(Endpoint(f"{server.url}#m"), store), ask())
    store.close()
    assert all(SECRET.encode() not in path.read_bytes() for path in tmp_path.iterdir())


@pytest.mark.parametrize("secret", [SECRET, PLAIN])
def test_a_key_echoed_in_an_answer_is_struck_out(
    server: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, secret: str
) -> None:
    monkeypatch.setenv("KEEPMUM_API_KEY", secret)
    message = {"content": f"A skeleton says {secret}!", "reasoning": f"Bearer {secret}"}
    server.misbehave(bad.body({"choices": [{"message": message, "finish_reason": "stop"}]}))
    store = Store(tmp_path / "cache.sqlite")
    (completion,) = completed(Cached(Endpoint(f"{server.url}#m"), store), ask())
    store.close()
    assert (completion.text, completion.reasoning) == ("A skeleton says [key]!", "Bearer [key]")
    assert all(secret.encode() not in path.read_bytes() for path in tmp_path.iterdir())


def test_a_placeholder_for_a_key_takes_no_word_from_an_answer(server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KEEPMUM_API_KEY", "none")
    server.answer = lambda _: "none"
    assert completed(Endpoint(f"{server.url}#m"), ask())[0].text == "none"


def test_a_key_shows_its_variable_only() -> None:
    key = find(("A", "B"), {"A": " ", "B": SECRET})
    assert key is not None
    assert repr(key) == str(key) == f"{key}" == "Key(B)"
    with pytest.raises(TypeError):
        pickle.dumps(key)
    assert key.redact(f"a {SECRET} b") == "a [key] b"
    assert Key("X", "").redact("nothing to hide") == "nothing to hide"
