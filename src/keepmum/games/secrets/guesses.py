"""A guess is `GUESS Name = WORD`, wherever it stands in a message, in whatever brackets, quotes and emphasis.

A message may guess at several players, at each one word: what names two words for one player, in one guess ("ECHO or
NOMAD") or in several, guesses neither.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from keepmum.core.fold import fold
from keepmum.games.secrets.names import Roster

_MARKS = r"[\s*_`~\"“”'‘’«»()\[\]{}<>]"
_WORD = r"(?:(?:[^\W\d_] ){2,19}[^\W\d_](?!\w)|[^\W\d_]+(?:[-'’·][^\W\d_]+|(?<=\b[^\W\d_])\.(?=[^\W\d_]\b)[^\W\d_])*)"
_IDIOMS = r"(?:not|no|nothing|so|something|bust|else|i|we|what|never|am|are|is)"
_SECOND = (
    rf"{_MARKS}{{0,4}}[?!,]?{_MARKS}{{0,4}}(?:(?<!<)/|\||\b(?:or|and)\b|&)"
    rf"{_MARKS}{{0,4}}(?:(?:perhaps|maybe|possibly|probably|else|even|rather)\b{_MARKS}{{1,4}})?"
    rf"(?!{_IDIOMS}\b)(?:(?-i:[A-Z]{{3,20}}\b)(?<!GUESS)(?<!NOT)"
    rf"|(?<!and )(?<!AND ){_WORD}(?={_MARKS}{{0,4}}(?:[.,;:!?]|\Z)))"
)
_GUESS = re.compile(
    rf"(?<![^\W_])guess(?![^\W_])(?:{_MARKS}|[:,>–—-]){{0,8}}"
    r"(?P<name>[@#]?(?!(?:guess|who|what|that|how|why)\b)[^\W_](?:(?!\bguess\b|\.\s)[\w .#-]){0,29}?)"
    r"(?:['’]s?(?:\s{1,3}(?:secret\s{1,3})?(?:word|secret))?)?"
    rf"{_MARKS}{{0,6}}(?:==?|:=|＝){_MARKS}{{0,6}}"
    rf"(?P<word>{_WORD})"
    rf"(?P<second>{_SECOND})?",
    re.IGNORECASE,
)
_SHOUTED = re.compile(r"[A-Z]{2,}(?=-[a-z]|-[A-Z][a-z])")


class Attempt(NamedTuple):
    """A guess as it was written: at whom (None: at nobody of the table), and the word (empty where it names two)."""

    victim: int | None
    word: str


def guesses_in(text: str, roster: Roster) -> Iterator[Attempt]:
    """Every guess in `text`, in order."""
    for found in _GUESS.finditer(text):
        yield Attempt(roster.seat_named(found["name"]), "" if found["second"] else _guessed(found["word"]))


def torn(attempts: list[Attempt]) -> set[int]:
    """The victims at whom one message guesses different words: none of these guesses counts."""
    words: dict[int, set[str]] = {}
    for victim, word in attempts:
        if victim is not None:
            words.setdefault(victim, set()).add(fold(word))
    return {victim for victim, different in words.items() if len(different) > 1}


def is_right(attempt: Attempt, secret: str) -> bool:
    """Whether the guess is the secret: the same word after folding, no other form of it."""
    return bool(attempt.word) and fold(attempt.word) == fold(secret)


def without_guesses(text: str) -> str:
    """`text` with a full stop in place of each guess, so that what stands beside one is read by itself."""
    return _GUESS.sub(". ", text)


def guess_line(victim: str, word: str) -> str:
    """A guess at the player of this name as a bot writes it."""
    return f"GUESS {victim} = {word.upper()}."


def _guessed(written: str) -> str:
    """The word of a guess: in "ECHO-final answer" a hyphen does for a dash, and "either" begins two words."""
    if fold(written) == "either":
        return ""
    shouted = _SHOUTED.match(written)
    return shouted[0] if shouted else written
