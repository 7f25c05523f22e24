"""A guess is `GUESS Name = WORD`, wherever it stands in a message."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from keepmum.core.fold import fold
from keepmum.games.secrets.names import Roster

_WORD = r"[^\W\d_]+(?:[-'’.·][^\W\d_]+)*"
_GUESS = re.compile(
    r"\bguess\b[\s:*_`>-]{0,6}(?P<name>[@#]?\w[\w .#-]{0,29}?)"
    r"(?:['’]s?(?:\s+(?:secret\s+)?(?:word|secret))?)?"
    r"[\s*_`]{0,4}(?:==?|:=|＝)[\s*_`\"“”'‘’«(\[{]{0,6}"
    rf"(?P<word>{_WORD})"
    rf"(?P<more>[*_`\"“”'’»)\]]{{0,4}}\s*(?:/|\||\bor\b)\s*[*_`\"“'‘«(]{{0,4}}{_WORD})?",
    re.IGNORECASE,
)


class Attempt(NamedTuple):
    """A guess as it was written: at whom (None: at nobody of the table), and the word (empty where it names two)."""

    victim: int | None
    word: str


def guesses_in(text: str, roster: Roster) -> Iterator[Attempt]:
    """Every guess in `text`, in order."""
    for found in _GUESS.finditer(text):
        word = "" if found["more"] else found["word"]
        yield Attempt(roster.seat_named(found["name"]), word)


def is_right(attempt: Attempt, secret: str) -> bool:
    """Whether the guess is the secret: the same word after folding, no other form of it."""
    return bool(attempt.word) and fold(attempt.word) == fold(secret)


def without_guesses(text: str) -> str:
    """`text` with a full stop in place of each guess, so that what stands beside one is read by itself."""
    return _GUESS.sub(". ", text)


def guess_line(victim: str, word: str) -> str:
    """A guess at the player of this name as a bot writes it."""
    return f"GUESS {victim} = {word.upper()}."
