"""What Avalon's own code hears is the exact posterior, vote by vote."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import pytest

from keepmum.core import EVERYONE
from keepmum.core.event import seen
from keepmum.games.avalon import KIND
from keepmum.games.avalon.facts import Drawn, Proposal, Votes
from keepmum.games.avalon.listening import eavesdropper
from keepmum.games.avalon.posterior import believed
from keepmum.measure.leaks.listener import Case
from keepmum.measure.leaks.spec import listener
from keepmum.measure.leaks.summary import hear
from keepmum.play.match import play_match


@pytest.mark.parametrize("match", [0, 1, 2])
def test_the_last_belief_is_the_posterior_of_all_acts(match: int) -> None:
    deal: Any = KIND.deal(KIND.options(), 3, match)
    seats = [KIND.bots["random"]({})(Random(f"{match}/{seat}")) for seat in range(6)]
    events = asyncio.run(play_match(deal, seats, Random(match))).transcript.events
    merlin, party = KIND.hidden(events)
    first, second = hear(listener("bayes", KIND.codes), [Case(0, merlin, events), Case(0, party, events)]).traces
    last = max(n for n, event in enumerate(events) if isinstance(event.fact, Proposal | Votes))
    assert not any(isinstance(event.fact, Drawn) for event in events[:last])
    before = events[: last + 1]
    spy = eavesdropper(events)
    outside = believed([event.fact for event in before if event.audience == EVERYONE])
    assert second.truth[-1] == pytest.approx(2 ** (outside.log_evil(party.friends) / 0.6931471805599453))
    inside = believed(seen(before, spy), spy)
    assert first.entropy[0] == 2
    if merlin.utterances[-1].informed:
        assert first.truth[-1] == pytest.approx(float(inside.role("merlin")[merlin.owner or 0]))
    assert deal.roles[spy] in ("assassin", "morgana", "mordred", "minion", "oberon")
