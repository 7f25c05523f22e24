"""The pool: the words that secrets are drawn from, each with the names of its obvious category.

A pool is a file of cards as The Chameleon has them, checked in the same way. A card's category lists, between commas,
what a player may not say of its words. A secret must also be one word of 4 to 20 letters a to z, and stand once in the
whole file: shorter ones are found in a talk by chance, others by no one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from keepmum.core.options import unknown
from keepmum.games.chameleon.card_check import Card, Finding, check_cards, shown
from keepmum.games.chameleon.card_lines import card_lines
from keepmum.games.chameleon.cards import CardsError, load_cards
from keepmum.games.chameleon.reveal import fold

OWN_FILE = "words.toml"
ARTICLE = (
    "paradox", "glacier", "cipher", "mirage", "lantern", "threshold", "nomad", "tempest",
    "quartz", "echo", "vertigo", "ember", "labyrinth", "compass", "eclipse", "marrow",
)  # fmt: skip
"""The article's sixteen words, in its order."""

NAMED = ("all", "article")

_SECRET = re.compile(r"[a-z]{4,20}")


class Entry(NamedTuple):
    """A word, and the names of its obvious category."""

    word: str
    names: tuple[str, ...]


def load_pool(which: str = "all") -> tuple[Entry, ...]:
    """The project's own words ("all"), the article's sixteen ("article"), or those of a cards file of this name.

    Raises CardsError with file and line of each error.
    """
    if which == "all":
        return _own()
    if which == "article":
        own = {entry.word: entry for entry in _own()}
        return tuple(own[word] for word in ARTICLE)
    path = Path(which)
    if not path.exists():
        raise CardsError(
            f"there is no pool {unknown(which, NAMED)}, or a cards file of your own; no file is called that"
        )
    cards = load_cards(path)
    return _entries(cards, path.read_text("utf-8-sig"), which)


@cache
def _own() -> tuple[Entry, ...]:
    text = files("keepmum.games.secrets").joinpath(OWN_FILE).read_text("utf-8")
    report = check_cards(text, OWN_FILE, warn=False)
    if report.errors:
        raise CardsError("\n".join(map(str, report.errors)), report.errors)
    return _entries(report.cards, text, OWN_FILE)


def _entries(cards: tuple[Card, ...], text: str, file: str) -> tuple[Entry, ...]:
    findings = tuple(_findings(cards, text, file))
    if findings:
        raise CardsError("\n".join(map(str, findings)), findings)
    return tuple(Entry(fold(word), _names(card.category)) for card in cards for word in card.words)


def _names(category: str) -> tuple[str, ...]:
    return tuple(name.strip().casefold() for name in category.split(",") if name.strip())


def _findings(cards: tuple[Card, ...], text: str, file: str) -> Iterator[Finding]:
    """What is wrong with sound cards as a pool of secrets."""
    _, places = card_lines(text)
    seen: dict[str, int] = {}
    for card, place in zip(cards, places, strict=True):
        for index, word in enumerate(card.words):
            line, folded = place.word(index), fold(word)
            if not _SECRET.fullmatch(folded):
                what = f"the word {shown(word)} is not one word of 4 to 20 letters a to z"
                yield Finding("text", file, line, what, "take it out, or play with another pool")
            elif folded in seen:
                what = f"the word {shown(word)} is a duplicate of that in line {seen[folded]}"
                yield Finding("duplicate word", file, line, what, "keep one of the two")
            seen.setdefault(folded, line)
