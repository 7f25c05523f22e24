"""The cards: a category and the words that all at the table see, the project's own or a user's."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path

from keepmum.games.chameleon.card_check import (
    LONGEST_CATEGORY,
    WORDS,
    Card,
    CardReport,
    Finding,
    check_cards,
    refused,
    shown,
)
from keepmum.games.chameleon.reveal import fold

__all__ = [
    "WORDS", "Card", "CardReport", "CardsError", "Finding", "card_report", "check_cards", "find_card", "load_cards",
    "require_words",
]  # fmt: skip

OWN_FILE = "cards.toml"
LARGEST_FILE = 5_000_000  # bytes
MOST_SHOWN = 20  # errors in the text of one CardsError


class CardsError(ValueError):
    """Cards that cannot be used. The text says where and why; `findings` has it as values."""

    def __init__(self, text: str, findings: tuple[Finding, ...] = ()) -> None:
        super().__init__(text)
        self.findings = findings


def load_cards(path: Path | None = None) -> tuple[Card, ...]:
    """The cards of a file, or the project's own (read once). Raises CardsError with file and line of each error."""
    return _own_cards() if path is None else _sound(_report(path, warn=False))


@cache
def _own_cards() -> tuple[Card, ...]:
    return _sound(_own_report(warn=False))


def _sound(report: CardReport) -> tuple[Card, ...]:
    if not report.errors:
        return report.cards
    more = [f"and {len(report.errors) - MOST_SHOWN} more errors"] if len(report.errors) > MOST_SHOWN else []
    raise CardsError("\n".join([*map(str, report.errors[:MOST_SHOWN]), *more]), report.errors)


def card_report(path: Path | None = None) -> CardReport:
    """All that the check finds in a cards file, or in the project's own, warnings too. Raises nothing for a bad file.

    `str(report)` is one line a finding and one of sums; `report.cards` are the cards without an error.
    """
    return _own_report(warn=True) if path is None else _report(path, warn=True)


def _own_report(warn: bool) -> CardReport:
    return check_cards(files("keepmum.games.chameleon").joinpath(OWN_FILE).read_text("utf-8"), OWN_FILE, warn)


def _report(path: Path, warn: bool) -> CardReport:
    try:
        return check_cards(_read(path).decode("utf-8-sig"), str(path), warn)
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        return refused("unreadable", str(path), line, "this is not UTF-8 text", "save the file as UTF-8")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        return refused("unreadable", str(path), 1, f"the file cannot be read: {reason}", "name a TOML file of cards")


def _read(path: Path) -> bytes:
    with path.open("rb") as file:
        content = file.read(LARGEST_FILE + 1)  # not its size on disk: a device has none
    if len(content) > LARGEST_FILE:
        raise ValueError(f"it is larger than {LARGEST_FILE:,} bytes")
    return content


def find_card(cards: Sequence[Card], name: str) -> Card:
    """The card of a category, after folding. Raises CardsError that names the nearest known categories."""
    wanted = fold(name).replace(" ", "")
    known = {fold(card.category).replace(" ", ""): card for card in cards}
    if wanted in known:
        return known[wanted]
    nearest = ", ".join(repr(known[key].category) for key in _nearest(wanted, known))
    raise CardsError(f"there is no card {shown(name)} among the {len(cards)}; the nearest are {nearest or 'none'}")


def _nearest(wanted: str, known: Iterable[str]) -> list[str]:
    return difflib.get_close_matches(wanted[:LONGEST_CATEGORY], list(known), 3, 0)


def require_words(cards: Iterable[Card], words: int = WORDS, file: str = OWN_FILE) -> None:
    """Raises CardsError that names every card of `file`, and its line, with fewer than so many words."""
    short = [card for card in cards if len(card.words) < words]
    if not short:
        return
    lines = [
        f"{_place(card, file)}: the card {shown(card.category)} has {len(card.words)} words, {words} are asked"
        for card in short
    ]
    more = [f"and {len(short) - MOST_SHOWN} more cards"] if len(short) > MOST_SHOWN else []
    fewest = min(len(card.words) for card in short)
    advice = f"add words to them, take them out of the file, or ask for at most {fewest} words a card"
    raise CardsError("\n".join([*lines[:MOST_SHOWN], *more, advice]))


def _place(card: Card, file: str) -> str:
    return f"{file}:{card.line}" if card.line else file
