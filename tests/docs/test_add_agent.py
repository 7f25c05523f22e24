"""The how-to for adding an agent: its example is whole, plays, plays only what was chosen, and is short."""

from __future__ import annotations

import asyncio
import re
import sys
import types
from pathlib import Path
from random import Random
from typing import Any

import pytest

from keepmum.agents.seam import Seating, Setting
from keepmum.agents.spec import parse_spec
from keepmum.core import Agent, Over, Status
from keepmum.core.options import OptionError
from keepmum.games import kuhn
from keepmum.models.seam import Completion, Request
from keepmum.play.match import Played, play_match

PAGE = Path(__file__).parents[2] / "docs" / "how-to-add-an-agent.md"


class Model:
    name = "model"
    priced = True

    def __init__(self, answer: str) -> None:
        self.answer = answer
        self.requests: list[Request] = []

    def check(self) -> None: ...
    async def close(self) -> None: ...

    async def complete(self, request: Request) -> Completion:
        self.requests.append(request)
        planning = "First plan" in request.messages[-1].text
        return Completion("My plan: a secret one." if planning else self.answer)


def example() -> types.ModuleType:
    code = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    module = types.ModuleType("planner")
    sys.modules["planner"] = module
    exec(compile("\n".join(code), str(PAGE), "exec"), module.__dict__)
    return module


def sitter(model: Model, spec: str = "plan:model") -> Any:
    return example().planner(parse_spec(spec), Setting(kuhn.KIND, {}, lambda name: model))


def played(model: Model) -> Played:
    sit = sitter(model)
    agents: list[Agent] = [sit(Seating("run", 0, seat, Random(0))) for seat in (0, 1)]
    return asyncio.run(play_match(kuhn.deal(kuhn.KIND.options(), 1, 0), agents, Random(0)))


def test_the_example_plays() -> None:
    model = Model("bet")
    match = played(model)
    assert isinstance(match.over, Over)
    assert [answer.reply.thought for answer in match.answers] == ["My plan: a secret one."] * 2
    assert [len(answer.reply.calls) for answer in match.answers] == [2, 2]
    assert "Your card is the" in model.requests[0].messages[-1].text


def test_a_plan_stays_with_its_player() -> None:
    model = Model("bet")
    played(model)
    other = [request for request in model.requests if request.scope.seat == 1]
    assert len(other[0].messages) == 2
    assert "secret one" not in "".join(message.text for message in other[0].messages)


def test_what_it_did_not_choose_is_not_played() -> None:
    match = played(Model("bet or pass"))
    assert match.void
    assert match.void.cause is Status.AMBIGUOUS
    assert len(match.answers) == 3


def test_a_wrong_option_is_refused() -> None:
    with pytest.raises(OptionError, match=r"no option 'sentence' .*did you mean 'sentences'"):
        sitter(Model("bet"), "plan:model?sentence=3")


def test_the_page_is_short() -> None:
    assert len(PAGE.read_text(encoding="utf-8").splitlines()) <= 60
