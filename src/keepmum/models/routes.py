"""A route says where a model's name leads: which server, which key, and what that server calls things."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urlsplit

from keepmum.models.seam import ModelUnavailable

Fields = dict[str, object]
THINKS = re.compile(r"o\d|gpt-5(?!\.\d|-chat)")


@dataclass(frozen=True, slots=True)
class Route:
    """One kind of endpoint. `keys` are environment variables, the first set one counts; `keyless` servers need none."""

    prefix: str
    url: str
    keys: tuple[str, ...]
    keyless: bool = False
    limit: str = "max_tokens"
    thinking: Callable[[int], Fields] | None = None
    grammar: Callable[[str], Fields] | None = None
    extra: Fields | None = None
    free: bool = False
    reports_cost: bool = False


@dataclass(frozen=True, slots=True)
class Target:
    """A model at a route: the full name it was opened by, and the name its server knows it by."""

    name: str
    model: str
    url: str
    route: Route

    @property
    def reasons(self) -> bool:
        """Whether this is one of OpenAI's models that think first and take only the default temperature."""
        hosted = self.route.prefix in ("openai", "openrouter", "aimlapi")
        return hosted and bool(THINKS.match(self.model.rsplit("/", 1)[-1]))

    @property
    def limit(self) -> str:
        """What the server calls the limit on output tokens."""
        return "max_completion_tokens" if self.reasons and self.route.prefix == "aimlapi" else self.route.limit


def gemini_thinking(tokens: int) -> Fields:
    return {"extra_body": {"google": {"thinking_config": {"thinking_budget": tokens}}}}


def openrouter_thinking(tokens: int) -> Fields:
    return {"reasoning": {"max_tokens": tokens}}


def own_grammar(grammar: str) -> Fields:
    """Under the names that llama.cpp, SGLang and vLLM have for it; each passes over the others'."""
    return {"grammar": grammar, "ebnf": grammar, "structured_outputs": {"grammar": grammar}}


ROUTES = {
    route.prefix: route
    for route in (
        Route("openai", "https://api.openai.com/v1", ("OPENAI_API_KEY",), limit="max_completion_tokens"),
        Route("openrouter", "https://openrouter.ai/api/v1", ("OPENROUTER_API_KEY",), thinking=openrouter_thinking,
              extra={"usage": {"include": True}}, reports_cost=True),
        Route("aimlapi", "https://api.aimlapi.com/v1", ("AIMLAPI_API_KEY", "AIML_API_KEY")),
        Route("gemini", "https://generativelanguage.googleapis.com/v1beta/openai", ("GEMINI_API_KEY", "GOOGLE_API_KEY"),
              thinking=gemini_thinking),
        Route("ollama", "http://127.0.0.1:11434/v1", (), keyless=True, free=True),
        Route("http", "", ("KEEPMUM_API_KEY",), keyless=True, grammar=own_grammar),
        Route("https", "", ("KEEPMUM_API_KEY",), keyless=True, grammar=own_grammar),
    )
}  # fmt: skip


def resolve(name: str) -> Target:
    """`PREFIX/NAME` or `http(s)://HOST/PATH#NAME` as a target; ModelUnavailable says what is wrong with the name."""
    if name.startswith(("http://", "https://")):
        return own_server(name)
    prefix, _, model = name.partition("/")
    if not model:
        raise ModelUnavailable(name, "the name of the model is missing", f"write {prefix}/NAME")
    return Target(name, model, ROUTES[prefix].url, ROUTES[prefix])


def own_server(name: str) -> Target:
    """A user's own endpoint. Its address is written into records, so nothing secret may stand in it."""
    url, _, model = name.partition("#")
    scheme, _, rest = url.partition("://")
    if "@" in rest or "?" in rest:
        raise ModelUnavailable(
            f"{scheme}://…", "the address holds a password or a query, and addresses are recorded",
            "put the secret into KEEPMUM_API_KEY and leave it out of the address",
        )  # fmt: skip
    if not (model and possible(url)):
        raise ModelUnavailable(name, "the model is missing or the address is none", "write http://HOST:PORT/v1#NAME")
    return Target(name, model, url.rstrip("/"), ROUTES[scheme])


def possible(url: str) -> bool:
    """Whether an address has a host and, if it names one, a port there can be."""
    try:
        parts = urlsplit(url)
        return bool(parts.hostname) and parts.port != 0 and not any(map(str.isspace, url))
    except ValueError:
        return False
