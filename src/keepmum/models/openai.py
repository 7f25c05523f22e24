"""One client for every server that speaks the chat-completions protocol."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING

from keepmum.models.answer import Upstream, read
from keepmum.models.key import Key, find
from keepmum.models.payload import encode
from keepmum.models.prices import FREE, Price, price
from keepmum.models.rejection import judge
from keepmum.models.retry import asked
from keepmum.models.routes import Target, resolve
from keepmum.models.seam import Completion, ModelUnavailable, Request, failed

if TYPE_CHECKING:
    from openai import AsyncOpenAI

TIMEOUT = 300.0
CONNECT = 20.0
CONNECTIONS = 10_000


class Endpoint:
    """A model behind an OpenAI-compatible server. One attempt a call: `retry` makes the others.

    Uses the SDK's client for connections, addresses and keys, but writes and reads the JSON itself, which takes less
    than half of the processor time of the SDK's own `create`. To be used within one event loop. Raises
    ModelUnavailable for a name that leads nowhere.
    """

    def __init__(self, name: str, *, timeout: float = TIMEOUT) -> None:
        self.name = name
        self.target: Target = resolve(name)
        self.timeout = timeout
        self.price: Price | None = priced(self.target)
        self._key: Key | None = find(self.target.route.keys)
        self._client: AsyncOpenAI | None = None

    def __repr__(self) -> str:
        return f"Endpoint({self.name!r})"

    @property
    def priced(self) -> bool:
        return self.target.route.reports_cost or self.price is not None

    @property
    def _variables(self) -> str:
        return " or ".join(self.target.route.keys) or "the server's settings"

    def check(self) -> None:
        """Also loads the SDK, which takes a second that should not be any match's."""
        import_module("openai")
        if self._key is None and not self.target.route.keyless:
            raise ModelUnavailable(self.name, "no API key is set", f"set the environment variable {self._variables}")
        if self._key is not None and not self._key.usable:
            raise ModelUnavailable(
                self.name,
                f"{self._key.variable} holds characters that no key has",
                "copy the key again, without spaces",
            )

    async def complete(self, request: Request) -> Completion:
        self.check()
        content, constrained = encode(self.target, request)
        start = time.perf_counter()
        completion = await self._answered(content)
        return replace(completion, seconds=time.perf_counter() - start, constrained=constrained)

    async def close(self) -> None:
        client, self._client = self._client, None
        if client is not None:
            await client.close()

    async def _answered(self, content: bytes) -> Completion:
        from openai import APIConnectionError, APIStatusError

        try:
            async with asyncio.timeout(self.timeout):
                return self._read(await self._post(content))
        except Upstream as upstream:
            refusal = (upstream.status, upstream.body, None)
        except APIStatusError as error:
            refusal = (error.status_code, error.response.content, asked(error.response.headers))
        except TimeoutError:
            return failed("timeout", f"no answer within {self.timeout:g} s")
        except APIConnectionError as error:
            return failed("transport", self._hidden(root(error)))
        return self._judged(*refusal)  # outside, so that no error carries the server's own words along

    async def _post(self, content: bytes) -> bytes:
        import httpx2

        self._client = self._client or self._opened()
        response = await self._client.post("/chat/completions", cast_to=httpx2.Response, content=content)
        return response.content

    def _opened(self) -> AsyncOpenAI:
        """The SDK's client on its aiohttp transport, which takes a third less processor time than its default."""
        import httpx2
        from openai import AsyncOpenAI, DefaultAioHttpClient

        limits = httpx2.Limits(max_connections=CONNECTIONS, max_keepalive_connections=CONNECTIONS)
        http = DefaultAioHttpClient(timeout=httpx2.Timeout(self.timeout, connect=CONNECT), limits=limits)
        key = self._key.reveal() if self._key else "none"
        client = AsyncOpenAI(base_url=self.target.url, api_key=key, max_retries=0, http_client=http)
        if self.target.route.prefix != "openai":  # the SDK would name the user's organization to any server
            client.organization = client.project = None
        return client

    def _judged(self, status: int, content: bytes, after: float | None) -> Completion:
        safe = self._hidden(content.decode("utf-8", "replace"))
        return waiting(judge(self.name, self._variables, status, safe.encode()), after)

    def _read(self, content: bytes) -> Completion:
        """The completion in an answer; what is said in it, or quoted of a bad one, is without the key."""
        completion = read(content, self.price)
        if completion.failure is None:
            key = self._key or Key("", "")
            return replace(completion, text=key.strike(completion.text), reasoning=key.strike(completion.reasoning))
        return read(self._hidden(content.decode("utf-8", "replace")).encode(), self.price)

    def _hidden(self, text: str) -> str:
        return (self._key or Key("", "")).redact(text)


def priced(target: Target) -> Price | None:
    """What the target's tokens cost; a server of one's own at home is free, except for what it passes on elsewhere."""
    free = target.route.free and not target.model.endswith("cloud")
    return FREE if free else price(target.route.prefix, target.model)


def waiting(completion: Completion, after: float | None) -> Completion:
    """The completion, its failure carrying how long the server asked to be left alone."""
    if completion.failure is None or after is None:
        return completion
    return replace(completion, failure=replace(completion.failure, after=after))


def root(error: BaseException) -> str:
    """The first cause of an error, in words."""
    while error.__cause__ is not None:
        error = error.__cause__
    return " ".join(f"{type(error).__name__}: {error}".split()).removesuffix(":")
