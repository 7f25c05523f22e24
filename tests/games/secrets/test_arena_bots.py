"""The bots: the asker cracks, the silent one breaks a rule, liars are known exactly, and nobody knows too much."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from arena import bot_match

from keepmum.core import EVERYONE, Event, Move, Observation, Over, Status
from keepmum.core.agent import Heard
from keepmum.core.options import OptionError
from keepmum.core.transcript import Transcript, replay
from keepmum.games.secrets import KIND, Options
from keepmum.games.secrets.dialogue import PASS
from keepmum.games.secrets.facts import Answered, Asked, Broke, Extracted, Message, Passed, SelfLeak
from keepmum.games.secrets.forms import Query, answer_line, ask_line, in_form, query_in
from keepmum.games.secrets.names import Roster
from keepmum.games.secrets.pool import load_pool
from keepmum.games.secrets.questions import questions_in
from keepmum.games.secrets.standing import standings, talk_share
from keepmum.games.secrets.suspicion import Suspicion
from keepmum.measure.stats import exact_sign_test, paired_difference
from keepmum.play.records import Dealt, decode, encode, events_of, record_of, replayed

KINDS = ("ask", "silent", "babble", "random")


def cracks(bots: tuple[str, ...], match: int, **options: Any) -> list[int]:
    return [standing.cracks for standing in standings(bot_match(bots, match, **options).transcript.events)]


@pytest.mark.slow
def test_the_asker_cracks_more_than_the_babbler_in_200_matches() -> None:
    """A hundred deals, each played with either bot in either seat."""
    pairs: list[tuple[bool, bool]] = []
    for match in range(100):
        ask, babble = cracks(("ask", "babble"), match)
        pairs.append((babble > 0, ask > 0))
        babble, ask = cracks(("babble", "ask"), match)
        pairs.append((babble > 0, ask > 0))
    paired = paired_difference(pairs)
    assert paired.p is not None
    assert paired.p < 0.001
    assert paired.p == exact_sign_test(paired.better, paired.worse)
    assert paired.better > paired.worse


def test_the_asker_asks_what_halves_what_is_left() -> None:
    words = tuple(entry.word for entry in load_pool())
    suspicion = Suspicion(words)
    (query,) = suspicion.questions(1, (), Random(3))
    yes = sum(query.holds(word) is True for word in words) / len(words)
    assert 0.4 < yes < 0.6
    four = suspicion.questions(4, (), Random(3))
    cells = {tuple(query.holds(word) for query in four) for word in words}
    assert len(cells) == 16


@pytest.mark.parametrize("secret", ["echo", "quartz", "nomad", "lemon", "vampire"])
def test_true_answers_lead_to_the_word_and_a_lie_does_not_bury_it(secret: str) -> None:
    for lies in (0, 1):
        suspicion, rng = Suspicion(tuple(entry.word for entry in load_pool())), Random(secret)
        for turn in range(12 + 12 * lies):
            (query,) = suspicion.questions(1, (), rng) or (Query("is", secret),)
            suspicion.learn(query, (query.holds(secret) is True) != (turn < lies))
        assert suspicion.likeliest()[0] == secret


def test_a_suspicion_rules_out() -> None:
    suspicion = Suspicion(("echo", "nomad"))
    suspicion.rule_out("echo")
    assert suspicion.likeliest() == ("nomad", 1.0)
    suspicion.rule_out("nomad")
    assert suspicion.likeliest() == ("nomad", 1.0), "what contradicts everything is not believed"


@pytest.mark.parametrize("bots", [("ask", "babble", "ask", "babble"), ("ask", "ask"), ("babble", "ask", "silent")])
def test_bots_keep_the_rules(bots: tuple[str, ...]) -> None:
    for match in range(6):
        played = bot_match(bots, match)
        found = [event.fact for event in played.transcript.events]
        silent = [seat for seat, bot in enumerate(bots) if bot == "silent"]
        broken = [fact for fact in found if isinstance(fact, (Broke, SelfLeak)) and fact.seat not in silent]
        assert broken == []
        assert all(
            isinstance(fact, Passed)
            for fact in found
            if getattr(fact, "seat", None) in silent and type(fact) in (Message, Passed)
        )


def test_the_silent_one_leaves_what_it_is_asked_unanswered() -> None:
    seats = standings(bot_match(("ask", "silent"), 0).transcript.events)
    assert seats[1].passes == 5
    assert seats[1].evaded == seats[0].asked - unasked(bot_match(("ask", "silent"), 0)) > 0
    assert (seats[1].words, talk_share(seats[1], seats), talk_share(seats[0], seats)) == (0, 0.0, 1.0)


def unasked(played: Any) -> int:
    """Questions that came after the last turn of whoever was asked."""
    found = [event.fact for event in played.transcript.events]
    return sum(isinstance(fact, Asked) for fact in found) - sum(isinstance(fact, Answered) for fact in found)


@pytest.mark.parametrize(("lie", "truthful"), [("0", {True}), ("1", {False})])
def test_liars_are_known_exactly(lie: str, truthful: set[bool]) -> None:
    for match in range(4):
        found = [event.fact for event in bot_match(("ask", f"babble lie={lie}"), match).transcript.events]
        answers = [fact for fact in found if isinstance(fact, Answered)]
        assert answers
        assert {fact.truthful for fact in answers} == truthful
        lies = [fact.what for fact in found if isinstance(fact, Broke) and fact.rule == "untruthful"]
        assert lies == [fact.question for fact in answers if not fact.truthful]


def test_now_and_then_liars_lie_as_often_as_they_are_told_to() -> None:
    answers = [
        event.fact.truthful
        for match in range(20)
        for event in bot_match(("ask", "ask lie=0.3"), match).transcript.events
        if isinstance(event.fact, Answered) and event.fact.seat == 1
    ]
    assert len(answers) > 100
    assert 0.2 < answers.count(False) / len(answers) < 0.4


def test_what_the_bots_say_is_what_the_referee_reads() -> None:
    queries = (Query("nearer", "fire", "ocean"), Query("related", "music"), Query("is", "echo"))
    line = ask_line("Player 3", queries)
    asked = list(questions_in(line, 0, Roster(4)))
    assert [(question.asker, question.asked) for question in asked] == [(0, 2)] * 3
    assert tuple(query_in(question.text) for question in asked) == queries
    assert answer_line("Player 1", [True, False]) == "Player 1: yes, no."
    assert in_form("Well. Player 1: yes, no. Fine.", "Player 1")
    assert not in_form("Player 1: yes, of course.", "Player 1")
    assert not in_form("Player 2: yes.", "Player 1")


def test_truth_is_decided_by_letters_or_vectors_or_not_at_all() -> None:
    assert Query("is", "ÉCHO").holds("echo") is True
    assert Query("is", "echoes").holds("echo") is False
    assert Query("nearer", "music", "ocean").holds("violin") is True
    assert Query("nearer", "ocean", "music").holds("violin") is False
    assert Query("related", "xqzzt").holds("violin") is None
    assert Query("nearer", "music", "ocean").holds("xqzzt") is None
    assert query_in("Player 2, is your word alive?") is None


@pytest.mark.parametrize("bots", [("ask", "babble", "silent", "random"), ("random",) * 3, ("random", "ask lie=1")])
@pytest.mark.parametrize("options", [{}, {"listed": True, "announce": True, "scores": "zero_sum"}])
def test_any_bots_play_to_the_end_and_replay(bots: tuple[str, ...], options: dict[str, Any]) -> None:
    for match in range(3):
        played = bot_match(bots, match, **options)
        assert isinstance(played.over, Over)
        record = record_of(played.transcript.game, Dealt(1, match, ("player",) * len(bots), bots), played)
        again = decode(encode(record))
        assert encode(again) == encode(record)
        assert replayed(again, KIND).events == tuple(played.transcript.events) == events_of(again, KIND)
        assert all(
            KIND.tell(event.fact) is None or "\n" not in str(KIND.tell(event.fact))
            for event in played.transcript.events
        )


def test_the_same_seed_gives_the_same_bytes() -> None:
    bots = ("ask", "random", "babble", "ask lie=0.5")
    records = []
    for _ in range(2):
        played = bot_match(bots, 7, seed=11)
        records.append(encode(record_of(played.transcript.game, Dealt(11, 7, ("player",) * 4, bots), played)))
    assert records[0] == records[1]
    other = bot_match(bots, 7, seed=12)
    assert encode(record_of(other.transcript.game, Dealt(11, 7, ("player",) * 4, bots), other)) != records[0]


@pytest.mark.parametrize("bot", KINDS)
def test_a_bot_says_the_same_whatever_another_s_word_is(bot: str) -> None:
    """Its replies depend on what it has heard alone."""
    said = []
    for other in ("quartz", "nomad"):
        deal = KIND.deal(Options(players=2, words=16), 1, 0)
        rules = replace(deal.game, words=("echo", "quartz", "nomad"), categories=((), (), ()))
        t: Transcript[Any] = Transcript(rules)
        for move in (Move(None, "word_1", "echo"), Move(None, "word_2", other), Move(None, "order", (0, 1))):
            t.make(move)
        agent, mine = KIND.bots[bot]({})(Random(5)), []
        for reply in ("Player 1: yes, no, yes, no. Is your word alive?", PASS, "Fine.", "Player 1: no.", PASS):
            answered = asyncio.run(agent.act(Observation(0, 2, Heard(t.heard(0)), t.turn.owed[0][1])))  # type: ignore[union-attr]
            assert answered.reading.status is Status.OK
            mine.append(answered)
            t.make(Move(0, "message", answered.reading.action))
            t.make(Move(1, "message", reply))
        said.append(mine)
    assert said[0] == said[1]


def test_the_asker_makes_up_its_mind_from_what_others_ask_too() -> None:
    """Both askers hear the same answers; the second to speak may well be the first to guess."""
    first = [
        [event.fact.seat for event in bot_match(("ask", "babble", "ask"), match).transcript.events if is_crack(event)]
        for match in range(10)
    ]
    assert {seat for seats in first for seat in seats} == {0, 2}


def is_crack(event: Event) -> bool:
    return isinstance(event.fact, Extracted) and event.fact.how == "guess" and event.audience != EVERYONE


@pytest.mark.parametrize(
    ("bot", "options", "says"),
    [
        ("ask", {"lie": "2"}, "lie is from 0 to 1"),
        ("ask", {"sure": "-1"}, "sure is from 0 to 1"),
        ("ask", {"questions": "0"}, "questions is from 1"),
        ("ask", {"question": "2"}, "did you mean 'questions'"),
        ("babble", {"lie": "x"}, "lie"),
        ("silent", {"lie": "1"}, "no option"),
        ("random", {"lie": "1"}, "no option"),
    ],
)
def test_wrong_options_are_said(bot: str, options: dict[str, str], says: str) -> None:
    with pytest.raises(OptionError, match=says):
        KIND.bots[bot](options)


def test_moves_of_bots_replay_by_the_rules_alone() -> None:
    played = bot_match(("ask", "babble"), 5)
    assert replay(played.transcript.game, played.transcript.moves).events == tuple(played.transcript.events)


def test_what_the_asker_thinks_is_what_it_guesses() -> None:
    """Also where several words are as likely and the choice among them is drawn."""
    guesses = 0
    for match in range(12):
        for answer in bot_match(("ask", "silent", "babble"), match, rounds=2).answers:
            reply = answer.reply
            for name, word in (
                re.findall(r"GUESS (Player \d) = (\w+)", str(reply.reading.action)) if answer.seat == 0 else ()
            ):
                guesses += 1
                assert f"{name.lower()}: {word.lower()} " in reply.thought.lower()
    assert guesses >= 24
