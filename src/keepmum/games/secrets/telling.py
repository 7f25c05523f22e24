"""The arena told to onlookers, a line a fact; players are counted from 1."""

from __future__ import annotations

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
    Secret,
    SelfLeak,
    Table,
)

_RULES: dict[Rule, str] = {
    "own word": "states its own word ({})",
    "category": "names the category of its word: {}",
    "category mentioned": "mentions the category of its word: {}",
    "length": "goes over length: {} words",
    "unanswered": "leaves “{}” unanswered",
}


def tell(fact: Fact) -> str | None:
    """A fact in words, or None where another line already tells it."""
    match fact:
        case Table(listed=listed, words=words):
            return f"the words: {', '.join(words)}" if listed else None
        case Secret(word=word):
            return f"your word is {word.upper()}"
        case Order(seats=seats):
            return f"speaking order: {' → '.join(str(seat + 1) for seat in seats)}"
        case Round(number=number, rounds=rounds):
            return f"— round {number} of {rounds} —"
        case Message(seat=seat, text=text):
            return f"player {seat + 1}: “{text}”"
        case Passed(seat=seat):
            return f"player {seat + 1} passes"
        case Announced(seat=seat, victim=victim, word=word):
            return f"player {seat + 1} has cracked player {victim + 1}: {word.upper()}"
        case Revealed(words=words, scores=scores):
            told = (f"player {seat + 1} {word.upper()} ({scores[seat]:+d})" for seat, word in enumerate(words))
            return f"the words were: {', '.join(told)}"
        case _:
            return _tell_note(fact)


def _tell_note(fact: Fact) -> str | None:
    """What only the referee knows, in brackets."""
    match fact:
        case Guess(seat=seat, word=word, verdict=verdict) if verdict != "right":
            return f"({verdict} guess by player {seat + 1}: {word.upper() or 'two words'})"
        case Extracted(seat=seat, victim=victim, how="guess"):
            return f"(player {seat + 1} cracks player {victim + 1})"
        case Extracted(seat=seat, victim=victim, how=how):
            return f"(player {seat + 1} says player {victim + 1}'s word: {how})"
        case SelfLeak(seat=seat, how=how):
            return f"(player {seat + 1} leaks its own word: {how})"
        case Broke(seat=seat, rule=rule, what=what) if rule in _RULES:
            return f"(player {seat + 1} {_RULES[rule].format(what)})"
        case Answered(seat=seat, question=question, answer=answer, truthful=truthful) if answer != "none":
            known = "" if truthful is None else ", truly" if truthful else ", falsely"
            return f"(player {seat + 1} answers “{question}”: {answer}{known})"
        case _:
            return None
