"""What a name that leads nowhere may have been meant for: the nearest name that opens a model."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable

from keepmum.models import weights

MAKERS = frozenset(
    (
        "ai21", "allenai", "amazon", "anthropic", "baidu", "bytedance", "cohere", "deepseek", "google", "inception",
        "liquid", "meta-llama", "microsoft", "minimax", "mistralai", "moonshotai", "nousresearch", "nvidia",
        "perplexity", "qwen", "tencent", "x-ai", "xiaomi", "z-ai",
    )
)  # fmt: skip
"""Who makes models, as OpenRouter spells them in MAKER/NAME."""

MOLDS = (
    (r"[\w.-]+:\d+(/[^#]*)?#.+", "http://{}"),
    (r".+\.gguf", "local/{}"),
    (r"(gpt|chatgpt)-.+|o\d(-.+)?", "openai/{}"),
    (r"gemini-.+", "gemini/{}"),
    (r"claude-.+", "openrouter/anthropic/{}"),
    (r"grok-.+", "openrouter/x-ai/{}"),
    (r"deepseek-.+", "openrouter/deepseek/{}"),
    (r"[\w.-]+:[\w.-]+", "ollama/{}"),
)
"""How bare names of models look, and where each is to be had; the first that fits counts."""

NEAR = 0.7


def meant(name: str, kinds: Iterable[str]) -> str:
    """A name that opens, of a back end among `kinds`, or nothing where none is near."""
    first, slash, rest = name.partition("/")
    if "://" in name or not name:
        return ""
    if slash and first.casefold() in MAKERS:
        return f"openrouter/{name}"
    if slash and (near := _nearest(first, kinds)):
        return f"{near}/{rest}"
    return _bare(name, kinds) or (f"openrouter/{name}" if first and rest and "/" not in rest else "")


def _bare(name: str, kinds: Iterable[str]) -> str:
    first, colon, rest = name.partition(":")
    if colon and rest and first in {*kinds}:
        return f"{first}/{rest}"
    if own := _nearest(name, weights.names()):
        return f"local/{own}"
    return next((mold.format(name) for form, mold in MOLDS if re.fullmatch(form, name, re.IGNORECASE)), "")


def _nearest(word: str, known: Iterable[str]) -> str:
    return next(iter(difflib.get_close_matches(word.casefold(), [*known], n=1, cutoff=NEAR)), "")
