"""What Avalon's own code hears is the exact posterior, vote by vote."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import pytest

from keepmum.core import EVERYONE, Move, Transcript
from keepmum.core.event import seen
from keepmum.games.avalon import KIND, Avalon
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


def test_talk_after_the_dagger_is_drawn_is_not_heard() -> None:
    roles = ("merlin", "percival", "servant", "servant", "morgana", "assassin")
    t: Transcript[Any] = Transcript(Avalon(roles, discussion=0, floors=((-1,), (-1,), (-1,), (4, 5))))
    t.make(Move(None, "roles", roles))
    t.make(Move(None, "leader", 0))
    for leader, size in enumerate((2, 3, 4)):
        t.make(Move(leader, "propose", tuple(range(size))))
        for seat in range(6):
            t.make(Move(seat, "vote", "approve"))
    t.make(Move(4, "speak", "It is player 1."))
    t.make(Move(5, "speak", "Or player 2."))
    t.make(Move(5, "assassinate", "1"))
    merlin, party = KIND.hidden(t.events)
    assert len(party.utterances) == len(merlin.utterances) == 3 * 7
    hear(listener("bayes", KIND.codes), [Case(0, merlin, t.events), Case(0, party, t.events)])
