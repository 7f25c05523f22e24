"""A model is one method: a request goes in, a completion comes out, and a failure is part of the completion."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

Speaker = Literal["system", "user", "assistant"]
Finish = Literal["stop", "length", "refusal", "error"]
Kind = Literal[
    "transport",  # no connection, or it broke off
    "timeout",  # no answer in time
    "rate_limit",  # 429
    "server",  # 408, 409, 5xx, or an error inside an answer
    "malformed",  # an answer that is not a chat completion
    "empty_choices",  # a chat completion without a choice
    "too_long",  # more input than the model's context holds
    "rejected",  # the server will not take this very request
    "over_budget",  # not asked: the budget is used up
    "script",  # a scripted model has no reply left
]


class ModelUnavailable(Exception):
    """No call to this model can succeed, so the run should stop: what is wrong, and what to do about it."""

    def __init__(self, model: str, what: str, do: str) -> None:
        super().__init__(f"{model}: {what}; {do}")
        self.model, self.what, self.do = model, what, do

    @classmethod
    def all_of(cls, errors: Sequence[ModelUnavailable]) -> ModelUnavailable:
        """Several in one, a line each; `errors` is not empty."""
        lines = list(dict.fromkeys(map(str, errors)))
        whole = errors[0] if len(lines) == 1 else cls(errors[0].model, errors[0].what, errors[0].do)
        whole.args = ("\n".join(lines),)
        return whole


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a conversation. The speaker is the chat protocol's, not a game's."""

    speaker: Speaker
    text: str


@dataclass(frozen=True, slots=True)
class Sampling:
    """How to draw the reply; what is None is left to the model's own default and not sent.

    `effort` is a provider's word ("low", "medium", "high", …) or a number of thinking tokens as text. `seed` is the
    run's seed; each call's own comes from it and the scope (`draw_seed`). Raises ValueError for impossible values.
    """

    temperature: float | None = None
    max_tokens: int | None = None
    effort: str | None = None
    seed: int | None = None

    def __post_init__(self) -> None:
        if self.temperature is not None and not (math.isfinite(self.temperature) and self.temperature >= 0):
            raise ValueError(f"temperature is {self.temperature}; it must be a number of at least 0")
        if self.max_tokens is not None and self.max_tokens < 1:
            raise ValueError(f"max_tokens is {self.max_tokens}; it must be at least 1, or left out")


@dataclass(frozen=True, slots=True)
class Shape:
    """What the text must look like: a JSON schema, a GBNF grammar, or both for the model to choose from."""

    schema: Mapping[str, object] | None = None
    grammar: str | None = None


@dataclass(frozen=True, slots=True)
class Scope:
    """Where in a run the call is made, so that no two matches, seats or re-asks ever share a draw."""

    run: str = ""
    match: int = 0
    seat: int = 0
    turn: int = 0


@dataclass(frozen=True, slots=True)
class Request:
    """One question to a model: the conversation so far and how to continue it."""

    messages: tuple[Message, ...]
    sampling: Sampling = Sampling()
    shape: Shape | None = None
    scope: Scope = Scope()


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens: `output` includes `reasoning`, `input` includes `cached` (those the provider's own cache held)."""

    input_tokens: int = 0
    output_tokens: int = 0
    reasoning_tokens: int = 0
    cached_tokens: int = 0

    @property
    def total(self) -> int:
        return self.input_tokens + self.output_tokens


@dataclass(frozen=True, slots=True)
class Failure:
    """Why there is no reply; `after` is how many seconds the server asked to be left alone."""

    kind: Kind
    detail: str
    after: float | None = None


@dataclass(frozen=True, slots=True)
class Completion:
    """What came back. `text` is all that may be spoken; `reasoning` is private thought and never becomes text.

    `cost` is in dollars, None when the price is unknown; `seconds` is wall-clock time, retries and waits included.
    With a `failure`, `finish` is "error" and `text` is empty.
    """

    text: str = ""
    reasoning: str = ""
    finish: Finish = "stop"
    usage: Usage = Usage()
    cost: float | None = 0.0
    seconds: float = 0.0
    cached: bool = False
    retries: int = 0
    constrained: bool = False
    failure: Failure | None = None


class Model(Protocol):
    """What a back end provides."""

    @property
    def name(self) -> str:
        """The name it was opened by, fit for a record."""
        ...

    @property
    def priced(self) -> bool:
        """Whether every completion will say what it cost."""
        ...

    def check(self) -> None:
        """Raise ModelUnavailable if a call cannot succeed for want of a key, a package or weights; asks no server."""
        ...

    async def complete(self, request: Request) -> Completion:
        """Answer, or say why not. Raises ModelUnavailable where no later call can do better."""
        ...

    async def close(self) -> None:
        """Give back connections, threads and memory."""
        ...


def failed(kind: Kind, detail: str, *, after: float | None = None, seconds: float = 0.0) -> Completion:
    """The completion that carries a failure."""
    return Completion(finish="error", seconds=seconds, failure=Failure(kind, detail, after))


def draw_seed(seed: int | None, scope: Scope) -> int:
    """A seed in 0..2^31-1 for one call: the same for the same run seed and scope, unrelated for any other."""
    words = repr((seed or 0, scope.run, scope.match, scope.seat, scope.turn))
    return int.from_bytes(hashlib.sha256(words.encode()).digest()[:4]) & 0x7FFFFFFF
