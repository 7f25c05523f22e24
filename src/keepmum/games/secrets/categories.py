"""A category is named when a player says the obvious kind of thing that its own word is: of the word, or in passing.

It is claimed of the own word where a sentence says "my word is …" and the like and comes to the name by nothing but
articles, adjectives and "kind of"; a second person, a player's name or a denial on the way makes it another's.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from keepmum.core.fold import fold_words
from keepmum.games.chameleon.reveal import inflects
from keepmum.games.secrets.names import ANYONE, Roster

FURTHEST = 16
"""Words, commas counted: a claim names the category so near to where it begins."""

NOBODY = Roster(ANYONE)

_MINE = r"(?:my (?:own )?(?:(?:secret|hidden|guarded) )?(?:word|secret|answer|treasure)|mine)"
_HOLD = r"(?:hold|guard|keep|hide|carry|protect|have|bear)"
_HOLDING = r"(?:i am|im) (?:really |only |just )?(?:hiding|guarding|keeping|holding|protecting|carrying)"
_HELD = rf"(?:(?:the|that) (?:(?:secret )?(?:word|thing|secret) )?(?:that )?|what )(?:i {_HOLD}|{_HOLDING})"
_ADVERB = (
    r"(?:(?:just|only|simply|also|really|literally|basically|definitely|certainly|obviously|clearly|actually|indeed"
    r"|nothing but|no more than|merely|in fact|of course|perhaps|probably) )*"
)
_OPENS = re.compile(
    r"\b(?:"
    rf"(?:{_MINE}|{_HELD}) (?:is|was|would be|could be|names?|means|describes|denotes|refers to|counts (?:as|among)"
    r"|belongs (?:to|with|among|in)|falls (?:under|among|into|in|within)|comes (?:from|under)|lives among"
    r"|ranks (?:as|among)|sits among|stands for|is among|is in the (?:class|category|family|world|realm) of) "
    r"|(?:my words|mines|what im hidings) (?=an?\b|some\b|the\b|one\b)"
    rf"|{_MINE} [:?] |\A(?:and |so |well |ok |now )?{_MINE} , (?=an?\b|some\b|one\b)"
    r"|its (?:category|kind|class|family|type|genus) (?:is|[:]) "
    r"|(?<!your )(?<!their )(?<!his )(?<!her )(?:my |the |a |one |another |heres a |here is a )?\b(?:hint|clue"
    r"|category)"
    r"(?: (?:is|for (?:you|all|everyone|mine|my word)|[:,]))+ "
    rf"|call (?:it|{_MINE}) |(?:find|file|put|place|count|look for|seek) (?:it|{_MINE}) (?:among|under|with|as|in) "
    r"|\A(?:just )?think of (?=an?\b|some\b)"
    r")"
)
_MAYBE = re.compile(
    r"\b(?:"
    r"(?:it is|it was|its|this is|that is|thats) "
    rf"|(?:i (?:really |only |just |do |did )?{_HOLD}|{_HOLDING}) "
    r")"
)
_KIND = r"(?:kind|type|sort|form|piece|member|species|breed|example|variety|specimen|instance)s?"
_BARS = (
    r"(?:an?|the|some|any|this|that|these|those|one|my|your|yours|you|i|we|he|she|they|his|her|their|our|its|it|who"
    r"|what|than|but|because|while|like|unlike|as|if|of|to|in|on|at|by|from|for|with|about|into|over|under|behind"
    r"|beneath|between|through|against|without|near|upon|inside|beyond|across|someone|nobody|everyone|no|not"
    r"|never|nothing"
    r"|isnt|wasnt|arent|hardly|far|neither|nor|rather|anything|safe|and|or|is|was|are|were|player)"
)
_ADJECTIVES = rf"(?:(?:, )?(?!{_BARS}\b)(?:\w+)(?: ,| and)? ){{0,4}}"
_ARTICLE = (
    rf"(?:(?:an?|some|the|one|any) )?(?:(?!{_BARS}\b)\w+ ){{0,2}}(?:{_KIND}|one|part) of (?:(?:an?|the|those"
    rf"|these|our) )?"
)
_WAY = re.compile(rf"{_ADVERB}(?:{_ARTICLE}|(?:an?|some|the) )?{_ADJECTIVES}\Z")
_STRICT_WAY = re.compile(rf"{_ADVERB}(?:{_ARTICLE}|(?:an?|some) ){_ADJECTIVES}\Z")
_AFTERWARDS = re.compile(
    rf"\A(?:, )?(?:(?:is|was|thats|that is) (?:{_HELD}|{_MINE}|all (?:i {_HOLD}|{_HOLDING}))\b|i (?:guard|hide"
    rf"|hold|protect)\b)"
)
_OTHERS = re.compile(
    r"\b(?:you|your|yours|youre|youve|think|guess|bet|suspect|believe|wonder|suppose|player \w+|somebody)\b"
)
_DENIED = re.compile(r"\b(?:not|never|no|nothing|isnt|wasnt|arent|hardly|neither|nor)\b")
_FOLLOWS = re.compile(
    r"\A(?:\Z|[,:?]|(?:that|which|who|whose|of|in(?! here\b| there\b)|on|at|with|from|and|or|but|for|to|by|like"
    r"|as|when|where|while|so|then|than"
    r"|indeed|you|i|we|it|my|your|they|he|she|everybody|everyone|nobody|people|all|no|not|is|was|has|does|can"
    r"|will|would|after"
    r"|before|under|over|through|without|among|made|used|found|known|called|if|because|friends|alas|really|only|just"
    r"|today|tonight|now|here|there|too|again|the|a|an|\w+ly)\b)"
)
_THEIRS = re.compile(
    rf"\b(?:your (?:\w+ )?(?:word|secret)|yours|player \w+|(?:his|her|their) (?:word|secret))\b|(?P<mine>{_MINE})\b"
)
_STOP = re.compile(r"(?<=[.!?;…])\s+|\n+")
_BREAK = re.compile(r"([,()]|[:–—=]|\s-+\s)")


class Naming(NamedTuple):
    """A name of the category that a message says, and whether it claims that the own word is of it."""

    name: str
    claimed: bool


class Sentence(NamedTuple):
    """A sentence folded, its commas and colons kept; whether it asks; and whether it speaks of another's word."""

    words: tuple[str, ...]
    asks: bool
    of_another: bool


def namings(text: str, names: Iterable[str], roster: Roster = NOBODY) -> Iterator[Naming]:
    """Each name of a category that `text` holds, in whatever form, once: claimed if it is claimed anywhere."""
    sentences = _sentences(text, roster)
    for name in names:
        parts = fold_words(name)
        places = [(sentence, at) for sentence in sentences for at in _places(sentence.words, parts)]
        if places:
            size = len(parts)
            yield Naming(name, any(_claimed(sentence, at, size) for sentence, at in places))


def _sentences(text: str, roster: Roster) -> list[Sentence]:
    """The sentences in order; "My word?" runs on into the next, and "it" is what was spoken of last."""
    found: list[Sentence] = []
    of_another, heading = False, ()
    for piece in _STOP.split(text):
        words, asks = _folded(piece, roster), piece.rstrip().endswith("?")
        if asks and _is_heading(words):
            heading = (*words, "?")
            continue
        words, heading = (*heading, *words), ()
        found.append(Sentence(words, asks, of_another))
        last = [each["mine"] is None for each in _THEIRS.finditer(" ".join(words))]
        of_another = last[-1] if last else of_another
    return [*found, Sentence(heading, True, False)]


def _is_heading(words: tuple[str, ...]) -> bool:
    return re.fullmatch(rf"(?:and |so |well |ah |you want |, )*{_MINE}(?: , .{{0,40}})?", " ".join(words)) is not None


def _folded(sentence: str, roster: Roster) -> tuple[str, ...]:
    """The words of a sentence; a player's name is "player x", commas and colons are words."""
    kept, last = list[str](), 0
    for mention in roster.mentions(sentence) if roster.names else ():
        kept += [sentence[last : mention.start], " player x "]
        last = mention.end
    return _words("".join([*kept, sentence[last:]]))


@lru_cache(maxsize=1024)
def _words(sentence: str) -> tuple[str, ...]:
    words: list[str] = []
    for place, piece in enumerate(_BREAK.split(sentence)):
        if place % 2:
            words.append("," if piece in ",()" else ":")
        else:
            words += fold_words(piece)
    return tuple(words)


def _places(words: tuple[str, ...], name: list[str]) -> Iterator[int]:
    """Where among the words the name stands."""
    for at in range(len(words) - len(name) + 1):
        if all(inflects(words[at + i], part) for i, part in enumerate(name)):
            yield at


def _claimed(sentence: Sentence, at: int, size: int) -> bool:
    """Whether a sentence says that the own word is what it names at this place."""
    if sentence.asks:
        return False
    before = " ".join((*sentence.words[max(0, at - FURTHEST) : at], ""))
    after = " ".join(sentence.words[at + size : at + size + FURTHEST])
    if _AFTERWARDS.match(after) and not _DENIED.search(before) and not _OTHERS.search(before):
        return True
    opens = _last(_OPENS, before)
    if opens and _WAY.match(before, opens.end()):
        return not _disowned(before[: opens.start()])
    opens = _last(_MAYBE, before)
    if not opens or not _STRICT_WAY.match(before, opens.end()) or not _FOLLOWS.match(after):
        return False
    return not sentence.of_another and not _OTHERS.search(before) and not _disowned(before[: opens.start()])


def _last(pattern: re.Pattern[str], text: str) -> re.Match[str] | None:
    return next(iter(list(pattern.finditer(text))[-1:]), None)


def _disowned(before: str) -> bool:
    """Whether what comes right before a claim makes it another's saying, or a denial."""
    return (
        re.search(
            r"\b(?:not|never|nobody|no one|if|whether|as if|as though|you (?:think|say|believe))(?: that)? \Z", before
        )
        is not None
    )
