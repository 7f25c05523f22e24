"""Players who go by names: the same game, read the same way, with nothing that a name could spoil."""

from __future__ import annotations

import asyncio
import re
from dataclasses import asdict, replace
from random import Random
from typing import Any

import msgspec
import pytest
from arena import CATEGORIES, WORDS, bot_match, examples, facts, noted, say, table
from hypothesis import given, settings
from hypothesis import strategies as st

from keepmum.agents.chat import chat
from keepmum.agents.script import Script, load_script
from keepmum.agents.seam import Seating, Setting
from keepmum.agents.spec import parse_spec
from keepmum.core import Move, Observation, Over, Transcript
from keepmum.core.agent import Heard
from keepmum.core.conformance import check
from keepmum.games.secrets import KIND, Options, Secrets
from keepmum.games.secrets.answers import answers_in
from keepmum.games.secrets.facts import Answered, Extracted, Guess, Message, Seated
from keepmum.games.secrets.names import Roster
from keepmum.games.secrets.questions import Question, questions_in
from keepmum.games.secrets.referee import Hidden
from keepmum.models.scripted import Scripted
from keepmum.models.seam import Request
from keepmum.play.records import Dealt, RecordError, decode, encode, record_of, replayed
from keepmum.report.rows import deal_key

ARTICLE = ("GPT", "Claude", "Grok", "DeepSeek")
ODD = ("GPT-5.2", "my_model", "x.ai-4", "Qwen.3.5-max")
ROSTER = Roster(4, ARTICLE)
TALK, GUESSES = examples("talk"), examples("guesses")

assert KIND.prompts is not None
PLAIN = KIND.prompts / "plain"


def named(text: str, names: tuple[str, ...]) -> str:
    """`text` with names for numbers, where it has "Player N" of four."""
    return re.sub(r"\bPlayer ([1-4])\b", lambda found: names[int(found[1]) - 1], text)


@pytest.mark.parametrize("names", [ARTICLE, ODD])
def test_the_rules_that_all_games_keep(names: tuple[str, ...]) -> None:
    check(KIND, Options(names=names), matches=8)
    check(KIND, Options(names=names, listed=True, announce=True, scores="zero_sum"), matches=4)


def test_the_deal_does_not_depend_on_names() -> None:
    for match in range(20):
        plain, with_names = (KIND.deal(options, 3, match) for options in (Options(), Options(names=ARTICLE)))
        assert isinstance(with_names.game, Secrets)
        assert with_names.draws == plain.draws
        assert replace(with_names.game, names=()) == plain.game
        assert with_names.game.names == ARTICLE


def test_runs_with_other_names_are_paired() -> None:
    keys = set()
    for names in ((), ("Ann", "Bob"), ("GPT", "Claude")):
        played = bot_match(("silent", "silent"), 0, names=names)
        keys.add(deal_key(record_of(played.transcript.game, Dealt(1, 0, ("player",) * 2, ("x", "y")), played)))
    assert len(keys) == 1


def test_names_are_told_to_all_and_only_where_there_are_any() -> None:
    t = table(names=ARTICLE)
    assert all(Seated(ARTICLE) in t.heard(seat) for seat in range(4))
    assert facts(table(), Seated) == []


@pytest.mark.parametrize(
    ("names", "says"),
    [
        (("GPT",) * 4, "the same when folded"),
        (("GPT", "gpt", "Ann", "Bob"), "the same when folded"),
        (("GPT-4", "GPT4", "Ann", "Bob"), "the same when folded"),
        (("Ann", "Bob", "Cyd"), "3 names"),
        (("", "Ann", "Bob", "Cyd"), "is not 1 to 24"),
        (("x" * 25, "Ann", "Bob", "Cyd"), "is not 1 to 24"),
        (("4o", "Ann", "Bob", "Cyd"), "is not 1 to 24"),
        (("Ann B", "Ann", "Bob", "Cyd"), "is not 1 to 24"),
        (("Ann\n", "Ann", "Bob", "Cyd"), "is not 1 to 24"),
        (("\x1b[2J", "Ann", "Bob", "Cyd"), "is not 1 to 24"),
        (("Сlaude", "Ann", "Bob", "Cyd"), "is not 1 to 24"),  # a Cyrillic С
        (("Ann.", "Ann", "Bob", "Cyd"), "is not 1 to 24"),
        (("P2", "Ann", "Bob", "Cyd"), "reads as a number"),
        (("two", "Ann", "Bob", "Cyd"), "reads as a number"),
        (("seat-3", "Ann", "Bob", "Cyd"), "reads as a number"),
        *(((word, "Ann", "Bob", "Cyd"), "messages are made of") for word in ("Player", "PASS", "guess", "Seat", "all")),
        *(((word, "Ann", "Bob", "Cyd"), "messages are made of") for word in ("You", "yes", "No", "Is", "word")),
        (("Echo", "Ann", "Bob", "Cyd"), r"holds 'echo', a secret word \(plain\)"),
        (("Echoes", "Ann", "Bob", "Cyd"), r"\(folded\)"),
        (("tem-pest", "Ann", "Bob", "Cyd"), r"\(spaced\)"),
        (("Ohce", "Ann", "Bob", "Cyd"), r"\(reversed\)"),
        (("echoway", "Ann", "Bob", "Cyd"), r"\(pig latin\)"),
        (("Rpub", "Ann", "Bob", "Cyd"), r"\(rot13\)"),
        (("ZWNobw", "Ann", "Bob", "Cyd"), r"\(base64\)"),
        (("Storm", "Ann", "Bob", "Cyd"), "names a category"),
    ],
)
def test_what_is_no_name_is_refused_by_options_and_rules_alike(names: tuple[str, ...], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        Options(names=names)
    with pytest.raises(ValueError, match=says):
        Secrets(WORDS, CATEGORIES, names=names)


def test_a_name_is_held_against_the_whole_pool_before_a_match() -> None:
    with pytest.raises(ValueError, match="holds 'ruby'"):
        Options(names=("Ruby", "Ann", "Bob", "Cyd"))
    with pytest.raises(ValueError, match="bots ask about"):
        Options(names=("Church", "Ann", "Bob", "Cyd"), pool="article")


@pytest.mark.parametrize("names", [("a1", "b2", "c3", "d4"), ("A-b_c.9", "x" * 24, "Zz", "GPT-5.2-chat-latest")])
def test_these_are_names(names: tuple[str, ...]) -> None:
    assert Options(names=names).names == names


HIDDEN = Hidden(("paradox", "echo", "nomad", "quartz"), ((), (), (), ()), ARTICLE)


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("GUESS Claude = ECHO", "right"),
        ("I know. guess claude = echo, friends", "right"),
        ("GUESS @Claude = Echo!", "right"),
        ("**GUESS CLAUDE = ECHO**", "right"),
        ("GUESS Claude's word = ECHO", "right"),
        ("GUESS Player 2 = ECHO", "right"),
        ("GUESS 2 = ECHO", "right"),
        ("GUESS Claude = PARADOX", "wrong"),
        ("GUESS Deep Seek = ECHO", "wrong"),
        ("GUESS Claud = ECHO", "stray"),
        ("GUESS Name = ECHO", "stray"),
        ("GUESS GPT = PARADOX", "stray"),  # its own
        ("Claude guesses nothing", None),
    ],
)
def test_guesses_by_name(text: str, verdict: str | None) -> None:
    found = [fact for fact in noted(HIDDEN, (0, text)) if isinstance(fact, Guess)]
    assert [fact.verdict for fact in found] == ([verdict] if verdict else [])


def test_names_that_begin_alike_are_told_apart() -> None:
    roster = Roster(3, ("GPT", "GPT-5", "GPT-5.2"))
    text = "GPT, GPT-5, GPT-5.2. And gpt-5! Egpt? GPTs, @GPT"
    assert [mention.seat for mention in roster.mentions(text)] == [0, 1, 2, 1, 0]
    assert [roster.seat_named(name) for name in ("gpt", "GPT 5", "gpt5.2", "Player 3", "GPT-6")] == [0, 1, 2, 2, None]


@pytest.mark.parametrize("names", [ARTICLE, ODD], ids=["article", "odd"])
@pytest.mark.parametrize("text", [*TALK["questions"], *TALK["others"]])
def test_a_question_is_found_by_names_as_by_numbers(text: str, names: tuple[str, ...]) -> None:
    by_number = [(each.asked, named(each.text, names)) for each in questions_in(text, 0, Roster(4))]
    asked = [(each.asked, each.text) for each in questions_in(named(text, names), 0, Roster(4, names))]
    assert [seat for seat, _ in asked] == [seat for seat, _ in by_number]
    assert [text.replace("_", " ") for _, text in asked] == [text.replace("_", " ") for _, text in by_number]


@pytest.mark.parametrize("names", [ARTICLE, ODD], ids=["article", "odd"])
@pytest.mark.parametrize("text", [*TALK["yes"], *TALK["no"], *TALK["none"]])
def test_an_answer_is_read_by_names_as_by_numbers(text: str, names: tuple[str, ...]) -> None:
    due = (Question(0, 1, "a?"), Question(2, 1, "b?"))
    for asked in (due[:1], due):
        assert answers_in(named(text, names), asked, Roster(4, names)) == answers_in(text, asked, Roster(4))


def test_a_name_with_a_full_stop_ends_no_sentence() -> None:
    text = "Well. x.ai-4, is your word older than GPT-5.2? Is it alive? my_model, is yours?"
    found = list(questions_in(text, 0, Roster(4, ODD)))
    assert [question.asked for question in found] == [2, 2, 1]
    assert found[0].text == "x.ai-4, is your word older than GPT-5.2?"


@given(st.lists(st.sampled_from(["GPT-5.2", ",", " ", "?", "is your word", "yes", "GUESS ", " = ", "_", ".", "5"])))
@settings(max_examples=150, deadline=None)
def test_any_talk_with_names_can_be_judged(pieces: list[str]) -> None:
    noted(replace_names(ODD), (0, "".join(pieces)), (1, "".join(pieces)))


def replace_names(names: tuple[str, ...]) -> Hidden:
    return HIDDEN._replace(called=names)


@pytest.mark.parametrize("names", [("Ann", "Bob", "Cyd", "Dan"), ODD])
def test_bots_call_one_another_by_name_and_their_lies_are_still_known(names: tuple[str, ...]) -> None:
    cracks = 0
    for match in range(4):
        t = bot_match(("ask", "babble lie=1", "ask", "silent"), match, names=names).transcript
        assert not any("Player " in message.text for message in facts(t, Message))
        answers = [fact for fact in facts(t, Answered) if fact.answer in ("yes", "no")]
        assert answers
        assert all(fact.truthful is (fact.seat != 1) for fact in answers)
        cracks += sum(fact.how == "guess" for fact in facts(t, Extracted))
    assert cracks


def script(names: tuple[str, ...] = ARTICLE, **rules: Any) -> Script:
    return load_script(PLAIN, KIND.facts, asdict(Options(players=len(names), names=names, **rules)))


def test_prompts_speak_of_names_alone() -> None:
    words = script(announce=True, scores="zero_sum")
    t = table(names=ARTICLE, announce=True, rounds=1)
    say(t, 'I say "so".', "PASS", "GUESS Claude = ECLIPSE", "Claude, is it alive?")
    opening = words.opening.told
    told = [each.text for fact in t.heard(0) if (each := words.tell(fact, 0, 4))]
    assert opening
    assert "called GPT, Claude, Grok, DeepSeek, talk in one conversation" in opening.text
    assert "with the player's name for NAME and the word for WORD: GUESS NAME = WORD." in opening.text
    assert not any(f"GUESS {name}" in opening.text for name in ARTICLE), "nobody is shown a guess at itself"
    assert 'You are GPT. Your secret word is "echo".' in told
    assert "The order of speaking: you, Claude, Grok, DeepSeek." in told
    assert 'Grok: "GUESS Claude = ECLIPSE"' in told
    assert 'Grok guessed the word of Claude: "eclipse".' in told
    assert told[-1].startswith("The words were: you: echo, Claude: eclipse, Grok: compass, DeepSeek: tempest. Points:")
    assert not re.search(r"(?i)player [0-9]", "\n".join([opening.text, *told]))


def sent(words: tuple[str, ...], names: tuple[str, ...] = ARTICLE[:3], **rules: Any) -> list[Request]:
    """Every request of the first seat's model in a match whose messages are all fixed."""
    options = Options(players=3, names=names, **rules)
    model = Scripted(("I listen.", "No. Grok, is yours cold?", "PASS", "GUESS Grok = WATER", "Good night."))
    setting = Setting(KIND, asdict(options), lambda _: model)
    agent = chat(parse_spec("chat:scripted"), setting)(Seating("run", 0, 0, Random(0)))
    t: Transcript[Any] = Transcript(Secrets(WORDS, CATEGORIES, players=3, names=names, **rules))
    for place, word in enumerate(words):
        t.make(Move(None, f"word_{place + 1}", word))
    t.make(Move(None, "order", (1, 2, 0)))
    while not isinstance(t.turn, Over):
        who, ask = t.turn.owed[0]  # type: ignore[union-attr]
        message = f"GPT, is your word alive? GUESS {names[2 - who]} = WATER" if who else ""
        if who == 0:
            reply = asyncio.run(agent.act(Observation(0, 3, Heard(t.heard(0)), ask)))
            assert reply.reading.ok, reply
            message = str(reply.reading.action)
        t.make(Move(who, "message", message))
    return model.calls


@pytest.mark.parametrize("rules", [{}, {"listed": True, "announce": True}])
def test_with_names_too_another_s_word_changes_no_byte(rules: dict[str, Any]) -> None:
    one = sent(("echo", "mirage", "quartz"), **rules)
    assert sent(("echo", "tempest", "quartz"), **rules) == one
    assert sent(("compass", "mirage", "quartz"), **rules) != one, "the alarm rings where a difference is allowed"


def test_onlookers_hear_names() -> None:
    t = table(names=ARTICLE, rounds=1)
    say(t, "Claude, is your word alive?", "PASS", "GUESS GPT = ECHO", "Mine is a storm.")
    tell = KIND.tell_of(ARTICLE)
    told = "\n".join(line for event in t.events if (line := tell(event.fact)))
    for line in ("speaking order: GPT → Claude → Grok → DeepSeek", "Claude passes", "(Grok cracks GPT)"):
        assert line in told
    assert "(DeepSeek names the category of its word: storm)" in told
    assert not re.search(r"player \d", told)
    assert KIND.tell_of(())(t.events[-1].fact) == KIND.tell(t.events[-1].fact)


def test_records_replay_and_hostile_names_break_nothing() -> None:
    played = bot_match(("ask", "babble"), 1, names=ODD[:2])
    record = record_of(played.transcript.game, Dealt(1, 1, ("player",) * 2, ("x", "y")), played)
    again = decode(encode(record))
    assert replayed(again, KIND).events == tuple(played.transcript.events)
    for names in (["\x1b[2J", "b1"], ["Ann"], ["Ann", "ANN"], "Ann", [1, 2], ["Ann", None], ["x" * 10_000, "Bob"]):
        with pytest.raises(RecordError):
            replayed(msgspec.structs.replace(again, rules={**again.rules, "names": names}), KIND)
    without = {name: value for name, value in again.rules.items() if name != "names"}
    assert replayed(msgspec.structs.replace(again, rules=without), KIND), "a record from before there were names"
