"""A direct question is a yes/no question that a message puts to a named player about that player's word.

Direct: the player is named before it in the message, or in it, as one speaks to somebody ("Player 2, ...", "..., Player
2?"); at a table of two no name is needed. About the word: it asks of "your word", "your secret", "yours", or "it".
Yes/no: a clause begins with an auxiliary ("is", "does", "could"), or the sentence states and asks ("Your word is alive,
yes?"); what, which, who, how and the like are no yes/no questions, nor is a choice of two ("is it hot or cold?").
Questions about the game ("Will you tell me your word?") are not about what the word is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from keepmum.games.secrets.address import spoken_to
from keepmum.games.secrets.guesses import without_guesses
from keepmum.games.secrets.names import Roster
from keepmum.games.secrets.rhetoric import NOT_OF_IT, OF_THE_TALK

LONGEST = 300
"""Characters of a question that are looked at and kept, from its end."""

_STOPS = ".!?…\n"
_AUX = (
    r"(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|shall|should|may|might|must|isn't|aren't|wasn't"
    r"|don't|doesn't|didn't|hasn't|haven't|can't|couldn't|won't|wouldn't|shouldn't)"
)
_OWN = r"(?:your (?:own |little |precious |dear )?(?:(?:secret|hidden|guarded) )?(?:word|secret)|yours)"
_HELD = (
    r"(?:(?:what|the (?:word|thing|secret)(?: that)?) you(?:'re|'ve| are| have)? ?(?:\w+ )?"
    r"(?:hold|hide|guard|keep|protect|carry|given|got|holding|hiding|guarding|keeping|protecting|carrying)\b)"
)
_WORD = rf"(?:{_OWN}|{_HELD})"
_IT = rf"(?:it|this word|that word)\b(?!\W*\Z|,| {OF_THE_TALK})"
_WHO = r"(?:you|i|we|one|people|anyone|someone|children|a \w+|an \w+|the \w+)"
_CLAUSE = r"(?:\A|[,:;(—–]\s*|\s-\s+|\b(?:and|so|but|or|then|me|now|well|honestly|truthfully|if|no|yes)\s+)"
_ASKS = re.compile(
    rf"{_CLAUSE}{_AUX}(?: not)? (?:(?:really |truly |also |even |perhaps |maybe |there )?{_IT}|[^,;:?]{{0,80}}?{_WORD}"
    rf"|{_WHO} (?!(?:\w+ )?{NOT_OF_IT}\b)"
    rf"[^,;:?]{{2,60}}\bit\b)"
)
_STATES = re.compile(rf"\b{_WORD}\b")
_WH = re.compile(
    r"\A\W*(?:(?:and|so|but|then|well|now|ok|okay|tell me|hey|pray|just)\W+)*"
    r"(?:what|which|who|whose|whom|where|when|why|how)\b"
)
_OF_THE_GAME = re.compile(
    r"\b(?:you|i|we|us|me|they|anyone|anybody|someone|somebody|everyone|nobody)\b[^?]*\b"
    rf"(?:(?:tell|reveal|share|trade|swap|leak|spell|say|said|know|knows|knew|announce|whisper|discuss|hint|give"
    rf"|mention|forget|hear|heard|sure|certain|lie|lied|lying)\b[^?]*{_WORD}|(?:guess|guessed|crack|cracked)\b)"
)
_CHOICE = re.compile(
    rf"\b(?:is|are|was|does|would|can) (?:{_WORD}|it)(?: \w+)? (?:an? |the )?[\w-]+,? or"
    r" (?:an? |the |is it )?[\w-]+\W*\Z"
)
_NO_CHOICE = re.compile(r"\bor (?:not|no|something|so|anything)\b")
_LEAD = re.compile(r"\A(?:yes or no|yes/no|truthfully|honestly|quick question|simple question|question)\s*[-,:?—–]+\s*")
_WOULD_SAY = re.compile(r"\b(?:would|could) you say (?:that )?|\bis it (?:true|fair to say|safe to say) (?:that )?")
_EMPHASIS = {ord("*"): None, ord("_"): " ", ord("`"): None}
_STRAIGHT = {**_EMPHASIS, ord("’"): "'", ord("‘"): "'", ord("“"): '"', ord("”"): '"'}
_ENDS_IN_AUX = re.compile(rf"\b{_AUX}\s\Z", re.IGNORECASE)


class Question(NamedTuple):
    """A direct question: who asks, who is asked, and the sentence as it was said."""

    asker: int
    asked: int
    text: str


def questions_in(text: str, asker: int, roster: Roster) -> Iterator[Question]:
    """Every direct yes/no question in a message, in order, once; a sentence put to two players gives two."""
    addressed = (1 - asker,) if roster.players == 2 else ()
    put: set[tuple[int, str]] = set()
    for found in roster.sentences(without_guesses(text), _STOPS):
        sentence = found.translate(_EMPHASIS).strip(' \n"“”')[-LONGEST:]
        addressed = spoken_to(sentence, roster) or addressed
        if is_yes_no(sentence, roster):
            asked = _asked(sentence, roster)
            yield from (
                Question(asker, seat, sentence) for seat in addressed if seat != asker and (seat, asked) not in put
            )
            put.update((seat, asked) for seat in addressed)


def _asked(sentence: str, roster: Roster) -> str:
    """What a question asks, without whom: a message that asks it twice asks it once."""
    plain = _plain(sentence, roster.anybody())
    found = _ASKS.search(plain)
    return plain[found.start() :].lstrip(" ,:;(—–-") if found else plain


def is_yes_no(sentence: str, roster: Roster) -> bool:
    """Whether a sentence, whoever it is put to, is a yes/no question about the word of the one who is asked."""
    asked = _plain(sentence, roster.anybody())
    if not asked.endswith("?") or _OF_THE_GAME.search(asked):
        return False
    if _CHOICE.search(asked) and not _NO_CHOICE.search(asked):
        return False
    return bool(_ASKS.search(asked) or (_STATES.search(asked) and not _WH.search(asked)))


def _plain(sentence: str, roster: Roster) -> str:
    """Small letters and straight quotes, without emphasis, names and lead-ins: what is asked, not of whom."""
    text = _unnamed(sentence.translate(_STRAIGHT), roster)
    text = re.sub(r"\s+", " ", text.casefold()).strip(" ,:;-—–\"')(")
    text = _LEAD.sub("", re.sub(r",\s*(?=[?.!])", "", text))
    return _WOULD_SAY.sub("is it so that ", text) if _STATES.search(text) else text


def _unnamed(text: str, roster: Roster) -> str:
    """Names of those spoken to are left out; one who is spoken of is someone."""
    for mention in reversed(list(roster.mentions(text))):
        before, after = text[: mention.start], text[mention.end :]
        if _ENDS_IN_AUX.search(before):
            text = f"{before}someone{after}"
        elif not after.startswith("'"):
            text = f"{before.rstrip(' @,')}, {after.lstrip(' ,')}"
    return text
