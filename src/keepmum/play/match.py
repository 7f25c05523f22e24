"""One match: the rules ask, the agents answer, and nothing is played that a player did not choose."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Protocol

from keepmum.core import Agent, Asks, Chance, Deal, Event, Move, Observation, Over, Reply, Status, Transcript
from keepmum.core.agent import Heard, Reading
from keepmum.core.ask import Ask
from keepmum.core.game import Outcome

HOPELESS = ("transport", "over_budget", "over_context", "rejected", "unrecorded")
"""What asking again cannot mend: the reply failed for no fault of the player's."""


class OverBudget(RuntimeError):
    """The budget is spent. The match is unfinished, not void: it is played when there is budget again."""


@dataclass(frozen=True, slots=True)
class Answer:
    """One reply as it came: whose, to what, on which attempt."""

    seat: int
    about: str
    attempt: int
    reply: Reply


@dataclass(frozen=True, slots=True)
class Void:
    """Why a match could not be finished: the seat, what it was asked, and what its last reply was."""

    seat: int
    about: str
    cause: Status
    reason: str


@dataclass(frozen=True, slots=True)
class Played:
    """A match that was played: to its end (`over`), or until a reply made it void."""

    transcript: Transcript[Any]
    answers: tuple[Answer, ...]
    over: Over | None
    void: Void | None


class Onlooker(Protocol):
    """Whoever watches a match as it is played. It sees what the referee sees."""

    def replied(self, answer: Answer) -> None:
        """A player has replied; nothing has come of it yet."""

    def happened(self, events: Sequence[Event]) -> None:
        """Something has happened: what began the match, or what followed from one move."""


async def play_match(
    deal: Deal, agents: Sequence[Agent], chance: Random, attempts: int = 3, onlooker: Onlooker | None = None
) -> Played:
    """Play one match. `agents[seat]` plays that seat; each gets at most `attempts` tries at an answer.

    `onlooker` hears of every reply and every event at once.

    Raises OverBudget, and whatever an agent raises (a person leaving, a model that is not there).
    """
    table = _Table(deal, agents, attempts, onlooker)
    fixed = dict(deal.draws)
    while True:
        turn = table.transcript.turn
        if isinstance(turn, Over):
            return Played(table.transcript, tuple(table.answers), turn, None)
        if isinstance(turn, Chance):
            outcome = fixed.pop(turn.about) if turn.about in fixed else draw(turn, chance)
            table.make(Move(None, turn.about, outcome))
        else:
            void = await table.answer(turn)
            if void:
                return Played(table.transcript, tuple(table.answers), None, void)


def draw(chance: Chance, rng: Random) -> Outcome:
    """An outcome of chance, by its weight."""
    if chance.weights is None:
        return chance.outcomes[rng.randrange(len(chance.outcomes))]
    return rng.choices(chance.outcomes, chance.weights)[0]


class _Table:
    """The match in progress: what has happened, and every reply so far."""

    def __init__(self, deal: Deal, agents: Sequence[Agent], attempts: int, onlooker: Onlooker | None) -> None:
        self.transcript: Transcript[Any] = Transcript(deal.game)
        self.answers: list[Answer] = []
        self._agents = agents
        self._attempts = attempts
        self._onlooker = onlooker
        if onlooker:
            onlooker.happened(self.transcript.events)

    def make(self, move: Move) -> None:
        """Play a move, in sight of the onlooker."""
        before = len(self.transcript.events)
        self.transcript.make(move)
        if self._onlooker:
            self._onlooker.happened(self.transcript.events[before:])

    async def answer(self, turn: Asks) -> Void | None:
        """Ask every seat that owes an answer, all at once, and play the answers when all are in."""
        outcomes = await _together([self._ask(seat, ask) for seat, ask in turn.owed])
        for answers in outcomes:
            self.answers.extend(answers)
        for (seat, ask), answers in zip(turn.owed, outcomes, strict=True):
            reading = answers[-1].reply.reading
            if not reading.ok:
                return Void(seat, ask.about, reading.status, reading.reason)
        for (seat, ask), answers in zip(turn.owed, outcomes, strict=True):
            self.make(Move(seat, ask.about, answers[-1].reply.reading.action))
        return None

    async def _ask(self, seat: int, ask: Ask) -> list[Answer]:
        heard = Heard(self.transcript.heard(seat))
        observation = Observation(seat, self.transcript.game.players, heard, ask)
        answers: list[Answer] = []
        for attempt in range(self._attempts):
            reply = _checked(ask, await self._agents[seat].act(observation))
            answers.append(Answer(seat, ask.about, attempt, reply))
            if self._onlooker:
                self._onlooker.replied(answers[-1])
            reading = reply.reading
            if reading.status is Status.OVER_BUDGET:
                raise OverBudget(reading.reason)
            if reading.ok or reading.status in HOPELESS:
                break
            observation = replace(observation, attempt=attempt + 1, complaint=reading.reason)
        return answers


def _checked(ask: Ask, reply: Reply) -> Reply:
    """The reply with its action held against the ask once more: an agent's word for it is not enough."""
    reading = reply.reading
    if not reading.ok:
        return reply
    refusal = "there is no action" if reading.action is None else ask.refusal(reading.action)
    return replace(reply, reading=Reading(Status.ILLEGAL, None, refusal)) if refusal else reply


async def _together(asked: list[Coroutine[Any, Any, list[Answer]]]) -> list[list[Answer]]:
    if len(asked) == 1:
        return [await asked[0]]
    tasks = [asyncio.ensure_future(each) for each in asked]
    try:
        return list(await asyncio.gather(*tasks))
    except BaseException:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        raise
