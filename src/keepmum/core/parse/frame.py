"""A frame is what may stand around an answer and only affirms it: "I vote for ...", "my answer is ..."."""

from __future__ import annotations

import re
from collections.abc import Iterator

from keepmum.core.parse.plain import unwrapped

_NOUN = (
    r"(?:vote|ballot|answer|guess|choice|pick|word|decision|selection|response|reply|move|suspect|accusation|nomination"
    r"|nominee|proposal|proposed team|team|party)"
)
_SURE = r"(?:(?:definitely|certainly|clearly|obviously|undoubtedly) )?"
_OPENER = r"(?:(?:sure|okay|ok|alright|certainly|of course|yes|so|therefore|thus|well|understood)[,.!:]* ){0,2}"
_IT_IS = r"(?:it is|it's|it must be|it has to be)"
_SOUGHT = r"(?:the (?:chameleon|impostor|odd one out|(?:secret )?word|answer) (?:is|must be))"
_OWN = (
    rf"(?:(?:here is|here's|this is) )?(?:(?:my|the) )(?:(?:final|official|secret|chosen|best) )?{_NOUN}"
    r"(?: (?:is that it is|is for|is to|is|are|goes to|consists of|will be|must be)[:\s]\s?|\s?[:=]\s?)"
)
_LABEL = rf"(?:(?:final |secret )?{_NOUN}\s?[:=]\s?|final {_NOUN} is\s:?\s?)"
_WILLING = (
    r"(?:'ll| will| shall|'d like to| would like to| want to| have to| must| now| hereby| therefore| strongly"
    r"| definitely| certainly| am going to|'m going to)"
)
_WILL = rf"i{_WILLING}{{0,3}} "
_VERB = (
    r"(?:vote (?:for|to)|vote|go (?:with|for)|choose to|choose|pick|select|guess|suspect|accuse|nominate|propose"
    r"|answer with)"
)
_DOING = (
    r"(?:i am|i'm) (?:now )?(?:voting (?:for|to)|voting|choosing|picking|selecting|going with|guessing|nominating"
    r"|proposing|accusing)"
)
_THINK = (
    r"(?:i (?:strongly |really )?(?:think|believe|say|guess|suspect)|(?:i am|i'm) (?:sure|certain|confident)) "
    r"(?:that )?"
)

_LEAD = re.compile(
    rf"{_OPENER}(?:{_OWN}|{_LABEL}|{_THINK}(?:{_IT_IS}|{_SOUGHT})\s|{_WILL}{_VERB}[:\s]\s?|{_DOING}[:\s]\s?"
    rf"|{_IT_IS}\s|{_SOUGHT}[:\s]\s?|vote for\s|vote to\s|voting for\s|vote\s){_SURE}"
)
_SURELY = re.compile(
    rf"(?:i{_WILLING}{{1,3}}|definitely|certainly|clearly|obviously|undoubtedly"
    r"|i(?! (?:player|seat|option|number|no\.|the |p ?\d|#|\d))) "
)
_TAIL = re.compile(
    rf",? (?:is my (?:final )?{_NOUN}|is the (?:secret )?(?:word|answer|chameleon|impostor)|gets my vote|it is|for sure"
    r"|definitely|please|final answer|(?:of )?(?:this|the) (?:team|proposal|quest|mission|party))\Z"
)
_CLAIM = re.compile(rf"{_OPENER}{_THINK}([^,;:!?]+) is the (?:chameleon|impostor|(?:secret )?word|answer)")
_ARTICLE = re.compile(r"(?:the|an?) ")
_YES_NO = re.compile(
    r"(?:(yes)[,.!]? i (?:do|am|agree|confirm|(?:fully )?understand)|(no)[,.!]? i (?:do not|don't|am not))"
    r"(?: (?:the|my) \w+)?"
)

_INTRODUCTION = re.compile(
    rf"{_OPENER}(?:(?:here is|here's|this is) )?(?:my|the) (?:(?:final|official) )?(?:{_NOUN}|json)"
    r"(?: is| in json(?: format)?| as json)?\s?:"
)


def introduces(said: str) -> bool:
    """Whether `said` (plain text) only announces the answer that follows, as "Here is my vote:" does."""
    return _INTRODUCTION.fullmatch(said) is not None


def bodies(said: str) -> Iterator[tuple[str, bool]]:
    """What `said` (plain text) may come to once frames are taken off, and whether there was one."""
    bare = unwrapped(said)
    yield from _with_article(bare, False)
    echo = _YES_NO.fullmatch(bare)
    if echo:
        yield echo.group(echo.lastindex or 0), True
    inner = unframed(bare)
    if inner != bare:
        yield from _with_article(unwrapped(inner), True)


def unframed(bare: str) -> str:
    """`bare` without the frame around it."""
    claim = _CLAIM.fullmatch(bare)
    if claim:
        return claim.group(1)
    lead = _LEAD.match(bare) or _SURELY.match(bare)
    rest = bare[lead.end() :] if lead else bare
    tail = _TAIL.search(rest)
    return rest[: tail.start()] if tail else rest


def _with_article(body: str, framed: bool) -> Iterator[tuple[str, bool]]:
    yield body, framed
    article = _ARTICLE.match(body)
    if article:
        yield body[article.end() :], framed
