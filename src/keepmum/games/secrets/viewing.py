"""What a player of the arena knows of its own secret word when it speaks: nobody else knows it, everybody listens."""

from __future__ import annotations

from collections.abc import Sequence

from keepmum.core import Ask, Fact
from keepmum.core.view import View, Viewing
from keepmum.games.secrets.dialogue import PASS
from keepmum.games.secrets.facts import Message, Secret, Table
from keepmum.games.secrets.pool import load_pool

TOPIC = "secret words"


def view(heard: Sequence[Fact], seat: int, ask: Ask) -> View | None:
    """The own word among the listed ones, or among the project's own pool, and one's own messages so far."""
    if ask.about != "message":
        return None
    own = next((fact.word for fact in heard if isinstance(fact, Secret)), None)
    table = next((fact for fact in heard if isinstance(fact, Table)), None)
    if own is None or table is None:
        return None
    words = table.words or tuple(sorted({own, *(entry.word for entry in load_pool())}))
    said = tuple((seat, fact.text) for fact in heard if isinstance(fact, Message) and fact.seat == seat)
    return View("speak", TOPIC, words, words.index(own), said, False, silence=PASS)


VIEWING = Viewing(view)
