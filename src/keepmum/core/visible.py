"""Other people's text made safe to show: what would move a cursor or hide itself is spelled out instead."""

from __future__ import annotations

import unicodedata

_PICTURES = {code: chr(0x2400 + code) for code in range(0x20)} | {0x7F: "\u2421"}
_HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


def visible(text: str, longest: int | None = None) -> str:
    """`text` on one line, with control and invisible characters as pictures or code points; cut at `longest`."""
    cut = text if longest is None or len(text) <= longest else text[:longest] + "…"
    if cut.isascii() and cut.isprintable():
        return cut
    return "".join(map(_shown, cut))


def _shown(character: str) -> str:
    picture = _PICTURES.get(ord(character))
    if picture:
        return picture
    return f"<U+{ord(character):04X}>" if unicodedata.category(character) in _HIDDEN else character
