"""An answer is the yes or no that a player's next message gives to a question put to it.

Only what is said counts: "yes", "nope", "it is", "it does not" and the like, where a clause begins with it or is it; an
"indeed", "of course" or "never" only where it is the whole clause. Not "yes or no", not "no mad king", not what others
are said to say, and nothing inside a question. A part of the message that is spoken to one asker answers that asker;
several answers in a row go to its questions in their order ("Player 1: yes, no."). Where answers and questions do not
match in number, yes stands against no, or the message may answer in other words (see evasions.py), the answer is
"unclear"; where nothing in it could be one, "none".
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from keepmum.games.secrets.address import NEAR, spoken_to
from keepmum.games.secrets.evasions import may_answer, refuses
from keepmum.games.secrets.facts import Polarity
from keepmum.games.secrets.guesses import without_guesses
from keepmum.games.secrets.names import ANYONE, Roster
from keepmum.games.secrets.questions import Question

_STOPS = ".!?…;\n"
_LEAD = (
    r"(?:\A|[,:;.!?(—–…]\s*|\s-+\s+|\b(?:and|but|so|well|then|(?:answer|verdict|reply|truth) is(?: an?)?"
    r"|(?:would|must|will) be(?: an?)?|(?:i|i'd|i'll|i must|i would|i will|i shall|i have to|let me|to) (?:say"
    r"|answer|reply)"
    r"|answer|truthfully|honestly|plainly|admit|simply|sadly|alas|hm+|ah|oh|to you|technically|strictly|frankly|sorry"
    r"|fine|actually|literally|regrettably|unfortunately|of course|certainly|definitely|indeed|obviously)\s+)"
)
_YES = r"(?:yes|yeah|yep|yup|aye|affirmative)"
_NO = (
    r"(?:no|nope|nah|nay|not at all|not in the least|not in the slightest|not remotely|not really|not even close"
    r"|certainly not"
    r"|definitely not"
    r"|absolutely not|of course not|far from it|by no means|no way|no chance|not a chance|(?:i'm|i am) afraid not)"
)
_YES_ALONE = (
    r"(?:indeed|correct|certainly|absolutely|definitely|of course|undeniably|granted|sure|sure thing|exactly"
    r"|precisely"
    r"|naturally|obviously|right|you bet|without (?:a |any )?doubt|true|(?:that is|that's|it is|it's|quite)"
    r" (?:true|right|correct|so)|(?:that's|that is|it's|it is) an? (?:\w+ )?yes(?: from me)?)"
)
_NO_ALONE = (
    r"(?:never|negative|false|incorrect|wrong|(?:that is|that's|it is|it's) (?:not (?:true|so|right)|false|wrong"
    r"|untrue)"
    r"|(?:that's|that is|it's|it is) an? (?:\w+ )?no(?: from me)?)"
)
_VERB = r"(?:is|does|can|could|has|was|would|will|might|may|must)"
_SURELY = r"(?:(?:most )?(?:certainly|definitely|absolutely|really|clearly|surely|sure|simply|just|truly|indeed) )?"
_NOT_IT = (
    rf"(?:(?:it|my word|mine) {_SURELY}(?:{_VERB} {_SURELY}not|isn't|doesn't|can't|cannot|couldn't|hasn't|wasn't"
    r"|wouldn't|won't|never)|it's not|mine's not)"
)
_IT_IS = rf"(?:it|my word|mine) {_SURELY}{_VERB}\b(?: indeed)?(?! (?:not|never|no\b|you|said|time))"
_END = (
    r"(?=\s*(?:[,.;:!?)—–…\"]|\s-+\s|\Z|\band\b|\bto both\b|\bsir\b|\bindeed\b|\b(?:it|my word|mine)\b))"
    r"(?!\"?,?\"? (?:said|says|cried|cries|whispers|whispered)\b)"
)
_STOP = r"(?=\s*(?:[.;!)—–…]|\Z))"
_ALONE = (
    rf"(?=\s*(?:[.;!)…\"]|\s-+\s|\Z|,?\s*(?:{_YES}|{_NO}){_END}|,?\s*{_IT_IS}{_STOP}|,?\s*{_NOT_IT}\b"
    r"|\bto both\b|,\s*(?:my |dear |old )*(?:friends?|sir|madam|dear|love|darling|lord|lady|all"
    r"|everyone)\s*(?:[.!;]|\Z)))"
)
_TOKEN = re.compile(
    rf"{_LEAD}[\"'(]{{0,2}}(?:(?P<no>{_NO}{_END}|{_NO_ALONE}{_ALONE}|{_NOT_IT}\b)"
    rf"|(?P<yes>{_YES}{_END}|{_YES_ALONE}{_ALONE}|{_IT_IS}(?=\s*(?:[,.;!)—–…]|\Z|, and\b))))"
)
_OPEN = re.compile(
    r"\b(?:some|others|they|people|he|she|many|fools?) (?:\w+ )?(?:say|think|claim|swear|believe)s?\b"
    r"|\bif i (?:said|say)\b"
    r"|\bor (?:is|isn't|does|doesn't|can|can't|was|wasn't|has|hasn't) it\b|\bmight\b.{0,20}\bmight not\b"
    r"|\bmaybe not\b|\bperhaps not\b"
)
_EITHER = re.compile(
    r"\byes or no\b|\byes/no\b|\byes and no\b|\bno and yes\b|\byes, no, maybe\b|\bneither yes nor no\b"
)
_BOTH = re.compile(r"\byes and no\b|\bno and yes\b|\byes, no, maybe\b|\bneither yes nor no\b")
_STRESS = re.compile(r"(?:indeed|certainly|absolutely|definitely|exactly|true|never|of course)\b(?! not)")
_ECHOED = re.compile(r"(?:it|my word|mine)\b")
_TO_ALL = re.compile(r"\b(?:(yes|yeah|yep)|no|nope) to (?:both|all|each|every|everything|the lot)\b", re.IGNORECASE)
_STRAIGHT = {ord("’"): "'", ord("‘"): "'", ord("“"): '"', ord("”"): '"', ord("*"): None, ord("_"): " ", ord("`"): None}


EVERYBODY = Roster(ANYONE)


class Part(NamedTuple):
    """A sentence of a reply: to whom it is said (None: to all), whether it says so itself, its words without names."""

    to: int | None
    named: bool
    plain: str
    length: int


def answers_in(reply: str, due: Sequence[Question], roster: Roster) -> tuple[Polarity, ...]:
    """What `reply` answers to each of the questions that were put to its speaker."""
    alike = _TO_ALL.search(reply)
    if alike and len(due) > 1:
        return ("yes" if alike[1] else "no",) * len(due)
    parts = list(_parts(reply, {question.asker for question in due}, roster))
    said: list[tuple[int | None, Polarity]] = [(part.to, word) for part in parts for word in _words(part.plain)]
    return tuple(_answer(question, due, said) or _left(question, due, parts) for question in due)


def _answer(question: Question, due: Sequence[Question], said: list[tuple[int | None, Polarity]]) -> Polarity | None:
    mine = [other for other in due if other.asker == question.asker]
    own: list[Polarity] = [word for to, word in said if to == question.asker]
    to_all: list[Polarity] = [word for to, word in said if to is None]
    asked = mine if own or len(mine) == len(due) else due
    return _matched(own or to_all, list(asked), question)


def _left(question: Question, due: Sequence[Question], parts: list[Part]) -> Polarity:
    """What becomes of a question that no yes and no no is for: some other words may still answer it."""
    texts = [_nameless(other.text, EVERYBODY) for other in due]
    meant = (part for part in parts if part.to in (None, question.asker) or not part.named)
    return "unclear" if any(may_answer(part.plain, part.length, texts) for part in meant) else "none"


def _matched(words: list[Polarity], asked: list[Question], question: Question) -> Polarity | None:
    """The answer to one of the questions `asked`, given all answers `words` that may be meant for them."""
    if not words:
        return None
    if "unclear" in words:
        return "unclear"
    if len(words) == len(asked):
        return words[next(place for place, other in enumerate(asked) if other is question)]
    return words[0] if len(asked) == 1 and len({*words}) == 1 else "unclear"


def _parts(reply: str, askers: Collection[int], roster: Roster) -> Iterator[Part]:
    """Each sentence of a reply with the asker whom it or the words before it speak to, if any; guesses left out.

    What a sentence says to somebody who has not asked is no answer; what comes after that is said to all.
    """
    speaking_to: tuple[int | None, ...] = (None,)
    for found in roster.sentences(without_guesses(reply).translate(_STRAIGHT), _STOPS):
        sentence = found.strip()
        named = spoken_to(sentence, roster)
        asking = tuple(seat for seat in named if seat in askers)
        if named:
            speaking_to = asking or (None,)
        if asking or not named:
            plain = _nameless(sentence, roster)
            length = len(plain.split()) + (0 if named else 2 * len(list(roster.mentions(sentence))))
            yield from (Part(to, bool(named), plain, length) for to in speaking_to)


def _words(plain: str) -> list[Polarity]:
    """The answers in a sentence; of a question only one that comes before it ("Yes, and yours?")."""
    whole = plain
    if plain.rstrip('"').endswith("?"):
        begins = _TOKEN.match(_EITHER.sub("", plain))
        plain = begins[0] if begins and not plain[begins.end() :].startswith(("?", '"')) else ""
    if _BOTH.search(plain):
        return ["unclear"]
    plain = _EITHER.sub("", plain)
    found: list[Polarity] = []
    last = -1
    for token in _TOKEN.finditer(plain):
        word: Polarity = "no" if token["no"] else "yes"
        if not (found and token.start() - last <= 2 and _again(token, found[-1])):
            found.append(word)
        last = token.end()
    doubtful = found and (_OPEN.search(whole) or refuses(plain[last:]))
    return ["unclear"] if doubtful else found


def _again(token: re.Match[str], before: Polarity) -> bool:
    """Whether an answer only repeats the one right before it: "No, it is not", "No, indeed"."""
    text = token[token.lastgroup or 0]
    return bool(_STRESS.match(text) or (token.lastgroup == before and _ECHOED.match(text)))


def _nameless(sentence: str, roster: Roster) -> str:
    kept, last = list[str](), 0
    for mention in roster.mentions(sentence):
        kept.append(sentence[last : mention.start].rstrip(" @,"))
        after = sentence[mention.end : mention.end + NEAR]
        last = mention.end + len(after) - len(after.lstrip(" ,:"))
    text = ", ".join([*kept, sentence[last:]])
    return re.sub(r"(?<![\s,])[\s,]++(?=[.!?;…])", "", re.sub(r"\s+", " ", text.casefold())).strip(" ,:-–—")
