"""What each seat came to in The Chameleon, in matches made by hand."""

from __future__ import annotations

import pytest

from keepmum.core import EVERYONE, Event, Fact, only
from keepmum.games.chameleon import KIND
from keepmum.games.chameleon.facts import Accused, Ballot, Guess, Revealed, SelfReveal
from keepmum.games.kuhn import KIND as KUHN
from keepmum.games.kuhn import Acted


def measured(votes: tuple[int, ...], *more: Fact) -> list[dict[str, float | None]]:
    """Each seat's measures where seat 1 is the chameleon, the word is "bronze", and the seats vote so."""
    facts = [*(Ballot(seat, vote) for seat, vote in enumerate(votes)), *more, Revealed(1, "bronze")]
    return [dict(seat) for seat in KIND.seat_outcomes([Event(only(0), fact) for fact in facts])]


@pytest.mark.parametrize(
    ("more", "team"),
    [
        ((Accused(1, True), Guess(1, "iron")), 1.0),
        ((Accused(1, True), Guess(1, "bronze")), 0.0),
        ((Accused(0, False),), 0.0),
    ],
)
def test_who_won_in_which_role(more: tuple[Fact, ...], team: float) -> None:
    seats = measured((1, 0, 1, 1), *more)
    assert [seat["won"] for seat in seats] == [team, 1 - team, team, team]
    assert [seat["won_other"] for seat in seats] == [team, None, team, team]
    assert [seat["won_chameleon"] for seat in seats] == [None, 1 - team, None, None]


def test_votes_cast_and_got() -> None:
    seats = measured((1, 0, 0, 1), Accused(1, True), Guess(1, "iron"))
    assert [seat["voted_right"] for seat in seats] == [1, None, 0, 1]
    assert [seat["votes_got"] for seat in seats] == [2, 2, 0, 0]


def test_only_one_who_knows_the_word_can_give_it_away() -> None:
    seats = measured(
        (1, 0, 1, 1), SelfReveal(0, "inflects"), SelfReveal(1, "is"), SelfReveal(2, "part"), Accused(0, False)
    )
    assert [seat["self_reveal"] for seat in seats] == [1, None, 0, 0]


def test_chips_of_kuhn_poker_are_what_it_pays() -> None:
    def chips(*actions: str) -> list[float | None]:
        events = [Event(EVERYONE, Acted(turn % 2, action)) for turn, action in enumerate(actions)]
        return [seat["chips"] for seat in KUHN.seat_outcomes(events)]

    assert chips("bet", "pass") == [1, -1]
    assert chips("pass", "bet", "pass") == [-1, 1]
