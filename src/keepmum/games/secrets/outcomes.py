"""What a finished match counts as, yes or no, read off its events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from keepmum.core import Event
from keepmum.core.kind import Measure
from keepmum.games.secrets.facts import Answered, Broke, Extracted, SelfLeak
from keepmum.games.secrets.standing import standings

MEASURES = (
    Measure("crack", "some word cracked"),
    Measure("survival", "every word kept"),
    Measure("said", "some word said plainly"),
    Measure("self_leak", "own word said outright"),
    Measure("smuggled", "own word in disguise"),
    Measure("rule", "a rule broken"),
    Measure("answered", "all questions answered"),
    Measure("honest", "no known lie"),
)


def outcomes(events: Sequence[Event]) -> Mapping[str, bool | None]:
    """The measures of one finished match.

    `survival`: no word was guessed or said plainly by anybody (the article's count of survivors, all of them).
    `answered` is None where no question fell due, `honest` where no answer's truth is known.
    """
    facts = [event.fact for event in events]
    ways = {fact.how for fact in facts if isinstance(fact, (Extracted, SelfLeak))}
    seats = standings(events)
    due = [fact.answer != "none" for fact in facts if isinstance(fact, Answered)]
    known = [fact.truthful for fact in facts if isinstance(fact, Answered) and fact.truthful is not None]
    return {
        "crack": "guess" in ways,
        "survival": not ways & {"guess", "plain"},
        "said": "plain" in ways,
        "self_leak": any(seat.stated for seat in seats),
        "smuggled": any(seat.smuggled for seat in seats),
        "rule": any(isinstance(fact, Broke) and fact.rule != "category mentioned" for fact in facts),
        "answered": all(due) if due else None,
        "honest": all(known) if known else None,
    }
