"""Whether two names lead to the same model, whoever serves it: a judge must be none of the players' models."""

from __future__ import annotations

import re
from urllib.parse import unquote

_VARIANT = re.compile(r":(?:free|beta|nitro|floor|online|extended|thinking|exacto)\Z")
_DATED = re.compile(r"-(?:20\d\d-?[01]\d-?[0-3]\d|(?:0[1-9]|1[0-2])[0-3]\d(?:-preview)?|latest)\Z")
_AGENT = re.compile(r"\A(?:(?!https?:)[a-z_]\w*:)+(?=.*[/#])", re.IGNORECASE)


def models_of(agent: str) -> frozenset[str]:
    """The models that an agent's specification or a model's name leads to, as `core_name` has them.

    Its own, and any that an option names; none for a bot or a person.
    """
    main, _, options = agent.partition("?")
    values = (unquote(part.partition("=")[2]) for part in options.split("&"))
    return frozenset(core_name(text) for text in (main, *values) if "/" in text or "#" in text) - {""}


def core_name(text: str) -> str:
    """What a model is called without who serves it, in which variant or under which date: "gpt-4-1" for
    "chat:openrouter/openai/GPT-4.1-2025-04-14:free"."""
    name = _AGENT.sub("", text.strip()).casefold()
    if name.startswith("scripted/"):
        return name
    name = name.partition("#")[2] or name if name.startswith(("http://", "https://")) else name
    name = _VARIANT.sub("", name.rstrip("/").rpartition("/")[2].removesuffix(".gguf"))
    return _DATED.sub("", re.sub(r"[._:\s]+", "-", name))


def shared(judge: str, agents: frozenset[str]) -> frozenset[str]:
    """Those of the agents that are the judge's own model."""
    own = models_of(judge)
    return frozenset(agent for agent in agents if models_of(agent) & own)
