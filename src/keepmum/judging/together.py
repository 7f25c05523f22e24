"""Several workers at once until there is nothing left to ask, the budget is spent, or the server is gone."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass
from typing import Any

from keepmum.play.match import OverBudget


class Gone(Exception):
    """Why the server is taken to be gone."""


@dataclass(slots=True)
class Sat:
    """How a sitting ended: verdicts asked for now, of them lost to the connection, and why not all is on record.

    `stopped` is empty where all that was asked for is.
    """

    asked: int = 0
    stopped: str = ""
    lost: int = 0


async def together(workers: Sequence[Coroutine[Any, Any, None]], sat: Sat) -> None:
    """Let all work; `sat.stopped` says why they stopped early. What else a worker raises passes through."""
    tasks = [asyncio.ensure_future(worker) for worker in workers]
    try:
        await asyncio.gather(*tasks)
    except OverBudget:
        sat.stopped = "the budget is spent"
    except Gone as gone:
        sat.stopped = f"the server does not answer ({gone})"
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
