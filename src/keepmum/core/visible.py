"""Other people's text made safe to show: what would move a cursor or hide itself is spelled out instead."""

from __future__ import annotations

import json
import re
import unicodedata

_PICTURES = {code: chr(0x2400 + code) for code in range(0x20)} | {0x7F: "\u2421"}
_BEYOND = re.compile("[\x7f-\U0010ffff]")
_HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


def visible(text: str, longest: int | None = None) -> str:
    """`text` on one line, with control and invisible characters as pictures or code points; cut at `longest`."""
    cut = text if longest is None or len(text) <= longest else text[:longest] + "…"
    if cut.isascii() and cut.isprintable():
        return cut
    return "".join(map(_shown, cut))


def unhidden(text: str) -> str:
    """JSON with control and invisible characters in its strings as JSON's own escapes: it reads back the same."""
    return _BEYOND.sub(_escaped, text)


def _escaped(found: re.Match[str]) -> str:
    character = found[0]
    if unicodedata.category(character) not in _HIDDEN:
        return character
    return json.dumps(character)[1:-1] if character > "\x7f" else "\\u007f"


def _shown(character: str) -> str:
    picture = _PICTURES.get(ord(character))
    if picture:
        return picture
    return f"<U+{ord(character):04X}>" if unicodedata.category(character) in _HIDDEN else character
