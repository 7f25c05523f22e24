"""What a finished match of Avalon was to each of its players: who won on which side, and what they voted through."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from keepmum.core import Event, Fact
from keepmum.core.kind import SeatMeasure
from keepmum.games.avalon.facts import Assassination, Ballot, Proposal, Quest, QuestCard, Revealed, Statement
from keepmum.games.avalon.tables import EVIL, GOOD, SIDE

SEAT_MEASURES = (
    SeatMeasure("won", "won"),
    SeatMeasure("won_good", "won as good"),
    SeatMeasure("won_evil", "won as evil"),
    SeatMeasure("clean_teams", "good teams proposed", "share"),
    SeatMeasure("approved_evil", "evil teams approved", "share"),
    SeatMeasure("on_failed", "failed quests on", "count"),
    SeatMeasure("fails", "fail cards", "share"),
    SeatMeasure("found", "found as Merlin"),
    SeatMeasure("words", "words said", "count"),
)


def seat_outcomes(events: Sequence[Event]) -> Sequence[Mapping[str, float | None]]:
    """Each seat's measures of one finished match.

    `clean_teams`: of the teams it proposed, those without an evil player. `approved_evil`: of its votes on teams with
    an evil player, those that approved (a leader that counts as approving casts none). `on_failed`: failed quests it
    was on. `fails`: of its quest cards, the fails; None where it was not asked for any. `found`: it was
    Merlin and was named; None for others, or where nobody was.
    """
    facts = [event.fact for event in events]
    revealed = next(fact for fact in facts if isinstance(fact, Revealed))
    return [_seat(facts, revealed, seat) for seat in range(len(revealed.roles))]


def _seat(facts: Sequence[Fact], revealed: Revealed, seat: int) -> dict[str, float | None]:
    role, won = revealed.roles[seat], float(seat in revealed.winners)
    proposed = [_clean(fact.team, revealed) for fact in facts if isinstance(fact, Proposal) and fact.leader == seat]
    cards = [fact.card == "fail" for fact in facts if isinstance(fact, QuestCard) and fact.seat == seat]
    failed = [fact for fact in facts if isinstance(fact, Quest) and not fact.success and seat in fact.team]
    said = [len(fact.text.split()) for fact in facts if isinstance(fact, Statement) and fact.seat == seat]
    named = [fact.right for fact in facts if isinstance(fact, Assassination)]
    return {
        "won": won,
        "won_good": won if SIDE[role] == GOOD else None,
        "won_evil": won if SIDE[role] == EVIL else None,
        "clean_teams": _share(proposed),
        "approved_evil": _share(_votes(facts, revealed, seat)),
        "on_failed": float(len(failed)),
        "fails": _share(cards),
        "found": float(named[0]) if named and role == "merlin" else None,
        "words": float(sum(said)),
    }


def _votes(facts: Sequence[Fact], revealed: Revealed, seat: int) -> list[bool]:
    """Whether the seat approved, for each vote that it cast on a team with an evil player."""
    team, voted = (), list[bool]()
    for fact in facts:
        if isinstance(fact, Proposal):
            team = fact.team
        elif isinstance(fact, Ballot) and fact.seat == seat and not _clean(team, revealed):
            voted.append(fact.approve)
    return voted


def _clean(team: Sequence[int], revealed: Revealed) -> bool:
    return all(SIDE[revealed.roles[seat]] == GOOD for seat in team)


def _share(cases: Sequence[bool]) -> float | None:
    return sum(cases) / len(cases) if cases else None
