"""What the arena hides: each player's word among those that secrets are drawn from, which its own messages may tell."""

from __future__ import annotations

from collections.abc import Sequence

from keepmum.core import Event
from keepmum.core.hidden import Hidden, Utterance, evenly
from keepmum.games.secrets.facts import Message, Revealed, Table
from keepmum.games.secrets.pool import load_pool


def hidden(events: Sequence[Event]) -> tuple[Hidden, ...]:
    """Each seat's word: among the listed words, or else among the project's own pool and the words of this match."""
    facts = [event.fact for event in events]
    table = next(fact for fact in facts if isinstance(fact, Table))
    words = next(fact for fact in facts if isinstance(fact, Revealed)).words
    listed = table.words or tuple(sorted({*words, *(entry.word for entry in load_pool())}))
    return tuple(
        Hidden(
            "word",
            "words",
            listed,
            listed.index(word),
            evenly(len(listed)),
            seat,
            (seat,),
            tuple(
                Utterance(number, seat, fact.text, True)
                for number, fact in enumerate(facts)
                if isinstance(fact, Message) and fact.seat == seat
            ),
        )
        for seat, word in enumerate(words)
    )
