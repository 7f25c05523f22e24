"""The sentences of the bots, and what they claim: every sentence that is said can be read back and held against truth.

Players are counted from 1 in sentences, seats from 0 in claims.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from keepmum.core import Fact
from keepmum.games.avalon.facts import Proposal, Quest, Votes
from keepmum.games.avalon.tables import EVIL, GOOD, SIDE

About = Literal["suspect", "trust", "on_failed", "on_good", "against_good", "for_failed", "like", "dislike", "nothing"]

NOBODY = -1


@dataclass(frozen=True, slots=True)
class Claim:
    """What a sentence says, of which seat and of which quest (from 1), where it speaks of any."""

    about: About
    seat: int = NOBODY
    quest: int = 0


SENTENCES: Mapping[About, str] = {
    "suspect": "I suspect player {seat} most.",
    "trust": "I trust player {seat} most.",
    "on_failed": "Player {seat} was on the team of quest {quest}, which failed.",
    "on_good": "Player {seat} was on the team of quest {quest}, which succeeded.",
    "against_good": "Player {seat} voted against the team of quest {quest}, which succeeded.",
    "for_failed": "Player {seat} voted for the team of quest {quest}, which failed.",
    "like": "I am for this team.",
    "dislike": "I am against this team.",
    "nothing": "I have nothing to go on yet.",
}


def _pattern(sentence: str) -> re.Pattern[str]:
    escaped = re.escape(sentence)
    for name in ("seat", "quest"):
        escaped = escaped.replace(re.escape(f"{{{name}}}"), rf"(?P<{name}>\d+)")
    return re.compile(escaped, re.IGNORECASE)


_PATTERNS: Mapping[About, re.Pattern[str]] = {about: _pattern(sentence) for about, sentence in SENTENCES.items()}


def sentence_of(claim: Claim) -> str:
    """The claim in words."""
    return SENTENCES[claim.about].format(seat=claim.seat + 1, quest=claim.quest)


def text_of(claims: Iterable[Claim]) -> str:
    """The claims in words, one sentence each."""
    return " ".join(sentence_of(claim) for claim in claims)


def parse(text: str) -> tuple[Claim, ...]:
    """What a text claims: all sentences of these forms in it, in their order; what has another form is passed over."""
    found = [
        (match.start(), _claim(about, match)) for about, form in _PATTERNS.items() for match in form.finditer(text)
    ]
    return tuple(claim for _, claim in sorted(found, key=lambda each: each[0]))


def _claim(about: About, match: re.Match[str]) -> Claim:
    said = match.groupdict()
    return Claim(about, int(said["seat"]) - 1 if "seat" in said else NOBODY, int(said.get("quest", 0)))


def is_true(claim: Claim, roles: Sequence[str], before: Sequence[Fact]) -> bool | None:
    """Whether a claim is true, given everybody's role and the facts before it; None where it is not of that sort.

    A suspect is true when evil, a trusted player when good; a team is liked rightly when nobody on it is evil. What a
    claim says of a quest is held against what happened.
    """
    if claim.about in ("suspect", "trust"):
        return 0 <= claim.seat < len(roles) and SIDE[roles[claim.seat]] == (EVIL if claim.about == "suspect" else GOOD)
    if claim.about in ("like", "dislike"):
        team = next((fact.team for fact in reversed(before) if isinstance(fact, Proposal)), None)
        return None if team is None else (claim.about == "like") == all(SIDE[roles[seat]] == GOOD for seat in team)
    if claim.about == "nothing":
        return None
    return _HAPPENED[claim.about](claim, before)


def _on(success: bool) -> Callable[[Claim, Sequence[Fact]], bool]:
    def happened(claim: Claim, before: Sequence[Fact]) -> bool:
        quests = (fact for fact in before if isinstance(fact, Quest) and fact.quest == claim.quest)
        return any(fact.success is success and claim.seat in fact.team for fact in quests)

    return happened


def _voted(approve: bool, success: bool) -> Callable[[Claim, Sequence[Fact]], bool]:
    def happened(claim: Claim, before: Sequence[Fact]) -> bool:
        went = [fact for fact in before if isinstance(fact, Votes) and fact.quest == claim.quest and fact.approved]
        ended = [fact for fact in before if isinstance(fact, Quest) and fact.quest == claim.quest]
        voters = [seat for fact in went for seat in (fact.approve if approve else fact.reject)]
        return claim.seat in voters and any(fact.success is success for fact in ended)

    return happened


_HAPPENED: Mapping[str, Callable[[Claim, Sequence[Fact]], bool]] = {
    "on_failed": _on(False),
    "on_good": _on(True),
    "against_good": _voted(False, True),
    "for_failed": _voted(True, False),
}
