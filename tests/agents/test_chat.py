"""A chat agent says only what is new, keeps its talk, and makes of a completion what it is and nothing more."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from puppet import Puppet, act, chatter, play, seat, setting

from keepmum.agents.chat import chat
from keepmum.agents.seam import described
from keepmum.agents.spec import parse_spec
from keepmum.core import Choice, Observation, Speech, Status, Word
from keepmum.core.options import OptionError
from keepmum.core.schema import grammar, instruction, json_schema
from keepmum.games import chameleon, kuhn
from keepmum.games.chameleon import facts as said
from keepmum.models.seam import Completion, Failure, Request, Scope, Usage

KIND = chameleon.KIND
WORDS = ("pizza", "taco", "soup")
CARD, ORDER = said.Card("Food", WORDS, 4), said.Order((2, 1, 0, 3))
KNOWER, CHAMELEON = said.Identity(False, "taco"), said.Identity(True, None)
CLUE, VOTE = Word("clue"), Choice("vote", ("1", "2", "3", "4"))
START = (CARD, KNOWER, ORDER, said.Clue(2, "corn"), said.Clue(1, "hot"))
FIRST = Observation(0, 4, START, CLUE)
THEN = Observation(0, 4, (*START, said.Clue(0, "shell"), said.Clue(3, "fold")), VOTE)


def speakers(request: Request) -> list[str]:
    return [message.speaker for message in request.messages]


# -- the plain script


def test_the_first_request_holds_the_rules_the_facts_and_the_ask() -> None:
    model = Puppet(["Shell"])
    reply = act(chatter(KIND, model), FIRST)
    assert reply.reading.action == "Shell"
    (request,) = model.requests
    assert speakers(request) == ["system", "user"]
    assert request.messages[0].text.startswith("This is The Chameleon")
    assert request.messages[1].text.splitlines() == [
        "The card is Food. Its words: pizza, taco, soup.",
        "You are not the chameleon. The secret word is: taco.",
        "You are player 1. The speaking order: player 3, player 2, you, player 4.",
        'Player 3 gives the clue "corn".',
        'Player 2 gives the clue "hot".',
        "Give your clue now.",
        instruction(CLUE),
    ]


def test_later_requests_only_add_what_is_new() -> None:
    model = Puppet(["Shell", "3"])
    agent = chatter(KIND, model)
    act(agent, FIRST)
    reply = act(agent, THEN)
    first, then = model.requests
    assert then.messages[: len(first.messages)] == first.messages
    assert speakers(then) == ["system", "user", "assistant", "user"]
    assert then.messages[2].text == "Shell"
    assert model.said[1].splitlines() == [
        'Player 4 gives the clue "fold".',
        "Vote now: who is the chameleon?",
        instruction(VOTE),
    ]
    assert reply.calls[0].prompt == model.said[1], "a call records what was newly said, not the whole talk"
    assert reply.reading.action == "3"


def test_the_first_call_records_the_rules_too() -> None:
    model = Puppet(["Shell"])
    reply = act(chatter(KIND, model), FIRST)
    assert reply.calls[0].prompt == "\n".join(message.text for message in model.requests[0].messages)


def test_every_request_has_a_scope_of_its_own() -> None:
    model = Puppet(["two words", "Shell", "3"])
    agent = seat(chat(parse_spec("chat:puppet"), setting(KIND, model)), 2, 7)
    act(agent, FIRST)
    act(agent, replace(FIRST, attempt=1, complaint="two words."))
    act(agent, THEN)
    assert [request.scope for request in model.requests] == [Scope("run", 7, 2, turn) for turn in range(3)]


def test_a_call_records_what_it_took() -> None:
    usage = Usage(100, 20, 15, 50)
    model = Puppet([Completion("Shell", "I think", "stop", usage, 0.5, 1.5, True, 2, True)])
    (call,) = act(chatter(KIND, model), FIRST).calls
    assert (call.model, call.text, call.thought, call.finish) == ("puppet", "Shell", "I think", "stop")
    assert (call.input_tokens, call.output_tokens, call.reasoning_tokens) == (100, 20, 15)
    assert (call.cost, call.seconds, call.cached, call.retries, call.constrained) == (0.5, 1.5, True, 2, True)


# -- thought


@pytest.mark.parametrize(
    "completion",
    [
        Completion("Shell", "a secret plan"),
        Completion("<think>a secret plan</think>Shell"),
        "a secret plan</think>Shell",
    ],
)
def test_thought_is_private(completion: Any) -> None:
    model = Puppet([completion, "3"])
    agent = chatter(KIND, model)
    reply = act(agent, FIRST)
    assert (reply.reading.action, reply.text, reply.thought) == ("Shell", "Shell", "a secret plan")
    act(agent, THEN)
    assert not any("secret plan" in message.text for message in model.requests[1].messages)


def test_a_thought_that_names_an_answer_is_no_answer() -> None:
    reply = act(chatter(KIND, Puppet([Completion("", "Shell")])), FIRST)
    assert reply.reading.status is Status.EMPTY


# -- what cannot be used


def failing(kind: Any) -> Completion:
    return Completion(finish="error", failure=Failure(kind, "what happened"))


@pytest.mark.parametrize(
    ("completion", "status"),
    [
        ("", Status.EMPTY),
        ("   ", Status.EMPTY),
        ("corn or bread", Status.AMBIGUOUS),
        ("a long sentence of clues", Status.UNPARSABLE),
        ("I'm sorry, I cannot help with that.", Status.REFUSED),
        ("x" * 41, Status.TOO_LONG),
        (Completion("Shell", finish="length"), Status.TRUNCATED),
        (Completion("", "thinking and think", finish="length"), Status.TRUNCATED),
        (Completion("Shell", finish="refusal"), Status.REFUSED),
        (Completion("", finish="refusal"), Status.REFUSED),
        (failing("over_budget"), Status.OVER_BUDGET),
        *[(failing(kind), Status.TRANSPORT) for kind in ("transport", "timeout", "rate_limit", "server", "malformed")],
        *[(failing(kind), Status.TRANSPORT) for kind in ("empty_choices", "script")],
        (failing("too_long"), Status.OVER_CONTEXT),
        (failing("rejected"), Status.REJECTED),
    ],
)
def test_what_cannot_be_used_has_its_status_and_no_action(completion: Any, status: Status) -> None:
    reply = act(chatter(KIND, Puppet([completion])), FIRST)
    assert (reply.reading.status, reply.reading.action) == (status, None)
    assert reply.reading.reason
    assert len(reply.calls) == 1


def test_a_taken_word_is_illegal() -> None:
    reply = act(chatter(KIND, Puppet(["Corn"])), replace(FIRST, ask=Word("clue", ("corn",))))
    assert reply.reading.status is Status.ILLEGAL


def test_a_failure_is_on_record() -> None:
    (call,) = act(chatter(KIND, Puppet([failing("timeout")])), FIRST).calls
    assert call.finish == "timeout"


# -- asking again


def again(first: Any, complaint: str | None = None) -> Puppet:
    model = Puppet([first, "Shell", "3"])
    agent = chatter(KIND, model)
    reply = act(agent, FIRST)
    act(agent, replace(FIRST, attempt=1, complaint=complaint or reply.reading.reason))
    act(agent, THEN)
    return model


def test_a_reply_of_no_use_is_answered_with_the_reason() -> None:
    model = again("corn and beans")
    assert speakers(model.requests[1]) == ["system", "user", "assistant", "user"]
    assert model.requests[1].messages[2].text == "corn and beans"
    assert model.said[1].startswith("That answer could not be used: ")
    assert model.said[1].count(instruction(CLUE)) == 1
    assert "Give your clue now" not in model.said[1]
    assert model.said[2].startswith("Player 4 gives the clue")


def test_a_reason_without_the_form_of_the_answer_has_it_added() -> None:
    assert again("corn and beans", "no.").said[1] == f"That answer could not be used: no.\n{instruction(CLUE)}"


def test_a_truncated_reply_is_told_to_be_shorter() -> None:
    assert "cut off" in again(Completion("Shell and", finish="length")).said[1]


@pytest.mark.parametrize("kind", ["transport", "over_budget"])
def test_what_never_arrived_is_said_once_more_without_blame(kind: str) -> None:
    model = again(failing(kind))
    assert model.requests[1].messages == model.requests[0].messages
    assert model.requests[1].scope != model.requests[0].scope
    assert speakers(model.requests[2]) == ["system", "user", "assistant", "user"]


def test_after_silence_the_question_stands_with_the_complaint_in_one_message() -> None:
    model = again("")
    assert speakers(model.requests[1]) == ["system", "user"]
    assert model.said[1].startswith(model.said[0])
    assert "could not be used" in model.said[1]


def test_a_reply_that_the_rules_refuse_is_complained_of_too() -> None:
    assert "'Shell' will not do" in again("Shell", "'Shell' will not do").said[1]


def test_a_complaint_cannot_carry_lines() -> None:
    model = again("corn and beans", '"x\nPlayer 2 gives the clue "y"." is no word')
    assert "\nPlayer 2" not in model.said[1]


# -- the script of the paper


def paper(answers: list[Any], options: str = "") -> tuple[Any, Puppet]:
    model = Puppet(answers)
    return chatter(KIND, model, f"script=paper&{options}".rstrip("&")), model


def test_the_paper_has_four_things_confirmed_before_the_clue() -> None:
    agent, model = paper(["Yes", "yes.", "No", "1", "Shell"])
    reply = act(agent, FIRST)
    assert reply.reading.action == "Shell"
    assert (reply.text, len(reply.calls)) == ("Shell", 5)
    firsts = [text.splitlines()[0] for text in model.said]
    assert firsts[0].startswith("You are about to play")
    assert firsts[1].startswith("In this game the category")
    assert firsts[2].startswith("You have not been picked")
    assert firsts[3].startswith("The game begins. You are player number 1")
    assert firsts[4] == 'The clue that player 3 gave: "corn".'
    assert speakers(model.requests[4]) == ["user", "assistant"] * 4 + ["user"]
    assert all(
        b.messages[: len(a.messages)] == a.messages for a, b in zip(model.requests, model.requests[1:], strict=False)
    )


def test_the_chameleon_confirms_with_yes() -> None:
    agent, _ = paper(["yes", "yes", "yes", "1", "Shell"])
    assert act(agent, replace(FIRST, heard=(CARD, CHAMELEON, ORDER))).reading.ok


@pytest.mark.parametrize(
    ("answers", "status"),
    [
        (["no"], Status.ILLEGAL),
        (["yes", "no"], Status.ILLEGAL),
        (["yes", "yes", "yes"], Status.ILLEGAL),
        (["yes", "yes", "no", "3"], Status.ILLEGAL),
        (["yes", "yes", "no", "5"], Status.ILLEGAL),
        (["perhaps"], Status.ILLEGAL),
        (["Of course I have understood all of the rules of this game"], Status.UNPARSABLE),
        ([""], Status.EMPTY),
        ([Completion("yes", finish="length")], Status.TRUNCATED),
        ([failing("timeout")], Status.TRANSPORT),
    ],
)
def test_a_wrong_confirmation_is_a_reply_that_cannot_be_used(answers: list[Any], status: Status) -> None:
    agent, model = paper(answers)
    reply = act(agent, FIRST)
    assert (reply.reading.status, reply.reading.action) == (status, None)
    assert len(model.requests) == len(reply.calls) == len(answers), "nothing is asked after a wrong confirmation"


def test_a_wrong_confirmation_is_asked_again_and_then_the_talk_goes_on() -> None:
    agent, model = paper(["yes", "yes", "yes", "no", "1", "Shell"])
    reply = act(agent, FIRST)
    assert "does not fit what you were told" in reply.reading.reason
    assert "'no'" not in reply.reading.reason, "the right answer is not given away"
    reply = act(agent, replace(FIRST, attempt=1, complaint=reply.reading.reason))
    assert reply.reading.action == "Shell"
    assert model.said[3].startswith("Your answer cannot be accepted")
    assert model.said[3].count("yes or no") == 1
    assert "Which word do you say?" in model.said[5]


def test_the_vote_is_explained_in_private() -> None:
    agent, model = paper(["yes", "yes", "no", "1", "Shell", Completion("3", "hm"), "Corn was odd.", "1"])
    act(agent, FIRST)
    reply = act(agent, THEN)
    assert (reply.reading.action, reply.text, reply.thought) == ("3", "3", "hm\nCorn was odd.")
    assert len(reply.calls) == 2
    assert model.said[6].startswith("Explain this vote")


@pytest.mark.parametrize("answer", ["", failing("timeout"), failing("over_budget")])
def test_a_vote_stands_without_its_explanation(answer: Any) -> None:
    agent, model = paper(["yes", "yes", "no", "1", "Shell", "3", answer, "taco"])
    act(agent, FIRST)
    reply = act(agent, THEN)
    assert (reply.reading.action, reply.text, reply.thought) == ("3", "3", "")
    guess = Choice("guess", WORDS)
    assert act(agent, replace(THEN, heard=(*THEN.heard, said.Accused(0, True)), ask=guess)).reading.action == "taco"
    assert not any("Explain" in message.text for message in model.requests[-1].messages)


def test_an_unusable_vote_is_not_explained() -> None:
    agent, model = paper(["yes", "yes", "no", "1", "Shell", "9"])
    act(agent, FIRST)
    assert act(agent, THEN).reading.status is Status.ILLEGAL
    assert len(model.requests) == 6


# -- options


def test_sampling_is_passed_on() -> None:
    model = Puppet(["Shell"])
    act(chatter(KIND, model, "temperature=0&max_tokens=20&effort=low&seed=4"), FIRST)
    sampling = model.requests[0].sampling
    assert (sampling.temperature, sampling.max_tokens, sampling.effort, sampling.seed) == (0.0, 20, "low", 4)


def test_what_is_not_given_is_left_to_the_model_but_for_the_limit() -> None:
    model = Puppet(["Shell"])
    act(chatter(KIND, model), FIRST)
    sampling = model.requests[0].sampling
    assert (sampling.temperature, sampling.max_tokens, sampling.effort, sampling.seed) == (None, 5000, None, None)


@pytest.mark.parametrize("script", ["plain", "paper"])
def test_a_level_goes_with_the_clue_and_an_instruction_with_the_rules(script: str) -> None:
    model = Puppet(lambda request: "Shell" if "word. Nothing" in request.messages[-1].text else "yes")
    agent = chatter(KIND, model, f"script={script}&level=3&instruct=Speak like a pirate.")
    act(agent, Observation(0, 4, (), CLUE))
    assert "Speak like a pirate." in model.requests[0].messages[0].text
    assert "scale" in model.said[-1]
    assert "3" in model.said[-1]
    act(agent, Observation(0, 4, (), VOTE))
    assert "scale" not in model.said[-1]


@pytest.mark.parametrize(
    ("constrain", "schema", "rules"),
    [("no", False, False), ("yes", True, True), ("schema", True, False), ("grammar", False, True)],
)
def test_constraints_are_asked_for_by_the_shape_of_the_ask(constrain: str, schema: bool, rules: bool) -> None:
    model = Puppet(['{"clue": "Shell"}'])
    reply = act(chatter(KIND, model, f"constrain={constrain}"), FIRST)
    assert reply.reading.action == "Shell"
    shape = model.requests[0].shape
    assert (shape.schema if shape else None) == (json_schema(CLUE) if schema else None)
    assert (shape.grammar if shape else None) == (grammar(CLUE) if rules else None)


def test_defaults_hold_where_the_specification_is_silent() -> None:
    model = Puppet(["Shell", "Shell"])
    at = replace(setting(KIND, model), defaults={"temperature": "1", "effort": "low"})
    act(seat(chat(parse_spec("chat:puppet?temperature=0"), at)), FIRST)
    assert (model.requests[0].sampling.temperature, model.requests[0].sampling.effort) == (0.0, "low")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("chat", "needs a model"),
        ("chat:m?tmperature=0", "no option 'tmperature' .*did you mean 'temperature'"),
        ("chat:m?level=11", "level is from 1 .* to 10"),
        ("chat:m?level=0", "level is from 1"),
        ("chat:m?level=high", "whole number"),
        ("chat:m?temperature=-1", "temperature is -1"),
        ("chat:m?temperature=nan", "temperature is nan"),
        ("chat:m?max_tokens=0", "max_tokens is 0"),
        ("chat:m?constrain=maybe", "constrain.*'maybe'"),
        ("chat:m?script=papre", "no script 'papre' .*did you mean 'paper'"),
    ],
)
def test_wrong_options_are_refused_before_anything_is_played(text: str, says: str) -> None:
    with pytest.raises(OptionError, match=says):
        chat(parse_spec(text), setting(KIND, Puppet([])))


def test_a_level_needs_a_script_with_words_for_it() -> None:
    with pytest.raises(OptionError, match="no words for a level"):
        chat(parse_spec("chat:m?level=3"), setting(kuhn.KIND, Puppet([])))


def test_a_game_without_prompts_seats_no_model() -> None:
    with pytest.raises(OptionError, match=r"no prompts.*--prompts"):
        chat(parse_spec("chat:m"), setting(replace(KIND, prompts=None), Puppet([])))


def test_a_users_own_script_is_used(tmp_path: Path) -> None:
    import shutil

    shutil.copytree(KIND.prompts, tmp_path / "own")  # type: ignore[arg-type]
    rules = tmp_path / "own" / "plain" / "rules.md"
    rules.write_text("My own rules.\n" + rules.read_text())
    model = Puppet(["Shell"])
    sitter = chat(parse_spec("chat:m"), replace(setting(KIND, model), prompts=tmp_path / "own"))
    act(seat(sitter), FIRST)
    assert model.requests[0].messages[0].text.startswith("My own rules.")
    builtin = chat(parse_spec("chat:m"), setting(KIND, model))
    assert described(sitter)["script_sha256"] != described(builtin)["script_sha256"]
    assert described(builtin)["script"] == "plain"


# -- whole games


def test_kuhn_poker_is_played_through() -> None:
    model = Puppet(lambda request: "bet" if request.scope.seat else "pass")
    agents = {who: chatter(kuhn.KIND, model, number=who) for who in (0, 1)}
    match = play(kuhn.Kuhn(), {"cards": ("king", "jack")}, agents, {})
    assert [move.choice for move in match.moves[1:]] == ["pass", "bet", "pass"]
    assert "Your card is the king." in model.said[0]
    assert 'Player 2 answered "bet".' in model.said[2]
    assert not any("king" in message.text for message in model.requests[1].messages[1:])


def test_a_long_talk_is_told_once_each() -> None:
    heard: list[Any] = [CARD, KNOWER, ORDER]
    model = Puppet(lambda request: "Hm.")
    agent = chatter(KIND, model, discussion=10)
    for turn in range(300):
        assert act(agent, Observation(0, 4, list(heard), Speech("statement", 60))).reading.ok
        heard += [said.Statement(0, "Hm."), said.Statement(1, f"word {turn}")]
    last = model.requests[-1]
    assert len(last.messages) == 2 * 299 + 2
    texts = [line for message in last.messages for line in message.text.splitlines()]
    assert sum('says: "word ' in line for line in texts) == 299
    assert not any('says: "Hm."' in line for line in texts)
