"""The local model: what is refused before it starts, what it is told, and (with weights) that it plays by the rules."""

from __future__ import annotations

import asyncio
import importlib.util
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from lab import ask, completed, run

from keepmum.models import weights
from keepmum.models.llama import body
from keepmum.models.local import Hearing, Local
from keepmum.models.seam import Message, ModelUnavailable, Request, Sampling, Scope, Shape

INSTALLED = importlib.util.find_spec("xllamacpp") is not None  # not imported here: `load` has to be the first
needs_llama = pytest.mark.skipif(not INSTALLED, reason="needs the local extra")
SCHEMA = {
    "type": "object",
    "properties": {"word": {"type": "string", "pattern": "^[a-z]{2,14}$"}},
    "required": ["word"],
    "additionalProperties": False,
}


def chunk(text: str = "", finish: str | None = None, thought: str | None = None) -> dict[str, Any]:
    return {"choices": [{"delta": {"content": text, "reasoning_content": thought}, "finish_reason": finish}]}


def heard(*chunks: dict[str, Any]) -> Hearing:
    hearing = Hearing()
    for piece in chunks:
        hearing(piece)
    return hearing


@needs_llama
def test_missing_weights_name_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KEEPMUM_CACHE", str(tmp_path))
    with pytest.raises(ModelUnavailable, match="keepmum models get smollm2"):
        Local("local/smollm2").check()
    with pytest.raises(ModelUnavailable, match=r"no weights at .*none\.gguf; check the path"):
        Local(f"local/{tmp_path}/none.gguf").check()
    with pytest.raises(ModelUnavailable, match="did you mean smollm2"):
        Local("local/smolm2").check()


@needs_llama
def test_a_file_that_is_no_model_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.gguf"
    path.write_bytes(b"<html>")
    with pytest.raises(ModelUnavailable, match="not a GGUF file"):
        Local(f"local/{path}").check()
    path.write_bytes(b"GGUF" + bytes(100))
    with pytest.raises(ModelUnavailable, match="could not load"):
        completed(Local(f"local/{path}"), ask())


def test_a_missing_package_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "xllamacpp", None)
    with pytest.raises(ModelUnavailable, match=r"keepmum\[local\]"):
        Local("local/smollm2").check()


@needs_llama
def test_threads_are_told_not_to_spin_before_they_exist() -> None:
    code = "import os; from keepmum.models.llama import load; load('m'); print(os.environ['OMP_WAIT_POLICY'])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout.strip() == b"passive"


@needs_llama
def test_what_is_asked_of_it() -> None:
    asked = body("m", ask("hi", temperature=0.0, max_tokens=9, seed=3, shape=Shape(SCHEMA, "root ::= [a-z]+")))
    assert asked["messages"] == [{"role": "user", "content": "hi"}]
    assert (asked["temperature"], asked["max_tokens"]) == (0.0, 9)
    assert asked["grammar"] == "root ::= [a-z]+"
    assert "json_schema" not in asked
    assert "temperature" not in body("m", ask())
    assert "word" in body("m", ask(shape=Shape(SCHEMA)))["grammar"]
    assert body("m", ask(effort="none"))["chat_template_kwargs"]["enable_thinking"] is False
    with pytest.raises(ModelUnavailable, match="not tokens"):
        body("m", ask(effort="512"))


def test_every_call_has_a_seed_of_its_own() -> None:
    places = [ask(), ask(match=1), ask(seat=1), ask(turn=1), ask(run="r"), ask(seed=1)]
    seeds = [body("m", place)["seed"] for place in places]
    assert len(set(seeds)) == len(seeds)
    assert body("m", ask(match=1))["seed"] == seeds[1]


def test_pieces_become_a_completion() -> None:
    usage = {"usage": {"prompt_tokens": 9, "completion_tokens": 3, "prompt_tokens_details": {"cached_tokens": 5}}}
    completion = heard(chunk("cop", thought="hm"), chunk("per"), chunk(finish="stop"), usage).completion("m")
    assert (completion.text, completion.reasoning, completion.finish, completion.cost) == ("copper", "hm", "stop", 0.0)
    assert (completion.usage.input_tokens, completion.usage.output_tokens, completion.usage.cached_tokens) == (9, 3, 5)
    assert heard(chunk("<think>cop", "length")).completion("m").text == ""


def test_trouble_is_told_apart() -> None:
    cut_off = heard(chunk("cop")).completion("m").failure
    too_long = heard({"error": {"message": "request (9031 tokens) exceeds the available context size"}}).completion("m")
    assert cut_off
    assert cut_off.kind == "transport"
    assert too_long.failure
    assert too_long.failure.kind == "too_long"
    with pytest.raises(ModelUnavailable, match="--constrain"):
        heard({"error": {"message": "failed to parse grammar"}}).completion("m")


def smollm2() -> Local:
    if not INSTALLED or not weights.find("smollm2").present:
        pytest.skip("needs the local extra and `keepmum models get smollm2`")
    return Local("local/smollm2", context=2048)


@pytest.mark.local
def test_it_keeps_to_a_shape_and_does_not_block_the_loop() -> None:
    async def work() -> tuple[list[Any], int]:
        model, ticks = smollm2(), 0
        talk = (Message("system", "You play a word game."), Message("user", "Say one word for a metal."))
        asked = [
            Request(talk, Sampling(max_tokens=30), shape, Scope("r", match))
            for match in range(4)
            for shape in (Shape(SCHEMA), Shape(grammar='root ::= "one" | "two"'))
        ]
        working = asyncio.gather(*(model.complete(request) for request in asked))
        while not working.done():
            ticks += 1
            await asyncio.sleep(0.005)
        await model.close()
        return await working, ticks

    completions, ticks = run(work())
    assert ticks > 10
    for completion in completions:
        assert completion.constrained
        assert completion.finish == "stop"
        assert completion.usage.input_tokens > 10
    assert all(re.fullmatch("[a-z]{2,14}", json.loads(completion.text)["word"]) for completion in completions[::2])
    assert {completion.text for completion in completions[1::2]} <= {"one", "two"}
    assert any(completion.usage.cached_tokens > 10 for completion in completions)


@pytest.mark.local
def test_the_same_scope_draws_the_same_and_another_does_not() -> None:
    def drawn() -> list[str]:
        free = [ask("Tell me about metals.", max_tokens=12, seed=1, match=match) for match in (0, 1, 2)]
        return [completion.text for completion in completed(smollm2(), *free)]

    first = drawn()
    assert first == drawn()
    assert len(set(first)) == 3


@pytest.mark.local
def test_a_call_given_up_ends_soon_and_leaves_the_model_usable() -> None:
    async def work() -> str:
        model = smollm2()
        await model.complete(ask(max_tokens=1))
        long = asyncio.create_task(model.complete(ask("Tell a very long story.", max_tokens=1900)))
        await asyncio.sleep(0.3)
        long.cancel()
        with pytest.raises(asyncio.CancelledError):
            await long
        after = await asyncio.wait_for(model.complete(ask(max_tokens=2)), 20.0)  # the story takes a minute
        await model.close()
        return after.text

    assert run(work())


@pytest.mark.local
def test_real_refusals() -> None:
    too_long, fine = completed(smollm2(), ask("word " * 3000), ask(max_tokens=2))
    assert too_long.failure
    assert too_long.failure.kind == "too_long"
    assert fine.failure is None
    with pytest.raises(ModelUnavailable, match="--constrain"):
        completed(smollm2(), ask(shape=Shape(grammar="root ::= [")))
