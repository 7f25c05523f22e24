"""What a model thinks aloud before it answers is taken out of the text and kept apart."""

from __future__ import annotations

import re

OPENING = re.compile(r"\s*<(think|thinking|thought)>", re.IGNORECASE)


def split(text: str) -> tuple[str, str]:
    """(spoken, thought): `<think>…</think>` blocks at the start are thought; one left open takes all that follows.

    Some chat templates put the opening tag into the prompt, so a text may hold the closing tag alone: then all up to
    it is thought. Tags further on, inside the answer, are the answer's own.
    """
    thoughts: list[str] = []
    while opening := OPENING.match(text):
        thought, closed, text = cut(text[opening.end() :], opening[1])
        thoughts.append(thought)
        if not closed:
            return "", joined(thoughts)
    if not thoughts and (unopened := re.search(r"</think>", text)) and "<think>" not in text:
        return text[unopened.end() :].strip(), text[: unopened.start()].strip()
    return (text.strip() if thoughts else text), joined(thoughts)


def cut(text: str, tag: str) -> tuple[str, bool, str]:
    """(before the closing tag, whether there is one, after it)."""
    closing = re.search(f"</{tag}>", text, re.IGNORECASE)
    if closing is None:
        return text, False, ""
    return text[: closing.start()], True, text[closing.end() :]


def joined(thoughts: list[str]) -> str:
    return "\n".join(kept for thought in thoughts if (kept := thought.strip()))
