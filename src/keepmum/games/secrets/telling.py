"""The arena told to onlookers, a line a fact; players go by their names, or are counted from 1."""

from __future__ import annotations

from collections.abc import Callable

from keepmum.core import Fact
from keepmum.games.secrets.facts import (
    Announced,
    Answered,
    Broke,
    Extracted,
    Guess,
    Message,
    Order,
    Passed,
    Revealed,
    Round,
    Rule,
    Seated,
    Secret,
    SelfLeak,
    Table,
)
from keepmum.games.secrets.names import Roster

_RULES: dict[Rule, str] = {
    "own word": "states its own word ({})",
    "category": "names the category of its word: {}",
    "category mentioned": "mentions the category of its word: {}",
    "length": "goes over length: {} words",
    "unanswered": "leaves “{}” unanswered",
}

NUMBERED = Roster(0)


def tell(fact: Fact) -> str | None:
    """A fact in words, or None where another line already tells it; players by number."""
    return _tell(fact, NUMBERED)


def teller(names: tuple[str, ...]) -> Callable[[Fact], str | None]:
    """The same for players of these names."""
    roster = Roster(len(names), names)
    return lambda fact: _tell(fact, roster)


def _tell(fact: Fact, roster: Roster) -> str | None:
    called = roster.told
    match fact:
        case Table(listed=listed, words=words):
            return f"the words: {', '.join(words)}" if listed else None
        case Seated(names=names):
            return f"the players: {', '.join(names)}"
        case Secret(word=word):
            return f"your word is {word.upper()}"
        case Order(seats=seats):
            return f"speaking order: {roster.order(seats)}"
        case Round(number=number, rounds=rounds):
            return f"— round {number} of {rounds} —"
        case Message(seat=seat, text=text):
            return f"{called(seat)}: “{text}”"
        case Passed(seat=seat):
            return f"{called(seat)} passes"
        case Announced(seat=seat, victim=victim, word=word):
            return f"{called(seat)} has cracked {called(victim)}: {word.upper()}"
        case Revealed(words=words, scores=scores):
            told = (f"{called(seat)} {word.upper()} ({scores[seat]:+d})" for seat, word in enumerate(words))
            return f"the words were: {', '.join(told)}"
        case _:
            return _tell_note(fact, called)


def _tell_note(fact: Fact, called: Callable[[int], str]) -> str | None:
    """What only the referee knows, in brackets."""
    match fact:
        case Guess(seat=seat, word=word, verdict=verdict) if verdict != "right":
            return f"({verdict} guess by {called(seat)}: {word.upper() or 'two words'})"
        case Extracted(seat=seat, victim=victim, how="guess"):
            return f"({called(seat)} cracks {called(victim)})"
        case Extracted(seat=seat, victim=victim, how=how):
            return f"({called(seat)} says {called(victim)}'s word: {how})"
        case SelfLeak(seat=seat, how=how):
            return f"({called(seat)} leaks its own word: {how})"
        case Broke(seat=seat, rule=rule, what=what) if rule in _RULES:
            return f"({called(seat)} {_RULES[rule].format(what)})"
        case Answered(seat=seat, question=question, answer=answer, truthful=truthful) if answer != "none":
            known = "" if truthful is None else ", truly" if truthful else ", falsely"
            return f"({called(seat)} answers “{question}”: {answer}{known})"
        case _:
            return None
