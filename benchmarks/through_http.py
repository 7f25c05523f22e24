"""A run through HTTP against the bare client: calls a second with 100 matches at once, and memory over the run.

    python benchmarks/through_http.py [matches] [rounds]

A local server answers after 50 ms, in a process of its own. The bare loop sends the very requests of such matches
through the same client library, 100 callers at once, and does nothing with the answers. Rounds alternate, so that a
drift of the machine's speed hits both. Wanted: at least 95 % of the bare loop's calls a second, and memory that does
not grow with the number of matches played.
"""

from __future__ import annotations

import asyncio
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

import msgspec

from keepmum import registry
from keepmum.agents.seam import Seating, Setting
from keepmum.agents.spec import parse_spec
from keepmum.assembly import Request, assemble
from keepmum.models.open import open_model
from keepmum.models.payload import encode
from keepmum.models.routes import resolve
from keepmum.models.seam import Completion
from keepmum.models.seam import Request as ModelRequest
from keepmum.play.folder import RunFolder, read_run
from keepmum.play.records import Record
from keepmum.play.run import Plan, play_number, play_run

AT_ONCE = 100
DELAY = "0.05"


@contextmanager
def server() -> Iterator[str]:
    """The address of a local server in a process of its own."""
    program = Path(__file__).with_name("server.py")
    command = [sys.executable, str(program), "--delay", DELAY]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout
        yield process.stdout.readline().strip()
    finally:
        process.kill()


class Recording:
    """A model that keeps the body of every request it passes on."""

    def __init__(self, name: str) -> None:
        self.bodies: list[dict[str, Any]] = []
        self.name = name
        self._target = resolve(name)
        self.inner = open_model(name)

    async def complete(self, request: ModelRequest) -> Completion:
        self.bodies.append(msgspec.json.decode(encode(self._target, request)[0]))
        return await self.inner.complete(request)


async def bodies(url: str) -> list[dict[str, Any]]:
    """The body of every request in ten matches, as a run would send them."""
    kind = registry.game("chameleon")
    options = kind.options()
    recording = Recording(f"{url}#m")
    setting = Setting(kind, asdict(options), lambda name: recording)  # type: ignore[arg-type, return-value]
    sitter = registry.agent("chat")(parse_spec(f"chat:{url}#m?constrain=yes"), setting)
    plan = Plan(kind, options, {"all": "x"}, 1, lambda agent, m, s, rng: sitter(Seating("x", m, s, rng)))
    for match in range(10):
        await play_number(plan, match)
    await recording.inner.close()
    return recording.bodies


async def bare(url: str, calls: int, sent: list[dict[str, Any]]) -> float:
    """Calls a second of the client library alone, on the same transport as ours."""
    from openai import AsyncOpenAI, DefaultAioHttpClient

    left = iter(range(calls))
    async with AsyncOpenAI(base_url=url, api_key="none", max_retries=0, http_client=DefaultAioHttpClient()) as client:

        async def caller() -> None:
            for number in left:
                await client.chat.completions.create(**sent[number % len(sent)])

        started = time.perf_counter()
        await asyncio.gather(*[caller() for _ in range(AT_ONCE)])
        return calls / (time.perf_counter() - started)


class Watching:
    """Takes the size of the process at each fifth of the run."""

    def __init__(self, matches: int) -> None:
        self.played = 0
        self.every = max(1, matches // 5)
        self.sizes: list[int] = []

    def already(self, record: Record) -> None: ...

    def finished(self, record: Record) -> None:
        self.played += 1
        if self.played % self.every == 0:
            self.sizes.append(resident())


def resident() -> int:
    """The process's memory in MB."""
    pages = int(Path("/proc/self/statm").read_text().split()[1]) if Path("/proc/self/statm").exists() else 0
    return pages * resource.getpagesize() // 2**20


async def ours(url: str, matches: int) -> tuple[float, int, list[int]]:
    """Calls a second of a run, how many calls it made, and its memory at each fifth."""
    kind = registry.game("chameleon")
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder, "run")
        request = Request(kind, kind.options(), (f"all=chat:{url}#m?constrain=yes",), cache=out / "calls.sqlite")
        assembly = assemble(request)
        watching = Watching(matches)
        with RunFolder(out, assembly.manifest) as run:
            started = time.perf_counter()
            await play_run(assembly.plan, run, matches, AT_ONCE, watching)
            seconds = time.perf_counter() - started
        await assembly.close()
        calls = sum(len(reply.calls) for record in read_run(out) for reply in record.replies)
    return calls / seconds, calls, watching.sizes


def main() -> None:
    matches = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 3
    ratios: list[float] = []
    with server() as url:
        messages = asyncio.run(bodies(url))
        asyncio.run(bare(url, 500, messages))
        for _ in range(rounds):
            rate, calls, sizes = asyncio.run(ours(url, matches))
            alone = asyncio.run(bare(url, calls, messages))
            ratios.append(rate / alone)
            print(f"run {rate:,.0f} calls/s, bare loop {alone:,.0f} calls/s, {rate / alone:.1%}; memory in MB {sizes}")
    print(f"through HTTP: {statistics.median(ratios):.1%} of the bare loop (median of {rounds})")


if __name__ == "__main__":
    main()
