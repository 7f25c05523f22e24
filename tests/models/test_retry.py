"""Retries: which failures, how often, how long, and what servers ask for."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lab import StillClock, ask, completed

from keepmum.models.open import Settings
from keepmum.models.openai import Endpoint
from keepmum.models.retry import PASSING, Patience, Retrying, asked
from keepmum.models.scripted import Scripted
from keepmum.models.seam import Completion, Failure, Request, Usage

PATIENT = Patience()


def after(*replies: str | Failure, patience: Patience = PATIENT) -> tuple[Completion, StillClock, Scripted]:
    clock, model = StillClock(), Scripted(replies)
    (completion,) = completed(Retrying(model, patience, clock.pace), ask())
    return completion, clock, model


def test_a_passing_failure_is_tried_again_and_counted() -> None:
    completion, clock, model = after(Failure("server", "500"), Failure("transport", "reset"), "copper")
    assert (completion.text, completion.retries, completion.failure) == ("copper", 2, None)
    assert len(model.calls) == 3
    assert completion.seconds == sum(clock.slept)


def test_the_request_stays_the_same() -> None:
    _, _, model = after(Failure("server", "500"), "copper")
    assert model.calls[0] == model.calls[1]


@pytest.mark.parametrize("kind", ["too_long", "rejected", "over_budget", "script"])
def test_a_lasting_failure_is_not(kind: str) -> None:
    completion, clock, model = after(Failure(kind, ""), "copper")  # type: ignore[arg-type]
    assert completion.failure
    assert (len(model.calls), clock.slept) == (1, [])


def test_waits_double_up_to_the_longest() -> None:
    _, clock, _ = after(*[Failure("server", "")] * 9, patience=Patience(attempts=9, first=1.0, longest=10.0))
    assert clock.slept == [1, 2, 4, 8, 10, 10, 10, 10]


def test_jitter_is_full() -> None:
    clock, model = StillClock(), Scripted([Failure("server", ""), "copper"])
    asked_for: list[tuple[float, float]] = []
    pace = clock.pace

    def dice(low: float, high: float) -> float:
        asked_for.append((low, high))
        return low

    completed(Retrying(model, Patience(first=0.5), type(pace)(pace.now, pace.sleep, dice)), ask())
    assert asked_for == [(0, 0.5)]
    assert clock.slept == [0]


def test_attempts_are_bounded() -> None:
    completion, _, model = after(*[Failure("malformed", "html")] * 20, patience=Patience(attempts=4))
    assert completion.failure == Failure("malformed", "html")
    assert (len(model.calls), completion.retries) == (4, 3)


def test_a_late_answer_is_asked_for_again_by_default() -> None:
    lasts = Settings().timeout
    clock = StillClock()

    def late(_: Request) -> Failure | str:
        clock.time += lasts
        return Failure("timeout", "late") if clock.time < 4 * lasts else "copper"

    (completion,) = completed(Retrying(Scripted(late), pace=clock.pace), ask())
    assert (completion.text, completion.retries) == ("copper", 3)
    assert Endpoint("ollama/x").timeout == lasts


def test_time_is_bounded() -> None:
    completion, clock, _ = after(*[Failure("server", "")] * 99, patience=Patience(99, seconds=30.0, first=4.0))
    assert completion.failure
    assert clock.time <= 30


def test_a_server_is_left_alone_as_long_as_it_asks() -> None:
    _, clock, _ = after(Failure("rate_limit", "", 20.0), "copper", patience=Patience(first=0.5))
    assert clock.slept == [20.5]


def test_a_server_that_asks_for_too_long_is_given_up_at_once() -> None:
    completion, clock, _ = after(Failure("rate_limit", "", 86_400.0), "copper")
    assert completion.failure
    assert clock.slept == []


def test_answers_are_never_drawn_twice() -> None:
    for finish in ("length", "refusal", "stop"):
        model = Scripted([Completion("", finish=finish), "copper"])  # type: ignore[arg-type]
        completed(Retrying(model, pace=StillClock().pace), ask())
        assert len(model.calls) == 1


def test_usage_and_cost_are_the_answers() -> None:
    answer = Completion("copper", usage=Usage(7, 3), cost=0.5)
    clock = StillClock()
    (completion,) = completed(Retrying(Scripted([Failure("server", ""), answer]), pace=clock.pace), ask())
    assert (completion.usage, completion.cost) == (Usage(7, 3), 0.5)


NOW = datetime(2026, 1, 1, tzinfo=UTC).timestamp()


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"retry-after": "3"}, 3.0), ({"retry-after": "0.5"}, 0.5), ({"retry-after-ms": "1500"}, 1.5),
        ({"retry-after-ms": "10", "retry-after": "99"}, 0.01), ({"retry-after": "Thu, 01 Jan 2026 00:01:00 GMT"}, 60.0),
        ({"retry-after": "Wed, 31 Dec 2025 00:00:00 GMT"}, 0.0), ({}, None), ({"retry-after": "soon"}, None),
        ({"retry-after": "-1"}, None), ({"retry-after": "nan"}, None), ({"retry-after": "inf"}, None),
        ({"retry-after-ms": "soon", "retry-after": "2"}, 2.0),
    ],
)  # fmt: skip
def test_what_a_server_asks_for(headers: dict[str, str], seconds: float | None) -> None:
    assert asked(headers, NOW) == seconds


@given(st.text())
def test_no_header_is_a_surprise(text: str) -> None:
    seconds = asked({"retry-after": text}, NOW)
    assert seconds is None or seconds >= 0


def test_only_known_kinds_pass() -> None:
    assert {"transport", "timeout", "rate_limit", "server", "malformed", "empty_choices"} == PASSING
