"""A model of open weights in this process: one thread, one batch for all matches, nothing read twice."""

from __future__ import annotations

import asyncio
import contextvars
import threading
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from keepmum.models.flight import deserted, wanted
from keepmum.models.hf import staff, steering
from keepmum.models.hf.inside import Inside, Seen, Steer
from keepmum.models.hf.place import check_files, check_packages, read_place
from keepmum.models.llama import processors
from keepmum.models.seam import Completion, Message, Request, failed

if TYPE_CHECKING:
    from keepmum.models.hf.desk import Facts
    from keepmum.models.hf.worker import Worker

CONTEXT = 8192


class Hf:
    """`hf/ORG/NAME`, `hf/FOLDER` or `hf/FILE.gguf`, with `#device=…,dtype=…,bits=…,revision=…` where wanted.

    Loaded at the first call. Besides `complete`: `look` records and steers while it answers, `score` says how likely
    replies are. Draws depend on the request alone, but for rounding: batches of other sizes add up in another order,
    which tips a draw only where two tokens are as good as equal.

    With `#steer=FILE,strength=S,layer=L,positions=P` every answer is steered along the direction of that file, unless
    the request brings a steering of its own.
    """

    priced = True

    def __init__(
        self,
        name: str,
        *,
        threads: int | None = None,
        context: int = CONTEXT,
        budget: int | None = None,
        shared: bool = False,
    ) -> None:
        """`budget`: bytes of what has been read that are kept; 0 keeps nothing, None a quarter of what is free.

        `shared`: weights that another shared name of this process holds alike are not loaded again.
        """
        self.name = name
        self._place = read_place(name)
        self._given = (threads or processors(), context, budget)
        self._shared = shared
        self._worker: Worker | None = None
        self._steer: Steer | None = None
        self._hiring = threading.Lock()

    def __repr__(self) -> str:
        return f"Hf({self.name!r})"

    def check(self) -> None:
        check_packages(self._place)
        check_files(self._place)
        self._steering()

    def identity(self) -> str:
        """What decides its answers beside the request: weights, device, number format, steering. Reads the weights.

        Raises ModelUnavailable.
        """
        self.check()
        load = self._torch()
        from keepmum.models.hf.source import revision

        device = load.chosen_device(self._place)
        dtype = load.chosen_dtype(self._place, device)
        bits = f" {self._place.bits} bits" if self._place.bits else ""
        held = f"{self._place.unsteered.name} {revision(self._place)} {device.type} {dtype}{bits}"
        return f"{held}{steering.described(self._steering())}"

    async def complete(self, request: Request) -> Completion:
        return (await self.look(Inside(request))).completion

    async def look(self, inside: Inside) -> Seen:
        """Answer, and record and steer meanwhile. Raises ModelUnavailable, also for a layer or vector that is not its.

        What is steered or recorded is read anew; only what lies before it may come from memory.
        """
        from keepmum.models.hf.worker import Closed

        wanted()
        if inside.steer is None:
            inside = replace(inside, steer=self._steering())
        began = time.perf_counter()
        try:
            seen: Seen = await self._asked(inside)
        except Closed:
            return Seen(failed("transport", "the model was closed"))
        return replace(seen, completion=replace(seen.completion, seconds=time.perf_counter() - began))

    async def score(
        self, prefix: Sequence[Message] | str, continuations: Sequence[str], *, closed: bool = False
    ) -> tuple[float, ...]:
        """Natural log-probabilities of continuations of a text, or of replies to a conversation, in one pass.

        Each is the sum over its tokens; `closed` adds the mark that ends a reply. The prefix is read as it stands, and
        a continuation as a joint reading has it after those tokens; where joint reading would merge letters across the
        border, it is read by itself. Raises ValueError for an empty or too long text, and ModelUnavailable.
        """
        from keepmum.models.hf.desk import Scoring

        before = prefix if isinstance(prefix, str) else tuple(prefix)
        return await self._asked(Scoring(before, tuple(continuations), closed))

    async def facts(self) -> Facts:
        """What it is, once it is loaded. Raises ModelUnavailable."""
        return await self._asked(None)

    async def close(self) -> None:
        """Let go of the weights; the pass being made is waited for. They stay where another name shares them."""
        worker = self._worker
        if worker is not None and self._shared:
            self._worker = None
            worker = staff.leave(self._office, self)
        if worker is not None:
            await asyncio.to_thread(worker.close)

    def _steering(self) -> Steer | None:
        """How every answer is steered. Raises ModelUnavailable for a file that cannot be used."""
        if self._steer is None and self._place.steer + self._place.strength + self._place.layer + self._place.positions:
            self._steer = steering.steering(self._place)
        return self._steer

    @property
    def _office(self) -> object:
        return (self._place.unsteered, self._given)

    async def _asked(self, what: object) -> Any:
        from keepmum.models.hf.worker import Job

        worker = self._worker or await asyncio.to_thread(self._hired)
        here = contextvars.copy_context()
        job: Job[Any] = Job(what, lambda: here.copy().run(deserted))
        worker.submit(job)
        return await asyncio.wrap_future(job.future)

    def _hired(self) -> Worker:
        with self._hiring:
            if self._worker is None:
                self.check()
                self._torch()
                self._worker = staff.join(self._office, self, self._hire) if self._shared else self._hire()
            return self._worker

    def _hire(self) -> Worker:
        from keepmum.models.hf.desk import Desk, Limits
        from keepmum.models.hf.worker import Worker

        return Worker(Desk(self._place.unsteered, Limits(*self._given)))

    def _torch(self) -> Any:
        """The module that loads, and torch with it, whose threads are told to sleep while they wait."""
        from keepmum.models.hf import calm

        calm.calm()
        try:
            from keepmum.models.hf import load
        except (ImportError, OSError) as error:
            what = f"torch or transformers cannot be loaded ({error})"
            raise self._place.unavailable(what, "install them again") from None
        return load
