"""A side question leaves no trace: whatever an agent is asked later is byte for byte what it would have been."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import pytest
from puppet import Puppet
from sage import sage, sitter, texts

from keepmum import registry
from keepmum.agents.bots import bot
from keepmum.agents.seam import Seating
from keepmum.agents.side import SIDE, Consulted
from keepmum.core import Observation, Reply
from keepmum.models.seam import Completion, Request
from keepmum.play.match import Played, play_match

QUESTION = "Who do you think is who?"


def aside(request: Request) -> bool:
    """Whether a request is of a side question."""
    return request.scope.run.endswith(f"/{SIDE}")


class Asked:
    """A player that is asked something from outside before and after every answer it gives."""

    def __init__(self, agent: Any, replies: list[Reply]) -> None:
        self._agent, self._replies = agent, replies

    async def act(self, observation: Observation) -> Reply:
        self._replies.append(await self._agent.consult(observation, (QUESTION,)))
        reply = await self._agent.act(observation)
        self._replies.append(await self._agent.consult(observation, (QUESTION, "Hm.", "Say it again.")))
        return reply


def match_of(game: str, spec: str, model: Puppet, replies: list[Reply] | None) -> Played:
    kind = registry.game(game)
    deal = kind.deal(kind.options(), 1, 0)
    sit = sitter(kind, spec, model)
    agents: list[Any] = [sit(Seating("run", 0, seat, Random(seat))) for seat in range(deal.game.players)]
    seated = agents if replies is None else [Asked(agent, replies) for agent in agents]
    return asyncio.run(play_match(deal, seated, Random(0), 3))


def sly(request: Request) -> str:
    """A sage that answers side questions too, and sometimes fails an ask, so that it is asked again."""
    if QUESTION in request.messages[-1].text:
        return "a secret of the side"
    return "" if not aside(request) and request.scope.turn % 7 == 3 else sage(request)


@pytest.mark.parametrize("game", ["avalon", "chameleon", "secrets"])
@pytest.mark.parametrize("kind", ["chat", "think", "recon", "tot"])
def test_later_prompts_and_the_record_are_the_same(game: str, kind: str) -> None:
    plain, asked = Puppet(sly), Puppet(sly)
    replies: list[Reply] = []
    alone = match_of(game, f"{kind}:puppet", plain, None)
    watched = match_of(game, f"{kind}:puppet", asked, replies)
    in_match = [request for request in asked.requests if not aside(request)]
    assert in_match == plain.requests
    assert watched.answers == alone.answers
    assert len(replies) > 4
    assert not any("side" in texts(request.messages) and "secret of" in texts(request.messages) for request in in_match)


def test_it_is_told_what_is_new_first() -> None:
    kind, model, replies = registry.game("avalon"), Puppet(sly), list[Reply]()
    played = match_of("avalon", "think:puppet", model, replies)
    asides = [request for request in model.requests if aside(request)]
    first = texts(asides[0].messages)
    assert "Your role" in first
    assert QUESTION in first
    assert kind.prompts is not None
    last = next(request for request in reversed(asides) if QUESTION in texts(request.messages))
    assert len(texts(last.messages)) > len(first)
    assert played.answers
    assert replies[0].text == "a secret of the side"
    assert replies[0].reading.ok


def test_a_confirmation_that_is_due_is_not_given_for_good() -> None:
    plain, asked = Puppet(sly), Puppet(sly)
    alone = match_of("chameleon", "chat:puppet?script=paper", plain, None)
    watched = match_of("chameleon", "chat:puppet?script=paper", asked, [])
    assert [request for request in asked.requests if not aside(request)] == plain.requests
    assert watched.answers == alone.answers


def test_what_was_lost_is_told() -> None:
    kind = registry.game("avalon")
    model = Puppet(lambda request: Completion(finish="length"))
    agent = sitter(kind, "chat:puppet", model)(Seating("run", 0, 0, Random(0)))
    deal = kind.deal(kind.options(), 1, 0)
    start = deal.game.start()
    observation = Observation(0, 6, [event.fact for event in start.events], deal.game.turn)  # type: ignore[arg-type]
    reply = asyncio.run(agent.consult(observation, (QUESTION,)))  # type: ignore[attr-defined]
    assert reply.reading.status == "truncated"


def test_bots_cannot_be_asked() -> None:
    assert bot is not None
    kind = registry.game("avalon")
    assert not isinstance(kind.bots["random"]({})(Random(0)), Consulted)
