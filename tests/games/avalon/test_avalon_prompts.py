"""Avalon in words: what a model is sent, what it must not be able to tell, and what is said of each variant."""

from __future__ import annotations

import asyncio
from dataclasses import asdict
from random import Random
from typing import Any

import pytest
from round_table import SIX, asked, facts

from keepmum.agents.chat import chat
from keepmum.agents.script import Script, load_script
from keepmum.agents.seam import Seating, Setting
from keepmum.agents.spec import parse_spec
from keepmum.core import Ask, Chance, Choice, Deal, Move, Observation, Over, Seats, Speech, Transcript
from keepmum.core.agent import Heard
from keepmum.core.bot import random_action, random_bot
from keepmum.games.avalon import KIND, Avalon, Options
from keepmum.games.avalon.assignments import Assignments
from keepmum.games.avalon.bots.random import RandomBot
from keepmum.games.avalon.facts import Assassination, Leader, Role, Sight, Table
from keepmum.games.avalon.tables import sight
from keepmum.models.scripted import Scripted
from keepmum.models.seam import Request
from keepmum.play.match import play_match

assert KIND.prompts is not None
PLAIN = KIND.prompts / "plain"
ASKS = {"propose", "speak", "vote", "quest", "assassinate"}


def script(**rules: Any) -> Script:
    return load_script(PLAIN, KIND.facts, asdict(Options(**rules)))


def spelled(ask: Ask, rng: Random) -> str:
    """A legal answer as a model may write it."""
    match ask:
        case Speech():
            return f"I say {rng.randrange(100)}."
        case Seats():
            return ", ".join(str(int(seat) + 1) for seat in random_action(ask, rng))
        case _:
            return str(random_action(ask, rng))


def sent(roles: tuple[str, ...], seat: int, key: str, **rules: Any) -> list[Request]:
    """Every request of one seat's model in a match that goes the same way whatever is hidden, until the dagger."""
    due: list[str] = []
    model = Scripted(lambda request: due.pop())
    options = Options(**rules)
    agent = chat(parse_spec("chat:scripted"), Setting(KIND, asdict(options), lambda _: model))(
        Seating("run", 0, seat, Random(0))
    )
    t: Transcript[Any] = Transcript(Avalon(SIX, options.variant, options.discussion))
    t.make(Move(None, "roles", roles))
    while not isinstance(turn := t.turn, Over) and "assassinate" not in [about for _, about in asked(t)]:
        if isinstance(turn, Chance):
            t.make(Move(None, turn.about, turn.outcomes[0]))
            continue
        rng = Random(f"{key}/{t.state.teams}/{t.state.stage}/{t.state.heard}")
        heard = {who: list(t.heard(who)) for who, _ in turn.owed}
        for who, ask in turn.owed:
            words = "success" if ask.about == "quest" else spelled(ask, Random(f"{rng.random()}/{who}"))
            action: Any = tuple(int(part) - 1 for part in words.split(", ")) if isinstance(ask, Seats) else words
            if who == seat:
                due.append(words)
                reply = asyncio.run(agent.act(Observation(who, 6, Heard(heard[who]), ask)))
                assert reply.reading.action == action, reply
            t.make(Move(who, ask.about, action))
    return model.calls


def alike(seat: int) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Pairs of deals that differ, but not in what the seat is told."""
    by_knowledge: dict[Any, list[tuple[str, ...]]] = {}
    for roles in Assignments(SIX):
        by_knowledge.setdefault((roles[seat], sight(roles, seat)), []).append(roles)
    pairs = {}
    for (role, _), deals in by_knowledge.items():
        if deals[1:]:
            pairs[role] = (deals[0], deals[-1])
    return list(pairs.values())


@pytest.mark.parametrize("rules", [{"discussion": 1}, {"variant": "recon", "discussion": 0}], ids=str)
@pytest.mark.parametrize("seat", [0, 3])
def test_what_a_seat_may_not_know_changes_no_byte_of_what_is_sent(seat: int, rules: dict[str, Any]) -> None:
    pairs = alike(seat)
    assert {one[seat] for one, _ in pairs} == set(SIX), "there is a pair for every role"
    views = []
    for one, other in pairs:
        views.append(sent(one, seat, "k", **rules))
        assert views[-1] == sent(other, seat, "k", **rules)
        assert len(views[-1]) > 3
    told = {"\n".join(message.text for message in view[0].messages) for view in views}
    assert len(told) == len(pairs), "the alarm rings where a difference is allowed"


@pytest.mark.parametrize("about", sorted(ASKS))
@pytest.mark.parametrize("role", SIX)
def test_every_ask_has_words_for_every_role(about: str, role: str) -> None:
    words = script()
    memory = words.memory()
    side = "evil" if role in ("morgana", "assassin") else "good"
    memory.hear(Role(role, side))  # type: ignore[arg-type]
    assert len(words.task(about, 0, None, memory.known)) > 60
    assert set(words.asks) == ASKS


@pytest.mark.parametrize("about", ["propose", "speak", "vote"])
def test_guidance_differs_by_side_and_what_is_to_be_hidden_by_role(about: str) -> None:
    words = script()
    tasks, hidden = {}, {}
    for role in SIX:
        memory = words.memory()
        memory.hear(Role(role, "evil" if role in ("morgana", "assassin") else "good"))
        tasks[role], hidden[role] = words.task(about, 0, None, memory.known), words.hidden(about, memory.known)
    assert tasks["morgana"] == tasks["assassin"]
    assert tasks["morgana"] not in (tasks["merlin"], tasks["servant"])
    assert hidden["merlin"] != hidden["percival"] != hidden["servant"] != hidden["morgana"] == hidden["assassin"]


def test_what_the_rules_do_is_what_is_said_of_them() -> None:
    told = {}
    for variant in ("board", "recon"):
        for discussion in (0, 1, 2):
            opening = script(variant=variant, discussion=discussion).opening.told
            assert opening is not None
            told[variant, discussion] = opening.text
    assert len({*told.values()}) == 6
    assert "five teams in a row are rejected" in told["board", 0]
    assert "all but the leader vote" in told["recon", 0]
    assert "goes without talk and without a vote" in told["recon", 1]
    assert "the vote follows at once" in told["board", 0]
    assert "2 rounds of talk" in told["board", 2]
    assert all("a tie rejects it" in text for text in told.values())


def said(fact: Any, you: int = 0) -> str:
    told = script().tell(fact, you, 6)
    return told.text if told else ""


def test_facts_are_told_plainly() -> None:
    assert said(Sight("comrades", ())).endswith("nobody.")
    assert said(Sight("evil", (4, 5))) == "Shown to you as evil: player 5 and player 6."
    assert "without a vote" in said(Leader(1, 4, 0, 2, 1, "forced"))
    assert "Leader: you" in said(Leader(1, 4, 0, 2, 1, "none"))
    assert "evil has won" in said(Leader(1, 5, 0, 2, 1, "last"))
    table = Table(7, 4, 3, SIX, (2, 3, 3, 4, 4), (1, 1, 1, 2, 1), "none")
    assert "1, 1, 1, 2, 1 fail cards" in said(table)
    assert "Merlin is not in play" in said(table)
    assert said(Assassination(5, 0, True), 0) == "Named as Merlin by player 6: you. That is Merlin."


class Silent:
    """Answers as it should until it is asked this, and then nothing that can be used."""

    def __init__(self, about: str, rng: Random) -> None:
        self._about, self._bot, self._random = about, RandomBot(rng), random_bot(rng)

    async def act(self, observation: Observation) -> Any:
        reply = await self._bot.act(observation)
        if observation.ask.about != self._about:
            return reply
        return type(reply).of("hm" if isinstance(observation.ask, Choice) else ())


@pytest.mark.parametrize("about", sorted(ASKS))
def test_an_answer_that_cannot_be_used_makes_the_match_void(about: str) -> None:
    """Whatever the ask: nothing is put in its place, and no move of it is on record."""
    for match in range(60):
        deal: Deal = KIND.deal(Options(), 1, match)
        agents = [Silent(about, Random(f"{match}/{seat}")) for seat in range(6)]
        played = asyncio.run(play_match(deal, agents, Random(match), attempts=2))
        moves = [move.about for move in played.transcript.moves]
        if played.void:
            assert (played.void.about, played.void.cause) == (about, "illegal")
            assert about not in moves
            assert [answer.attempt for answer in played.answers if answer.seat == played.void.seat][-1] == 1
            assert not facts(played.transcript, Assassination)
            return
    raise AssertionError(f"nobody was asked to {about}")
