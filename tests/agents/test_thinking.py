"""Thinking in steps: each is on record, what came to nothing is asked again alone, and thoughts stay private."""

from __future__ import annotations

import asyncio
import importlib.util
from dataclasses import replace
from typing import Any

import msgspec
import pytest
from puppet import Puppet, act, play, seat
from sage import THINKERS, match_of, sage, sitter, steps, texts
from test_chat import FIRST, KIND, THEN, failing
from test_noninterference import ACTIONS, DRAWS, PAIRS, WORDS, Pair

from keepmum.core import Call, Observation, Speech, Status
from keepmum.core.options import OptionError
from keepmum.games import avalon, chameleon, secrets
from keepmum.games.chameleon import Chameleon
from keepmum.games.chameleon import facts as said
from keepmum.models.seam import Completion, Request

TREE = ("plan 1", "plan 2", "plan 3", "choose plan", "answer 1", "answer 2", "answer 3", "choose answer")
STEPS = {"think": ("think",), "recon": ("first-order", "think", "speak", "second-order", "refine"), "tot": TREE}
SMALL: dict[str, tuple[Any, dict[str, int]]] = {
    "chameleon": (chameleon.KIND, {"players": 3}),
    "secrets": (secrets.KIND, {"players": 3, "rounds": 1}),
    "avalon": (avalon.KIND, {"players": 5, "discussion": 0}),
}
GAMES = {"chameleon": (chameleon.KIND, {"players": 3, "discussion": 1}), "secrets": (secrets.KIND, {"players": 3})}


def thinker(spec: str, answers: Any) -> tuple[Any, Puppet]:
    model = Puppet(answers)
    return seat(sitter(KIND, spec, model)), model


def calls_by_step(name: str) -> list[str]:
    """What the sage says at each step of a first clue."""
    model = Puppet(sage)
    act(seat(sitter(KIND, f"{name}:puppet", model)), FIRST)
    return [sage(request) for request in model.requests]


# -- whole matches


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", THINKERS)
def test_all_play_to_the_end(name: str, game: str) -> None:
    kind, rules = GAMES[game]
    model = Puppet(sage)
    played = match_of(kind, [f"{name}:puppet"] * 3, model, **rules)
    assert played.over
    assert {taken for _, taken in steps(played.answers)} == {STEPS[name]}
    assert len(model.requests) == len(STEPS[name]) * len(played.answers)


@pytest.mark.parametrize("game", GAMES)
def test_no_private_word_reaches_another_player_or_the_table(game: str) -> None:
    kind, rules = GAMES[game]
    model = Puppet(sage)
    played = match_of(kind, [f"{name}:puppet" for name in THINKERS], model, **rules)
    assert played.over
    assert "private-" not in repr(played.transcript.events) + repr(played.transcript.moves)
    for request in model.requests:
        others = [f"private-{other}-" for other in range(3) if other != request.scope.seat]
        assert not any(mark in texts(request.messages) for mark in others)
    for each in played.answers:
        assert "private-" in each.reply.thought
        assert "private-" not in each.reply.text


@pytest.mark.parametrize("name", THINKERS)
def test_an_unusable_answer_is_a_void_and_nothing_is_played_for_it(name: str) -> None:
    model = Puppet(lambda request: sage(request).replace("word", "two words"))
    played = match_of(KIND, [f"{name}:puppet"] * 3, model, players=3)
    assert played.void
    assert (played.void.about, played.void.cause) == ("clue", Status.UNPARSABLE)
    assert len(played.answers) == 3
    assert not [move for move in played.transcript.moves if move.seat is not None]


# -- what may not be known


def sent(name: str, pair: Pair, fixed: dict[Any, Any]) -> list[Request]:
    model = Puppet(sage)
    agent = seat(sitter(KIND, f"{name}:puppet", model, **pair.rules), pair.who)
    play(Chameleon("Food", WORDS, **pair.rules), {**DRAWS, **fixed}, {pair.who: agent}, {**ACTIONS, **fixed})
    return model.requests


@pytest.mark.parametrize("name", THINKERS)
@pytest.mark.parametrize("pair", PAIRS, ids=str)
def test_what_may_not_be_known_is_not_sent_at_any_step(name: str, pair: Pair) -> None:
    one, other = (sent(name, pair, fixed) for fixed in (pair.one, pair.other))
    assert one == other


@pytest.mark.parametrize("name", THINKERS)
def test_what_may_be_known_is_sent_at_every_step(name: str) -> None:
    one, other = (sent(name, Pair("", 0, {}, {}), fixed) for fixed in ({}, {"secret": "curry"}))
    assert len(one) == len(other)
    assert not any(a == b for a, b in zip(one, other, strict=True))


# -- what comes to nothing


@pytest.mark.parametrize("name", THINKERS)
@pytest.mark.parametrize(
    ("completion", "status"),
    [
        ("", Status.EMPTY),
        (Completion("Shell", finish="length"), Status.TRUNCATED),
        (Completion("", finish="refusal"), Status.REFUSED),
        (failing("transport"), Status.TRANSPORT),
        (failing("over_budget"), Status.OVER_BUDGET),
        (failing("too_long"), Status.OVER_CONTEXT),
        (failing("rejected"), Status.REJECTED),
    ],
)
def test_every_step_can_fail_and_is_asked_again_alone(name: str, completion: Any, status: Status) -> None:
    good = calls_by_step(name)
    for place in range(len(good)):
        agent, model = thinker(f"{name}:puppet", [*good[:place], completion, *good[place:]])
        reply = act(agent, FIRST)
        expected = Status.UNPARSABLE if completion == "" and "[THOUGHT]" in model.said[-1] else status
        assert reply.reading.status is expected, (place, reply.reading)
        assert reply.reading.action is None
        assert len(reply.calls) == place + 1
        again = act(agent, replace(FIRST, attempt=1, complaint=reply.reading.reason))
        assert again.reading.ok
        assert [call.step for call in again.calls] == list(STEPS[name][place:])


def test_a_missing_section_is_asked_for_with_its_reason() -> None:
    agent, model = thinker("think:puppet", ["Shell", "[THOUGHT]\nhm\n[ANSWER]\nShell"])
    reply = act(agent, FIRST)
    assert reply.reading.status is Status.UNPARSABLE
    assert "no section [THOUGHT]" in reply.reading.reason
    assert reply.reading.action is None, "an answer without its thought is not played"
    again = act(agent, replace(FIRST, attempt=1, complaint=reply.reading.reason))
    assert again.reading.action == "Shell"
    messages = model.requests[1].messages
    assert [message.speaker for message in messages] == ["system", "user", "assistant", "user"]
    assert messages[2].text == "Shell"
    assert "no section [THOUGHT]" in messages[3].text
    assert messages[3].text.splitlines()[1:] == messages[1].text.splitlines()[-5:], "and what it is to look like"
    assert again.calls[0].prompt == messages[3].text


def test_a_failed_try_leaves_no_trace() -> None:
    lines = ["Shell", "[THOUGHT]\nhm\n[ANSWER]\nShell", "[THOUGHT]\nhm\n[ANSWER]\n3"]
    agent, model = thinker("think:puppet", lines)
    reply = act(agent, FIRST)
    act(agent, replace(FIRST, attempt=1, complaint=reply.reading.reason))
    act(agent, THEN)
    kept = model.requests[2].messages
    assert [message.speaker for message in kept] == ["system", "user", "assistant", "user"]
    assert "could not be used" not in texts(kept)
    assert "hm" not in [line.strip() for line in texts(kept).splitlines()]


# -- the record


def test_each_step_is_on_record_and_what_was_told_is_recorded_once() -> None:
    agent, _ = thinker("recon:puppet", sage)
    first, then = act(agent, FIRST).calls, act(agent, THEN).calls
    assert [call.text for call in first[:2]] == ["private-0-0", "private-0-1"]
    prompts = "\n".join(call.prompt for call in (*first, *then))
    for fact in ("This is The Chameleon", "The card is Food", 'Player 4 gives the clue "fold"'):
        assert prompts.count(fact) == 1


def test_a_record_without_steps_reads_back() -> None:
    assert msgspec.json.decode(b'{"model": "m", "prompt": "p", "text": "t"}', type=Call).step == ""


def test_long_talks_are_told_once_and_recorded_once() -> None:
    agent, model = thinker("recon:puppet", sage)
    facts: list[Any] = list(FIRST.heard)
    recorded = 0
    for turn in range(300):
        facts.append(said.Statement(1, f"statement number {turn}"))
        reply = act(agent, Observation(0, 4, facts, Speech("statement", 20)))
        recorded += sum(len(call.prompt) for call in reply.calls)
    assert recorded < 300 * 6000
    assert texts(model.requests[-1].messages).count('statement number 7"') == 1
    assert len({id(message) for request in model.requests for message in request.messages}) < 300 * 15


# -- the tree


def test_the_tree_chooses_among_plans_and_answers() -> None:
    lines = ["plan A", "plan B", "2", "Shell", "Corn", "1"]
    agent, model = thinker("tot:puppet?breadth=2", lines)
    reply = act(agent, FIRST)
    assert (reply.reading.action, reply.text, reply.thought) == ("Shell", "Shell", "plan B")
    assert '"plan A" Make one that is really different' in model.said[1]
    assert model.said[2].splitlines()[-3:-1] == ['1. "plan A"', '2. "plan B"']
    assert '"plan B" Now answer by it' in model.said[3]
    assert model.said[3] == model.said[4]
    assert model.said[5].splitlines()[-3:-1] == ['1. "Shell"', '2. "Corn"']


def test_a_choice_that_is_none_is_asked_again() -> None:
    agent, _ = thinker("tot:puppet?breadth=2", ["plan A", "plan B", "3", "2", "Shell", "Corn", "2"])
    reply = act(agent, FIRST)
    assert not reply.reading.ok
    again = act(agent, replace(FIRST, attempt=1, complaint=reply.reading.reason))
    assert (again.reading.action, again.thought) == ("Corn", "plan B")


@pytest.mark.parametrize("breadth", ["1", "10", "many"])
def test_a_wrong_breadth_is_refused(breadth: str) -> None:
    with pytest.raises(OptionError, match="breadth"):
        thinker(f"tot:puppet?breadth={breadth}", sage)


# -- what all have in common with chat


@pytest.mark.parametrize("name", THINKERS)
def test_the_common_options_reach_the_model(name: str) -> None:
    options = "temperature=0.6&max_tokens=99&effort=low&seed=4&level=3&instruct=Say little.&constrain=yes"
    agent, model = thinker(f"{name}:puppet?{options}", sage)
    act(agent, FIRST)
    for request in model.requests:
        sampling = request.sampling
        assert (sampling.temperature, sampling.max_tokens, sampling.effort, sampling.seed) == (0.6, 99, "low", 4)
        assert "Say little." in request.messages[0].text
        assert request.shape
    assert "let your clue be about 3" in texts(model.requests[-1].messages)
    assert len({request.scope.turn for request in model.requests}) == len(model.requests)


@pytest.mark.parametrize("name", ["chat", *THINKERS])
def test_a_model_is_needed(name: str) -> None:
    with pytest.raises(OptionError, match=f"{name} needs a model"):
        sitter(KIND, name, Puppet(sage))


# -- the small local model


def smollm2() -> Any:
    from keepmum.models import weights
    from keepmum.models.local import Local

    if importlib.util.find_spec("xllamacpp") is None or not weights.find("smollm2").present:
        pytest.skip("needs the local extra and `keepmum models get smollm2`")
    return Local("local/smollm2", context=4096)


@pytest.mark.local
@pytest.mark.slow
@pytest.mark.parametrize("game", SMALL)
@pytest.mark.parametrize("name", THINKERS)
def test_a_small_model_plays_or_its_match_is_void_with_a_cause(name: str, game: str) -> None:
    """One seat, few tokens: every reply comes to an action or to a cause, and its steps are kept."""
    kind, rules = SMALL[game]
    others = ["bot:random"] * (int(rules["players"]) - 1)
    specs = [f"{name}:local?constrain=grammar&max_tokens=48&temperature=0.7", *others]
    model = smollm2()
    played = match_of(kind, specs, model, attempts=1, **rules)
    asyncio.run(model.close())
    assert (played.over is None) != (played.void is None)
    mine = [answer.reply for answer in played.answers if answer.seat == 0]
    for reply in mine:
        taken = [call.step for call in reply.calls]
        assert taken == list(STEPS[name][: len(taken)])
        assert all(call.constrained for call in reply.calls)
        assert reply.reading.ok or reply.reading.action is None
    if played.void:
        assert played.void.seat == 0
        cut_off = mine[-1].calls[-1].finish == "length"
        assert cut_off == (played.void.cause is Status.TRUNCATED)
