"""Answering: each method is asked at each occasion, cold, as a player is asked in a match."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial

from keepmum.asking.cold import Method
from keepmum.asking.lines import FORMAT, Answered
from keepmum.asking.occasions import Occasion, digest
from keepmum.asking.work import Job
from keepmum.core import Action, Call, Observation, Reading, Reply, Status
from keepmum.play.match import HOPELESS, OverBudget


@dataclass(frozen=True, slots=True)
class Due:
    """A method to be asked at an occasion."""

    method: Method
    occasion: Occasion

    @property
    def key(self) -> tuple[str, int, int]:
        """As the line's key."""
        return self.method.name, self.occasion.match, self.occasion.number

    @property
    def basis(self) -> str:
        """A digest of all that decides what is asked."""
        return digest(self.method.name, self.method.wording, self.occasion.basis)


def unanswered(methods: Iterable[Method], found: Iterable[Occasion], held: Iterable[Answered]) -> Iterator[Due]:
    """What is not on record. An answer to something else, or one lost to the connection, is as good as none."""
    bases = {each.key: each.basis for each in held if each.cause is not Status.TRANSPORT}
    every = [*methods]
    for occasion in found:
        for method in every:
            due = Due(method, occasion)
            if bases.get(due.key) != due.basis:
                yield due


def jobs(left: Iterable[Due], attempts: int) -> Iterator[Job]:
    """One job for each."""
    return (partial(answer, due, attempts) for due in left)


async def answer(due: Due, attempts: int) -> Answered:
    """What the method answers, asked again with the reason up to `attempts` times. Raises OverBudget."""
    agent, seen = due.method.agent(due.occasion, "prefer"), due.occasion.observation
    calls: tuple[Call, ...] = ()
    reply = Reply(Reading(Status.EMPTY, None, "It was never asked."))
    for attempt in range(attempts):
        reply = await agent.act(seen)
        calls += reply.calls
        reading = _checked(reply.reading, seen)
        if reading.status is Status.OVER_BUDGET:
            raise OverBudget(reading.reason)
        reply = replace(reply, reading=reading)
        if reading.ok or reading.status in HOPELESS:
            break
        seen = replace(seen, attempt=attempt + 1, complaint=reading.reason)
    return _line(due, reply, calls)


def _checked(reading: Reading, seen: Observation) -> Reading:
    """The reading with its action held against the ask once more."""
    if not reading.ok:
        return reading
    refusal = "there is no action" if reading.action is None else seen.ask.refusal(reading.action)
    return Reading(Status.ILLEGAL, None, refusal) if refusal else reading


def _line(due: Due, reply: Reply, calls: tuple[Call, ...]) -> Answered:
    occasion, reading = due.occasion, reply.reading
    usable = reading.ok and reading.action is not None
    return Answered(
        format=FORMAT,
        method=due.method.name,
        match=occasion.match,
        number=occasion.number,
        seat=occasion.seat,
        role=occasion.role,
        about=occasion.about,
        speech=shown(reading.action) if usable and reading.action is not None else None,
        thought=reply.thought,
        cause=None if usable else reading.status,
        reason="" if usable else reading.reason,
        basis=due.basis,
        calls=calls,
    )


def shown(action: Action) -> str:
    """An action as a judge reads it; seats count from 1."""
    return action if isinstance(action, str) else "players " + ", ".join(str(seat + 1) for seat in action)
