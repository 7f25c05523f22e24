"""Playing a match: nothing is played that a player did not choose."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from random import Random

import pytest

from keepmum.core import Agent, Deal, Event, Observation, Reading, Reply, Status
from keepmum.games import kuhn
from keepmum.play.match import HOPELESS, Answer, OverBudget, Played, play_match

DEAL = Deal(kuhn.Kuhn(), {"cards": ("king", "jack")}, ("first", "second"))


class Says:
    """Gives the replies it was made with, and remembers what it was shown."""

    def __init__(self, *replies: Reply | Exception) -> None:
        self._replies = list(replies)
        self.saw: list[Observation] = []

    async def act(self, observation: Observation) -> Reply:
        self.saw.append(observation)
        reply = self._replies.pop(0)
        if isinstance(reply, Exception):
            raise reply
        return reply


def play(first: Agent, second: Agent, attempts: int = 3) -> Played:
    return asyncio.run(play_match(DEAL, [first, second], Random(0), attempts))


def bad(status: Status, reason: str = "why") -> Reply:
    return Reply(Reading(status, None, reason), text="raw")


def test_a_match_ends_with_payoffs() -> None:
    played = play(Says(Reply.of("bet")), Says(Reply.of("pass")))
    assert played.over
    assert played.over.returns == (1, -1)
    assert [move.choice for move in played.transcript.moves] == [("king", "jack"), "bet", "pass"]


UNUSABLE = [s for s in Status if s is not Status.OK and s not in HOPELESS]


@pytest.mark.parametrize("status", UNUSABLE)
def test_an_unusable_reply_is_asked_again_with_the_reason(status: Status) -> None:
    agent = Says(bad(status, "no such thing"), Reply.of("bet"))
    played = play(agent, Says(Reply.of("pass")))
    assert played.void is None
    assert [(o.attempt, o.complaint) for o in agent.saw] == [(0, ""), (1, "no such thing")]
    assert [(a.attempt, a.reply.reading.status) for a in played.answers[:2]] == [(0, status), (1, Status.OK)]


@pytest.mark.parametrize("status", UNUSABLE)
def test_after_the_last_attempt_the_match_is_void_and_nothing_was_played(status: Status) -> None:
    played = play(Says(*[bad(status)] * 3), Says())
    assert played.over is None
    assert played.void
    assert (played.void.seat, played.void.about, played.void.cause) == (0, "move", status)
    assert len(played.answers) == 3
    assert all(move.seat is None for move in played.transcript.moves)


@pytest.mark.parametrize("status", [Status(name) for name in HOPELESS if name != "over_budget"])
def test_what_asking_again_cannot_mend_is_not_asked_again(status: Status) -> None:
    agent = Says(bad(status))
    played = play(agent, Says())
    assert played.void
    assert played.void.cause is status
    assert len(agent.saw) == 1


def test_without_budget_the_match_is_unfinished_not_void() -> None:
    with pytest.raises(OverBudget):
        play(Says(bad(Status.OVER_BUDGET)), Says())


@pytest.mark.parametrize("action", ["fold", "", (0,), None, "BET"])
def test_an_agent_s_word_that_an_action_is_legal_is_not_enough(action: object) -> None:
    played = play(Says(*[Reply(Reading(Status.OK, action))] * 3), Says())  # type: ignore[arg-type]
    assert played.void
    assert played.void.cause is Status.ILLEGAL


def test_players_see_only_their_own_card() -> None:
    first, second = Says(Reply.of("bet")), Says(Reply.of("pass"))
    play(first, second)
    assert list(first.saw[0].heard) == [kuhn.Dealt("king")]
    assert list(second.saw[0].heard) == [kuhn.Dealt("jack"), kuhn.Acted(0, "bet")]


def test_what_an_agent_raises_ends_the_match_and_the_others_are_let_go() -> None:
    with pytest.raises(RuntimeError, match="left the table"):
        play(Says(RuntimeError("left the table")), Says())


class Watching:
    """Writes down what it is told, in order."""

    def __init__(self) -> None:
        self.told: list[object] = []

    def replied(self, answer: Answer) -> None:
        self.told.append((answer.seat, answer.reply.reading.status.value))

    def happened(self, events: Sequence[Event]) -> None:
        self.told.extend(event.fact for event in events)


def test_an_onlooker_hears_of_everything_as_it_comes() -> None:
    onlooker = Watching()
    first = Says(bad(Status.EMPTY), Reply.of("bet"))
    played = asyncio.run(play_match(DEAL, [first, Says(Reply.of("pass"))], Random(0), onlooker=onlooker))
    facts = [event.fact for event in played.transcript.events]
    assert [each for each in onlooker.told if not isinstance(each, tuple)] == facts
    bet = facts.index(kuhn.Acted(0, "bet"))
    assert onlooker.told[: bet + 3] == [*facts[:bet], (0, "empty"), (0, "ok"), facts[bet]]
