"""A reply to a question in JSON is one object, the whole of it, with the code it was given; anything else is a failure.

Nothing is cut out of prose, mended or filled in: what a player wrote and a model repeated can never be the answer.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol, cast

from keepmum.core import Status

LONGEST_REPLY = 100_000
_FENCED = re.compile(r"```(?:json)?[ \t]*\n(.*)\n```", re.DOTALL)


class Coded(Protocol):
    """A question whose reply bears its code and has the keys that its schema requires."""

    @property
    def code(self) -> str:
        """What the reply must bear."""
        ...

    @property
    def schema(self) -> Mapping[str, Any]:
        """The reply's form."""
        ...


@dataclass(frozen=True, slots=True)
class Unusable:
    """A reply that is no answer: the cause, and the reason as the model is told it."""

    cause: Status
    reason: str


class Refused(Exception):
    """Why a reply cannot be used."""

    def __init__(self, cause: Status, reason: str) -> None:
        super().__init__(reason)
        self.unusable = Unusable(cause, reason)


def verdict_in(reply: str, paper: Coded) -> Mapping[str, Any]:
    """The one object that the reply is, with the keys of the paper's schema and its code. Raises Refused."""
    found = whole(reply, tuple(paper.schema["required"]), "the verdict")
    if found["code"] != paper.code:
        raise Refused(Status.UNPARSABLE, "It did not bear the code of this request.")
    return found


def whole(reply: str, keys: tuple[str, ...], what: str) -> Mapping[str, Any]:
    """The one object that the reply is, with exactly these keys. Raises Refused."""
    text = reply.strip()
    if not text:
        raise Refused(Status.EMPTY, "It was empty.")
    if len(text) > LONGEST_REPLY:
        raise Refused(Status.TOO_LONG, f"It had {len(text)} characters; {LONGEST_REPLY} is the most.")
    fenced = _FENCED.fullmatch(text)
    return object_of(_decoded(fenced[1] if fenced else text), keys, what)


def _decoded(text: str) -> Any:
    try:
        return json.loads(text, object_pairs_hook=_once, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        raise Refused(Status.UNPARSABLE, "It was not one JSON object and nothing else.") from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len({key for key, _ in pairs}) != len(pairs):
        raise Refused(Status.AMBIGUOUS, "A key came twice.")
    return dict(pairs)


def _no_constant(name: str) -> Any:
    raise ValueError(name)


def object_of(found: Any, keys: tuple[str, ...], what: str) -> Mapping[str, Any]:
    """`found` where it is an object with exactly these keys; `what` is what the reason calls it. Raises Refused."""
    if not isinstance(found, dict):
        raise Refused(Status.UNPARSABLE, f"{what} was not a JSON object.")
    table = cast("dict[str, Any]", found)
    if set(table) != set(keys):
        raise Refused(Status.UNPARSABLE, f"{what} must have exactly the keys {', '.join(keys)}.")
    return table


def text_of(found: Any, what: str, longest: int) -> str:
    """`found` where it is text of at most so many characters. Raises Refused."""
    if not isinstance(found, str):
        raise Refused(Status.UNPARSABLE, f"{what} must be text.")
    if len(found) > longest:
        raise Refused(Status.ILLEGAL, f"{what} had {len(found)} characters; {longest} is the most.")
    return found
