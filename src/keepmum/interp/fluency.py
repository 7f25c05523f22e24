"""Fluency: how surprising a clue is to the same model unsteered, asked in the same words.

A gain by gibberish is seen here. Every first reply to the ask counts, also one that was no use.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import msgspec

from keepmum.agents.chat import Chat
from keepmum.agents.ready import Ready
from keepmum.agents.seam import Seating
from keepmum.agents.steering import Aim, Steering
from keepmum.core import GameKind
from keepmum.interp.occasions import KNOWING, Occasion
from keepmum.measure.stats import ABSENT, Estimate, clustered_mean
from keepmum.models.hf.model import Hf
from keepmum.models.seam import Completion, Message, Request
from keepmum.play.records import Record, ReplyLine, game_of, moves_of


class Surprise(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A reply's: -log2 of its probability, and how many tokens it has."""

    match: int
    seat: int
    bits: float
    tokens: int


@dataclass(frozen=True, slots=True)
class Said:
    """A first reply to the ask by a player who knows the secret, and the moment it was given at."""

    occasion: Occasion
    reply: ReplyLine


def first_replies(kind: GameKind, record: Record, about: str) -> Iterator[Said]:
    """The first replies of a match to an ask by those who know, as far as something was said."""
    game, moves = game_of(record, kind), moves_of(record)
    for reply in record.replies:
        if reply.about != about or reply.attempt or record.roles[reply.seat] != KNOWING or not spoken(reply):
            continue
        mine = [n for n, move in enumerate(moves) if move.seat == reply.seat and move.about == about]
        before = tuple(moves[: mine[0]] if mine else moves)
        yield Said(Occasion(record.match, reply.seat, 0, "", "", game, before, roles=record.roles), reply)


def spoken(reply: ReplyLine) -> str:
    """What the model said: the last call's text."""
    calls = [call for call in reply.calls if not call.step]
    return calls[-1].text if calls else ""


class Playback:
    """A model that says what is on record, and keeps what it was asked last."""

    name, priced = "playback", True

    def __init__(self, texts: Sequence[str]) -> None:
        self._texts = list(texts)
        self.asked: Request | None = None

    def check(self) -> None:
        """Nothing can be missing."""

    async def complete(self, request: Request) -> Completion:
        """The next text."""
        self.asked = request
        return Completion(self._texts.pop(0) if self._texts else "")

    async def close(self) -> None:
        """Nothing is its own."""


async def conversation(ready: Ready[Steering], said: Said) -> tuple[Message, ...]:
    """What the model had been told when it gave this reply. `ready` is the agent that gave it."""
    calls = [call for call in said.reply.calls if call.step in ("", "confirmation")]
    model = Playback([call.text for call in calls])
    talk = Ready(model, ready.script, ready.options, ready.overflow).talk(
        Seating("fluency", said.occasion.match, said.occasion.seat, Random(0))
    )
    agent = Chat(talk, ready.briefing(talk), ready.script, ready.options, Aim(None, ""))
    await agent.act(said.occasion.observation())
    return model.asked.messages if model.asked else ()


async def surprise(hf: Hf, ready: Ready[Steering], said: Said) -> Surprise:
    """How surprising one reply is. Raises ModelUnavailable."""
    text = spoken(said.reply)
    messages = await conversation(ready, said)
    (score,) = await hf.score(messages, [text])
    tokens = max(1, [call for call in said.reply.calls if not call.step][-1].output_tokens)
    return Surprise(said.occasion.match, said.occasion.seat, -score / math.log(2), tokens)


def perplexity(found: Sequence[Surprise]) -> Estimate:
    """2 to the mean bits a token over clues, its interval clustered by match."""
    clusters: dict[int, list[float]] = {}
    for each in found:
        clusters.setdefault(each.match, []).append(each.bits / each.tokens)
    mean = clustered_mean(list(clusters.values()))
    if mean.value is None:
        return ABSENT
    low, high = (None if bound is None else 2**bound for bound in (mean.low, mean.high))
    return Estimate(2**mean.value, low, high, mean.n)


def valid_clues(kind: GameKind, records: Sequence[Record], about: str) -> list[list[float]]:
    """By match, 1 for each first reply to the ask by those who know that could be played, else 0."""
    ours: Mapping[int, Any] = {
        record.match: [
            float(reply.status.value == "ok")
            for reply in record.replies
            if reply.about == about and not reply.attempt and record.roles[reply.seat] == KNOWING
        ]
        for record in records
    }
    return [ours[match] for match in sorted(ours)]
