"""A puppet is a model that answers from a list or by a function, and keeps every request; and a table to put it at."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict
from random import Random
from typing import Any

from keepmum.agents.chat import chat
from keepmum.agents.seam import Seating, Setting, Sitter
from keepmum.agents.spec import parse_spec
from keepmum.core import Agent, Chance, Game, GameKind, Move, Observation, Over, Reply, Transcript
from keepmum.core.agent import Heard
from keepmum.models.seam import Completion, Request, Usage

Answer = str | Completion


class Puppet:
    name = "puppet"
    priced = True

    def __init__(self, answers: Iterable[Answer] | Callable[[Request], Answer]) -> None:
        lines = iter(()) if callable(answers) else iter(answers)
        self._answer = answers if callable(answers) else lambda _: next(lines)
        self.requests: list[Request] = []

    def check(self) -> None: ...
    async def close(self) -> None: ...

    async def complete(self, request: Request) -> Completion:
        self.requests.append(request)
        answer = self._answer(request)
        return answer if isinstance(answer, Completion) else Completion(answer, usage=Usage(10, 2))

    @property
    def said(self) -> list[str]:
        """What each request's last message says."""
        return [request.messages[-1].text for request in self.requests]


def setting(kind: GameKind, model: Puppet, **rules: Any) -> Setting:
    return Setting(kind, asdict(kind.options(**rules)), lambda name: model)


def seat(sitter: Sitter, number: int = 0, match: int = 0) -> Any:
    return sitter(Seating("run", match, number, Random(0)))


def chatter(kind: GameKind, model: Puppet, options: str = "", number: int = 0, **rules: Any) -> Any:
    """A chat agent on one seat; `options` as in a specification."""
    return seat(
        chat(parse_spec(f"chat:puppet?{options}" if options else "chat:puppet"), setting(kind, model, **rules)), number
    )


def act(agent: Agent, observation: Observation) -> Reply:
    return asyncio.run(agent.act(observation))


async def _play(
    game: Game[Any], draws: Mapping[str, Any], agents: Mapping[int, Agent], actions: Mapping[Any, Any]
) -> Any:
    transcript: Transcript[Any] = Transcript(game)
    while not isinstance(turn := transcript.turn, Over):
        if isinstance(turn, Chance):
            transcript.make(Move(None, turn.about, draws[turn.about]))
            continue
        heard = {who: list(transcript.heard(who)) for who, _ in turn.owed}
        for who, ask in turn.owed:
            action = actions.get((who, ask.about), actions.get(ask.about))
            if who in agents:
                reply = await agents[who].act(Observation(who, game.players, Heard(heard[who]), ask))
                assert reply.reading.ok, reply
                action = action or reply.reading.action
            transcript.make(Move(who, ask.about, action))
    return transcript


def play(game: Game[Any], draws: Mapping[str, Any], agents: Mapping[int, Agent], actions: Mapping[Any, Any]) -> Any:
    """Play to the end: chance by `draws`, seats by `agents`, but `actions` (by seat and ask, or by ask) come first."""
    return asyncio.run(_play(game, draws, agents, actions))
