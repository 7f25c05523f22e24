"""An answer is the yes or no that a player's next message gives to a question put to it.

Only what is said counts: "yes", "nope", "it is", "it does not" and the like, where a clause begins with it or is it.
Not "yes or no", not "no mad king", and nothing inside a question. A part of the message that is spoken to one asker
answers that asker; several answers in a row go to its questions in their order ("Player 1: yes, no."). Where answers
and questions do not match in number, or yes stands against no, the answer is unclear; where none is given, "none".
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from keepmum.games.secrets.address import spoken_to
from keepmum.games.secrets.facts import Polarity
from keepmum.games.secrets.names import Roster
from keepmum.games.secrets.questions import Question

_STOPS = ".!?…;\n"
_LEAD = (
    r"(?:\A|[,:;.!?(—–…]\s*|\s-+\s+|\b(?:and|but|so|well|then|is|say|be|answer|truthfully|honestly|plainly|admit|simply"
    r"|sadly|alas|hm+|ah|oh|to you|i'd say)\s+)"
)
_YES = (
    r"(?:yes|yeah|yep|yup|aye|affirmative|indeed|correct|certainly|absolutely|definitely|of course|undeniably|granted"
    r"|(?:that is|that's|quite) (?:true|right|correct)|true)"
)
_NO = (
    r"(?:no|nope|nah|nay|negative|never|not at all|not in the least|not remotely|not really|certainly not"
    r"|definitely not|absolutely not|of course not|far from it|(?:that is|that's) (?:not true|false|wrong)|false"
    r"|incorrect)"
)
_VERB = r"(?:is|does|can|could|has|was|would|will|might|may|must)"
_NOT_IT = rf"(?:it|my word|mine) (?:{_VERB} not|isn't|doesn't|can't|cannot|couldn't|hasn't|wasn't|wouldn't|won't|never)"
_IT_IS = rf"(?:it|my word|mine) {_VERB}(?! (?:not|never|no\b|you|said|time))"
_END = r"(?=\s*(?:[,.;:!?)—–…\"]|\s-+\s|\Z|\band\b|\bto both\b|\b(?:it|my word|mine)\b))"
_TOKEN = re.compile(
    rf"{_LEAD}[\"'(]{{0,2}}(?:(?P<no>{_NO}{_END}|{_NOT_IT}\b)"
    rf"|(?P<yes>{_YES}{_END}|{_IT_IS}(?=\s*(?:[,.;!)—–…]|\Z|, and\b))))"
)
_EITHER = re.compile(
    r"\byes or no\b|\byes/no\b|\byes and no\b|\bno and yes\b|\byes, no, maybe\b|\bneither yes nor no\b"
)
_BOTH = re.compile(r"\byes and no\b|\bno and yes\b|\byes, no, maybe\b|\bneither yes nor no\b")
_ECHOED = re.compile(r"(?:it|my word|mine)\b")
_TO_ALL = re.compile(r"\b(?:(yes|yeah|yep)|no|nope) to (?:both|all|each|every|everything|the lot)\b", re.IGNORECASE)
_STRAIGHT = {ord("’"): "'", ord("‘"): "'", ord("“"): '"', ord("”"): '"', ord("*"): None, ord("_"): " ", ord("`"): None}


def answers_in(reply: str, due: Sequence[Question], roster: Roster) -> tuple[Polarity, ...]:
    """What `reply` answers to each of the questions that were put to its speaker."""
    alike = _TO_ALL.search(reply)
    if alike and len(due) > 1:
        return ("yes" if alike[1] else "no",) * len(due)
    said = list(_parts(reply, {question.asker for question in due}, roster))
    found: list[Polarity] = []
    for question in due:
        mine = [other for other in due if other.asker == question.asker]
        own: list[Polarity] = [word for to, word in said if to == question.asker]
        to_all: list[Polarity] = [word for to, word in said if to is None]
        asked = mine if own or len(mine) == len(due) else due
        found.append(_matched(own or to_all, list(asked), question))
    return tuple(found)


def _matched(words: list[Polarity], asked: list[Question], question: Question) -> Polarity:
    """The answer to one of the questions `asked`, given all answers `words` that may be meant for them."""
    if not words:
        return "none"
    if "unclear" in words:
        return "unclear"
    if len(words) == len(asked):
        return words[next(place for place, other in enumerate(asked) if other is question)]
    return words[0] if len(asked) == 1 and len({*words}) == 1 else "unclear"


def _parts(reply: str, askers: Collection[int], roster: Roster) -> Iterator[tuple[int | None, Polarity]]:
    """Each answer of a reply with the asker whom the words before it speak to, if any.

    What a sentence says to somebody who has not asked is no answer; what comes after that is said to all.
    """
    speaking_to: tuple[int | None, ...] = (None,)
    for found in roster.sentences(reply.translate(_STRAIGHT), _STOPS):
        sentence = found.strip()
        named = spoken_to(sentence, roster)
        asking = tuple(seat for seat in named if seat in askers)
        if named:
            speaking_to = asking or (None,)
        if asking or not named:
            for to in speaking_to:
                for word in _words(_nameless(sentence, roster)):
                    yield to, word


def _words(plain: str) -> list[Polarity]:
    """The answers in a sentence; of a question only one that comes before it ("Yes, and yours?")."""
    if plain.rstrip('"').endswith("?"):
        begins = _TOKEN.match(_EITHER.sub("", plain))
        plain = begins[0] if begins and not plain[begins.end() :].startswith(("?", '"')) else ""
    if _BOTH.search(plain):
        return ["unclear"]
    found: list[Polarity] = []
    last = -1
    for token in _TOKEN.finditer(_EITHER.sub("", plain)):
        word: Polarity = "no" if token["no"] else "yes"
        again = found and word == found[-1] and _ECHOED.match(token[token.lastgroup or 0]) and token.start() - last <= 2
        if not again:  # "No, it is not" is one answer
            found.append(word)
        last = token.end()
    return found


def _nameless(sentence: str, roster: Roster) -> str:
    text = sentence
    for mention in reversed(list(roster.mentions(text))):
        text = f"{text[: mention.start].rstrip(' @,')}, {text[mention.end :].lstrip(' ,:')}"
    return re.sub(r"\s+", " ", text.casefold()).strip(" ,:-–—")
