"""A run: many matches of one configuration, some at once, each on record as soon as it is finished."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol

from keepmum.core import Agent
from keepmum.core.kind import Deal, GameKind
from keepmum.play.folder import RunFolder
from keepmum.play.match import OverBudget, play_match
from keepmum.play.records import Dealt, Record, record_of
from keepmum.play.seats import assign

Sit = Callable[[str, int, int, Random], Agent]


class Watcher(Protocol):
    """Whoever wants to hear of a run as it goes."""

    def already(self, record: Record) -> None:
        """A match that was on record before."""

    def finished(self, record: Record) -> None:
        """A match that was played just now."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What to play: the game, its options, who sits where (by role, number or "all"), and from which seed.

    `sit(agent, match, seat, rng)` makes the player of one seat.
    """

    kind: GameKind
    options: Any
    seats: Mapping[str, str]
    seed: int
    sit: Sit
    attempts: int = 3


def chance_of(seed: int, match: int) -> Random:
    """The chance of one match beyond its deal."""
    return Random(f"chance/{seed}/{match}")


def seat_random(seed: int, match: int, seat: int) -> Random:
    """The randomness of one seat's bot in one match."""
    return Random(f"seat/{seed}/{match}/{seat}")


async def play_number(plan: Plan, match: int) -> Record:
    """Play the match of this number."""
    deal: Deal = plan.kind.deal(plan.options, plan.seed, match)
    names = assign(plan.seats, deal.roles)
    agents = [plan.sit(name, match, seat, seat_random(plan.seed, match, seat)) for seat, name in enumerate(names)]
    played = await play_match(deal, agents, chance_of(plan.seed, match), plan.attempts)
    return record_of(deal.game, Dealt(plan.seed, match, deal.roles, names), played)


async def play_run(plan: Plan, folder: RunFolder, matches: int, concurrency: int, watcher: Watcher) -> bool:
    """Play what is missing of matches 0..matches-1. True when all are on record, False when the budget ran out.

    An exception from an agent (a model that is not there, a person who leaves) ends the run; what is finished is kept.
    """
    done = bytearray(matches)
    for record in folder.finished():
        if 0 <= record.match < matches:
            done[record.match] = 1
            watcher.already(record)
    left = iter([number for number in range(matches) if not done[number]])
    workers = [_Worker(plan, folder, left, watcher) for _ in range(concurrency)]
    tasks = [asyncio.ensure_future(worker.work()) for worker in workers]
    try:
        await asyncio.gather(*tasks)
    except OverBudget:
        return False
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    return True


@dataclass(frozen=True, slots=True)
class _Worker:
    """Plays one match after another until none is left."""

    plan: Plan
    folder: RunFolder
    left: Iterator[int]
    watcher: Watcher

    async def work(self) -> None:
        for number in self.left:
            record = await play_number(self.plan, number)
            self.folder.add(record)
            self.watcher.finished(record)
            await asyncio.sleep(0)
