"""Plain text is a reply without the dress: markdown, quotes, brackets, a final full stop."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping

BLANK = "".join(filter(str.isspace, map(chr, range(0x3001)))) + "\u00ad\u200b\u200e\u200f\u2060\ufeff"
QUOTES: Mapping[str, str] = {'"': '"', "'": "'", "“": "”", "‘": "’", "„": "“", "«": "»", "「": "」", "`": "`"}
BRACKETS: Mapping[str, str] = {"(": ")", "[": "]", "{": "}", "<": ">"}
EMPHASIS: Mapping[str, str] = {"*": "*", "_": "_"}
WRAPPERS = {**QUOTES, **BRACKETS, **EMPHASIS}
LAYERS = 12

_EMPHASIS = re.compile(r"(?<![\w*])[*_`]{1,3}(?=[^\s*_`])|(?<=[^\s*_`])[*_`]{1,3}(?![\w*])")
_FENCE = re.compile(r"(?:json\b|\w*[^\S\n]*\n)")
_BULLET = re.compile(r"(?:[-*•]|#{1,6})\s+")
_TAGGED = re.compile(r"<(answer|final_answer|vote|guess|choice|word|clue|team)>(.*)</\1>", re.DOTALL | re.IGNORECASE)
_BOXED = re.compile(r"\$*\\boxed\{([^{}]*)\}\$*")
_SPACES = re.compile(r"[^\S\n]+")
_BREAKS = re.compile(r" ?\n[ \n]*")
_ALIKE = {
    **dict.fromkeys(map(ord, "’‘‛ʼ`´"), "'"),
    **dict.fromkeys(map(ord, "“”„‟"), '"'),
    **dict.fromkeys(map(ord, "\u20e3\ufe0e\ufe0f"), ""),
    **dict.fromkeys(map(ord, "¹²³⁰ⁱ⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉¼½¾⅐⅑⅒⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞⅟↉"), "^"),
    ord("№"): "no. ",
}


def trimmed(text: str) -> str:
    """`text` without white space and invisible marks around it, and out of its code fence if it is all in one."""
    text = text.strip(BLANK)
    if len(text) < 6 or not (text.startswith("```") and text.endswith("```")) or text.count("```") != 2:
        return text
    inside = text[3:-3]
    language = _FENCE.match(inside)
    return inside[language.end() if language else 0 :].strip(BLANK)


def hidden(text: str) -> bool:
    """Whether `text` holds what nobody sees: control characters, escapes, reversed or zero-width marks."""
    return not text.isprintable() and any(not (char.isprintable() or char.isspace()) for char in text)


def plain(text: str) -> str:
    """`text` casefolded, with straight quotes, plain digits, single spaces and breaks, and no emphasis.

    Raised and lowered digits and fractions become "^": they are not the digits they look like.
    """
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text.translate(_ALIKE)).translate(_ALIKE)
    return _BREAKS.sub("\n", _SPACES.sub(" ", unemphasised(text.casefold()))).strip()


def unemphasised(text: str) -> str:
    """`text` without the markdown that makes words bold, italic or code."""
    return _EMPHASIS.sub("", text)


def unwrapped(text: str, wrappers: Mapping[str, str] = WRAPPERS, stops: str = ".。") -> str:
    """`text` out of quotes and brackets, without bullet or heading, without "!" and one of the `stops` at its end."""
    for _ in range(LAYERS):
        inner = _unwrapped_once(text, wrappers, stops)
        if inner == text:
            break
        text = inner
    return text


def _unwrapped_once(text: str, wrappers: Mapping[str, str], stops: str) -> str:
    text = _unpunctuated(text.strip(BLANK), stops)
    bullet = _BULLET.match(text)
    if bullet:
        return text[bullet.end() :]
    labelled = _TAGGED.fullmatch(text) or _BOXED.fullmatch(text)
    if labelled:
        return labelled.group(labelled.lastindex or 0)
    return text[1:-1] if len(text) > 1 and wrappers.get(text[0]) == text[-1] else text


def _unpunctuated(text: str, stops: str) -> str:
    text = text.rstrip("!！")
    return text[:-1] if text[-1:] in {*stops} and not text.endswith("..") else text
