"""The lines on which the cards of a TOML file stand: `tomllib` tells what is in a file, not where."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

TABLE = re.compile(r"\[\[?[ \t]*([^\[\]\n]*?)[ \t]*\]\]?[ \t]*(?=#|\r?$)", re.MULTILINE)
TOKEN = re.compile(
    r"""(?P<space>\#[^\n]*|[\s,]+)
    |(?P<text>\"\"\"(?:[^\\]|\\.)*?\"{3,5}(?!\")|'''.*?'{3,5}(?!')|\"(?:[^\"\\\n]|\\.)*\"|'[^'\n]*')
    |(?P<mark>[\[\]{}=])
    |(?P<atom>[^\s,\[\]{}=\#\"']+)
    |(?P<other>.)""",
    re.VERBOSE | re.DOTALL,
)


@dataclass(slots=True)
class CardLines:
    """Of one table: the line (from 1) of its head, of each key, and of each word in its list of words."""

    head: int
    keys: dict[str, int] = field(default_factory=dict[str, int])
    words: list[int] = field(default_factory=list[int])

    def key(self, name: str) -> int:
        """The line of a key, or of the head where the key was not seen."""
        return self.keys.get(name, self.head)

    def word(self, index: int) -> int:
        """The line of the word at a 0-based index, or of the words' key where it was not seen."""
        return self.words[index] if index < len(self.words) else self.key("words")


class _Token(NamedTuple):
    kind: str  # "table", "text", "mark" or "atom"
    text: str
    line: int


@dataclass(slots=True)
class _Place:
    """Where in the file the scan is: in which table, under which key, how deep in brackets."""

    table: CardLines
    name: _Token | None = None
    key: str = ""
    after_equals: bool = False  # and until the value's end
    depth: int = 0


def card_lines(text: str) -> tuple[CardLines, list[CardLines]]:
    """The lines of the file's top (keys and names of tables) and of each `[[card]]`, of a text that TOML accepts."""
    top, cards = CardLines(1), list[CardLines]()
    place = _Place(top)
    for token in _tokens(text, place):
        if token.kind == "table":
            place.table, place.name = _table(token, top, cards), None
        elif token.kind == "mark":
            _mark(token, place)
        else:
            _value(token, place)
    return top, cards


def _tokens(text: str, place: _Place) -> Iterator[_Token]:
    """The tokens one by one; a bracket outside values heads a table, which only the reader's place can tell."""
    at, line = 0, 1
    while at < len(text):
        table = None if place.after_equals else TABLE.match(text, at)
        found = table or TOKEN.match(text, at)
        assert found is not None  # the last alternative takes any character
        if table:
            yield _Token("table", table[1].strip("\"'"), line)
        elif found.lastgroup not in ("space", "other"):
            yield _Token(str(found.lastgroup), found[0], line)
        line += text.count("\n", at, found.end())
        at = found.end()


def _table(token: _Token, top: CardLines, cards: list[CardLines]) -> CardLines:
    name, _, inner = token.text.partition(".")
    top.keys.setdefault(name, token.line)
    if name == "card" and inner and cards:
        cards[-1].keys.setdefault(inner, token.line)
    elif name == "card":
        cards.append(CardLines(token.line))
        return cards[-1]
    return CardLines(token.line)


def _mark(token: _Token, place: _Place) -> None:
    if token.text == "=" and place.depth == 0 and place.name:
        place.key, place.after_equals = place.name.text.strip("\"'"), True
        place.table.keys.setdefault(place.key, place.name.line)
    elif token.text in "[{":
        _word(token, place)
        place.depth += 1
    elif token.text in "]}":
        place.depth -= 1
        place.after_equals = place.after_equals and place.depth > 0


def _value(token: _Token, place: _Place) -> None:
    if place.depth:
        _word(token, place)
    elif place.after_equals:
        place.after_equals = False
    else:
        place.name = token


def _word(token: _Token, place: _Place) -> None:
    if place.depth == 1 and place.key == "words":
        place.table.words.append(token.line)
