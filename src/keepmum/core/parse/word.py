"""A word is letters of any alphabet, with apostrophes and hyphens only inside, spelled as the player spelled it."""

from __future__ import annotations

import re
import unicodedata

from keepmum.core.agent import Reading, Status
from keepmum.core.ask import Word
from keepmum.core.fold import fold
from keepmum.core.parse.fault import fault, quoted, refuses
from keepmum.core.parse.plain import BRACKETS, EMPHASIS, QUOTES, plain, unemphasised, unwrapped

NOUNS = frozenset({"word", "clue", "answer", "response"})

_DRESS = {**QUOTES, **EMPHASIS}
_STOPS = ".,;:。、，"
_INNER = re.compile(r"['’‘ʼ\-‐‑]")
_LABELLED = re.compile(
    r"(?:(?:my|the) )?(?:(?:final|chosen) )?(\w+)(?: is)?\s?:\s?(.+)"
    r"|(?:my|the) (?:(?:final|chosen) )?(\w+) is (\"[^\"]+\"|“[^”]+”|\*\*[^*]+\*\*|`[^`]+`)[.!]?",
    re.IGNORECASE | re.DOTALL,
)


def read_word(ask: Word, text: str) -> Reading:
    """What `text`, trimmed and without hidden characters, comes to as one word."""
    said = unwrapped(text, _DRESS, _STOPS)
    word = said if one_word(said) else _labelled(ask, text)
    return settled_word(ask, word) if word else _fault(ask, text, said)


def one_word(text: str) -> bool:
    """Whether `text` is one word: with a letter, and perhaps digits; not one that is spelled out as in s-t-e-a-m."""
    parts = _INNER.split(text)
    spelled_out = len(parts) > 2 and all(len(part) == 1 for part in parts)
    return any(map(str.isalpha, text)) and not spelled_out and all(part and _letters(part) for part in parts)


def settled_word(ask: Word, word: str) -> Reading:
    """The reading of exactly this word: it may be too long, or said already."""
    if len(word) > ask.longest:
        return fault(ask, Status.TOO_LONG, f"The word has {len(word)} characters; at most {ask.longest} are allowed.")
    if ask.taken and fold(word) in map(fold, ask.taken):
        return fault(ask, Status.ILLEGAL, f"{quoted(word)} has been said already.")
    refusal = ask.refusal(word)
    return fault(ask, Status.ILLEGAL, f"{refusal}.") if refusal else Reading(Status.OK, word)


def _letters(part: str) -> bool:
    marked = part[0].isalpha() or part[0].isdecimal()
    return marked and all(char.isalpha() or char.isdecimal() or unicodedata.category(char)[0] == "M" for char in part)


def _labelled(ask: Word, text: str) -> str | None:
    """The word after a label, as in "Clue: Steam". Without a colon it must stand in quotes: "my clue is vague"."""
    label = _LABELLED.fullmatch(unemphasised(text).strip()) or _LABELLED.fullmatch(text)
    if not label:
        return None
    noun, said = label.group(1) or label.group(3), label.group(2) or label.group(4)
    word = unwrapped(said, _DRESS, _STOPS)
    return word if noun.casefold() in NOUNS | {ask.about.casefold()} and one_word(word) else None


def _fault(ask: Word, text: str, said: str) -> Reading:
    if not any(map(str.isalpha, said)):
        return fault(ask, Status.UNPARSABLE, f"{quoted(text)} holds no letter.")
    if refuses(plain(text)):
        return fault(ask, Status.REFUSED, f"{quoted(text)} declines to answer.")
    if "/" in said or " or " in said.casefold():
        return fault(ask, Status.AMBIGUOUS, f"{quoted(text)} leaves open which word is meant.")
    wrong = f"{len(said.split())} words" if len(said.split()) > 1 else "not one word of letters"
    bare = " Leave the brackets away." if said[:1] in BRACKETS else ""
    return fault(ask, Status.UNPARSABLE, f"{quoted(text)} is {wrong}.{bare}")
