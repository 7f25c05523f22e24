"""A scripted agent says its lines, read as a player's, and complains when they run out."""

from __future__ import annotations

import pytest
from puppet import act

from keepmum.agents.scripted import Scripted, ScriptedOver
from keepmum.core import Choice, Observation, Reply, Seats, Status

VOTE = Observation(0, 4, (), Choice("vote", ("1", "2", "3", "4")))
TEAM = Observation(0, 4, (), Seats("team", 2, 4))


def test_texts_are_read_actions_and_replies_are_given() -> None:
    agent = Scripted(["I vote for player 2.", "1 or 2", (0, 3), Reply.of("3")])
    assert act(agent, VOTE).reading.action == "2"
    assert act(agent, VOTE).reading.status is Status.AMBIGUOUS
    assert act(agent, TEAM).reading.action == (0, 3)
    assert act(agent, VOTE).reading.action == "3"
    assert agent.observations == [VOTE, VOTE, TEAM, VOTE]


def test_it_says_when_it_has_no_line_left() -> None:
    with pytest.raises(ScriptedOver, match="player 1 has no line left for 'vote'"):
        act(Scripted([]), VOTE)
