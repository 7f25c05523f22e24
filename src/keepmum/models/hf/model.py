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
from keepmum.models.hf.inside import Inside, Seen
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
    """

    priced = True

    def __init__(
        self, name: str, *, threads: int | None = None, context: int = CONTEXT, budget: int | None = None
    ) -> None:
        """`budget`: bytes of what has been read that are kept; 0 keeps nothing, None a quarter of what is free."""
        self.name = name
        self._place = read_place(name)
        self._given = (threads or processors(), context, budget)
        self._worker: Worker | None = None
        self._hiring = threading.Lock()

    def __repr__(self) -> str:
        return f"Hf({self.name!r})"

    def check(self) -> None:
        check_packages(self._place)
        check_files(self._place)

    def identity(self) -> str:
        """What decides its answers beside the request: weights, device and number format. Reads the weights once.

        Raises ModelUnavailable.
        """
        self.check()
        load = self._torch()
        from keepmum.models.hf.source import revision

        device = load.chosen_device(self._place)
        dtype = load.chosen_dtype(self._place, device)
        bits = f" {self._place.bits} bits" if self._place.bits else ""
        return f"{self.name} {revision(self._place)} {device.type} {dtype}{bits}"

    async def complete(self, request: Request) -> Completion:
        return (await self.look(Inside(request))).completion

    async def look(self, inside: Inside) -> Seen:
        """Answer, and record and steer meanwhile. Raises ModelUnavailable, also for a layer or vector that is not its.

        What is steered or recorded is read anew; only what lies before it may come from memory.
        """
        from keepmum.models.hf.worker import Closed

        wanted()
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
        """Let go of the weights; the pass being made is waited for."""
        if self._worker is not None:
            await asyncio.to_thread(self._worker.close)

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
                from keepmum.models.hf.desk import Desk, Limits
                from keepmum.models.hf.worker import Worker

                self._worker = Worker(Desk(self._place, Limits(*self._given)))
            return self._worker

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
