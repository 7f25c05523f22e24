"""The forms in which bots ask and answer. Whether an answer in them is true is decided, by letters or by word vectors.

    Is your word nearer to OCEAN than to FIRE?     by vectors: the cosine with the first is the greater
    Does your word have to do with WATER?          by vectors: the cosine is above RELATED (nearness.py)
    Is your word "ECHO"?                           by letters

and the answer, one word a question in their order: "Player 1: yes, no." People and models may well mean something else
by "nearer": what they answer in their own words is decided here only where letters decide it, and is otherwise for a
judge.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from keepmum.core.fold import fold
from keepmum.games.secrets.facts import Polarity
from keepmum.games.secrets.nearness import RELATED, cosine

Form = Literal["nearer", "related", "is"]

_NEARER = re.compile(r"\bis your word nearer to ([\w-]+) than to ([\w-]+)\?\Z", re.IGNORECASE)
_RELATED = re.compile(r"\bdoes your word have to do with ([\w-]+)\?\Z", re.IGNORECASE)
_CLOSE = r"\s*(?:,[^,?]{0,30})?\?\Z"
_IS = re.compile(rf"\bis your (?:secret )?word [\"“']([\w-]+)[\"”']{_CLOSE}", re.IGNORECASE)
_IS_BARE = re.compile(rf"\bis your (?:secret )?word (?:the word )?([\w-]+){_CLOSE}", re.IGNORECASE)
_ANSWERS = r"(?:yes|no)(?:, (?:yes|no))*\."


@dataclass(frozen=True, slots=True)
class Query:
    """What a question in one of the forms asks: `first`, and for "nearer" than `second`."""

    form: Form
    first: str
    second: str = ""

    def __str__(self) -> str:
        match self.form:
            case "nearer":
                return f"is your word nearer to {self.first} than to {self.second}?"
            case "related":
                return f"does your word have to do with {self.first}?"
            case _:
                return f'is your word "{self.first}"?'

    def holds(self, word: str) -> bool | None:
        """Whether yes is the true answer for `word`, or None where a word has no vectors."""
        if self.form == "is":
            return fold(self.first) == fold(word)
        first = cosine(word, self.first.casefold())
        if self.form == "related":
            return None if first is None else first > RELATED
        second = cosine(word, self.second.casefold())
        return None if first is None or second is None else first > second


def query_in(question: str) -> Query | None:
    """What a question asks, where it is in one of the forms."""
    if found := _NEARER.search(question):
        return Query("nearer", found[1], found[2])
    if found := _RELATED.search(question):
        return Query("related", found[1])
    if found := _IS.search(question):
        return Query("is", found[1])
    return None


def ask_line(name: str, queries: Iterable[Query]) -> str:
    """Questions to the player of this name as a bot writes them: the name once, then one sentence each."""
    asked = [str(query) for query in queries]
    return " ".join([f"{name}, {asked[0]}", *(f"{text[0].upper()}{text[1:]}" for text in asked[1:])])


def answer_line(asker: str, answers: Iterable[bool]) -> str:
    """Answers to the player of this name as a bot writes them."""
    return f"{asker}: {', '.join('yes' if yes else 'no' for yes in answers)}."


def in_form(reply: str, asker: str) -> bool:
    """Whether a reply answers the player of this name in the bots' form."""
    return re.search(rf"(?:\A|(?<=[.?!] )){re.escape(asker)}: {_ANSWERS}(?: |\Z)", reply) is not None


def truthful(question: str, asker: str, reply: str, answer: Polarity, secret: str) -> bool | None:
    """Whether an answer is true, where that is decided; None where it is for a judge, or nothing was answered."""
    if answer not in ("yes", "no"):
        return None
    query = query_in(question)
    if query is None:
        bare = _IS_BARE.search(question)
        return answer == "yes" if bare and fold(bare[1]) == fold(secret) else None
    if query.form != "is" and not in_form(reply, asker):
        return None
    holds = query.holds(secret)
    return None if holds is None else holds == (answer == "yes")
