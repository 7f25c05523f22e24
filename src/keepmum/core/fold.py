"""Two spellings are the same when they fold to the same text."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

_RUNS = re.compile(r"[a-z0-9]+")
_APOSTROPHES = dict.fromkeys(map(ord, "'’‘ʼ`´＇"))
_ACCENTS = frozenset(map(chr, [*range(0x0300, 0x0334), *range(0x0339, 0x0370)]))
_KEYCAP = frozenset("\u20e3\ufe0e\ufe0f")


def fold(text: str) -> str:
    """`text` without case, accents, white space and punctuation; "In-N-Out" and "in n out" both give "innout".

    Two numbers never run together: "1, 2" gives "1 2". Strokes through letters are kept: they strike the letter out.
    """
    return joined(fold_words(text))


def fold_words(text: str) -> list[str]:
    """The folded words of `text`: runs of letters, digits and the marks on them. An apostrophe does not part a word."""
    text = text.translate(_APOSTROPHES)
    return _RUNS.findall(text.casefold()) if text.isascii() else _simplified(text).split()


def joined(words: Iterable[str]) -> str:
    """Folded words as one text, with a space only between two digits."""
    whole = ""
    for word in words:
        whole += f" {word}" if whole[-1:].isdecimal() and word[0].isdecimal() else word
    return whole


def _simplified(text: str) -> str:
    parted = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold())
    bare = unicodedata.normalize("NFC", "".join(char for char in parted if char not in _ACCENTS))
    return "".join(map(_kept, bare))


def _kept(char: str) -> str:
    if char.isdecimal():
        return str(unicodedata.decimal(char))
    if char in _KEYCAP:
        return ""
    return char if char.isalnum() or unicodedata.category(char)[0] == "M" else " "
