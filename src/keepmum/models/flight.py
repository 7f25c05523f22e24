"""A call in flight lands even if nobody waits for it any more, because what has been asked is paid for."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextvars import ContextVar
from typing import Any, TypeVar

PATIENCE = 30.0
T = TypeVar("T")


class Flight:
    """One call with its bookkeeping, and whether whoever asked for it has gone."""

    def __init__(self) -> None:
        self.deserted = False


ABOARD: ContextVar[Flight | None] = ContextVar("ABOARD", default=None)


class Flights:
    """The calls of one model that are in the air."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    async def land(self, work: Coroutine[Any, Any, T]) -> T:
        """Await `work`, which goes on to its end when this is cancelled. Within another flight it is part of that."""
        if ABOARD.get() is not None:
            return await work
        flight = Flight()
        task = asyncio.create_task(aboard(flight, work))
        self._tasks.add(task)
        task.add_done_callback(self._landed)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            flight.deserted = True
            raise

    async def close(self, seconds: float | None = None) -> None:
        """Wait for what is in the air, `PATIENCE` seconds at most or as many as given; then call it off."""
        if not self._tasks:
            return
        _, late = await asyncio.wait(self._tasks, timeout=PATIENCE if seconds is None else seconds)
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)

    def _landed(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # heard by whoever waited; if nobody did, nobody need be told


async def aboard(flight: Flight, work: Coroutine[Any, Any, T]) -> T:
    ABOARD.set(flight)
    return await work


def deserted() -> bool:
    """Whether the call being made is wanted by nobody any more, so that nothing new should be begun for it."""
    flight = ABOARD.get()
    return flight is not None and flight.deserted


def wanted() -> None:
    """Raises CancelledError in a deserted call."""
    if deserted():
        raise asyncio.CancelledError
