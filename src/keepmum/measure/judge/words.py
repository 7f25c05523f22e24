"""The words put to a judge are text files with slots, {{name}}, filled strictly: none may be missing or left over."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent / "prompts"
_SLOT = re.compile(r"\{\{(\w+)\}\}")


class PromptError(ValueError):
    """A prompt whose slots are not those that are filled: a fault of this project, never of a player's text."""


def rendered(name: str, **values: str) -> str:
    """The prompt of that name with its slots filled, in one pass: what fills a slot is never looked at again."""
    return filled(FOLDER / f"{name}.md", values)


def filled(path: Path, values: Mapping[str, str]) -> str:
    """A text file with its slots filled by just these values. Raises PromptError."""
    text = _text(path)
    slots = set(_SLOT.findall(text))
    if slots != set(values):
        raise PromptError(f"{path.name} has the slots {sorted(slots)}, and {sorted(values)} are given")
    return _SLOT.sub(lambda found: values[found[1]], text)


@cache
def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8").strip()
