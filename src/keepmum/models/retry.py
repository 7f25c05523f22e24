"""A call that failed for a passing reason is made again, later and later, until patience ends."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from email.utils import parsedate_to_datetime

from keepmum.models.flight import deserted, wanted
from keepmum.models.seam import Completion, Kind, Model, Request

PASSING: frozenset[Kind] = frozenset({"transport", "timeout", "rate_limit", "server", "malformed", "empty_choices"})


@dataclass(frozen=True, slots=True)
class Patience:
    """At most `attempts` calls, none begun after `seconds`; waits grow from `first` to `longest`, with full jitter.

    `seconds` must be several times an attempt's own limit, or a late answer is never asked for again.
    """

    attempts: int = 6
    seconds: float = 1800.0
    first: float = 0.5
    longest: float = 60.0


@dataclass(frozen=True, slots=True)
class Pace:
    """The clock, the pause and the dice, so that tests need none of the real ones."""

    now: Callable[[], float] = time.monotonic
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    uniform: Callable[[float, float], float] = random.uniform


class Retrying:
    """A model that does not give up at the first failure. Draws nothing twice: only failures are asked again.

    What nobody waits for any more is not asked again.
    """

    def __init__(self, model: Model, patience: Patience = Patience(), pace: Pace = Pace()) -> None:
        self.model, self.patience, self.pace = model, patience, pace
        self.name = model.name

    @property
    def priced(self) -> bool:
        return self.model.priced

    def check(self) -> None:
        self.model.check()

    async def close(self) -> None:
        await self.model.close()

    async def complete(self, request: Request) -> Completion:
        start, retries = self.pace.now(), 0
        while True:
            completion = await self.model.complete(request)
            wait = self.wait(completion, retries)
            spent = self.pace.now() - start
            if wait is None or spent + wait > self.patience.seconds or deserted():
                return replace(completion, retries=retries, seconds=spent)
            await self.pace.sleep(wait)
            wanted()
            retries += 1

    def wait(self, completion: Completion, retries: int) -> float | None:
        """Seconds until the next attempt; None if there should be none."""
        failure = completion.failure
        if failure is None or failure.kind not in PASSING or retries + 1 >= self.patience.attempts:
            return None
        if failure.after is not None:
            return failure.after + self.pace.uniform(0, self.patience.first)
        return self.pace.uniform(0, min(self.patience.longest, self.patience.first * 2**retries))


def asked(headers: Mapping[str, str], now: float | None = None) -> float | None:
    """How many seconds a server wants to be left alone (`retry-after-ms`, `Retry-After` in seconds or as a date).

    `now` is a Unix time, for the date; None is the present. None is returned where nothing sensible is asked.
    """
    if (milliseconds := number(headers.get("retry-after-ms"))) is not None:
        return milliseconds / 1000
    stated = headers.get("retry-after", "")
    if (seconds := number(stated)) is not None:
        return seconds
    try:
        return max(0.0, parsedate_to_datetime(stated).timestamp() - (time.time() if now is None else now))
    except (ValueError, TypeError, OverflowError):
        return None


def number(text: str | None) -> float | None:
    """A finite number of at least 0, or None."""
    try:
        value = float(text or "")
    except ValueError:
        return None
    return value if 0 <= value < float("inf") else None
