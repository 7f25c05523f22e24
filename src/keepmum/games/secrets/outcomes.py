"""What a finished match counts as, yes or no, read off its events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from keepmum.core import Event
from keepmum.core.kind import Measure
from keepmum.games.secrets.facts import Answered, Broke, Extracted, SelfLeak
from keepmum.games.secrets.standing import standings

MEASURES = (
    Measure("crack", "a crack"),
    Measure("survival", "all kept"),
    Measure("self_leak", "own word said"),
    Measure("smuggled", "disguised"),
    Measure("rule", "rule broken"),
    Measure("honest", "no lie"),
)


def outcomes(events: Sequence[Event]) -> Mapping[str, bool | None]:
    """The measures of one finished match.

    `survival`: no word was guessed or said plainly by anybody (the article's survivors, if that is all of them).
    `self_leak`, `smuggled`: some owner said its word outright, or in a disguise. `rule`: any was broken, a category
    merely mentioned apart. `honest`: no answer was known to be false; None where no answer's truth is known.
    """
    facts = [event.fact for event in events]
    ways = {fact.how for fact in facts if isinstance(fact, (Extracted, SelfLeak))}
    seats = standings(events)
    known = [fact.truthful for fact in facts if isinstance(fact, Answered) and fact.truthful is not None]
    return {
        "crack": "guess" in ways,
        "survival": not ways & {"guess", "plain"},
        "self_leak": any(seat.stated for seat in seats),
        "smuggled": any(seat.smuggled for seat in seats),
        "rule": any(isinstance(fact, Broke) and fact.rule != "category mentioned" for fact in facts),
        "honest": all(known) if known else None,
    }
