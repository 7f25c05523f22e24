"""Collecting puts each occasion to the model in each wording, and keeps the states at the token that answers.

The words are those of a run: the agent is the one that plays, with a lens in the place of its model for the clue.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

import numpy as np
from numpy.typing import NDArray

from keepmum.agents.chat import Chat
from keepmum.agents.ready import Ready
from keepmum.agents.seam import Seating
from keepmum.agents.steering import Aim, Steering
from keepmum.interp.occasions import Occasion, after
from keepmum.interp.store import Row, Store, bytes_of
from keepmum.interp.wordings import Wording, levelled_ask, worded
from keepmum.models.hf.inside import Capture, Inside, Seen, Steer
from keepmum.models.hf.model import Hf
from keepmum.models.seam import Completion, ModelUnavailable, Request

BATCH = 32
RUN = "inside"
RANDOM = "random"


@dataclass(frozen=True, slots=True)
class Push:
    """How the state is pushed while it is collected: what the index calls it, the strength in words, the steering."""

    name: str = ""
    strength: str = ""
    steer: Steer | None = None

    @property
    def layer(self) -> int | None:
        """Where it is pushed."""
        return self.steer.layer if self.steer else None


UNPUSHED = Push()


@dataclass(frozen=True, slots=True)
class Job:
    """One row to be collected."""

    occasion: Occasion
    wording: Wording
    push: Push = UNPUSHED


class Lens:
    """A model that answers as its weights do, and keeps what was seen inside. For one answer."""

    priced = True

    def __init__(self, model: Hf, capture: Capture, steer: Steer | None) -> None:
        self.name = model.name
        self.seen: Seen | None = None
        self._model, self._capture, self._steer = model, capture, steer

    def check(self) -> None:
        """Raises what the model raises."""
        self._model.check()

    async def complete(self, request: Request) -> Completion:
        """Answer, and keep what was seen. Raises ModelUnavailable."""
        self.seen = await self._model.look(Inside(request, self._capture, self._steer))
        return self.seen.completion

    async def close(self) -> None:
        """Nothing is its own."""


@dataclass(frozen=True, slots=True)
class Collector:
    """What is collected: by which agent (`ready`, its model `hf`), at which layers, with which revision of weights."""

    hf: Hf
    ready: Ready[Steering]
    layers: tuple[int, ...]
    revision: str

    async def one(self, job: Job) -> tuple[Row, dict[int, NDArray[np.float32]]] | None:
        """The row and its states by layer; None where a confirmation before the clue was not given.

        Raises ModelUnavailable for a conversation that the model does not take.
        """
        lens = Lens(self.hf, Capture(self.layers, "answer"), job.push.steer)
        reply = await self.agent(job, lens).act(job.occasion.observation())
        seen = lens.seen
        if seen is None:
            return None
        if not seen.states:
            failure = seen.completion.failure
            what = f"it could not be asked for a clue ({failure.detail if failure else 'it saw nothing'})"
            raise ModelUnavailable(self.hf.name, what, "see that the conversation fits, and steer less strongly")
        clue = str(reply.reading.action) if reply.reading.ok else reply.text
        states = {layer: held[0] for layer, held in seen.states.items()}
        return self._row(job, seen, clue, reply.reading.status.value), states

    async def played(self, first: Occasion, turns: Sequence[int]) -> list[Occasion]:
        """The occasions of a match at some turns, the earlier clues given by the same model without instruction.

        It ends where a clue cannot be used.
        """
        now: Occasion | None = first
        kept: list[Occasion] = []
        while now is not None and now.turn <= max(turns):
            if now.turn in turns and now.knows:
                kept.append(now)
            if now.turn == max(turns):
                break
            observation = now.observation()
            agent = self.agent(Job(now, Wording("none")), Lens(self.hf, Capture(()), None))
            reply = await agent.act(observation)
            now = after(now, observation.ask, reply.reading.action) if reply.reading.ok else None
        return kept

    def agent(self, job: Job, lens: Lens) -> Chat:
        """The player: as in a run, but for the sentence of the wording and the lens at its clue."""
        script, level = worded(self.ready.script, job.wording)
        ready = replace(self.ready, script=script, options=replace(self.ready.options, level=level))
        occasion = job.occasion
        seating = Seating(RUN, occasion.match, occasion.seat, Random(0))
        talk = ready.talk(seating)
        return Chat(talk, ready.briefing(talk), script, ready.options, Aim(lens, levelled_ask(script)))

    def _row(self, job: Job, seen: Seen, clue: str, status: str) -> Row:
        known = row_of(job, self.layers, self.revision)
        return replace_row(known, token=seen.positions[0], clue=clue, status=status)


def row_of(job: Job, layers: tuple[int, ...], revision: str) -> Row:
    """The row of a job as far as it is known beforehand."""
    occasion, wording, push = job.occasion, job.wording, job.push
    return Row(
        match=occasion.match, seat=occasion.seat, turn=occasion.turn, kind=wording.kind, level=wording.level,
        category=occasion.category, secret=occasion.secret, layers=layers, token=-1, revision=revision,
        source=occasion.source, steer=push.name, strength=push.strength, steer_layer=push.layer,
    )  # fmt: skip


def replace_row(row: Row, **fields: object) -> Row:
    """The row with other fields."""
    from msgspec.structs import replace as replaced

    return replaced(row, **fields)


def missing(jobs: Sequence[Job], store: Store) -> list[Job]:
    """The jobs whose rows are not there yet; each row once."""
    wanted = {row_of(job, store.about.layers, store.about.revision).key: job for job in jobs}
    return [job for key, job in wanted.items() if key not in store.keys]


async def collect(collector: Collector, jobs: Sequence[Job], store: Store, told: Callable[[int], None]) -> int:
    """Collect the jobs, a batch at a time; each batch is on disk before the next begins. `told` hears of how many.

    Returns how many have no row, because a confirmation before the clue was not given.
    """
    absent = 0
    for batch in batches(jobs):
        found = await asyncio.gather(*(collector.one(job) for job in batch))
        kept = [each for each in found if each is not None]
        if kept:
            store.add([row for row, _ in kept], stacked([states for _, states in kept]))
        absent += len(batch) - len(kept)
        told(len(batch))
    return absent


def batches(jobs: Sequence[Job]) -> Iterator[Sequence[Job]]:
    """In order, so many at a time."""
    for start in range(0, len(jobs), BATCH):
        yield jobs[start : start + BATCH]


def stacked(states: Sequence[Mapping[int, NDArray[np.float32]]]) -> dict[int, NDArray[np.float32]]:
    """Rows side by side, layer by layer."""
    return {layer: np.stack([each[layer] for each in states]) for layer in states[0]}


def statement(rows: int, layers: int, width: int, parameters: int) -> str:
    """What collecting will take, in words."""
    disk = bytes_of(rows, layers, width)
    return (
        f"{rows} rows of {layers} layers x {width} numbers: {disk / 1e6:,.1f} MB on disk; "
        f"the model holds {parameters / 1e6:,.0f} million parameters"
    )
