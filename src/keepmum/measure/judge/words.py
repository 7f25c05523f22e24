"""The words put to a judge are text files with slots, {{name}}, filled strictly: none may be missing or left over."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent / "prompts"
_SLOT = re.compile(r"\{\{(\w+)\}\}")


class PromptError(ValueError):
    """A prompt whose slots are not those that are filled: a fault of this project, never of a player's text."""


def rendered(name: str, **values: str) -> str:
    """The prompt of that name with its slots filled, in one pass: what fills a slot is never looked at again."""
    text = _text(name)
    slots = set(_SLOT.findall(text))
    if slots != set(values):
        raise PromptError(f"{name}.md has the slots {sorted(slots)}, and {sorted(values)} are given")
    return _SLOT.sub(lambda found: values[found[1]], text)


@cache
def _text(name: str) -> str:
    return (FOLDER / f"{name}.md").read_text(encoding="utf-8").strip()
