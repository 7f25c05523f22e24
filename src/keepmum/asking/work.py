"""Work through jobs, several at once, each kept as soon as it is done; stopped at any moment, the same jobs go on."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from typing import Protocol, TypeAlias

import msgspec

from keepmum.core import Status
from keepmum.judging.folder import LineFolder
from keepmum.judging.together import Gone, Sat, together
from keepmum.play.run import OUTAGE


class Kept(Protocol):
    """A line that says what came of a job."""

    @property
    def cause(self) -> Status | None:
        """Why nothing came of it, or None."""
        ...

    @property
    def reason(self) -> str:
        """The same in words."""
        ...


Job: TypeAlias = Callable[[], Awaitable[msgspec.Struct]]


class Work:
    """Does jobs; `told` hears of every line."""

    def __init__(self, folder: LineFolder, told: Callable[[Kept], None]) -> None:
        self.sat = Sat()
        self._folder = folder
        self._told = told
        self._lost = 0

    async def through(self, jobs: Iterator[Job], concurrency: int) -> Sat:
        """Do every job. Raises FolderError and ModelUnavailable; what is finished is kept."""
        await together([self._some(jobs) for _ in range(concurrency)], self.sat)
        return self.sat

    async def _some(self, jobs: Iterator[Job]) -> None:
        for job in jobs:
            line = await job()
            self._folder.add(line)
            self.sat.asked += 1
            kept: Kept = line  # type: ignore[assignment]
            self._told(kept)
            self._lost = self._lost + 1 if kept.cause is Status.TRANSPORT else 0
            if self._lost >= OUTAGE:
                raise Gone(kept.reason)
