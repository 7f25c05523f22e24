"""A category is named when a player says the obvious kind of thing that its own word is: of the word, or in passing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from keepmum.games.chameleon.reveal import fold, inflects

FURTHEST = 8
"""Words: a claim names the category so near to where it begins."""

_CLAIM = re.compile(
    r"\b(?:"
    r"(?:my (?:own )?(?:(?:secret|hidden) )?(?:word|secret|answer|treasure)|mine"
    r"|(?:the|that) (?:(?:secret )?(?:word|thing|secret) )?(?:that )?i (?:hold|guard|keep|hide|carry|protect|have|bear)"
    r"|what (?:i (?:hold|guard|keep|hide|carry|protect|have|bear)|i am (?:hiding|guarding|keeping|holding)"
    r"|im (?:hiding|guarding|keeping|holding)))"
    r" (?:is|was|would be|could be|names?|means|describes|denotes|belongs|falls|counts|refers|comes|lives|ranks|sits)"
    r"|(?:it is|it was|its) (?=(?:an?|the|one|some|kind|type|sort|just|only|simply|also|really|literally|basically"
    r"|definitely|certainly|obviously|clearly|actually|about)\b)"
    r"|its (?:category|kind|class|family|type|genus) is"
    r"|(?:my|the|a|one) (?:hint|clue|category)(?: (?:is|for (?:you|mine|my word)))?"
    r"|(?:hint|clue|category)"
    r"|i (?:hold|guard|keep|hide|carry|protect|have|am (?:hiding|guarding|holding|keeping)) (?=an?|the|some|kind|type)"
    r"|im (?:hiding|guarding|holding|keeping)"
    r"|think(?: of)?(?: an?)?"
    r")\b"
)
_DENIAL = re.compile(r"\b(?:not|never|no|nothing|isnt|wasnt|arent|hardly|far|unlike|neither|nor|anything but|rather)\b")
_STOP = re.compile(r"(?<=[.!?;…])\s+|\n+")


class Naming(NamedTuple):
    """A name of the category that a message says, and whether it claims that the own word is of it."""

    name: str
    claimed: bool


def namings(text: str, names: Iterable[str]) -> Iterator[Naming]:
    """Each name of a category that `text` holds, in whatever form, once: claimed if it is claimed anywhere."""
    sentences = [(_folded(sentence), sentence.rstrip().endswith("?")) for sentence in _STOP.split(text)]
    for name in names:
        places = [(words, asks, at) for words, asks in sentences for at in _places(words, fold(name).split())]
        if places:
            yield Naming(name, any(not asks and _claimed(words[:at]) for words, asks, at in places))


@lru_cache(maxsize=1024)
def _folded(sentence: str) -> tuple[str, ...]:
    return tuple(fold(sentence).split())


def _places(words: tuple[str, ...], name: list[str]) -> Iterator[int]:
    """Where among the words the name stands."""
    for at in range(len(words) - len(name) + 1):
        if all(inflects(words[at + i], part) for i, part in enumerate(name)):
            yield at


def _claimed(before: tuple[str, ...]) -> bool:
    """Whether what comes before the name, in its sentence, says that the own word is one."""
    near = " ".join(before[-FURTHEST:])
    starts = list(_CLAIM.finditer(near))
    return bool(starts) and not _DENIAL.search(near, starts[-1].start())
