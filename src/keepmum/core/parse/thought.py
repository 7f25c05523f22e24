"""A thought is what stands between the marks that models put around it: private, and never an answer."""

from __future__ import annotations

import re
from collections.abc import Iterable

_MARK = re.compile(
    r"<\s{0,2}(?P<angle>/?)\s{0,2}(?:seed:)?(?:think|thinking|thought|reasoning)\b(?P<rest>[^<>]{0,40})>?"
    r"|\[(?P<square>/?)think\]"
    r"|◁(?P<triangle>/?)think▷"
    r"|<\|channel\|>\s{0,2}(?P<channel>\w{0,20})(?:[^<]{0,80}(?:<\|constrain\|>[^<]{0,20})?<\|message\|>)?"
    r"|<\|(?:start\|>(?:assistant)?|(?:end|return|call)\|>)",
    re.IGNORECASE,
)


def split_thought(text: str) -> tuple[str, str]:
    """The answer and the private thought of a reply, both trimmed.

    Thoughts may be several and nested. A closing mark without an opening one ends a thought that began with the text
    (chat templates write the opening mark themselves). A thought that never ends leaves no answer. Of a reply in
    channels (OpenAI's Harmony format) only what follows `final` is the answer.
    """
    answers: list[str] = []
    thoughts: list[str] = []
    depth = start = 0
    for mark in _MARK.finditer(text):
        (thoughts if depth else answers).append(text[start : mark.start()])
        turn = _turn(mark, depth)
        if turn < 0 and depth + turn <= 0 and (not depth or mark["channel"]):
            thoughts += answers
            answers.clear()
        depth = max(depth + turn, 0)
        start = mark.end()
    (thoughts if depth else answers).append(text[start:])
    return "" if depth else _lines(answers), _lines(thoughts)


def _turn(mark: re.Match[str], depth: int) -> int:
    """How many levels a mark goes down into thought; every channel but the final one is private."""
    channel = mark["channel"]
    if channel is not None:
        return -max(depth, 1) if channel.lower() == "final" else 1
    sides = [side for side in (mark["angle"], mark["square"], mark["triangle"]) if side is not None]
    if not sides or (mark["rest"] or "").rstrip().endswith("/"):
        return 0
    return -1 if sides[0] else 1


def _lines(parts: Iterable[str]) -> str:
    return "\n".join(part for part in map(str.strip, parts) if part)
