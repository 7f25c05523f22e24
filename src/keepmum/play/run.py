"""A run: many matches of one configuration, some at once, each on record as soon as it is finished."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, Protocol

from keepmum.core import Agent
from keepmum.core.kind import Deal, GameKind
from keepmum.play.folder import FolderError, RunFolder
from keepmum.play.match import Onlooker, OverBudget, play_match
from keepmum.play.records import Dealt, Record, record_of
from keepmum.play.seats import assign, names_of

Sit = Callable[[str, int, int, Random], Agent]

OUTAGE = 5
"""So many matches lost to the connection one after another, and the server is taken to be gone."""
MOST_FAULTS = 20
WAIT_SECONDS = 0.01


class Watcher(Protocol):
    """Whoever wants to hear of a run as it goes."""

    def already(self, record: Record) -> None:
        """A match that was on record before."""

    def finished(self, record: Record) -> None:
        """A match that was played just now."""


class Spectator(Onlooker, Protocol):
    """Whoever watches one match to its end."""

    def ended(self, record: Record) -> None:
        """The match is over, or void."""


Watch = Callable[[Any, Dealt], Spectator]
"""Makes the spectator of a match that is about to begin, from its rules and who sits where."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What to play: the game, its options, who sits where (by role, number or "all"), and from which seed.

    `sit(agent, match, seat, rng)` makes the player of one seat. An exception of a kind in `fatal` ends the run at once;
    any other leaves its match unfinished, and the rest is played. `room(finished, playing)` says whether there is
    budget enough for one more match beside those being played; one is always played. `watch` makes a spectator for each
    match, who hears of everything as it happens.
    """

    kind: GameKind
    options: Any
    seats: Mapping[str, str]
    seed: int
    sit: Sit
    attempts: int = 3
    fatal: tuple[type[BaseException], ...] = ()
    room: Callable[[int, int], bool] = lambda finished, playing: True
    watch: Watch | None = None


@dataclass(slots=True)
class Played:
    """How a run ended. `stopped` says why it stopped early, if it did; `faults` are matches that an error left
    unfinished, by number."""

    stopped: str = ""
    faults: dict[int, Exception] = field(default_factory=dict[int, Exception])

    @property
    def complete(self) -> bool:
        """Whether every match asked for is on record."""
        return not self.stopped and not self.faults


def chance_of(seed: int, match: int) -> Random:
    """The chance of one match beyond its deal."""
    return Random(f"chance/{seed}/{match}")


def seat_random(seed: int, match: int, seat: int) -> Random:
    """The randomness of one seat's bot in one match."""
    return Random(f"seat/{seed}/{match}/{seat}")


async def play_number(plan: Plan, match: int) -> Record:
    """Play the match of this number."""
    deal: Deal = plan.kind.deal(plan.options, plan.seed, match)
    seated = assign(plan.seats, deal.roles, plan.kind.sides, names_of(plan.options))
    agents = [plan.sit(name, match, seat, seat_random(plan.seed, match, seat)) for seat, name in enumerate(seated)]
    dealt = Dealt(plan.seed, match, deal.roles, seated)
    onlooker = plan.watch(deal.game, dealt) if plan.watch else None
    played = await play_match(deal, agents, chance_of(plan.seed, match), plan.attempts, onlooker)
    record = record_of(deal.game, dealt, played)
    if onlooker:
        onlooker.ended(record)
    return record


async def play_run(plan: Plan, folder: RunFolder, matches: int, concurrency: int, watcher: Watcher) -> Played:
    """Play what is missing of matches 0..matches-1; what is finished is kept, however it ends.

    Raises FolderError when the folder takes no more, and the exceptions that the plan calls fatal.
    """
    done = bytearray(matches)
    for record in folder.finished():
        if 0 <= record.match < matches:
            done[record.match] = 1
            watcher.already(record)
    left = iter([number for number in range(matches) if not done[number]])
    work = _Work(plan, folder, left, watcher)
    tasks = [asyncio.ensure_future(work.work()) for _ in range(concurrency)]
    try:
        await asyncio.gather(*tasks)
    except OverBudget:
        work.played.stopped = "the budget is spent"
    except _Stopped as stop:
        work.played.stopped = str(stop)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    if not work.played.stopped:
        work.end()
    return work.played


class _Stopped(Exception):
    """Why the run should not go on."""


class _Work:
    """What the workers of a run share. A match lost to the connection waits until another shows that the server is
    there: then it is void for that cause; if none does, it is unfinished and will be played again."""

    def __init__(self, plan: Plan, folder: RunFolder, left: Iterator[int], watcher: Watcher) -> None:
        self.played = Played()
        self._plan = plan
        self._folder = folder
        self._left = left
        self._watcher = watcher
        self._lost: list[Record] = []
        self._reached = False
        self._finished = self._playing = 0

    async def work(self) -> None:
        """Play one match after another until none is left."""
        await self._room()
        for number in self._left:
            self._playing += 1
            record = await self._play(number)
            self._playing -= 1
            if record is not None:
                self._finished += 1
                self._keep(record)
            await asyncio.sleep(0)
            await self._room()

    async def _room(self) -> None:
        """Wait for room: matches begun must not eat the budget of one another."""
        while self._playing and not self._plan.room(self._finished, self._playing):
            await asyncio.sleep(WAIT_SECONDS)

    def end(self) -> None:
        """Write the matches that wait, unless no other match showed that the server is there."""
        if self._lost and not self._reached:
            self.played.stopped = _gone(self._lost)
            return
        self._settle()

    def _settle(self) -> None:
        for record in self._lost:
            self._write(record)
        self._lost.clear()

    async def _play(self, number: int) -> Record | None:
        try:
            return await play_number(self._plan, number)
        except (OverBudget, FolderError, *self._plan.fatal):
            raise
        except Exception as fault:
            self.played.faults[number] = fault
            if len(self.played.faults) >= MOST_FAULTS:
                raise _Stopped(f"{MOST_FAULTS} matches met an error") from fault
            return None

    def _keep(self, record: Record) -> None:
        if record.void and record.void.cause.value == "transport":
            self._lost.append(record)
            if len(self._lost) >= OUTAGE:
                raise _Stopped(_gone(self._lost))
            return
        self._reached = True
        self._settle()
        self._write(record)

    def _write(self, record: Record) -> None:
        self._folder.add(record)
        self._watcher.finished(record)


def _gone(lost: list[Record]) -> str:
    reason = lost[-1].void.reason if lost[-1].void else ""
    return f"the server does not answer: {len(lost)} matches in a row were lost to the connection ({reason})"
