"""Events: nobody sees what is not for them, and nobody sees for whom it was."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keepmum.core import EVERYONE, REFEREE, Event, only
from keepmum.core.agent import Heard
from keepmum.core.event import seen
from keepmum.games.kuhn import Dealt

AUDIENCES = st.sampled_from([EVERYONE, REFEREE, only(0), only(1), only(0, 2)])


@given(st.lists(AUDIENCES), st.integers(0, 2))
def test_the_filter_keeps_just_what_is_meant_for_the_seat(audiences: list, seat: int) -> None:
    events = [Event(audience, Dealt(str(number))) for number, audience in enumerate(audiences)]
    expected = [n for n, audience in enumerate(audiences) if audience.seats is None or seat in audience.seats]
    assert [int(fact.card) for fact in seen(events, seat)] == expected


def test_an_event_needs_an_audience() -> None:
    with pytest.raises(TypeError):
        Event(fact=Dealt("jack"))  # type: ignore[call-arg]


def test_what_was_heard_is_a_window_that_does_not_grow() -> None:
    facts = [Dealt("jack"), Dealt("queen")]
    heard = Heard(facts)
    facts.append(Dealt("king"))
    assert list(heard) == [Dealt("jack"), Dealt("queen")]
    assert heard[-1] == Dealt("queen")
    assert heard[0:9] == [Dealt("jack"), Dealt("queen")]
    with pytest.raises(IndexError):
        heard[2]
