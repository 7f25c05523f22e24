"""A thought is what stands inside <think>: private, and never an answer."""

from __future__ import annotations

import re
from collections.abc import Iterable

_TAG = re.compile(r"<\s{0,2}(/?)\s{0,2}(?:think|thinking|thought|reasoning)\b([^<>]{0,40})>?", re.IGNORECASE)


def split_thought(text: str) -> tuple[str, str]:
    """The answer and the private thought of a reply, both trimmed.

    Thoughts may be several and nested. A closing tag without an opening one ends a thought that began with the text
    (chat templates write the opening tag themselves). A thought that never ends leaves no answer.
    """
    if "<" not in text:
        return text.strip(), ""
    answers: list[str] = []
    thoughts: list[str] = []
    depth = start = 0
    for tag in _TAG.finditer(text):
        (thoughts if depth else answers).append(text[start : tag.start()])
        if tag.group(1) and not depth:
            thoughts += answers
            answers.clear()
        depth = max(depth + _turn(tag), 0)
        start = tag.end()
    (thoughts if depth else answers).append(text[start:])
    return "" if depth else _lines(answers), _lines(thoughts)


def _turn(tag: re.Match[str]) -> int:
    """How many levels a tag goes down into thought."""
    if tag.group(2).rstrip().endswith("/"):
        return 0
    return -1 if tag.group(1) else 1


def _lines(parts: Iterable[str]) -> str:
    return "\n".join(part for part in map(str.strip, parts) if part)
