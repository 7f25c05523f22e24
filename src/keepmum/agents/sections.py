"""Sections part a reply into a private thought and an answer; what is not in the answer's section is never spoken."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

from keepmum.core.schema import THOUGHT

_MARK = re.compile(
    r"(?:#{1,4} ?|\*\*|__)?\[\s{0,2}(?P<end>/?)\s{0,2}(?P<name>thought|answer)\s{0,2}\](?:\*\*|__)?:?(?:\*\*|__)?",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Sections:
    """The two parts of a reply. `missing` says what is wrong where they cannot be told apart, else it is empty."""

    thought: str = ""
    answer: str = ""
    missing: str = ""


def split_sections(text: str) -> Sections:
    """The sections [THOUGHT] and [ANSWER] of a reply, or the fields of a JSON object that begins with a thought.

    Each mark must come exactly once, and the thought must say something. Text outside both sections is thought.
    """
    fields = _fields(text)
    if fields is not None:
        thought = fields.pop(THOUGHT)
        return Sections(str(thought), json.dumps(fields, ensure_ascii=False))
    parts: dict[str, list[str]] = {"thought": [], "answer": []}
    here, start = "thought", 0
    counts = {"thought": 0, "answer": 0}
    for mark in _MARK.finditer(text):
        parts[here].append(text[start : mark.start()].strip())
        start = mark.end()
        here = "thought" if mark["end"] else mark["name"].lower()
        counts[here] += not mark["end"]
    parts[here].append(text[start:].strip())
    thought, answer = ("\n".join(filter(None, parts[name])) for name in ("thought", "answer"))
    return Sections(thought, answer, _missing(counts, thought))


def _missing(counts: dict[str, int], thought: str) -> str:
    for name, count in counts.items():
        if count != 1:
            how = "There is no" if count == 0 else f"There are {count} of the"
            return f"{how} section{'s' if count else ''} [{name.upper()}]; both sections are needed, each once."
    return "" if thought else "The section [THOUGHT] is empty."


def _fields(text: str) -> dict[str, Any] | None:
    """The object of a reply in JSON that has a thought and something besides."""
    if not text.startswith("{"):
        return None
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) and len(found) > 1 and isinstance(found.get(THOUGHT), str) else None
