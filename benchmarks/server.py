"""A local server that speaks the chat-completions protocol, as slowly and as badly as one asks it to.

Tests start it in a thread (`with running(delay=0.01) as server: server.url`), benchmarks as a process of its own:

    python benchmarks/server.py --delay 0.05 --fault 429=0.05 --fault reset=0.01

prints its address, `http://127.0.0.1:PORT/v1`, and serves until it is killed. Needs only the standard library.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
import random
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

Body = dict[str, Any]
Answer = Callable[[Body], "str | Body"]

CLUES = ("copper", "river", "lantern", "engine", "velvet", "harvest", "marble", "signal", "orchard", "anchor")
REASONS = {200: "OK", 206: "Partial Content", 404: "Not Found", 416: "Range Not Satisfiable", 429: "Too Many Requests"}


@dataclass(frozen=True, slots=True)
class Fault:
    """How one answer differs from a good one; what is None stays as it is in the good answer.

    `cut` bytes of the body are sent, then the connection is closed; `reset` sends nothing and closes at once.
    """

    status: int | None = None
    headers: tuple[tuple[str, str], ...] = ()
    body: bytes | None = None
    cut: int | None = None
    reset: bool = False
    delay: float | None = None


def error(status: int, message: str, *headers: tuple[str, str], code: str | None = None) -> Fault:
    """A refusal in the shape OpenAI gives it."""
    body = {"error": {"message": message, "type": "error", "param": None, "code": code}}
    return Fault(status, headers, json.dumps(body).encode())


def body(value: object) -> Fault:
    """Status 200 with `value` as JSON in place of a chat completion."""
    return Fault(body=json.dumps(value).encode())


FAULTS: Mapping[str, Fault] = {
    "429": error(429, "slow down", ("Retry-After", "0")),
    "500": error(500, "it broke"),
    "503": error(503, "overloaded"),
    "reset": Fault(reset=True),
    "half": Fault(cut=40),
    "html": Fault(headers=(("Content-Type", "text/html"),), body=b"<html><body>Bad gateway</body></html>"),
    "truncated": Fault(body=b'{"choices": [{"mess'),
    "empty": body({"choices": [], "usage": None}),
    "null": body({"choices": [{"message": {"content": None}, "finish_reason": "stop"}]}),
    "tools": body({"choices": [{"message": {"content": None, "tool_calls": [{}]}, "finish_reason": "tool_calls"}]}),
    "error200": body({"error": {"message": "upstream failed", "code": 502}}),
    "401": error(401, "bad key", code="invalid_api_key"),
    "404": error(404, "no such model", code="model_not_found"),
    "slow": Fault(delay=30.0),
}


@dataclass(frozen=True, slots=True)
class Seen:
    """One request as it arrived; header names are in lower case."""

    method: str
    path: str
    headers: dict[str, str]
    content: bytes

    @property
    def body(self) -> Body:
        return json.loads(self.content or b"{}")


def clue(request: Body) -> str:
    """A common word fixed by the messages, or the smallest text that fits the JSON schema asked for."""
    shape = (request.get("response_format") or {}).get("json_schema")
    if shape:
        return json.dumps(fit(shape["schema"], digest(request)))
    return CLUES[digest(request) % len(CLUES)]


def digest(request: Body) -> int:
    return int.from_bytes(hashlib.sha256(json.dumps(request["messages"]).encode()).digest()[:4])


def fit(schema: Body, draw: int) -> object:
    """Some value that `schema` allows, chosen by `draw`; knows enums, constants, objects, arrays and plain types."""
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return schema["enum"][draw % len(schema["enum"])]
    kinds: dict[str, Callable[[], object]] = {
        "object": lambda: {name: fit(part, draw) for name, part in schema.get("properties", {}).items()},
        "array": lambda: [fit(schema["items"], draw + n) for n in range(schema.get("minItems", 1))],
        "integer": lambda: schema.get("minimum", 0),
        "number": lambda: schema.get("minimum", 0),
        "boolean": lambda: bool(draw % 2),
    }
    return kinds.get(schema.get("type", "string"), lambda: CLUES[draw % len(CLUES)])()


def completion(request: Body, said: str | Body) -> Body:
    """A whole chat completion around a text; a dict passes through as it is."""
    if isinstance(said, dict):
        return said
    words = sum(len(str(m.get("content"))) for m in request.get("messages", ())) // 4
    usage = {
        "prompt_tokens": words,
        "completion_tokens": len(said) // 4 + 1,
        "total_tokens": words + len(said) // 4 + 1,
    }
    choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": said}}
    return {"id": "c", "object": "chat.completion", "created": 0, "model": request.get("model"), "choices": [choice],
            "usage": usage}  # fmt: skip


@dataclass(slots=True)
class Server:
    """What to answer, how late, and what arrived; `plan` is used up answer by answer, then all are good."""

    answer: Answer = clue
    delay: float = 0.0
    plan: deque[Fault | None] = field(default_factory=lambda: deque[Fault | None]())
    files: dict[str, bytes] = field(default_factory=dict[str, bytes])
    odds: dict[str, float] = field(default_factory=dict[str, float])
    ranges: bool = True
    seen: deque[Seen] = field(default_factory=lambda: deque[Seen](maxlen=1000))
    port: int = 0
    waiting: int = 0
    most_waiting: int = 0
    random: random.Random = field(default_factory=lambda: random.Random(0))

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    @property
    def root(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def misbehave(self, *faults: str | Fault | None) -> None:
        """Put faults, by name or value, at the end of the plan; None is a good answer."""
        self.plan.extend(FAULTS[f] if isinstance(f, str) else f for f in faults)

    def fault(self) -> Fault:
        if self.plan:
            return self.plan.popleft() or Fault()
        for name, chance in self.odds.items():
            if self.random.random() < chance:
                return FAULTS[name]
        return Fault()

    def respond(self, seen: Seen) -> Fault:
        """The good answer to a request, with what the plan changes in it."""
        self.seen.append(seen)
        good = self.file(seen) if seen.method == "GET" else self.chat(seen)
        fault = self.fault()
        changed = {name: value for name in ("status", "body", "delay") if (value := getattr(fault, name)) is not None}
        return replace(good, **changed, headers=good.headers + fault.headers, cut=fault.cut, reset=fault.reset)

    def chat(self, seen: Seen) -> Fault:
        said = json.dumps(completion(seen.body, self.answer(seen.body)))
        return Fault(200, (("Content-Type", "application/json"),), said.encode(), delay=self.delay)

    def file(self, seen: Seen) -> Fault:
        content = self.files.get(seen.path)
        if content is None:
            return replace(error(404, "no such file"), delay=0.0)
        start = seen.headers.get("range", "").removeprefix("bytes=").removesuffix("-")
        if not (self.ranges and start):
            return Fault(200, (), content, delay=0.0)
        if int(start) >= len(content):
            return Fault(416, (("Content-Range", f"bytes */{len(content)}"),), b"", delay=0.0)
        span = f"bytes {start}-{len(content) - 1}/{len(content)}"
        return Fault(206, (("Content-Range", span),), content[int(start) :], delay=0.0)


class Connection(asyncio.Protocol):
    """One client's connection: requests in, answers out, one after the other."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.buffer = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        head, gap, rest = self.buffer.partition(b"\r\n\r\n")
        if not gap:
            return
        first, *lines = head.decode("latin-1").split("\r\n")
        headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
        length = int(headers.get("content-length", 0))
        if len(rest) >= length:
            self.buffer = rest[length:]
            method, path, _ = first.split(" ")
            self.serve(Seen(method, path, headers, rest[:length]))

    def serve(self, seen: Seen) -> None:
        reply = self.server.respond(seen)
        self.server.waiting += 1
        self.server.most_waiting = max(self.server.most_waiting, self.server.waiting)
        if reply.delay:
            asyncio.get_running_loop().call_later(reply.delay, self.send, reply)
        else:
            self.send(reply)

    def send(self, reply: Fault) -> None:
        self.server.waiting -= 1
        if reply.reset:
            return self.transport.abort()
        status, content = reply.status or 200, reply.body or b""
        headers = "".join(f"{name}: {value}\r\n" for name, value in reply.headers)
        head = f"HTTP/1.1 {status} {REASONS.get(status, 'Status')}\r\nContent-Length: {len(content)}\r\n{headers}\r\n"
        self.transport.write(head.encode("latin-1") + content[: reply.cut])
        return self.transport.close() if reply.cut is not None else None


async def serve(server: Server, ready: Callable[[], None], stop: asyncio.Event) -> None:
    """Listen on 127.0.0.1 (any free port if `server.port` is 0) until `stop` is set."""
    loop = asyncio.get_running_loop()
    listening = await loop.create_server(lambda: Connection(server), "127.0.0.1", server.port)
    server.port = listening.sockets[0].getsockname()[1]
    ready()
    await stop.wait()
    listening.close()


@contextmanager
def running(answer: Answer = clue, *, delay: float = 0.0, plan: Iterable[Fault | None] = ()) -> Iterator[Server]:
    """The server in a thread of this process."""
    server, up, stop, loop = (
        Server(answer, delay, deque(plan)),
        threading.Event(),
        asyncio.Event(),
        asyncio.new_event_loop(),
    )
    thread = threading.Thread(target=loop.run_until_complete, args=(serve(server, up.set, stop),), daemon=True)
    thread.start()
    up.wait()
    try:
        yield server
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join()
        loop.close()


def main() -> None:
    parser = argparse.ArgumentParser(description="a local chat-completions server that can be slow and faulty")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--delay", type=float, default=0.0, help="seconds before each answer")
    parser.add_argument("--fault", action="append", default=[], metavar="NAME=CHANCE", help=", ".join(FAULTS))
    options = parser.parse_args()
    odds = {name: float(chance) for name, _, chance in (text.partition("=") for text in options.fault)}
    server = Server(delay=options.delay, odds=odds, port=options.port, seen=deque(maxlen=0))
    asyncio.run(serve(server, lambda: print(server.url, flush=True), asyncio.Event()))


if __name__ == "__main__":
    main()
