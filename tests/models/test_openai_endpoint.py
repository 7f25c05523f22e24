"""The client against a real local server: what is sent, what is made of every kind of answer."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest
from lab import ask, bad, completed, run

from keepmum.models.openai import Endpoint
from keepmum.models.routes import ROUTES
from keepmum.models.seam import Completion, Failure, Message, ModelUnavailable, Request, Sampling, Scope, Shape, Usage


def endpoint(server: Any, *, timeout: float = 20.0) -> Endpoint:
    return Endpoint(f"{server.url}#m", timeout=timeout)


def answered(server: Any, **message: Any) -> Completion:
    """What becomes of a message of that content, with fields `finish` and `usage` beside it."""
    finish, usage = message.pop("finish", "stop"), message.pop("usage", None)
    server.misbehave(bad.body({"choices": [{"message": message, "finish_reason": finish}], "usage": usage}))
    return completed(endpoint(server), ask())[0]


def routed(monkeypatch: pytest.MonkeyPatch, server: Any, name: str) -> Endpoint:
    """A model of a provider's route whose address is the local server's."""
    prefix = name.partition("/")[0]
    for variable in ROUTES[prefix].keys:
        monkeypatch.setenv(variable, "sk-test-1234567890")
    monkeypatch.setitem(ROUTES, prefix, replace(ROUTES[prefix], url=server.url))
    return Endpoint(name, timeout=20.0)


def test_a_conversation_arrives_as_it_was_and_the_answer_comes_back(server: Any) -> None:
    server.answer = lambda request: f"{len(request['messages'])} messages"
    talk = (Message("system", "Be brief."), Message("user", "naïve “quotes” \u2028\0"), Message("assistant", "yes"))
    (completion,) = completed(endpoint(server), Request(talk))
    assert completion.text == "3 messages"
    assert completion.finish == "stop"
    assert completion.failure is None
    assert completion.seconds > 0
    assert server.seen[0].path == "/v1/chat/completions"
    sent = [{"role": message.speaker, "content": message.text} for message in talk]
    assert server.seen[0].body == {"model": "m", "messages": sent}


def test_only_what_is_set_is_sent(server: Any) -> None:
    completed(endpoint(server), ask(temperature=0.0, max_tokens=20, effort="low"))
    assert server.seen[0].body.items() >= {"temperature": 0.0, "max_tokens": 20, "reasoning_effort": "low"}.items()


def test_a_seed_is_another_one_for_every_place_in_a_run(server: Any) -> None:
    places = [Scope("r", 0, 0, 0), Scope("r", 1, 0, 0), Scope("r", 0, 1, 0), Scope("r", 0, 0, 1), Scope("s", 0, 0, 0)]
    completed(endpoint(server), *(Request((Message("user", "x"),), Sampling(seed=7), None, at) for at in places))
    completed(endpoint(server), Request((Message("user", "x"),), Sampling(seed=7), None, places[0]), ask(seed=8))
    seeds = [seen.body["seed"] for seen in server.seen]
    assert seeds[5] == seeds[0]
    assert len({*seeds[:5], seeds[6]}) == 6
    assert all(0 <= seed < 2**31 for seed in seeds)


def test_a_schema_is_asked_for_and_told(server: Any) -> None:
    schema = {"type": "object", "properties": {"vote": {"enum": ["1", "2"]}}}
    shaped, free = completed(endpoint(server), ask(shape=Shape(schema, "root ::= [12]")), ask())
    wanted = server.seen[0].body["response_format"]
    assert wanted["type"] == "json_schema"
    assert wanted["json_schema"]["strict"] is True
    assert wanted["json_schema"]["schema"] == schema
    assert "grammar" not in server.seen[0].body
    assert (shaped.constrained, free.constrained) == (True, False)
    assert shaped.text in ('{"vote": "1"}', '{"vote": "2"}')


def test_a_grammar_alone_goes_to_servers_of_ones_own_only(monkeypatch: pytest.MonkeyPatch, server: Any) -> None:
    shape = Shape(grammar='root ::= "1"')
    (own,) = completed(endpoint(server), ask(shape=shape))
    (hosted,) = completed(routed(monkeypatch, server, "openai/gpt-4.1"), ask(shape=shape))
    assert server.seen[0].body["grammar"] == 'root ::= "1"'
    assert "grammar" not in server.seen[1].body
    assert (own.constrained, hosted.constrained) == (True, False)


@pytest.mark.parametrize(
    ("name", "sent"),
    [
        ("openai/gpt-4.1", {"max_completion_tokens": 9, "reasoning_effort": "low"}),
        ("aimlapi/openai/gpt-5", {"max_completion_tokens": 9, "reasoning_effort": "low"}),
        ("aimlapi/mistral", {"max_tokens": 9, "reasoning_effort": "low"}),
        ("gemini/gemini-2.5-pro", {"max_tokens": 9, "reasoning_effort": "low"}),
        ("openrouter/openai/gpt-5", {"max_tokens": 9, "reasoning_effort": "low", "usage": {"include": True}}),
    ],
)
def test_every_server_gets_its_own_names(
    monkeypatch: pytest.MonkeyPatch, server: Any, name: str, sent: dict[str, Any]
) -> None:
    completed(routed(monkeypatch, server, name), ask(max_tokens=9, effort="low"))
    body = {key: value for key, value in server.seen[0].body.items() if key not in ("messages", "model")}
    assert body == sent
    assert server.seen[0].headers["authorization"] == "Bearer sk-test-1234567890"


def test_a_number_of_thinking_tokens_is_said_in_the_servers_way(monkeypatch: pytest.MonkeyPatch, server: Any) -> None:
    completed(routed(monkeypatch, server, "gemini/gemini-2.5-pro"), ask(effort="512"))
    completed(routed(monkeypatch, server, "openrouter/x/y"), ask(effort="512"))
    assert server.seen[0].body["extra_body"]["google"]["thinking_config"] == {"thinking_budget": 512}
    assert server.seen[1].body["reasoning"] == {"max_tokens": 512}
    with pytest.raises(ModelUnavailable, match="low, medium or high"):
        completed(routed(monkeypatch, server, "openai/gpt-5"), ask(effort="512"))


@pytest.mark.parametrize(
    "name", ["openai/gpt-5", "openai/gpt-5-mini-2025-08-07", "openai/o3", "openrouter/openai/o4-mini"]
)
def test_models_with_a_fixed_temperature_get_none(monkeypatch: pytest.MonkeyPatch, server: Any, name: str) -> None:
    completed(routed(monkeypatch, server, name), ask(temperature=1.0))
    assert "temperature" not in server.seen[0].body
    with pytest.raises(ModelUnavailable, match="temperature 1 only, not 0"):
        completed(routed(monkeypatch, server, name), ask(temperature=0.0))


@pytest.mark.parametrize("name", ["openai/gpt-5-chat-latest", "openai/gpt-5.1", "openai/gpt-4.1", "gemini/o3"])
def test_other_models_get_the_temperature(monkeypatch: pytest.MonkeyPatch, server: Any, name: str) -> None:
    completed(routed(monkeypatch, server, name), ask(temperature=0.5))
    assert server.seen[0].body["temperature"] == 0.5


def test_the_users_organization_is_told_to_openai_alone(monkeypatch: pytest.MonkeyPatch, server: Any) -> None:
    monkeypatch.setenv("OPENAI_ORG_ID", "org-1")
    completed(endpoint(server), ask())
    completed(routed(monkeypatch, server, "openai/gpt-4.1"), ask())
    assert "openai-organization" not in server.seen[0].headers
    assert server.seen[1].headers["openai-organization"] == "org-1"


def test_reasoning_is_private_wherever_it_stands(server: Any) -> None:
    for message in (
        {"content": "copper", "reasoning_content": "hush"},
        {"content": "copper", "reasoning": "hush"},
        {"content": "<think>hush</think>\n\ncopper"},
    ):
        completion = answered(server, **message)
        assert (completion.text, completion.reasoning) == ("copper", "hush")


def test_thought_never_takes_the_place_of_an_answer(server: Any) -> None:
    empty = answered(server, content="", reasoning="I shall say copper")
    cut = answered(server, content="<think>I shall say copper", finish="length")
    null = answered(server, content=None, reasoning_content="copper")
    assert [c.text for c in (empty, cut, null)] == ["", "", ""]
    assert cut.finish == "length"
    assert cut.reasoning == "I shall say copper"


def test_refusals_are_told_from_answers(server: Any) -> None:
    assert answered(server, content=None, refusal="I cannot").finish == "refusal"
    assert answered(server, content="", finish="content_filter").finish == "refusal"
    assert answered(server, content="I cannot").finish == "stop"


@pytest.mark.parametrize(
    "content",
    [
        "[THINK]hush[/THINK]copper", "◁think▷hush◁/think▷copper", "<seed:think>hush</seed:think>copper",
        "<reasoning>hush</reasoning>copper", "hush</think>copper",
        "<|channel|>analysis<|message|>hush<|end|><|start|>assistant<|channel|>final<|message|>copper<|return|>",
    ],
)  # fmt: skip
def test_reasoning_is_private_in_whatever_marks(server: Any, content: str) -> None:
    completion = answered(server, content=content)
    assert (completion.text, completion.reasoning) == ("copper", "hush")


@pytest.mark.parametrize("reason", ["length", "max_tokens", "MAX_TOKENS", "model_length"])
def test_a_cut_answer_is_told_from_a_whole_one(server: Any, reason: str) -> None:
    assert answered(server, content="cop", finish=reason).finish == "length"


@pytest.mark.parametrize("reason", ["stop", "STOP", "eos", "end_turn", "stop_sequence", "tool_calls", None])
def test_a_whole_answer_may_end_in_many_words(server: Any, reason: str | None) -> None:
    completion = answered(server, content="copper", finish=reason)
    assert (completion.text, completion.finish, completion.failure) == ("copper", "stop", None)


@pytest.mark.parametrize(("reason", "named"), [("error", "'error'"), ("OTHER", "'OTHER'"), (None, "missing")])
def test_an_answer_that_ended_for_no_known_reason_is_none(server: Any, reason: str | None, named: str) -> None:
    usage = {"prompt_tokens": 3, "completion_tokens": 2, "cost": 0.5}
    completion = answered(server, content="copper" if reason else "", finish=reason, usage=usage)
    assert completion.failure
    assert completion.failure.kind == "malformed"
    assert f"finish reason is {named}" in completion.failure.detail
    assert (completion.text, completion.finish) == ("", "error")
    assert (completion.usage, completion.cost) == (Usage(3, 2), 0.5)


@pytest.mark.parametrize("fault", ["null", "tools"])
def test_no_content_is_an_empty_text(server: Any, fault: str) -> None:
    server.misbehave(fault)
    (completion,) = completed(endpoint(server), ask())
    assert (completion.text, completion.finish, completion.failure) == ("", "stop", None)


def test_text_in_parts_is_put_together(server: Any) -> None:
    parts = [{"type": "text", "text": "cop"}, {"type": "image"}, {"type": "text", "text": "per"}, 3]
    assert answered(server, content=parts).text == "copper"


def test_tokens_are_counted_also_where_the_server_hides_the_thinking(server: Any) -> None:
    openai = {
        "prompt_tokens": 100, "completion_tokens": 50, "total_tokens": 150,
        "completion_tokens_details": {"reasoning_tokens": 40}, "prompt_tokens_details": {"cached_tokens": 64},
    }  # fmt: skip
    assert answered(server, content="x", usage=openai).usage == Usage(100, 50, 40, 64)
    hidden = {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 150}
    assert answered(server, content="x", usage=hidden).usage == Usage(100, 50, 40)
    odd = {"prompt_tokens": None, "completion_tokens": None, "completion_tokens_details": None}
    assert answered(server, content="x", usage=odd).usage == Usage()


def test_cost_is_reported_or_looked_up_or_unknown(monkeypatch: pytest.MonkeyPatch, server: Any) -> None:
    assert answered(server, content="x", usage={"prompt_tokens": 9, "cost": 0.25}).cost == 0.25
    assert answered(server, content="x", usage={"prompt_tokens": 9}).cost is None
    usage = {"prompt_tokens": 1_000_000, "completion_tokens": 0, "prompt_tokens_details": {"cached_tokens": 500_000}}
    server.misbehave(bad.body({"choices": [{"message": {"content": "x"}}], "usage": usage}))
    (completion,) = completed(routed(monkeypatch, server, "openai/gpt-4.1-2025-04-14"), ask())
    assert completion.cost == pytest.approx(0.5 * 2.0 + 0.5 * 0.5)


@pytest.mark.parametrize(
    ("fault", "kind"),
    [
        ("reset", "transport"), ("half", "transport"), ("html", "malformed"), ("truncated", "malformed"),
        ("empty", "empty_choices"), ("error200", "server"), ("500", "server"), ("503", "server"),
        (bad.body([1]), "malformed"), (bad.body({"choices": None}), "malformed"),
        (bad.body({"choices": [3]}), "malformed"), (bad.Fault(body=b"\xff\xfe"), "malformed"),
        (bad.body({"choices": [{"message": {}, "error": {"code": 429, "message": "m"}}]}), "rate_limit"),
        (bad.error(408, "late"), "server"), (bad.error(409, "clash"), "server"),
        (bad.error(413, "big"), "too_long"), (bad.error(400, "x", code="context_length_exceeded"), "too_long"),
        (bad.error(400, "This model's maximum context length is 4096 tokens."), "too_long"),
        (bad.error(400, "the messages must alternate"), "rejected"), (bad.error(422, "no"), "rejected"),
    ],
)  # fmt: skip
def test_a_failed_call_is_data(server: Any, fault: Any, kind: str) -> None:
    server.misbehave(fault)
    failed, after = completed(endpoint(server), ask(), ask())
    assert failed.failure
    assert failed.failure.kind == kind
    assert (failed.text, failed.finish) == ("", "error")
    assert after.failure is None


def test_too_late_is_a_failure(server: Any) -> None:
    server.misbehave("slow")
    (completion,) = completed(endpoint(server, timeout=0.2), ask())
    assert completion.failure == Failure("timeout", "no answer within 0.2 s")


def test_nobody_at_home_is_a_failure() -> None:
    (completion,) = completed(Endpoint("http://127.0.0.1:9/v1#m", timeout=5.0), ask())
    assert completion.failure
    assert completion.failure.kind == "transport"


@pytest.mark.parametrize(
    ("headers", "after"), [((("Retry-After", "7"),), 7.0), ((("retry-after-ms", "250"),), 0.25), ((), None)]
)
def test_a_server_may_ask_to_be_left_alone(server: Any, headers: Any, after: float | None) -> None:
    server.misbehave(bad.error(429, "slow down", *headers))
    (completion,) = completed(endpoint(server), ask())
    assert completion.failure == Failure("rate_limit", "429: slow down", after)


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        ("401", "does not accept the key .*KEEPMUM_API_KEY"), ("404", "no such model"),
        (bad.error(402, "pay"), "no credit"),
        (bad.error(403, "not yours"), "may not use"), (bad.error(429, "quota", code="insufficient_quota"), "no credit"),
        (bad.error(400, "Unsupported parameter: 'temperature'", code="unsupported_parameter"), "rejects a parameter"),
        (bad.error(400, "Unknown field: seed"), "rejects a parameter .*Unknown field: seed.*leave that setting out"),
        (bad.error(400, "API key not valid. Please pass a valid API key."), "does not accept the key"),
        (bad.error(405, "method"), "not a chat-completions endpoint"),
        (bad.body({"error": {"code": 401, "message": "no"}}), "does not accept the key"),
    ],
)  # fmt: skip
def test_what_no_later_call_can_mend_stops_the_run(server: Any, fault: Any, words: str) -> None:
    server.misbehave(fault)
    with pytest.raises(ModelUnavailable, match=words):
        completed(endpoint(server), ask())


@pytest.mark.parametrize(
    "fault",
    [
        bad.error(400, "flagged", code="content_policy_violation"),
        bad.Fault(403, (), b'{"error": {"code": 403, "message": "m", "metadata": {"reasons": ["violence"]}}}'),
    ],
)
def test_a_provider_that_will_not_hear_it_is_a_refusal(server: Any, fault: Any) -> None:
    server.misbehave(fault)
    (completion,) = completed(endpoint(server), ask())
    assert (completion.finish, completion.text, completion.failure) == ("refusal", "", None)


def test_a_missing_key_is_named_before_the_first_match() -> None:
    with pytest.raises(ModelUnavailable, match="GEMINI_API_KEY or GOOGLE_API_KEY"):
        Endpoint("gemini/gemini-2.5-pro").check()
    Endpoint("ollama/llama3").check()
    Endpoint("http://127.0.0.1:1/v1#m").check()


def test_a_second_name_of_a_variable_will_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AIML_API_KEY", "abc123")
    monkeypatch.setenv("AIMLAPI_API_KEY", "  ")
    Endpoint("aimlapi/x").check()


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("openai/", "openai/NAME"), ("openai", "openai/NAME"), ("http://host:1/v1", "http://HOST:PORT/v1#NAME"),
        ("http://#m", "http://HOST:PORT"), ("http://me:s3cret@host/v1#m", "KEEPMUM_API_KEY"),
        ("https://host/v1?key=s3cret#m", "KEEPMUM_API_KEY"),
    ],
)  # fmt: skip
def test_names_that_lead_nowhere(name: str, words: str) -> None:
    with pytest.raises(ModelUnavailable, match=words) as caught:
        Endpoint(name)
    assert "s3cret" not in str(caught.value)


def test_many_calls_at_once_are_many_connections(server: Any) -> None:
    async def work() -> set[str]:
        model = endpoint(server)
        try:
            replies = await asyncio.gather(*(model.complete(ask(f"{n}")) for n in range(150)))
        finally:
            await model.close()
        return {reply.text for reply in replies if reply.failure is None}

    server.delay = 1.0
    server.answer = lambda request: request["messages"][0]["content"]
    assert run(work()) == {f"{n}" for n in range(150)}
    assert server.most_waiting > 120
