"""The dossier of a match is what its players said to all, in the order in which they said it, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from keepmum.core import EVERYONE, Event, GameKind
from keepmum.measure.judge.renaming import Renamed

LEAST_WORDS = 3
"""A citation of an utterance has so many words at least, or all of them."""


UNSAID = " [nobody said this]"
_QUOTATION = re.compile('“([^“”]+)”|"([^"]+)"|«([^«»]+)»|‘([^‘’]+)’|„([^„“”]+)[“”]')


@dataclass(frozen=True, slots=True)
class Utterance:
    """What one seat said."""

    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class Dossier:
    """A match as a judge may know it. `title` and `summary` are the game's; `names` the players', by seat."""

    title: str
    summary: str
    names: tuple[str, ...]
    said: tuple[Utterance, ...]

    @property
    def players(self) -> int:
        """How many sat at the table."""
        return len(self.names)


def dossier_of(kind: GameKind, events: Sequence[Event], names: Sequence[str]) -> Dossier:
    """The public utterances of a match. `names` are by seat, "Player 1" and so on where they have no others."""
    found = (kind.said(event.fact) for event in events if event.audience == EVERYONE)
    return Dossier(kind.title, kind.summary, tuple(names), tuple(Utterance(*each) for each in found if each))


def names_of(players: int) -> tuple[str, ...]:
    """What players are called who have no names of their own."""
    return tuple(f"Player {seat + 1}" for seat in range(players))


def cited(quote: str, said: Sequence[Renamed]) -> str | None:
    """The words of a player that a judge quotes, as the player wrote them; None where nobody of `said` wrote them.

    They must be there word for word; case and white space may differ, and quotation marks around the whole.
    """
    patterns = filter(None, map(_pattern, (quote, quote.strip().strip("\"'“”‘’«»"))))
    found = ((each, match) for pattern in patterns for each in said if (match := pattern.search(each.text)))
    enough = (each.source(*match.span()) for each, match in found if _long_enough(match[0], each.text))
    return next(enough, None)


def marked(sentence: str, said: Iterable[Renamed]) -> str:
    """A judge's sentence with a mark after each quotation, of three words or more, that nobody of `said` wrote."""
    texts = [each.text for each in said]
    return _QUOTATION.sub(lambda found: found[0] + ("" if _anywhere(found, texts) else UNSAID), sentence)


def _anywhere(found: re.Match[str], texts: Sequence[str]) -> bool:
    quote = next(filter(None, found.groups())).rstrip(".,;:!?… ")
    pattern = _pattern(quote)
    if pattern is None or len(quote.split()) < LEAST_WORDS:
        return True
    return any(pattern.search(text) for text in texts)


def _long_enough(quote: str, text: str) -> bool:
    return len(quote.split()) >= min(LEAST_WORDS, len(text.split()))


def _pattern(quote: str) -> re.Pattern[str] | None:
    words = quote.split()
    if not any(map(str.isalnum, quote)):
        return None
    body = r"\s+".join(map(re.escape, words))
    before = r"(?<!\w)" if re.match(r"\w", words[0]) else ""
    after = r"(?!\w)" if re.search(r"\w\Z", words[-1]) else ""
    return re.compile(before + body + after, re.IGNORECASE)
