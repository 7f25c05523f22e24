"""Drafts are several answers of one agent to one ask, each by a twin with its own draws; the one that is said goes on.

So what the agent remembers is what it really said. An agent with a `fork` is copied as it stands; any other is seated
anew and hears the match from its beginning.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import replace
from random import Random
from typing import Any, Protocol, TypeVar, runtime_checkable

from keepmum.agents.seam import Seating, Sitter
from keepmum.core import Agent, Call, Observation, Reply, Status

T = TypeVar("T")


@runtime_checkable
class Forked(Protocol):
    """An agent that can be gone on with in several ways."""

    def fork(self, name: str) -> Agent:
        """The same agent, to be gone on with apart. A name is given once, and its draws are shared with no other."""
        ...


class Drafts:
    """An agent at one seat of one match, `many` twins of which answer when drafts are wanted."""

    def __init__(self, sitter: Sitter, seating: Seating, many: int) -> None:
        self.inner = sitter(seating)
        self._sitter = sitter
        self._seating = seating
        self._many = many
        self._asks = 0
        self._twins: Sequence[Agent] = ()
        self._replies: Sequence[Reply] = ()

    async def draw(self, observation: Observation) -> Sequence[Reply]:
        """Each twin's reply. One that is asked again is told what was wrong with its own last one."""
        if observation.attempt == 0 or not self._twins:
            self._asks += 1
            self._twins = [self._twin(f"draft {self._asks}.{place + 1}") for place in range(self._many)]
            asked = [observation] * self._many
        else:
            asked = [replace(observation, complaint=reply.reading.reason) for reply in self._replies]
        self._replies = await together([twin.act(each) for twin, each in zip(self._twins, asked, strict=True)])
        return self._replies

    def keep(self, place: int) -> None:
        """Go on with the twin whose draft is said."""
        self.inner, self._twins = self._twins[place], ()

    def _twin(self, name: str) -> Agent:
        if isinstance(self.inner, Forked):
            return self.inner.fork(name)
        seating, rng = self._seating, Random(self._seating.rng.getrandbits(64))
        return self._sitter(replace(seating, run=f"{seating.run}/{name}", rng=rng))


def chosen(
    observation: Observation, replies: Sequence[Reply], choose: Callable[[Sequence[int]], tuple[int, str]]
) -> tuple[int | None, Reply]:
    """The place of the draft that is said and the reply, with every draft's calls and `choose`'s note as a thought.

    `choose` is given the places of the drafts that can be used. None and the first reply where there are none; and
    where one draft found the budget used up, that reply, so that the match is played again and not with fewer drafts.
    """
    spent = next((reply for reply in replies if reply.reading.status is Status.OVER_BUDGET), None)
    usable = usable_places(observation, replies)
    if spent is not None or not usable:
        return None, settled(replies, noted(spent or replies[0], none(replies)))
    place, note = choose(usable)
    return place, settled(replies, noted(replies[place], note))


def usable_places(observation: Observation, replies: Sequence[Reply]) -> list[int]:
    """The places of the replies that have an action that the ask allows."""
    actions = [(place, reply.reading.action) for place, reply in enumerate(replies) if reply.reading.ok]
    return [place for place, action in actions if action is not None and observation.ask.refusal(action) is None]


def settled(replies: Sequence[Reply], reply: Reply) -> Reply:
    """`reply` with every draft's calls."""
    return replace(reply, calls=tuple(_marked(call, n) for n, each in enumerate(replies) for call in each.calls))


def none(replies: Sequence[Reply]) -> str:
    """A note on drafts none of which can be used."""
    return "\n".join(["no draft can be used", *(unusable(place, reply) for place, reply in enumerate(replies))])


def unusable(place: int, reply: Reply) -> str:
    """A line on a draft that cannot be used."""
    return f"  {place + 1} {reply.text[:60]!r} cannot be used: {reply.reading.status.value}"


def noted(reply: Reply, note: str) -> Reply:
    """The reply with one more private thought."""
    return replace(reply, thought=_lines(reply.thought, note))


async def together(work: Sequence[Coroutine[Any, Any, T]]) -> list[T]:
    """All results. Where one raises, the others are cancelled and waited for."""
    tasks = [asyncio.ensure_future(each) for each in work]
    try:
        return list(await asyncio.gather(*tasks))
    except BaseException:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        raise


def _marked(call: Call, place: int) -> Call:
    return replace(call, step=f"draft {place + 1}: {call.step}".removesuffix(": "))


def _lines(*parts: str) -> str:
    return "\n".join(filter(None, parts))
