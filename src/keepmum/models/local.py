"""A model that runs inside this process, by llama.cpp: no key, no server of one's own, no network."""

from __future__ import annotations

import asyncio
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from keepmum.models.answer import Choice, Counts, Details, Said, spoken
from keepmum.models.flight import wanted
from keepmum.models.llama import Fields, Loading, body, load, processors, start
from keepmum.models.prices import FREE
from keepmum.models.rejection import TOO_LONG
from keepmum.models.seam import Completion, ModelUnavailable, Request, failed
from keepmum.models.turns import Turns
from keepmum.models.weights import find

CONTEXT = 8192


class Local:
    """`local/NAME` (see weights.toml) or `local/PATH.gguf`.

    One call is served at a time, in a thread, and takes over the beginning it has in common with the call before it;
    `turns` puts those together that begin alike. The same seed and scope draw the same reply to the same state of that
    memory only: what is taken over was computed in other batches, and rounding may tip a draw. `threads` None is one
    for each processor.
    """

    priced = True

    def __init__(self, name: str, *, threads: int | None = None, context: int = CONTEXT) -> None:
        self.name = name
        self.threads = threads or processors()
        self.context = context
        self._place = name.partition("/")[2]
        self._server: Any = None  # xllamacpp is untyped
        self._turns = Turns()
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="keepmum-local")

    def __repr__(self) -> str:
        return f"Local({self.name!r})"

    @property
    def path(self) -> Path:
        """The file of weights. Raises ModelUnavailable for an unknown name."""
        if self._place.endswith(".gguf"):
            return Path(self._place).expanduser()
        return find(self._place).path

    def check(self) -> None:
        load(self.name)
        path = self.path
        if not path.is_file():
            own = self._place.endswith(".gguf")
            do = "check the path" if own else f"run `keepmum models get {self._place}`"
            raise ModelUnavailable(self.name, f"there are no weights at {path}", do)
        with path.open("rb") as file:
            if file.read(4) != b"GGUF":
                raise ModelUnavailable(self.name, f"{path} is not a GGUF file", "give a file in llama.cpp's format")

    async def complete(self, request: Request) -> Completion:
        began, hearing = time.perf_counter(), Hearing()
        try:
            async with self._turns.turn(request.messages):
                wanted()
                completion = await self._off_loop(self._ask, request, hearing)
        except asyncio.CancelledError:
            hearing.stop.set()
            raise
        constrained = bool(request.shape and (request.shape.grammar or request.shape.schema))
        return replace(completion, seconds=time.perf_counter() - began, constrained=constrained)

    async def close(self) -> None:
        """Let go of the weights; a call in progress is waited for."""
        await self._off_loop(self._unload)

    async def _off_loop(self, work: Any, *given: object) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._worker, work, *given)

    def _unload(self) -> None:
        self._server = None

    def _ask(self, request: Request, hearing: Hearing) -> Completion:
        if hearing.stop.is_set():
            return failed("transport", "cancelled")
        asked = body(self.name, request)
        server = self._server = self._server or self._load()
        try:
            server.handle_chat_completions(asked, hearing)
        except RuntimeError as error:
            hearing.error = {"message": str(error)}
        return hearing.completion(self.name)

    def _load(self) -> Any:
        self.check()
        return start(self.name, Loading(self.path, self.threads, self.context))


@dataclass(slots=True)
class Hearing:
    """What llama.cpp says, piece by piece. A call returns True to make it stop."""

    stop: threading.Event = field(default_factory=threading.Event)
    text: list[str] = field(default_factory=list[str])
    thought: list[str] = field(default_factory=list[str])
    finish: str | None = None
    counts: Fields = field(default_factory=dict[str, Any])
    error: Fields | None = None

    def __call__(self, chunk: Fields) -> bool:
        self.error = chunk.get("error", self.error)
        self.counts = chunk.get("usage") or self.counts
        for choice in chunk.get("choices", ()):
            self.text.append(choice["delta"].get("content") or "")
            self.thought.append(choice["delta"].get("reasoning_content") or "")
            self.finish = choice.get("finish_reason") or self.finish
        return self.stop.is_set()

    def completion(self, name: str) -> Completion:
        """All that was heard, as a completion. Raises ModelUnavailable for a shape that cannot be used."""
        if self.error is not None:
            return refused(name, str(self.error.get("message", self.error)))
        if self.finish is None:
            return failed("transport", "llama.cpp stopped before the reply was complete")
        said = Said("".join(self.text), "".join(self.thought))
        held = Details(cached_tokens=(self.counts.get("prompt_tokens_details") or {}).get("cached_tokens"))
        asked, given = self.counts.get("prompt_tokens"), self.counts.get("completion_tokens")
        return spoken(Choice(said, self.finish), Counts(asked, given, prompt_tokens_details=held), FREE)


def refused(name: str, message: str) -> Completion:
    if TOO_LONG.search(message.lower()):
        return failed("too_long", message)
    if "grammar" in message or "schema" in message:
        raise ModelUnavailable(
            name, f"llama.cpp does not take the shape asked for ({message})", "ask without --constrain"
        )
    return failed("rejected", message)
