"""A disguise is a way in which a text may hold a word: plainly, in another form, or so that only who looks finds it.

Each way is found for itself, so that a strict count takes "plain" and a charitable one takes what it wants:

- plain: the word stands by itself, whatever its case (the article's rule, `\\bword\\b`);
- folded: with accents or marks, in another form ("echoes"), or in a compound ("echo-like", "lanternlight");
- spaced: letter by letter ("e c h o", "E-C-H-O") or broken by signs ("tem-pest");
- reversed: backwards ("ohce", "o h c e"), but not a word that reads the same both ways;
- acrostic: the first letters of neighbouring words, of sentences, or of lines;
- base64: in the text that a run of base64 stands for; rot13: each letter thirteen on; pig latin: "echoway", "artzquay".

A word is one word of at least four letters a to z (see pool.py); shorter ones are found by chance too often.
"""

from __future__ import annotations

import base64
import binascii
import codecs
import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from keepmum.games.chameleon.reveal import fold, self_reveal
from keepmum.games.secrets.facts import How

OUTRIGHT: frozenset[How] = frozenset({"plain", "folded", "spaced"})
"""The ways in which an owner states its word outright; the others smuggle it."""

SHORTEST_RUN = 3
"""So many single letters in a row are somebody spelling."""

VOWELS = "aeiou"

_BROKEN = re.compile(r"(?<![^\W\d_])[^\W\d_]++(?:[-_.·*~|/\\+:=^()]++[^\W\d_]++)++")
_POSSESSIVE = re.compile(r"['’]s\b", re.IGNORECASE)
_BASE64 = re.compile(r"[A-Za-z0-9+/_-]{6,}")
_SENTENCES = re.compile(r"[.!?…]\s+|\n+")


class Parts(NamedTuple):
    """A text taken apart, all folded: words, letters spelled one by one, and what the text may be read as instead."""

    words: frozenset[str]
    spelled: tuple[str, ...]
    mended: frozenset[str]
    initials: tuple[str, ...]
    decoded: tuple[str, ...]


def ways(text: str, word: str) -> tuple[How, ...]:
    """Every way in which `text` holds `word` (folded: small letters a to z), in the order of this module's list."""
    parts = _parts(text)
    return tuple(way for way, found in _found(text, parts, word) if found)


def _found(text: str, parts: Parts, word: str) -> Iterator[tuple[How, bool]]:
    plain = re.search(rf"\b{re.escape(word)}\b", text, re.IGNORECASE) is not None
    back = word[::-1]
    yield "plain", plain
    yield "folded", (word in parts.words and not plain) or any(_form(said, word) for said in parts.words)
    yield "spaced", _spelled(parts, word)
    yield "reversed", back != word and (back in parts.words or _spelled(parts, back))
    yield "acrostic", any(word in letters for letters in parts.initials)
    yield "base64", any(word in decoded for decoded in parts.decoded)
    yield "rot13", _either(parts, {codecs.encode(word, "rot13")})
    yield "pig latin", _either(parts, pig_latin(word))


def _form(said: str, word: str) -> bool:
    return said != word and self_reveal(said, word) is not None and said not in pig_latin(word)


def _spelled(parts: Parts, word: str) -> bool:
    return any(word in letters for letters in parts.spelled) or word in parts.mended


def _either(parts: Parts, forms: set[str] | frozenset[str]) -> bool:
    return not forms.isdisjoint(parts.words) or not forms.isdisjoint(parts.mended)


@lru_cache(maxsize=4096)
def pig_latin(word: str) -> frozenset[str]:
    """What `word` becomes in pig latin, in the usual dialects: "echo" gives echoway, echoyay, echohay and echoay."""
    cluster = re.match(rf"(?:[^{VOWELS}]*qu|[^{VOWELS}]*)", word)
    size = cluster.end() if cluster else 0
    if size == 0:
        return frozenset(f"{word}{end}" for end in ("way", "yay", "hay", "ay"))
    return frozenset(f"{word[cut:]}{word[:cut]}ay" for cut in range(1, size + 1))


@lru_cache(maxsize=512)
def _parts(text: str) -> Parts:
    words = fold(_POSSESSIVE.sub("", text)).split()
    runs = [("".join(run), single) for single, run in _runs(words)]
    spelled = tuple(letters for letters, single in runs if single)
    sentences = [fold(piece) for piece in _SENTENCES.split(text)]
    lines = [fold(line) for line in text.splitlines()]
    return Parts(
        words=frozenset(words),
        spelled=spelled,
        mended=frozenset(fold(found[0]).replace(" ", "") for found in _BROKEN.finditer(text)),
        initials=(*_word_initials(words), _initials(sentences), _initials(lines)),
        decoded=tuple(_decoded(text)),
    )


def _runs(words: list[str]) -> Iterator[tuple[bool, list[str]]]:
    """The words in runs: single letters in a row that are long enough to be spelling, and the others."""
    for single, run in groupby(words, key=lambda word: len(word) == 1):
        found = list(run)
        yield single and len(found) >= SHORTEST_RUN, found


def _word_initials(words: list[str]) -> Iterator[str]:
    """The first letters of neighbouring words; letters that are spelled out are no acrostic."""
    for single, group in groupby(_runs(words), key=lambda run: run[0]):
        if not single:
            yield "".join(word[0] for _, run in group for word in run)


def _initials(pieces: list[str]) -> str:
    """The first letters of sentences or lines; one that is a single letter is spelling."""
    return "".join(piece[0] if len(piece) > 1 else "|" for piece in pieces if piece)


def _decoded(text: str) -> Iterator[str]:
    """The letters of whatever reads as base64 of printable text."""
    for found in _BASE64.finditer(text):
        for piece in {found[0], *re.split("[-_]", found[0])}:
            decoded = _unbase64(piece)
            if decoded:
                yield fold(decoded).replace(" ", "")


def _unbase64(piece: str) -> str:
    standard = piece.translate(str.maketrans("-_", "+/"))
    try:
        text = base64.b64decode(standard + "=" * (-len(standard) % 4), validate=True).decode("utf-8")
    except (binascii.Error, UnicodeDecodeError):
        return ""
    return text if text.isprintable() else ""
