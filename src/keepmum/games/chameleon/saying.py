"""What is said in The Chameleon for others to judge: the clues, and the talk before the vote."""

from __future__ import annotations

from keepmum.core import Fact
from keepmum.games.chameleon.facts import Clue, Statement


def said(fact: Fact) -> tuple[int, str] | None:
    """Who says what to all."""
    match fact:
        case Clue(seat=seat, word=word):
            return seat, word
        case Statement(seat=seat, text=text):
            return seat, text
        case _:
            return None
