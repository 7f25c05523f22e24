"""The referee says what a message comes to: guesses, leaks, broken rules, questions and answers. It asks no model."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from keepmum.core import Fact
from keepmum.core.fold import fold
from keepmum.games.secrets.categories import namings
from keepmum.games.secrets.dialogue import Heard, heard, is_pass
from keepmum.games.secrets.disguises import OUTRIGHT, ways
from keepmum.games.secrets.facts import Answered, Asked, Broke, Extracted, Guess, How, SelfLeak
from keepmum.games.secrets.forms import truthful
from keepmum.games.secrets.guesses import Attempt, guesses_in, is_right, torn
from keepmum.games.secrets.names import Roster
from keepmum.games.secrets.questions import Question

ASKED_WORDS = 45
"""The article asks for under 45 words a message; what has more is over length, and stands."""


class Book(NamedTuple):
    """What the referee has noted so far: what is told only once, who cracked whom, and questions not answered yet."""

    noted: frozenset[tuple[object, ...]] = frozenset()
    cracks: tuple[tuple[int, int], ...] = ()
    due: tuple[Question, ...] = ()

    def cracked(self, victim: int) -> bool:
        """Whether somebody has guessed the victim's word."""
        return any(who == victim for _, who in self.cracks)


class Said(NamedTuple):
    """One turn: the round from 1, the seat, and its words."""

    round: int
    seat: int
    text: str


class Hidden(NamedTuple):
    """What only the referee sees: each seat's word (folded), and the names of its obvious category.

    `called` is what the players go by, if not by their numbers; that all see.
    """

    words: tuple[str, ...]
    names: tuple[tuple[str, ...], ...]
    called: tuple[str, ...] = ()

    @property
    def roster(self) -> Roster:
        """Those at the table."""
        return Roster(len(self.words), self.called)


def judge(book: Book, said: Said, hidden: Hidden) -> tuple[Book, tuple[Fact, ...]]:
    """The book after a turn, and what the referee notes of it, in the order in which it happened."""
    turn = heard(book.due, said.seat, said.text, hidden.roster)
    facts = list(_answered(said, turn, hidden))
    if not is_pass(said.text):
        found = [*_guesses(book, said, hidden), *_leaks(said, hidden), *_broken(book, said, hidden)]
        facts += [fact for fact in found if _key(fact) not in book.noted]
        facts += [Asked(said.round, each.asker, each.asked, each.text) for each in turn.questions]
    noted = book.noted.union(key for fact in facts if (key := _key(fact)) is not None)
    cracks = tuple((fact.seat, fact.victim) for fact in facts if isinstance(fact, Extracted) and fact.how == "guess")
    return Book(noted, (*book.cracks, *cracks), turn.due), tuple(facts)


def _key(fact: Fact) -> tuple[object, ...] | None:
    """Facts with the same key are told once in a match; those without one every time."""
    match fact:
        case Guess(seat=seat, victim=victim, word=word, verdict="wrong"):
            return ("wrong", seat, victim, word.casefold())
        case Extracted(victim=victim, how=how):
            return ("extracted", victim, how)
        case SelfLeak(seat=seat, how=how):
            return ("self", seat, how)
        case _:
            return None


def _guesses(book: Book, said: Said, hidden: Hidden) -> Iterator[Fact]:
    cracked = {victim for _, victim in book.cracks}
    attempts = list(guesses_in(said.text, hidden.roster))
    stray = {None, said.seat, *torn(attempts)}
    for attempt in _different(attempts):
        victim, word = attempt
        if victim is None or victim in stray or not word:
            yield Guess(said.round, said.seat, victim, word, "stray")
        elif not is_right(attempt, hidden.words[victim]):
            yield Guess(said.round, said.seat, victim, word, "wrong")
        elif victim in cracked:
            yield Guess(said.round, said.seat, victim, word, "late")
        else:
            cracked.add(victim)
            yield Guess(said.round, said.seat, victim, word, "right")
            yield Extracted(said.round, said.seat, victim, "guess")


def _different(attempts: list[Attempt]) -> list[Attempt]:
    """The attempts of a message, each once however its word is spelled."""
    first: dict[tuple[int | None, str], Attempt] = {}
    for attempt in attempts:
        first.setdefault((attempt.victim, fold(attempt.word)), attempt)
    return list(first.values())


def _leaks(said: Said, hidden: Hidden) -> Iterator[Fact]:
    for victim, word in enumerate(hidden.words):
        for how in ways(said.text, word):
            if victim == said.seat:
                yield SelfLeak(said.round, said.seat, how)
            else:
                yield Extracted(said.round, said.seat, victim, how)


def _broken(book: Book, said: Said, hidden: Hidden) -> Iterator[Fact]:
    stated: list[How] = [how for how in ways(said.text, hidden.words[said.seat]) if how in OUTRIGHT]
    if stated:
        yield Broke(said.round, said.seat, "own word", stated[0])
    asked = " ".join(question.text for question in book.due if question.asked == said.seat)
    put = {naming.name for naming in namings(asked, hidden.names[said.seat], hidden.roster)}
    for naming in namings(said.text, hidden.names[said.seat], hidden.roster):
        if naming.name not in put:  # to answer what one is asked names nothing
            rule = "category" if naming.claimed else "category mentioned"
            yield Broke(said.round, said.seat, rule, naming.name)
    words = len(said.text.split())
    if words > ASKED_WORDS:
        yield Broke(said.round, said.seat, "length", str(words))


def _answered(said: Said, turn: Heard, hidden: Hidden) -> Iterator[Fact]:
    for answer in turn.answers:
        asker, question = answer.question.asker, answer.question.text
        name, word = hidden.roster.name_of(asker), hidden.words[said.seat]
        true = truthful(question, name, answer.reply, answer.polarity, word)
        yield Answered(said.round, said.seat, asker, question, answer.reply, answer.polarity, true)
        if answer.polarity == "none":
            yield Broke(said.round, said.seat, "unanswered", question)
        elif true is False:
            yield Broke(said.round, said.seat, "untruthful", question)
