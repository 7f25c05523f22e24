"""The dialogue is who has asked whom what and not been answered yet: one fold, for the referee and for bots alike."""

from __future__ import annotations

from typing import NamedTuple

from keepmum.games.secrets.answers import answers_in
from keepmum.games.secrets.facts import Polarity
from keepmum.games.secrets.names import Roster
from keepmum.games.secrets.questions import Question, questions_in

PASS = "PASS"
"""What a player answers that wants to say nothing. It is a choice like any other; nothing else is ever taken for it."""


class Answer(NamedTuple):
    """A question, what its player said when its turn came, and what that comes to."""

    question: Question
    reply: str
    polarity: Polarity


class Heard(NamedTuple):
    """What a turn adds to the dialogue: answers to what was due, new questions, and all that is due after it."""

    answers: tuple[Answer, ...]
    questions: tuple[Question, ...]
    due: tuple[Question, ...]


def is_pass(text: str) -> bool:
    """Whether an answer is the explicit pass: the word by itself, whatever its case and the marks around it."""
    return text.strip(" \t\n.!*_`\"'“”‘’()[]").casefold() == PASS.casefold()


def heard(due: tuple[Question, ...], seat: int, text: str, roster: Roster) -> Heard:
    """What follows when `seat` says `text` (or passes) while the questions `due` are unanswered."""
    mine = tuple(question for question in due if question.asked == seat)
    passes = is_pass(text)
    polarities: tuple[Polarity, ...] = ("none",) * len(mine) if passes else answers_in(text, mine, roster)
    questions = () if passes else tuple(questions_in(text, seat, roster))
    answers = tuple(Answer(question, text, polarity) for question, polarity in zip(mine, polarities, strict=True))
    return Heard(answers, questions, (*(question for question in due if question.asked != seat), *questions))
