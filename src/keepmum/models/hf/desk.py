"""What the worker's thread does with one model: load it, begin what is asked, move it on, hand out what came of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch

from keepmum.models.hf import proof, score
from keepmum.models.hf.draw import Dice, manner
from keepmum.models.hf.engine import Engine
from keepmum.models.hf.gbnf import Unsupported, automaton
from keepmum.models.hf.inside import Inside, Seen
from keepmum.models.hf.layers import Task, check_inside
from keepmum.models.hf.load import Loaded, load
from keepmum.models.hf.place import Place
from keepmum.models.hf.room import SMALLER
from keepmum.models.hf.row import Row
from keepmum.models.hf.source import first_line, revision
from keepmum.models.hf.template import Template, Unspeakable
from keepmum.models.hf.tokens import Keeper, Vocabulary
from keepmum.models.hf.worker import Bench, Job
from keepmum.models.seam import Kind, Message, Shape, draw_seed, failed


@dataclass(frozen=True, slots=True)
class Scoring:
    """What is to be scored: continuations of a text, or replies to a conversation, with their end if `closed`."""

    prefix: tuple[Message, ...] | str
    continuations: tuple[str, ...]
    closed: bool = False


@dataclass(frozen=True, slots=True)
class Facts:
    """What a loaded model is: its layers and the width of their states, its size, where and how it is held."""

    layers: int
    width: int
    parameters: int
    context: int
    device: str
    dtype: str
    revision: str
    has_system: bool


@dataclass(frozen=True, slots=True)
class Limits:
    """Threads (None: torch's choice), tokens of a conversation, bytes of memory for what was read (None: a quarter)."""

    threads: int | None = None
    context: int = 8192
    budget: int | None = None


class Desk(Bench):
    """One model at work. Only the worker's thread comes here."""

    def __init__(self, place: Place, limits: Limits) -> None:
        self.place, self.limits = place, limits
        self._jobs: dict[Row, Job[Any]] = {}
        self._engine: Engine | None = None
        self._vocabulary: Vocabulary | None = None

    @property
    def busy(self) -> bool:  # type: ignore[override]
        return bool(self._jobs)

    @property
    def places(self) -> int:  # type: ignore[override]
        return self.engine.places()

    def start(self) -> None:
        """Load the model, the first time."""
        if self._engine is not None:
            return
        loaded = load(self.place, self.limits.threads)
        proof.prove(loaded)
        self._loaded: Loaded = loaded
        self.revision = revision(self.place)
        self._template = Template(self.place, loaded.tokenizer, loaded.ends)
        self.context = min(self.limits.context, loaded.context or self.limits.context)
        self._engine = Engine(loaded, self._template.stops, self.limits.budget)

    @property
    def engine(self) -> Engine:
        assert self._engine is not None
        return self._engine

    def begin(self, jobs: list[Job[Any]]) -> None:
        rows: list[Row] = []
        for job in jobs:
            try:
                row = self._begun(job)
            except Exception as error:
                job.fail(error)
                continue
            if row is not None:
                rows.append(row)
                self._jobs[row] = job
        if rows:
            self._hand_out(self._guarded(self.engine.admit, rows))

    def go_on(self) -> None:
        for row in [row for row, job in self._jobs.items() if job.future.cancelled()]:
            self.engine.drop(row)
            del self._jobs[row]
        if self._jobs:
            self._hand_out(self._guarded(self.engine.step))

    def abandon(self, error: BaseException) -> None:
        for job in self._jobs.values():
            job.fail(error)
        self._jobs.clear()
        if self._engine is not None:
            self._engine.reset()

    def stop(self) -> None:
        """Let go of the model."""
        self._engine = None
        torch.cuda.empty_cache()
        self.__dict__.pop("_loaded", None)

    def _guarded(self, work: Any, *given: Any) -> Any:
        try:
            return work(*given)
        except torch.OutOfMemoryError as error:
            raise self.place.unavailable(f"its memory ran out ({first_line(error)})", SMALLER) from None

    def _hand_out(self, rows: Sequence[Row]) -> None:
        for row in rows:
            text = self._loaded.tokenizer.decode(row.made, clean_up_tokenization_spaces=False)
            self._jobs.pop(row).answer(row.seen(text))

    def _begun(self, job: Job[Any]) -> Row | None:
        """The row of a request; None for what is answered at once."""
        if isinstance(job.asked, Scoring):
            job.answer(self._guarded(self._scored, job.asked))
        elif job.asked is None:
            job.answer(self._facts())
        else:
            return self._row(job)
        return None

    def _row(self, job: Job[Any]) -> Row | None:
        inside: Inside = job.asked
        request = inside.request
        try:
            prompt = tuple(self._template.prompt(request.messages, request.sampling))
        except Unspeakable as error:
            return refuse(job, "rejected", str(error))
        if len(prompt) >= self.context:
            return refuse(job, "too_long", f"{len(prompt)} tokens were asked, and it holds {self.context} in all")
        most = min(request.sampling.max_tokens or self.context, self.context - len(prompt))
        dice = Dice(
            manner(request.sampling, self._loaded.model.generation_config),
            draw_seed(request.sampling.seed, request.scope),
        )
        return Row(inside, prompt, most, dice, self._keeper(request.shape), self._task(inside, len(prompt)))

    def _task(self, inside: Inside, prompt: int) -> Task | None:
        if inside.capture is None and inside.steer is None:
            return None
        task = Task(inside.capture, inside.steer, prompt)
        check_inside(self.place, self.engine.station, self.revision, task)
        return task

    def _keeper(self, shape: Shape | None) -> Keeper | None:
        """None also for a shape that cannot be kept to; the completion says that it was not."""
        if shape is None or (shape.grammar is None and shape.schema is None):
            return None
        try:
            found = automaton(shape)
        except Unsupported:
            return None
        self._vocabulary = self._vocabulary or Vocabulary(self._loaded.tokenizer)
        return Keeper(self._vocabulary, found, self._template.stops)

    def _scored(self, asked: Scoring) -> tuple[float, ...]:
        prefix, ends = self._read(asked)
        if not prefix:
            raise ValueError("there is nothing before the continuations; give a prefix of at least one token")
        longest = len(prefix) + max((len(end) for end in ends), default=0)
        if longest > self.context:
            raise ValueError(f"{longest} tokens are too many; it holds {self.context}")
        return score.scores(self.engine, prefix, ends)

    def _read(self, asked: Scoring) -> tuple[list[int], list[list[int]]]:
        """The tokens of the prefix and of each continuation."""
        tokens, plain = self._template.tokens, self._template.plain
        if isinstance(asked.prefix, str):
            prefix = plain(asked.prefix)
            ends = [score.split(prefix, plain(asked.prefix + end), tokens(end)) for end in asked.continuations]
        else:
            prefix = self._template.prompt(asked.prefix)
            ends = [tokens(end) for end in asked.continuations]
        close = self._template.closing if asked.closed else ()
        return prefix, [[*end, *close] for end in ends]

    def _facts(self) -> Facts:
        loaded, station = self._loaded, self.engine.station
        return Facts(
            station.count, station.width, loaded.parameters, self.context, str(loaded.device),
            str(loaded.dtype).removeprefix("torch."), self.revision, self._template.has_system,
        )  # fmt: skip


def refuse(job: Job[Any], kind: Kind, detail: str) -> None:
    job.answer(Seen(failed(kind, detail)))
