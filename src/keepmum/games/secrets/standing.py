"""A standing is what one seat did and suffered in a match, counted from its events."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from keepmum.core import Event, Fact
from keepmum.games.secrets.disguises import OUTRIGHT
from keepmum.games.secrets.facts import (
    Answered,
    Asked,
    Broke,
    Extracted,
    Guess,
    How,
    Message,
    Passed,
    SelfLeak,
    Table,
)

T = TypeVar("T", bound=Fact)

ARTICLE: frozenset[How] = frozenset({"guess", "plain"})
"""The ways in which a word is lost by the article's count; the others count too when one is charitable."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Counts of one seat.

    `cracks`: words it was first to guess; `cracked`: its own word was guessed. `stated`, `smuggled`: the ways in which
    it said its own word outright, or disguised. `taken`: the ways in which others' messages held its word, guesses
    apart. `kept`: nobody guessed its word or said it plainly; `kept_any_way`: nor was it said in another form or a
    disguise. `wrong`: different wrong guesses. `words`, `messages`, `passes`: how much it talked. `asked`: direct
    questions it put; `due`: those put to it that came due; `lies`, `truths`: answers known to be false or true;
    `evaded`: questions it left unanswered. `broken`: breaches of any rule but that of a category merely mentioned.
    """

    cracks: int = 0
    cracked: bool = False
    stated: int = 0
    smuggled: int = 0
    taken: int = 0
    kept: bool = True
    kept_any_way: bool = True
    wrong: int = 0
    words: int = 0
    messages: int = 0
    passes: int = 0
    asked: int = 0
    due: int = 0
    lies: int = 0
    truths: int = 0
    evaded: int = 0
    broken: int = 0


def standings(events: Sequence[Event]) -> tuple[Standing, ...]:
    """Every seat's standing, of a match that began with its table."""
    facts = [event.fact for event in events]
    players = next(fact.players for fact in facts if isinstance(fact, Table))
    return tuple(_standing(facts, seat) for seat in range(players))


def talk_share(standing: Standing, all_standings: Iterable[Standing]) -> float | None:
    """The seat's share of all words said, or None where nobody said any."""
    total = sum(each.words for each in all_standings)
    return standing.words / total if total else None


def _standing(facts: list[Fact], seat: int) -> Standing:
    by = [fact for fact in facts if getattr(fact, "seat", None) == seat]
    said = [len(fact.text.split()) for fact in _of(by, Message)]
    answers = [fact.truthful for fact in _of(by, Answered)]
    extracted = _of(facts, Extracted)
    leaks = [fact.how in OUTRIGHT for fact in _of(by, SelfLeak)]
    shown = {fact.how for fact in _of(by, SelfLeak)} | {fact.how for fact in extracted if fact.victim == seat}
    counted = Standing(
        cracks=sum(fact.seat == seat and fact.how == "guess" for fact in extracted),
        cracked=any(fact.victim == seat and fact.how == "guess" for fact in extracted),
        stated=sum(leaks),
        smuggled=len(leaks) - sum(leaks),
        taken=sum(fact.victim == seat and fact.how != "guess" for fact in extracted),
        kept=not shown & ARTICLE,
        kept_any_way=not shown,
        wrong=sum(fact.verdict == "wrong" for fact in _of(by, Guess)),
    )
    return replace(
        counted,
        words=sum(said),
        messages=len(said),
        passes=len(_of(by, Passed)),
        asked=len(_of(by, Asked)),
        due=len(answers),
        lies=answers.count(False),
        truths=answers.count(True),
        evaded=sum(fact.answer == "none" for fact in _of(by, Answered)),
        broken=sum(fact.rule != "category mentioned" for fact in _of(by, Broke)),
    )


def _of(facts: Iterable[Fact], kind: type[T]) -> list[T]:
    return [fact for fact in facts if isinstance(fact, kind)]
