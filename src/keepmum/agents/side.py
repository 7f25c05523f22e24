"""A side question comes from outside the match: a copy of the agent answers it, and the agent never knows of it.

The copy is told what is new first, and has its own draws, so that whatever the agent is asked later is byte for byte
what it would have been.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from keepmum.agents.briefing import Briefing
from keepmum.agents.conversation import Asking, Conversation
from keepmum.agents.verdict import fault_of
from keepmum.core import Call, Observation, Reading, Reply, Status
from keepmum.models.seam import Shape

SIDE = "side"


@runtime_checkable
class Consulted(Protocol):
    """An agent that can be asked something from outside the match."""

    async def consult(self, observation: Observation, lines: Sequence[str], shape: Shape | None = None) -> Reply:
        """The reply, as text, to `lines`: the question, and then replies that were no use and complaints in turn.

        Of `observation` only what was heard matters. Its reading is OK, with no action, wherever something came back.
        """
        ...


async def consult(
    of: tuple[Conversation, Briefing], observation: Observation, lines: Sequence[str], shape: Shape | None
) -> Reply:
    """What a fork of the talk answers once it is told what is new."""
    talk = of[0].fork(SIDE)
    briefing, calls = of[1].fork(talk), list[Call]()
    briefing.hear(observation)
    reading = await briefing.deliver(calls)
    if reading is not None:
        return Reply(reading, calls[-1].text, calls[-1].thought, tuple(calls))
    exchange = await talk.aside(lines, Asking(shape, SIDE))
    reading = fault_of(exchange, "") or Reading(Status.OK)
    return Reply(reading, exchange.speech, exchange.thought, (*calls, *exchange.calls))
