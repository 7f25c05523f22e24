"""Whatever a player said stands in a prompt as one JSON string on one line, from which nothing can break out.

Escaped as \\uXXXX, beside what JSON itself escapes: what is invisible, turns the direction of writing or ends a line,
and the brackets that chat templates are made of. Reading the JSON back gives the player's text unchanged.
"""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from collections.abc import Mapping, Sequence

_BRACKETS = frozenset("<>[]\x7f")
_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp", "Zs"})
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0") | {
    chr(code)
    for first, last in ((0x180B, 0x180F), (0xFE00, 0xFE0F), (0xE0100, 0xE01EF))
    for code in range(first, last + 1)
}
_SUSPECT = re.compile(r"[<>\[\]\x7f-\U0010ffff]")
CODE_LENGTH = 16


def quoted(text: str) -> str:
    """`text` as one JSON string, without a line break, and without characters that hide or are read as commands."""
    return _SUSPECT.sub(_escaped, json.dumps(text, ensure_ascii=False))


def _escaped(found: re.Match[str]) -> str:
    character = found[0]
    if character in _BRACKETS:
        return f"\\u{ord(character):04x}"
    if character in _BLANK or unicodedata.category(character) in _HIDDEN:
        return json.dumps(character)[1:-1]
    return character


def data_line(fields: Mapping[str, str]) -> str:
    """One line of data: a JSON object of strings."""
    return "{" + ", ".join(f"{quoted(name)}: {quoted(value)}" for name, value in fields.items()) + "}"


def code_for(lines: Sequence[str], *salt: object) -> str:
    """A code that nobody who speaks in `lines` can have known, and that does not occur in them.

    It fences the data in, and a reply must bear it. The same lines and salt give the same code.
    """
    block = "\n".join(lines)
    number = 0
    while True:
        words = f"{block}\0{salt!r}\0{number}".encode()
        code = hashlib.sha256(words).hexdigest()[:CODE_LENGTH]
        if code not in block.casefold():
            return code
        number += 1
