"""Conversations that begin alike are served one after the other, so that their common beginning is read once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from keepmum.models.seam import Message

Talk = tuple[Message, ...]


class Turns:
    """A lock that goes to the waiting conversation with the longest beginning in common with the one just served.

    Among equals the first come is first. Nobody waits for ever in a run, because who is served must wait for others'
    moves before it asks again.
    """

    def __init__(self) -> None:
        self._last: Talk = ()
        self._busy = False
        self._waiting: dict[asyncio.Future[None], Talk] = {}

    @asynccontextmanager
    async def turn(self, talk: Talk) -> AsyncIterator[None]:
        """Hold the lock for the time of the block."""
        await self._acquire(talk)
        self._last = talk
        try:
            yield
        finally:
            self._release()

    async def _acquire(self, talk: Talk) -> None:
        if not self._busy:
            self._busy = True
            return
        mine = asyncio.get_running_loop().create_future()
        self._waiting[mine] = talk
        try:
            await mine
        except asyncio.CancelledError:
            if mine.done() and not mine.cancelled():  # the turn came in the same moment, and goes on to the next
                self._release()
            raise
        finally:
            self._waiting.pop(mine, None)

    def _release(self) -> None:
        waiting = [mine for mine in self._waiting if not mine.done()]
        if not waiting:
            self._busy = False
            return
        max(waiting, key=lambda mine: shared(self._last, self._waiting[mine])).set_result(None)


def shared(one: Talk, other: Talk) -> int:
    """How many characters two conversations have in common from their beginnings on."""
    length = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            return length + common(a.text, b.text) if a.speaker == b.speaker else length
        length += len(a.text)
    return length


def common(one: str, other: str) -> int:
    return next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
