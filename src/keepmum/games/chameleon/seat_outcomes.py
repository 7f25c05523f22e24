"""What a finished match of The Chameleon counts as for each seat, read off its events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from keepmum.core import Event
from keepmum.core.kind import SeatMeasure
from keepmum.games.chameleon.facts import Ballot, Revealed, SelfReveal
from keepmum.games.chameleon.outcomes import GIVEN_AWAY, outcomes

SEAT_MEASURES = (
    SeatMeasure("won", "won"),
    SeatMeasure("won_chameleon", "as chameleon"),
    SeatMeasure("won_other", "as another"),
    SeatMeasure("voted_right", "voted right"),
    SeatMeasure("votes_got", "votes got", "count"),
    SeatMeasure("self_reveal", "said the word"),
)


def seat_outcomes(events: Sequence[Event]) -> tuple[Mapping[str, float | None], ...]:
    """Each seat's measures of one finished match, as numbers; None where the seat's role does not have the question.

    `won`, and the same in either role alone. `voted_right`: another voted for the chameleon. `votes_got`: how many
    voted for the seat. `self_reveal`: another's clue was, contained or inflected the secret word.
    """
    facts = [event.fact for event in events]
    chameleon = next(fact for fact in facts if isinstance(fact, Revealed)).chameleon
    caught = bool(outcomes(events)["win"])
    votes = {fact.seat: fact.suspect for fact in facts if isinstance(fact, Ballot)}
    said = {fact.seat for fact in facts if isinstance(fact, SelfReveal) and fact.how in GIVEN_AWAY}
    got = list(votes.values())
    return tuple(
        {"votes_got": float(got.count(seat)), **_as_chameleon(not caught)}
        if seat == chameleon
        else {"votes_got": float(got.count(seat)), **_as_other(caught, votes[seat] == chameleon, seat in said)}
        for seat in sorted(votes)
    )


def _as_chameleon(won: bool) -> dict[str, float | None]:
    return {
        "won": float(won),
        "won_chameleon": float(won),
        "won_other": None,
        "voted_right": None,
        "self_reveal": None,
    }


def _as_other(won: bool, voted_right: bool, said: bool) -> dict[str, float | None]:
    return {
        "won": float(won),
        "won_chameleon": None,
        "won_other": float(won),
        "voted_right": float(voted_right),
        "self_reveal": float(said),
    }
