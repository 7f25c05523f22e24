"""A speech is taken as it was said, without what a listener's screen should not be sent."""

from __future__ import annotations

import re
import unicodedata

from keepmum.core.agent import Reading, Status
from keepmum.core.ask import LONGEST_WORD, Speech
from keepmum.core.parse.fault import fault
from keepmum.core.parse.plain import BLANK
from keepmum.core.parse.thought import split_thought

JOINERS = "\u200c\u200d"
CONTROL = re.compile(r"<\|[^<>|\s]{1,40}\|>")

_ESCAPES = re.compile(
    r"(?:\x1b\[|\x9b)[0-?]{0,40}[ -/]{0,4}[@-~]?"
    r"|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])(?:[^\x07\x1b\x9c]{0,200}(?:\x07|\x1b\\|\x9c))?"
    r"|\x1b[ -~]?"
)


def longest(ask: Speech) -> int:
    """The most characters that a speech may have."""
    return LONGEST_WORD * max(ask.max_words, 1)


def read_speech(ask: Speech, text: str) -> Reading:
    """What `text` comes to as a speech: trimmed, without thoughts, escapes and characters that nobody sees."""
    said = split_thought(_clean(text))[0]
    if all(char.isspace() or char in JOINERS for char in said):
        return fault(ask, Status.EMPTY, "It says nothing.")
    if control := CONTROL.search(said):
        return fault(ask, Status.UNPARSABLE, f"It holds {control[0]!r}, which is a model's control token.")
    words = len(said.split())
    if words > ask.max_words:
        return fault(ask, Status.TOO_LONG, f"It has {words} words.")
    if len(said) > longest(ask):
        return fault(ask, Status.TOO_LONG, f"It has {len(said)} characters; at most {longest(ask)} are allowed.")
    return Reading(Status.OK, said)


def _clean(text: str) -> str:
    if text.isprintable():
        return text.strip()
    return "".join(map(_shown, _ESCAPES.sub("", text.replace("\r\n", "\n")))).strip(BLANK)


def _shown(char: str) -> str:
    """Line breaks and joiners stay, other controls go: reversed text, escapes, letters that carry hidden messages."""
    if char.isspace():
        return char if char in " \n\u3000" else " "
    return char if char in JOINERS or unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Co") else ""
