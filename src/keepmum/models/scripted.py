"""A model that says what it is told to say, and remembers what it was asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from keepmum.models.seam import Completion, Failure, Request, failed

Reply = str | Completion | Failure
Script = Callable[[Request], Reply]


class Scripted:
    """Replies from a list, in order of the calls, or from a function of the request. `calls` holds every request.

    A list that has run out gives a failure of kind "script".
    """

    priced = True

    def __init__(self, script: Sequence[Reply] | Script, name: str = "scripted") -> None:
        self.name = name
        self.calls: list[Request] = []
        self.closed = False
        self._script = script if callable(script) else in_order(script)

    def check(self) -> None:
        pass

    async def close(self) -> None:
        self.closed = True

    async def complete(self, request: Request) -> Completion:
        self.calls.append(request)
        reply = self._script(request)
        if isinstance(reply, Failure):
            return Completion(finish="error", failure=reply)
        return Completion(reply) if isinstance(reply, str) else reply


def in_order(replies: Sequence[Reply]) -> Script:
    remaining = iter(replies)
    lost = failed("script", f"the script's {len(replies)} replies are used up")
    return lambda _: next(remaining, lost)


def by_turn(text: str) -> Script:
    """`a|b|c` as a script: the reply to a seat's turn n is the n-th part, and after the last it begins again."""
    parts = text.split("|")
    return lambda request: parts[request.scope.turn % len(parts)]
