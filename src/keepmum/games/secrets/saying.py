"""What is said in the arena for others to judge: the messages, and the answers to direct questions."""

from __future__ import annotations

from collections.abc import Sequence

from keepmum.core import Event, Fact
from keepmum.core.kind import Asking, Claim
from keepmum.games.secrets.facts import Answered, Message, Secret


def said(fact: Fact) -> tuple[int, str] | None:
    """Who says what to all."""
    return (fact.seat, fact.text) if isinstance(fact, Message) else None


def claims(events: Sequence[Event]) -> tuple[Claim, ...]:
    """Every yes or no, or what is neither for certain, that a direct question was answered with."""
    words = _words(events)
    found: list[Claim] = []
    for turn in _turns(events):
        questions = tuple(Asking(fact.asker, fact.question) for _, fact in turn)
        found += [
            Claim(number, fact.seat, questions, place, fact.reply, words[fact.seat], fact.truthful)
            for place, (number, fact) in enumerate(turn)
            if fact.answer != "none"
        ]
    return tuple(found)


def _words(events: Sequence[Event]) -> dict[int, str]:
    """Each seat's secret word: it alone was told."""
    told = ((event.audience.seats, event.fact) for event in events)
    return {seat: fact.word for seats, fact in told if isinstance(fact, Secret) for seat in seats or ()}


def _turns(events: Sequence[Event]) -> list[list[tuple[int, Answered]]]:
    """The answers, together where one message gives them."""
    turns: dict[tuple[int, int], list[tuple[int, Answered]]] = {}
    for number, event in enumerate(events):
        if isinstance(event.fact, Answered):
            turns.setdefault((event.fact.round, event.fact.seat), []).append((number, event.fact))
    return list(turns.values())
