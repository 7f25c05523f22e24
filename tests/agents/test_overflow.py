"""A talk that outgrows a context stops, moves to a longer model or is summarised, and the record says which."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from puppet import Puppet, act, seat, setting
from sage import THINKERS, sage, texts
from test_chat import FIRST, KIND

from keepmum import registry
from keepmum.agents.history import History
from keepmum.agents.spec import parse_spec
from keepmum.agents.wording import words
from keepmum.core import Observation, Reply, Speech, Status
from keepmum.core.options import OptionError
from keepmum.games.chameleon import facts as said
from keepmum.models.seam import Completion, Failure, ModelUnavailable, Request

SPEECH = Speech("statement", 20)
EVERY = ["chat", *THINKERS]
CHATTY = 6000


def short(window: int, other: Callable[[Request], Any] = sage) -> Puppet:
    """A model that takes so many characters."""
    too_long = Completion(finish="error", failure=Failure("too_long", "400: too many tokens"))
    return Puppet(lambda request: too_long if len(texts(request.messages)) > window else other(request))


def seated(name: str, overflow: str, **models: Puppet) -> Any:
    for model_name, model in models.items():
        model.name = model_name
    spec = parse_spec(f"{name}:own?overflow={overflow}")
    return seat(registry.agent(name)(spec, replace(setting(KIND, models["own"]), open_model=models.__getitem__)))


def talk(agent: Any, turns: int) -> list[Reply]:
    """Statements, each after somebody else's; the first words are about who one is."""
    facts: list[Any] = list(FIRST.heard)
    replies: list[Reply] = []
    for turn in range(turns):
        facts.append(said.Statement(1, f"remark {turn} " + "and so on " * 20))
        replies.append(act(agent, Observation(0, 4, tuple(facts), SPEECH)))
    return replies


def finishes(replies: list[Reply]) -> list[str]:
    return [call.finish for reply in replies for call in reply.calls]


@pytest.mark.parametrize("name", EVERY)
def test_it_stops_where_nothing_else_was_asked_for(name: str) -> None:
    replies = talk(seated(name, "stop", own=short(CHATTY)), 30)
    statuses = [reply.reading.status for reply in replies]
    assert statuses[0] is Status.OK
    assert statuses[-1] is Status.OVER_CONTEXT
    assert set(statuses) == {Status.OK, Status.OVER_CONTEXT}


@pytest.mark.parametrize("name", EVERY)
def test_it_moves_to_a_longer_model_and_the_record_names_it(name: str) -> None:
    own, long = short(CHATTY), Puppet(sage)
    replies = talk(seated(name, "long", own=own, long=long), 30)
    assert all(reply.reading.ok for reply in replies)
    calls = [call for reply in replies for call in reply.calls]
    assert calls[0].model == "own"
    assert calls[-1].model == "long"
    assert finishes(replies).count("too_long") >= 1
    for place, call in enumerate(calls):
        if call.finish == "too_long":
            after = calls[place + 1]
            assert (call.model, after.model, after.step) == ("own", "long", call.step)
    assert own.requests, "what fits stays with the agent's own model"


def test_what_has_not_fitted_is_not_tried_again() -> None:
    own, long = short(CHATTY), Puppet(sage)
    replies = talk(seated("chat", "long", own=own, long=long), 40)
    assert finishes(replies).count("too_long") == 1


def test_a_longer_model_that_is_too_short_stops() -> None:
    replies = talk(seated("chat", "long", own=short(2000), long=short(4000)), 30)
    assert replies[-1].reading.status is Status.OVER_CONTEXT
    assert replies[-1].calls[-1].model == "long"


@pytest.mark.parametrize("name", EVERY)
def test_it_is_summarised_and_goes_on(name: str) -> None:
    own = short(CHATTY)
    replies = talk(seated(name, "summarise", own=own), 40)
    assert all(reply.reading.ok for reply in replies)
    calls = [call for reply in replies for call in reply.calls]
    summaries = [call for call in calls if call.step == "summary"]
    assert 1 <= len(summaries) < 25
    last = texts(own.requests[-1].messages)
    assert f'Your own notes of it: "{summaries[-1].text}"' in last
    for kept in ("This is The Chameleon", "The secret word is: taco", "remark 0 ", "remark 39 "):
        assert kept in last, "who one is and what is new are never summed up"
    assert "remark 9 " not in last
    asked = [call for call in calls if call.step == "summary" or call.finish == "too_long"]
    assert len(asked) >= 2 * len(summaries)


def test_speakers_still_alternate_after_a_summary() -> None:
    own = short(CHATTY)
    talk(seated("chat", "summarise", own=own), 40)
    for request in own.requests:
        speakers = [message.speaker for message in request.messages]
        assert speakers[0] == "system"
        assert all(a != b for a, b in pairwise(speakers[1:]))


@pytest.mark.parametrize(
    ("completion", "status"),
    [
        (Completion(finish="error", failure=Failure("transport", "gone")), Status.TRANSPORT),
        (Completion(finish="refusal"), Status.REFUSED),
        (Completion(""), Status.EMPTY),
    ],
)
def test_a_summary_that_fails_is_what_the_reply_comes_to(completion: Completion, status: Status) -> None:
    own = short(CHATTY, lambda request: completion if request.messages[-1].text == words("summary") else sage(request))
    replies = talk(seated("chat", "summarise", own=own), 20)
    bad = next(reply for reply in replies if not reply.reading.ok)
    assert bad.reading.status is status
    assert [call.step for call in bad.calls] == ["", "summary"]


def test_a_summary_too_long_itself_takes_less() -> None:
    history = History()
    history.instruct("rules")
    for pair in range(9):
        history.add(f"said {pair}", f"answered {pair}")
    assert history.spare == 4
    history.shorten(4, "NOTES")
    assert [message.text for message in history.messages[3:5]] == ["NOTES\nsaid 5", "answered 5"]
    assert history.size == sum(len(message.text) for message in history.messages)
    tries: list[int] = []

    def other(request: Request) -> Any:
        if request.messages[-1].text == words("summary"):
            tries.append(len(request.messages))
            if len(tries) == 1:
                return Completion(finish="error", failure=Failure("too_long", "400: too many tokens"))
        return sage(request)

    replies = talk(seated("chat", "summarise", own=short(CHATTY, other)), 30)
    assert all(reply.reading.ok for reply in replies)
    assert tries[1] < tries[0]


def test_nothing_to_sum_up_stops() -> None:
    reply = talk(seated("chat", "summarise", own=short(10)), 1)[0]
    assert reply.reading.status is Status.OVER_CONTEXT
    assert [call.step for call in reply.calls] == [""]


def test_an_unknown_or_empty_overflow_is_refused() -> None:
    with pytest.raises(OptionError, match="overflow"):
        seated("chat", "", own=Puppet(sage))

    def unopened(name: str) -> Any:
        if name != "own":
            raise ModelUnavailable(name, "no kind of model begins like that", "known are openai/NAME")
        return Puppet(sage)

    made = replace(setting(KIND, Puppet(sage)), open_model=unopened)
    with pytest.raises(OptionError, match="overflow is stop, summarise or the name of a model; sumarise: no kind"):
        registry.agent("chat")(parse_spec("chat:own?overflow=sumarise"), made)
