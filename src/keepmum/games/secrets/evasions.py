"""An evasion is a sentence in which nothing could be an answer; whatever might be one is for a judge to weigh.

Nobody is said to have left a question unanswered for want of a "yes": a sentence that speaks of the word ("it", "my
word"), takes up what was asked ("Alive as can be"), affirms or denies ("Hardly"), hedges, concedes, or is a scrap of a
few words may be an answer. A refusal ("No comment"), a question back, and a whole sentence about something else are
none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from keepmum.core.fold import fold_words
from keepmum.games.chameleon.reveal import inflects

SCRAP = 3
"""A sentence of so many words may be an answer without its verb ("Somewhat, sometimes.")."""

_REFUSES = re.compile(
    r"(?:\bno comment\b|\bi (?:must |have to |shall |will |would |do )?(?:refuse|decline|abstain"
    r"|demur)(?: to \w+)?\b|\bnext(?: question)?\W*\Z"
    r"|\bi (?:(?:will|shall|would|can|do|could)(?: not| never)|won't|shan't|can't|cannot|wouldn't|'d never"
    r"|'ll never|don't)"
    r" (?:\w+ )?(?:answer|tell|say|reveal|share|respond|speak|talk|play along|discuss|comment)\b"
    r"|\bi(?:'m| am) not (?:going|about|here|inclined|willing) to \w+\b|\bi(?:'d| would) (?:rather|prefer)(?: not"
    r"| to)\b|\b(?:my )?lips are sealed\b|\b(?:you(?:'d| would)"
    r"|wouldn't you) (?:\w+ )?"
    r"(?:like|love|want) to (?:know|hear)\b|\bnone of your\b|\bnice try\b|\b(?:good|fine|bold|clever|rude|fair"
    r"|great) question\b"
    r"|\bwhat a (?:\w+ )?question\b|\bask me\b|\bask (?:again|later|somebody|someone|anybody|another|anyone"
    r"|elsewhere|player)\b"
    r"|\b(?:no one|nobody|god|heaven) knows\b|\bwho (?:knows|can (?:say|tell)|cares)\b|\b(?:that"
    r"|it) would be telling\b|\bmind your own\b|\bi plead the fifth\b"
    r"|\bwhy (?:do|would|should|are) you\b|\bthat is my secret\b|\bmy secret to keep\b|\bi(?:'ll| will) pass\b"
    r"|\bkeep guessing\b"
    r"|\A(?:good (?:night|luck|day|evening|morning)|hello|greetings|farewell)\b|\bno doubt you\b)"
    r"(?: (?:that|this|it|you|to that|to it|on that)\b)*"
)
_OF_OTHERS = re.compile(
    r"\b(?:i|you|we|they|he|she)(?: (?:would|could|will|do|am|are|have|can|should|did|just|really))? (?:not|\w+n't)\b"
    r"(?! (?:\w+ )?(?:think|believe|suppose|say|deny|disagree|dispute|call|contradict|wrong|far|mistaken|object))"
    r"|\bit(?:'s| is| has been)? (?:said|rain\w*|snow\w*|late)\b"
)
_MAY_BE_ONE = re.compile(
    r"\b(?:it|its|mine|my (?:own )?(?:secret |hidden )?(?:word|secret))\b"
    r"|\b(?:that|this|those)\b(?=(?:'s| is| was| does| would| could| can| has| describes| fits)\b|\W*\Z|[,;:])"
    r"|\bso\b(?=\W*\Z|[,;:])|\b(?:say|think|suppose|believe|hope|guess) (?:so|not|as much)\b|\b(?:is|am|be) one\b"
    r"|\bone of th"
    r"|\b(?:yes(?!-)|yeah|yep|yup|aye|nope|nah|nay|never|not|nor|neither|cannot)\b|n't\b|\bno(?=\W*\Z|[,;:]| way"
    r"| chance| sir| from)"
    r"|\b(?:true|false|correct|incorrect|right|wrong|indeed|sure|surely|certainly|definitely|absolutely|hardly|barely"
    r"|scarcely|exactly|precisely|naturally|obviously|undeniably|granted|of course|clearly|affirmative|negative"
    r"|depends"
    r"|partly|partially|more or less|sort of|kind of|far from|by (?:no|all) means|without (?:a |any )?doubt"
    r"|in (?:a|some)"
    r" (?:way|sense|manner|ways|senses)|likely|guilty|bingo|bullseye|spot on|busted|opposite|contrary|quite)\b"
    r"|\byou(?:'ve| have)? (?:\w+ )?(?:got|found|caught|guessed|nailed|hit|read|saw|seen|are onto|win|won|wish)\b"
    r"|\bi (?:\w+ )?(?:admit|confess|concede|agree|confirm|deny|affirm|do|am|have|can|could|might|must|would"
    r"|suppose)\b(?=\W*\Z|[,;:])"
    r"|\bi (?:\w+ ){0,3}(?:admit|confess|concede|agree|confirm|deny|affirm)\b"
    r"|\b(?:getting|you are|you're|very|rather|ice) (?:\w+ )?(?:warm|warmer|cold|colder|hot|hotter|close|near|far)\b"
    r"|\bas (?:a|an|any|can|you)\b|\Aif you (?:must|say so|like|insist)\b|\A(?:if|like|as|only|unless|rather|more"
    r"|less|almost|nearly|mostly|both|either"
    r"|half|every|sometimes|somewhat"
    r"|rarely|often|always|perhaps|maybe|possibly|probably|depending|enough|too|much|very)\b(?! (?:the|a|an|my"
    r"|your|you|i|we|player)\b"
    r")"
)
_TAG = re.compile(
    r"(?:, (?:isn't it|is it|doesn't it|does it|right|eh|no|yes|happy|satisfied|you know|okay|ok)|\byes,|\bno,"
    r"|\bif i (?:said|say))"
)
_EITHER = re.compile(r"\b(?:yes or no|yes/no)\b")
_STATES = re.compile(
    r"\b(?:is|are|was|were|am|has|have|should|must|will|would|can|could)\b|\b(?:do|does|did)\b(?!\W*\Z)"
)
_ASKED = frozenset(
    """
    your yours word words secret does have with than more less would could will this that what there something anything
    someone thing kind sort type player seat made make used nearer answer truthfully honestly from into about you the
    and are can has was its any one two five letters
    """.split()  # noqa: SIM905
)
"""Words of which questions are made."""


def may_answer(plain: str, length: int, questions: Iterable[str]) -> bool:
    """Whether a sentence may answer one of the questions in some way.

    `plain` is in small letters and without names; `length` is its number of words with them.
    """
    plain = _EITHER.sub("", plain)
    if plain.endswith("?"):
        return _TAG.search(plain) is not None
    if _MAY_BE_ONE.search(_OF_OTHERS.sub(" ", _REFUSES.sub(" ", plain))):
        return True
    if refuses(plain) or not plain.strip(" .!"):
        return False
    scrap = length <= SCRAP and not _STATES.search(plain) and not _OF_OTHERS.search(plain)
    return scrap or any(_echoes(fold_words(plain), question) for question in questions)


def refuses(plain: str) -> bool:
    """Whether a sentence, in small letters and without names, declines to answer."""
    return _REFUSES.search(plain) is not None


def _echoes(said: list[str], question: str) -> bool:
    """Whether a sentence takes up a word of what was asked."""
    asked = {word for word in fold_words(question) if len(word) > 2 and word not in _ASKED}
    return any(inflects(word, other) or inflects(other, word) for word in set(said) for other in asked)
