"""What the tests of the models share: the misbehaving server, short requests, and a clock that does not tick."""

from __future__ import annotations

import asyncio
import importlib.util
import sys
from collections.abc import Coroutine
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

from keepmum.models.retry import Pace
from keepmum.models.seam import Completion, Message, Model, Request, Sampling, Scope, Shape

T = TypeVar("T")


def load_server() -> ModuleType:
    """`benchmarks/server.py`, by its path: that folder is no place to import from."""
    path = Path(__file__).parents[2] / "benchmarks" / "server.py"
    spec = importlib.util.spec_from_file_location("keepmum_local_server", path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


bad = load_server()


def run(work: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(work)


def ask(text: str = "one word, please", **fields: Any) -> Request:
    """A request of one message; fields of `Sampling` and `Scope` by name, `shape` as it is."""
    shape: Shape | None = fields.pop("shape", None)
    place = {name: fields.pop(name) for name in ("run", "match", "seat", "turn") if name in fields}
    return Request((Message("user", text),), Sampling(**fields), shape, Scope(**place))


def completed(model: Model, *requests: Request) -> list[Completion]:
    """The completions of some requests made one after the other; the model is closed after them."""

    async def work() -> list[Completion]:
        try:
            return [await model.complete(request) for request in requests]
        finally:
            await model.close()

    return run(work())


class StillClock:
    """Time passes only by sleeping; `slept` has every pause. Jitter is always the longest it may be."""

    def __init__(self) -> None:
        self.time = 0.0
        self.slept: list[float] = []

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.time += seconds

    @property
    def pace(self) -> Pace:
        return Pace(now=lambda: self.time, sleep=self.sleep, uniform=lambda _, most: most)
