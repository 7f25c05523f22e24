"""The Chameleon told to onlookers, a line a fact; players are counted from 1."""

from __future__ import annotations

from collections.abc import Iterable

from keepmum.core import Fact
from keepmum.games.chameleon.facts import (
    Accused,
    Appointed,
    Ballots,
    Card,
    Clue,
    Guess,
    Identity,
    Order,
    Revealed,
    SelfReveal,
    Statement,
    Tally,
    Tie,
)

_HOW = {
    "is": "that is the secret word itself",
    "contains": "that contains the secret word",
    "inflects": "that is a form of the secret word",
    "part": "that is part of the secret word",
}


def tell(fact: Fact) -> str | None:
    """A fact in words, or None where another line already tells it."""
    match fact:
        case Card(category=category, words=words):
            return f"the card: {category} — {', '.join(words)}"
        case Order(seats=seats):
            return f"speaking order: {_seats(seats, ' → ')}"
        case Identity(chameleon=chameleon, secret=secret):
            return "you are the chameleon" if chameleon else f"you know the word: {secret}"
        case Clue(seat=seat, word=word):
            return f"player {seat + 1}: {word}"
        case SelfReveal(how=how):
            return f"({_HOW.get(how, how)})"
        case Statement(seat=seat, text=text):
            return f"player {seat + 1}: “{text}”"
        case _:
            return _tell_vote(fact)


def _tell_vote(fact: Fact) -> str | None:
    match fact:
        case Ballots(votes=votes):
            return "votes: " + "  ".join(f"{seat + 1}→{vote + 1}" for seat, vote in enumerate(votes))
        case Tally(counts=counts):
            return "votes: " + "  ".join(f"player {seat + 1} got {count}" for seat, count in enumerate(counts) if count)
        case Tie(seats=seats):
            return f"a tie between players {_seats(seats, ' and ')}"
        case Appointed(seat=seat):
            return f"player {seat + 1} is drawn to break the tie"
        case Accused(seat=seat, chameleon=chameleon):
            return f"player {seat + 1} is accused and {'is' if chameleon else 'is not'} the chameleon"
        case Guess(seat=seat, word=word):
            return f"player {seat + 1} guesses “{word}”"
        case Revealed(chameleon=chameleon, secret=secret):
            return f"the word was “{secret}”; player {chameleon + 1} was the chameleon"
        case _:
            return None


def _seats(seats: Iterable[int], between: str) -> str:
    return between.join(str(seat + 1) for seat in seats)
