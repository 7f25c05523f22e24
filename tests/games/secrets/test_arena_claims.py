"""What is put to judges out of a match: answers, each with all questions that it answers; and what breaks a rule."""

from __future__ import annotations

from typing import Any

import pytest

from keepmum.core import EVERYONE, Event, Move
from keepmum.core.transcript import Transcript
from keepmum.games.secrets import KIND, Secrets
from keepmum.games.secrets.facts import Answered, Broke
from keepmum.games.secrets.standing import standings

WORDS = ("echo", "eclipse", "compass")


def events_of(*messages: str) -> list[Event]:
    """A match in which the seats (echo, eclipse, compass) say this in turn."""
    t: Transcript[Any] = Transcript(Secrets(WORDS, ((), (), ()), players=3, rounds=len(messages) // 3))
    for seat, word in enumerate(WORDS):
        t.make(Move(None, f"word_{seat + 1}", word))
    t.make(Move(None, "order", (0, 1, 2)))
    for message in messages:
        t.make(Move(t.turn.owed[0][0], "message", message))
    return list(t.events)


def test_an_answer_knows_which_of_its_questions_it_is_to() -> None:
    asked = ("Player 3, is your word alive?", "Player 3, does your word have an end?")
    claims = KIND.claims(events_of(*asked, "Yes, both times yes."))
    assert [claim.place for claim in claims] == [0, 1]
    assert [claim.questions[claim.place].text for claim in claims] == list(asked)
    assert [claim.questions[claim.place].asker for claim in claims] == [0, 1]
    assert {claim.hidden for claim in claims} == {"compass"}


def test_who_passes_claims_nothing() -> None:
    found = events_of("Hm.", "Player 3, is your word alive?", "PASS")
    assert [event.fact.answer for event in found if isinstance(event.fact, Answered)] == ["none"]
    assert KIND.claims(found) == ()


@pytest.mark.parametrize(("rule", "broken"), [("category mentioned", 0), ("category", 1), ("untruthful", 1)])
def test_a_category_merely_mentioned_breaks_no_rule(rule: Any, broken: int) -> None:
    found = events_of("Hm.", "Hm.", "Hm.")
    before = standings(found)[1].broken
    assert standings([*found, Event(EVERYONE, Broke(1, 1, rule, "x"))])[1].broken - before == broken
