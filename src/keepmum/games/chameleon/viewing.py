"""What a seat of The Chameleon knows of the secret word when it is asked for a clue, a statement, a vote or a guess."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log2

from keepmum.core import Ask, Fact
from keepmum.core.view import Matter, View, Viewing
from keepmum.games.chameleon.bots.schedule import best_sizes
from keepmum.games.chameleon.bots.table import Table
from keepmum.games.chameleon.facts import Card, Statement

MATTERS: Mapping[str, Matter] = {
    "clue": "speak",
    "statement": "speak",
    "vote": "suspect",
    "tie_break": "suspect",
    "guess": "name",
}


def view(heard: Sequence[Fact], seat: int, ask: Ask) -> View | None:
    """The words of the card, and the clues so far; before a statement, what was stated too.

    A player does not know which of the others is the one who does not know the word.
    """
    matter = MATTERS.get(ask.about)
    card = next((fact for fact in heard if isinstance(fact, Card)), None)
    if matter is None or card is None:
        return None
    table = Table()
    table.read(seat, heard)
    said = tuple(table.clues)
    if ask.about == "statement":
        said += tuple((fact.seat, fact.text) for fact in heard if isinstance(fact, Statement))
    truth = card.words.index(table.secret) if table.secret else None
    return View(matter, card.category, card.words, truth, said, True, scheduled(table, ask.about))


def scheduled(table: Table, about: str) -> float:
    """Bits that the best schedule has told after this clue, or after all of them.

    Nothing, where clues are not heard: nothing can be nested then.
    """
    players, words = len(table.order), len(table.words)
    if about == "clue" and table.sealed:
        return 0.0
    turn = min(len(table.clues) + 1, players) if about == "clue" else players
    return log2(words / best_sizes(players, words)[turn])


VIEWING = Viewing(view, scheduled=True)
