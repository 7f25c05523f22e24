"""A fault is a reading without an action, with a reason that can be shown to the player for another try."""

from __future__ import annotations

import re

from keepmum.core.agent import Reading, Status
from keepmum.core.ask import Ask
from keepmum.core.schema import instruction
from keepmum.core.visible import visible

LONGEST_QUOTE = 60

_REFUSAL = re.compile(
    r"\b(?:i ?a?'?m (?:very |really |so )?sorry|i apologi[sz]e|as an? (?:ai|large language model|language model)"
    r"|i (?:can'?t|cannot|can not|won'?t|will not|refuse|decline|must decline|have to decline|would rather not)"
    r"|i'd rather not|i ?a?'?m (?:unable|not able|not going to|not allowed|not comfortable)"
    r"|i (?:don't|do not) (?:feel comfortable|want to)|against my (?:guidelines|programming))\b"
)


def fault(ask: Ask, status: Status, what: str) -> Reading:
    """A reading with `status`; its reason says what was wrong, and then what is asked."""
    return Reading(status, None, f"{what} {instruction(ask)}")


def refuses(plain: str) -> bool:
    """Whether casefolded text with straight quotes reads like declining to answer."""
    return _REFUSAL.search(plain) is not None


def quoted(text: str) -> str:
    """The beginning of `text` in quotes, with everything invisible written out."""
    return f'"{visible(text, LONGEST_QUOTE)}"'
