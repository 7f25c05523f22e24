"""An agent turns an observation into a reply; what it could not answer is a fact like any other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol, overload

from keepmum.core.ask import Action, Ask
from keepmum.core.event import Fact


class Status(StrEnum):
    """What was made of a reply. Only OK is ever played. UNRECORDED ends matches played elsewhere: it is not on file."""

    OK = "ok"
    EMPTY = "empty"
    UNPARSABLE = "unparsable"
    ILLEGAL = "illegal"
    AMBIGUOUS = "ambiguous"
    REFUSED = "refused"
    TOO_LONG = "too_long"
    TRUNCATED = "truncated"
    TRANSPORT = "transport"
    OVER_BUDGET = "over_budget"
    OVER_CONTEXT = "over_context"
    REJECTED = "rejected"
    UNRECORDED = "unrecorded"


@dataclass(frozen=True, slots=True)
class Reading:
    """What a text comes to under an ask: an action, or a status that says why there is none."""

    status: Status
    action: Action | None = None
    reason: str = ""

    @property
    def ok(self) -> bool:
        """Whether there is an action to play."""
        return self.status is Status.OK


@dataclass(frozen=True, slots=True)
class Call:
    """One request to a model: what was newly said to it, what came back, and what it took.

    `prompt` is only what this call added to the conversation. Costs are dollars, None where the price is unknown.
    `step` says what it was for ("first-order", "refine", "summary"), where an answer takes several calls.
    """

    model: str
    prompt: str
    text: str
    thought: str = ""
    input_tokens: int = 0
    output_tokens: int = 0
    reasoning_tokens: int = 0
    cost: float | None = None
    seconds: float = 0.0
    cached: bool = False
    retries: int = 0
    finish: str = "stop"
    constrained: bool = False
    step: str = ""


@dataclass(frozen=True, slots=True)
class Reply:
    """What a player answered: the reading, the private thought beside it, and the calls it took."""

    reading: Reading
    text: str = ""
    thought: str = ""
    calls: tuple[Call, ...] = ()

    @classmethod
    def of(cls, action: Action, thought: str = "") -> Reply:
        """The reply of an agent that simply acts, such as a bot."""
        return cls(Reading(Status.OK, action), thought=thought)


class Heard(Sequence[Fact]):
    """The first `length` facts of a growing list: a read-only window, so that a long talk is never copied."""

    __slots__ = ("_facts", "_length")

    def __init__(self, facts: list[Fact], length: int | None = None) -> None:
        self._facts = facts
        self._length = len(facts) if length is None else length

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, index: int) -> Fact: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Fact]: ...
    def __getitem__(self, index: int | slice) -> Fact | Sequence[Fact]:
        if isinstance(index, slice):
            return [self._facts[i] for i in range(*index.indices(self._length))]
        if not -self._length <= index < self._length:
            raise IndexError(f"fact {index} of {self._length}")
        return self._facts[index if index >= 0 else self._length + index]


@dataclass(frozen=True, slots=True)
class Observation:
    """All that one player has seen, and what it is asked.

    `attempt` counts from 0; from the second attempt on, `complaint` says what was wrong with the last reply.
    """

    seat: int
    players: int
    heard: Sequence[Fact]
    ask: Ask
    attempt: int = 0
    complaint: str = field(default="")


class Agent(Protocol):
    """Whoever plays a seat. One agent plays one seat of one match and may remember what it saw."""

    async def act(self, observation: Observation) -> Reply:
        """Answer the ask. An answer that cannot be used is a reply with that status, not an exception."""
        ...
