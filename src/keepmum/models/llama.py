"""What llama.cpp needs to be told: how to load, what to answer, and to leave alone what endangers secrets or speed."""

from __future__ import annotations

import json
import os
import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from keepmum.models.seam import ModelUnavailable, Request, Sampling, Shape, draw_seed

Fields = dict[str, Any]
GUIDED = "%llguidance"


@dataclass(frozen=True, slots=True)
class Loading:
    """A file of weights, the processors to use, and how many tokens a conversation may have."""

    path: Path
    threads: int
    context: int


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


def start(name: str, loading: Loading) -> Any:
    """A llama.cpp server in this process that holds one conversation at a time.

    Its host-memory prompt cache and idle-slot cache are off: they have been reported to answer one conversation with
    another's contents (llama.cpp issue 27148). It also listens on a local port, behind a key nobody knows.
    """
    llama = load(name)
    wanted = llama.CommonParams()
    wanted.model.path = str(loading.path)
    wanted.n_ctx, wanted.n_parallel = loading.context, 1
    wanted.cpuparams.n_threads = wanted.cpuparams_batch.n_threads = loading.threads
    wanted.cache_ram_mib, wanted.cache_idle_slots = 0, False
    wanted.verbosity, wanted.fit_params, wanted.ui, wanted.endpoint_slots = 0, False, False, False
    wanted.api_keys = [secrets.token_hex(32)]
    try:
        return llama.Server(wanted)
    except RuntimeError as error:
        raise ModelUnavailable(
            name, f"llama.cpp could not load {loading.path} ({error})", "check that the file is whole and fits memory"
        ) from None


def body(name: str, request: Request) -> Fields:
    """The request as llama.cpp takes it. The seed follows from the run's seed and the scope, always."""
    return {
        "messages": [{"role": message.speaker, "content": message.text} for message in request.messages],
        "seed": draw_seed(request.sampling.seed, request.scope),
        "cache_prompt": True,
        "stream": True,
        "stream_options": {"include_usage": True},
        **sampled(name, request.sampling),
        **shaped(name, request.shape),
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


def shaped(name: str, shape: Shape | None) -> Fields:
    """A grammar rather than a schema, because it can say more; a schema without room for blanks, where that works."""
    if shape is not None and shape.grammar is not None:
        return {"grammar": shape.grammar}
    if shape is None or shape.schema is None:
        return {}
    if not load(name).json_schema_to_grammar({"type": "string"}).startswith(GUIDED):
        return {"json_schema": dict(shape.schema)}
    tight = {**shape.schema, "x-guidance": {"whitespace_flexible": False}}
    return {"grammar": f"{GUIDED} {{}}\nstart: %json {json.dumps(tight)}"}


def processors() -> int:
    """How many processors this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1
