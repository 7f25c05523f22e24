"""Who a sentence speaks to: a player named at its start or end, or set off by commas, and not merely spoken of."""

from __future__ import annotations

import re
from collections.abc import Iterator

from keepmum.games.secrets.names import Mention, Roster

NEAR = 80
"""So many characters before and after a name say whether it is spoken to."""

_LEAD = (
    r"(?:and|so|but|now|then|hey|hi|hello|dear|ok|okay|well|ah|oh|my|a|one|quick|question|yes or no|yes|no|sorry"
    r"|please|come"
    r"|come on|listen|look|look here|alright|all right|right|fine|again|(?:tell|answer) me(?: this)?|i ask(?: you)?)"
)
_AT_START = re.compile(rf"(?:\A|[,:;.!?…(—–]|\s-)\W*(?:{_LEAD}\W+)*(?:(?:for|to)\W+)?\Z", re.IGNORECASE)
_AT_END = re.compile(r"\W*\Z|\s*[,:;!?—–)]|\s+-\s|\s+and I\b")
_THEN_ASKED = re.compile(
    r"\s+(?:is|are|was|do|does|did|has|have|can|could|will|would|should|might) (?:it|you|your|yours|i|this)\b"
    r"|\s+(?:your|tell|answer|confess|truthfully)\b",
    re.IGNORECASE,
)
_ASIDE = re.compile(r"\b(?:ask|asking|to|for|you|back at|at)\s*\Z", re.IGNORECASE)
_TOPIC = re.compile(r"['’]s?\s(?:own |secret |hidden )?(?:word|secret)\s*[:—–]", re.IGNORECASE)
_OWNS = re.compile(r"['’](?!\w{2})s?(?!\w)")
_GUESSED = re.compile(r"(?:\bguess|=)\W*\Z", re.IGNORECASE)
_JOINED = re.compile(r"\s*(?:,|,?\s*(?:and|&|or))\s*", re.IGNORECASE)


def spoken_to(sentence: str, roster: Roster) -> tuple[int, ...]:
    """The seats that a sentence speaks to, each once, in the order in which it names them."""
    return tuple(dict.fromkeys(_spoken_to(sentence, list(roster.mentions(sentence)))))


def _spoken_to(sentence: str, found: list[Mention]) -> Iterator[int]:
    vocative = [_vocative(sentence, mention) for mention in found]
    for place, mention in enumerate(found):
        if vocative[place]:
            yield mention.seat
        elif place + 1 < len(found) and vocative[place + 1]:
            between = sentence[mention.end : found[place + 1].start][:NEAR]
            if _JOINED.fullmatch(between) and not _GUESSED.search(_before(sentence, mention)):
                yield mention.seat


def _before(sentence: str, mention: Mention) -> str:
    """The characters near before a name; where the sentence begins further off, that is seen."""
    begins = max(0, mention.start - NEAR)
    return f"{'x' if begins else ''}{sentence[begins : mention.start]}"


def _vocative(sentence: str, mention: Mention) -> bool:
    before, after = _before(sentence, mention), sentence[mention.end : mention.end + NEAR]
    if _TOPIC.match(after) and _AT_START.search(before):
        return True
    if _OWNS.match(after) or _GUESSED.search(before) or re.match(r"\s*=", after):
        return False
    if sentence[mention.start] == "@" or _THEN_ASKED.match(after):
        return True
    set_off = _AT_END.match(after) is not None
    joined = re.search(r"(?:,|\b(?:and|or)|&)\s*\Z", before, re.IGNORECASE) is not None
    return set_off and bool(_AT_START.search(before) or _ASIDE.search(before) or joined)
