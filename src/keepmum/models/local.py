"""A model that runs inside this process, by llama.cpp: no key, no server of one's own, no network."""

from __future__ import annotations

import asyncio
import os
import secrets
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from keepmum.models.answer import Choice, Counts, Said, spoken
from keepmum.models.prices import FREE
from keepmum.models.rejection import TOO_LONG
from keepmum.models.seam import Completion, ModelUnavailable, Request, Sampling, Shape, draw_seed, failed
from keepmum.models.weights import find

CONTEXT = 8192
Fields = dict[str, Any]


class Local:
    """`local/NAME` (see weights.toml) or `local/PATH.gguf`.

    One call is served at a time, in a thread: a call then takes over the common beginning of the one before it from
    llama.cpp's memory, and no two conversations are ever in that memory together. (Its other caches, which keep many
    conversations, have been seen to answer one with another's contents; they are switched off.) `threads` None is one
    for each processor.
    """

    priced = True

    def __init__(self, name: str, *, threads: int | None = None, context: int = CONTEXT) -> None:
        self.name = name
        self.threads = threads or processors()
        self.context = context
        self._place = name.partition("/")[2]
        self._server: Any = None  # xllamacpp is untyped
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
            fetch = f"run `keepmum models get {self._place}`"
            raise ModelUnavailable(
                self.name,
                f"there are no weights at {path}",
                "check the path" if self._place.endswith(".gguf") else fetch,
            )
        with path.open("rb") as file:
            if file.read(4) != b"GGUF":
                raise ModelUnavailable(
                    self.name, f"{path} is not a GGUF file", "give a file in llama.cpp's GGUF format"
                )

    async def complete(self, request: Request) -> Completion:
        start, hearing = time.perf_counter(), Hearing()
        asking = asyncio.get_running_loop().run_in_executor(self._worker, self._ask, body(self.name, request), hearing)
        try:
            completion = await asking
        except asyncio.CancelledError:
            hearing.stop.set()
            raise
        constrained = bool(request.shape and (request.shape.grammar or request.shape.schema))
        return replace(completion, seconds=time.perf_counter() - start, constrained=constrained)

    async def close(self) -> None:
        """Let go of the weights; a call in progress is waited for."""
        await asyncio.get_running_loop().run_in_executor(self._worker, self._unload)
        self._worker.shutdown()

    def _unload(self) -> None:
        self._server = None

    def _ask(self, asked: Fields, hearing: Hearing) -> Completion:
        if hearing.stop.is_set():
            return failed("transport", "cancelled")
        server = self._server = self._server or self._load()
        try:
            server.handle_chat_completions(asked, hearing)
        except RuntimeError as error:
            hearing.error = {"message": str(error)}
        return hearing.completion(self.name)

    def _load(self) -> Any:
        self.check()
        llama = load(self.name)
        wanted = llama.CommonParams()
        wanted.model.path = str(self.path)
        wanted.n_ctx = self.context
        wanted.n_parallel = 1
        wanted.cpuparams.n_threads = wanted.cpuparams_batch.n_threads = self.threads
        wanted.cache_ram_mib, wanted.cache_idle_slots = 0, False
        wanted.verbosity, wanted.fit_params, wanted.ui, wanted.endpoint_slots = 0, False, False, False
        wanted.api_keys = [secrets.token_hex(32)]  # it also listens on a local port, which nobody needs to use
        try:
            return llama.Server(wanted)
        except RuntimeError as error:
            raise ModelUnavailable(
                self.name,
                f"llama.cpp could not load {self.path} ({error})",
                "check that the file is whole and fits memory",
            ) from None


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
        """All that was heard, as a completion. Raises ModelUnavailable for a grammar that cannot be used."""
        if self.error is not None:
            return refused(name, str(self.error.get("message", self.error)))
        if self.finish is None:
            return failed("transport", "llama.cpp stopped before the reply was complete")
        said = Said("".join(self.text), "".join(self.thought))
        counts = Counts(self.counts.get("prompt_tokens"), self.counts.get("completion_tokens"))
        return spoken(Choice(said, self.finish), counts, FREE)


def refused(name: str, message: str) -> Completion:
    if TOO_LONG.search(message.lower()):
        return failed("too_long", message)
    if "grammar" in message or "schema" in message:
        raise ModelUnavailable(
            name, f"llama.cpp does not take the shape asked for ({message})", "ask without --constrain"
        )
    return failed("rejected", message)


def body(name: str, request: Request) -> Fields:
    """The request as llama.cpp takes it. The seed follows from the run's seed and the scope, always."""
    return {
        "messages": [{"role": message.speaker, "content": message.text} for message in request.messages],
        "seed": draw_seed(request.sampling.seed, request.scope),
        "cache_prompt": True,
        "stream": True,
        "stream_options": {"include_usage": True},
        **sampled(name, request.sampling),
        **shaped(request.shape),
    }


def sampled(name: str, sampling: Sampling) -> Fields:
    fields: Fields = {}
    if sampling.temperature is not None:
        fields["temperature"] = sampling.temperature
    if sampling.max_tokens is not None:
        fields["max_tokens"] = sampling.max_tokens
    if sampling.effort is not None:
        if sampling.effort.isdigit():
            raise ModelUnavailable(
                name, "it takes a word for the reasoning effort, not tokens", "use none, low or high"
            )
        thinks = sampling.effort != "none"
        fields["chat_template_kwargs"] = {"enable_thinking": thinks, "reasoning_effort": sampling.effort}
    return fields


def shaped(shape: Shape | None) -> Fields:
    """A grammar rather than a schema: its replies are bare, and so three times shorter."""
    if shape is not None and shape.grammar is not None:
        return {"grammar": shape.grammar}
    return {"json_schema": dict(shape.schema)} if shape is not None and shape.schema is not None else {}


def load(name: str) -> Any:
    """The xllamacpp module. Raises ModelUnavailable where it is missing or cannot be loaded.

    Its threads wait for each other by spinning unless told not to; with one other busy process on two processors that
    makes it fifty times slower, so it is told not to before it is loaded.
    """
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")
    try:
        import xllamacpp
    except ModuleNotFoundError:
        raise ModelUnavailable(
            name, "the package xllamacpp is not installed", 'install it with pip install "keepmum[local]"'
        ) from None
    except ImportError as error:
        raise ModelUnavailable(
            name,
            f"xllamacpp cannot be loaded ({error})",
            "install what it names (libgomp.so.1 is in Debian's libgomp1)",
        ) from None
    return xllamacpp


def processors() -> int:
    """How many processors this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1
