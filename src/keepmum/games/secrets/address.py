"""Who a sentence speaks to: a player named at its start or end, or set off by commas, and not merely spoken of."""

from __future__ import annotations

import re
from collections.abc import Iterator

from keepmum.games.secrets.names import Mention, Roster

_LEAD = r"(?:and|so|but|now|then|hey|hi|dear|ok|okay|well|ah|oh|my|a|one|quick|question|yes or no)"
_AT_START = re.compile(rf"(?:\A|[,:;.!?…(—–]|\s-)\W*(?:{_LEAD}\W+)*(?:(?:for|to)\W+)?\Z", re.IGNORECASE)
_AT_END = re.compile(r"\W*\Z|\s*[,:;!?—–)]|\s+-\s|\s+and I\b")
_THEN_ASKED = re.compile(
    r"\s+(?:is|are|was|do|does|did|has|have|can|could|will|would|should|might) (?:it|you|your|yours|i|this)\b"
    r"|\s+(?:your|tell|answer|confess|truthfully)\b",
    re.IGNORECASE,
)
_ASIDE = re.compile(r"\b(?:ask|asking|to|for|you|back at|at)\s*\Z", re.IGNORECASE)
_OWNS = re.compile(r"['’](?!\w{2})s?(?!\w)")
_GUESSED = re.compile(r"(?:\bguess|=)\W*\Z", re.IGNORECASE)
_JOINED = re.compile(r"\s*(?:,|,?\s*(?:and|&|or))\s*", re.IGNORECASE)


def spoken_to(sentence: str, roster: Roster) -> tuple[int, ...]:
    """The seats that a sentence speaks to, in the order in which it names them."""
    return tuple(_spoken_to(sentence, list(roster.mentions(sentence))))


def _spoken_to(sentence: str, found: list[Mention]) -> Iterator[int]:
    for place, mention in enumerate(found):
        if _vocative(sentence, mention):
            yield mention.seat
        elif place + 1 < len(found) and _vocative(sentence, found[place + 1]):
            between = sentence[mention.end : found[place + 1].start]
            if _JOINED.fullmatch(between) and not _GUESSED.search(sentence[: mention.start]):
                yield mention.seat


def _vocative(sentence: str, mention: Mention) -> bool:
    before, after = sentence[: mention.start], sentence[mention.end :]
    if _OWNS.match(after) or _GUESSED.search(before) or re.match(r"\s*=", after):
        return False
    if sentence[mention.start] == "@" or _THEN_ASKED.match(after):
        return True
    set_off = _AT_END.match(after) is not None
    joined = re.search(r"(?:,|\b(?:and|or)|&)\s*\Z", before, re.IGNORECASE) is not None
    return set_off and bool(_AT_START.search(before) or _ASIDE.search(before) or joined)
