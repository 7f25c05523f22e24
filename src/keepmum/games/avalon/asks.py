"""What Avalon asks of its players, made once for each table size: most asks of a run are the same few."""

from __future__ import annotations

from functools import lru_cache

from keepmum.core import Ask, Asks, Choice, Event, Seats, Speech, only
from keepmum.games.avalon.facts import Ballot

SPEECH_WORDS = 120
"""A longer statement is refused, and asked for again."""

APPROVE, REJECT = "approve", "reject"
SUCCESS, FAIL = "success", "fail"
AWAITED = ""
"""Stands for the answer of a seat that still owes it."""

VOTE = Choice("vote", (APPROVE, REJECT))
QUEST = Choice("quest", (SUCCESS, FAIL))
Answers = tuple["str | None", ...]


@lru_cache(maxsize=256)
def of_one(seat: int, ask: Ask) -> Asks:
    """One seat owes an answer."""
    return Asks(((seat, ask),))


@lru_cache(maxsize=4096)
def of_all(answers: Answers, ask: Ask) -> Asks:
    """Every seat whose answer is awaited owes one."""
    return Asks(tuple((seat, ask) for seat, answer in enumerate(answers) if answer == AWAITED))


@lru_cache(maxsize=64)
def speak(words: int) -> Speech:
    """A statement of so many words at most."""
    return Speech("speak", words)


@lru_cache(maxsize=256)
def propose(size: int, players: int) -> Seats:
    """A team of any players, the leader among them or not."""
    return Seats("propose", size, players)


@lru_cache(maxsize=4096)
def assassinate(players: int, known: tuple[int, ...]) -> Choice:
    """One player by number, but none of those the seat knows to be evil: the rules have it name a good player."""
    return Choice("assassinate", tuple(str(seat + 1) for seat in range(players) if seat not in known))


@lru_cache(maxsize=64)
def ballot(seat: int, approve: bool) -> Event:
    """A seat's vote, told to itself alone."""
    return Event(only(seat), Ballot(seat, approve))
