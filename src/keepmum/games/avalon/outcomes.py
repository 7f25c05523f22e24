"""What a finished match of Avalon counts as, yes or no, read off its events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from keepmum.core import Event
from keepmum.core.kind import Measure
from keepmum.games.avalon.facts import Assassination, Ended, Quest, Votes
from keepmum.games.avalon.tables import GOOD, QUESTS, TO_WIN

MEASURES = (
    Measure("good", "good won"),
    Measure("three_quests", "three quests"),
    Measure("merlin_found", "Merlin found"),
    Measure("sabotaged", "three fails"),
    Measure("rejected_out", "voted down"),
    *(Measure(f"quest_{number}", f"quest {number}") for number in range(1, QUESTS + 1)),
    Measure("first_approved", "first approved"),
    Measure("any_rejected", "any rejected"),
)


def outcomes(events: Sequence[Event]) -> Mapping[str, bool | None]:
    """The measures of one finished match.

    `three_quests`: good won three quests. `merlin_found`: the assassination was right; None where there was none.
    `sabotaged`, `rejected_out`: evil won by three failed quests, by teams voted down. `quest_1` to `quest_5`: whether
    that quest succeeded, None where it was not reached. `first_approved`: the very first vote approved its team.
    """
    facts = [event.fact for event in events]
    ended = next(fact for fact in facts if isinstance(fact, Ended))
    quests = {fact.quest: fact.success for fact in facts if isinstance(fact, Quest)}
    named = [fact.right for fact in facts if isinstance(fact, Assassination)]
    votes = [fact.approved for fact in facts if isinstance(fact, Votes)]
    return {
        "good": ended.winner == GOOD,
        "three_quests": list(quests.values()).count(True) == TO_WIN,
        "merlin_found": named[0] if named else None,
        "sabotaged": ended.how == "sabotaged",
        "rejected_out": ended.how == "rejected",
        **{f"quest_{number}": quests.get(number) for number in range(1, QUESTS + 1)},
        "first_approved": votes[0] if votes else None,
        "any_rejected": not all(votes),
    }
