"""ReCon: an ablation is calls left out, the refiner gets its own steps, the guess is carried, drafts stay private."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from puppet import Puppet, act, seat, setting
from sage import form, match_of, sage, sitter, steps, texts
from test_chat import FIRST, KIND, THEN
from test_noninterference import obedient

from keepmum.agents.recon import recon
from keepmum.agents.seam import described
from keepmum.agents.spec import parse_spec
from keepmum.agents.wording import words
from keepmum.core import Status
from keepmum.core.options import OptionError
from keepmum.games import chameleon, secrets

FULL = ("first-order", "think", "speak", "second-order", "refine")
LEFT_OUT = {
    "": set(),
    "first=off": {"first-order"},
    "second=off": {"second-order"},
    "formulation=off": {"first-order", "think"},
    "refinement=off": {"second-order", "refine"},
    "refinement=off&first=off": {"first-order", "second-order", "refine"},
    "formulation=off&second=off": {"first-order", "think", "second-order"},
}
REFINERS = {"first-order", "second-order", "refine"}


def recons(options: str, *models: Puppet) -> Any:
    """A seat whose models are opened by name."""
    by_name = {model.name: model for model in models}
    spec = parse_spec(f"recon:{models[0].name}?{options}" if options else f"recon:{models[0].name}")
    return seat(recon(spec, replace(setting(KIND, models[0]), open_model=by_name.__getitem__)))


def puppet(name: str = "own") -> Puppet:
    model = Puppet(sage)
    model.name = name
    return model


@pytest.mark.parametrize("options", LEFT_OUT)
@pytest.mark.parametrize("kind", [chameleon.KIND, secrets.KIND], ids=lambda kind: kind.name)
def test_an_ablation_differs_by_exactly_the_calls_it_leaves_out(kind: Any, options: str) -> None:
    rules = {"players": 3, "discussion": 1} if kind is chameleon.KIND else {"players": 3, "rounds": 1}
    whole = match_of(kind, ["recon:puppet"] * 3, Puppet(sage), **rules)
    ablated = match_of(kind, [f"recon:puppet?{options}" if options else "recon:puppet"] * 3, Puppet(sage), **rules)
    assert whole.over
    assert ablated.over
    assert {taken for _, taken in steps(whole.answers)} == {FULL}
    expected = [(about, tuple(s for s in taken if s not in LEFT_OUT[options])) for about, taken in steps(whole.answers)]
    assert steps(ablated.answers) == expected


@pytest.mark.parametrize("options", [options for options in LEFT_OUT if options])
def test_what_an_ablation_keeps_is_put_in_the_same_words_but_for_what_it_lacks(options: str) -> None:
    def prompts(given: str) -> dict[str, list[str]]:
        model = puppet()
        calls = act(recons(given, model), FIRST).calls
        lines = (text.splitlines() for text in model.said)
        return {call.step: said for call, said in zip(calls, lines, strict=True)}

    whole, ablated = prompts(""), prompts(options)
    lacking = ("What you make of the others", "Your private thinking", "What you had thought", "How the others might")
    for step, said in ablated.items():
        bare = [[re.sub(r"private-\d-\d", "…", line) for line in lines] for lines in (whole[step], said)]
        assert [x for x in bare[0] if x not in bare[1]] == [
            x for x in bare[0] if x.startswith(lacking) and x not in bare[1]
        ]
        assert set(bare[1]) <= set(bare[0])


def test_with_nothing_on_it_is_another_agent() -> None:
    with pytest.raises(OptionError, match="take think:MODEL or chat:MODEL"):
        recons("formulation=off&refinement=off", puppet())
    with pytest.raises(OptionError, match="refiner has no step left"):
        recons("first=off&refinement=off&refiner=own", puppet())
    with pytest.raises(OptionError, match="style"):
        recons("style=robot", puppet())


@pytest.mark.parametrize("switch", ["formulation", "refinement", "first", "second"])
def test_a_switch_is_on_or_off_so_that_one_agent_has_one_name(switch: str) -> None:
    recons(f"{switch}=on", puppet())
    for value in ("no", "yes", "0", "OFF"):
        with pytest.raises(OptionError, match=rf"{switch} is on or off, not '{value}'"):
            recons(f"{switch}={value}", puppet())


@pytest.mark.parametrize("options", ["", "&first=off", "&second=off", "&formulation=off"])
def test_the_refiner_gets_exactly_its_steps(options: str) -> None:
    own, strong = puppet(), puppet("strong")
    calls = act(recons(f"refiner=strong{options}", own, strong), FIRST).calls
    assert {call.step for call in calls if call.model == "strong"} == REFINERS & {call.step for call in calls}
    assert len(strong.requests) == len([call for call in calls if call.step in REFINERS])
    assert len(own.requests) == len([call for call in calls if call.step not in REFINERS])


def test_the_guess_is_carried_and_replaced() -> None:
    model = puppet()
    agent = recons("", model)
    act(agent, FIRST)
    act(agent, THEN)
    first, second = model.said[:5], model.said[5:]
    assert "private-0-0" not in first[0]
    assert words("last_guess", guess="private-0-0") in second[0]
    for said in (first[1], first[2]):
        assert words("guess", guess="private-0-0") in said
    for said in (second[1], second[2]):
        assert words("guess", guess="private-0-5") in said
        assert "private-0-0" not in said
        assert said.index("private-0-5") < said.index("Vote now"), "the guess comes before the task"
    assert "private-0-5" not in second[4], "refinement sees thought, draft and analysis (equation 5)"


def test_each_step_sees_what_its_equation_says() -> None:
    model = puppet()
    act(recons("", model), FIRST)
    think, speak, second, refine = model.said[1:]
    assert all("Player 3 gives the clue" in said for said in model.said), "the history is in every equation"
    assert "private-0-1" in speak
    assert 'you have in mind: "word"' in second
    assert "private-0-1" not in second, "the others hear the speech, not the thought"
    for found in ("private-0-1", '"word"', "private-0-3"):
        assert found in refine
    assert "[ANSWER]" not in think + speak + second


def test_only_the_refined_answer_is_given_and_kept() -> None:
    notes = ["hunch-1", "idea-1", "draft-1", "view-1"]
    model = Puppet([*notes, "[THOUGHT]\nidea-2\n[ANSWER]\nShell", *notes, "[THOUGHT]\nx\n[ANSWER]\n3"])
    agent = recons("", model)
    reply = act(agent, FIRST)
    assert (reply.reading.action, reply.text, reply.thought) == ("Shell", "Shell", "idea-2")
    act(agent, THEN)
    before = texts(model.requests[5].messages[:-1])
    assert [message.text for message in model.requests[5].messages if message.speaker == "assistant"] == ["Shell"]
    assert not re.search(r"(hunch|idea|draft|view)-\d", before)


def test_a_draft_that_is_no_answer_may_be_mended() -> None:
    model = Puppet(["guess", "thought", "corn or bread, I would say", "view", "[THOUGHT]\nt\n[ANSWER]\nShell"])
    assert act(recons("", model), FIRST).reading.action == "Shell"
    model = Puppet(["guess", "thought", "corn or bread"])
    reply = act(recons("refinement=off", model), FIRST)
    assert reply.reading.status is Status.AMBIGUOUS, "what is not refined is held to the ask"


def test_style_is_asked_for_in_its_steps() -> None:
    def styled(style: str, words_: str) -> set[str]:
        model = puppet()
        calls = act(recons(f"style={style}", model), FIRST).calls
        return {call.step for call, said in zip(calls, model.said, strict=True) if words(words_) in said}

    assert styled("plain", "human_speech") | styled("plain", "human_thought") == set()
    assert styled("human-speech", "human_speech") == {"speak", "refine"}
    assert styled("human-speech", "human_thought") == set()
    assert styled("human-thought", "human_speech") == {"speak", "refine"}
    assert styled("human-thought", "human_thought") == {"first-order", "think", "refine"}


def test_a_script_may_say_what_must_stay_hidden(tmp_path: Path) -> None:
    folder = tmp_path / "plain"
    assert KIND.prompts
    shutil.copytree(KIND.prompts / "plain", folder)
    path = folder / "script.toml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("[asks.clue]", '[asks.clue]\nhidden = "that you know the dish"'), encoding="utf-8")
    model = puppet()
    made = replace(setting(KIND, model), prompts=folder)
    agent = seat(recon(parse_spec("recon:own"), made))
    act(agent, FIRST)
    act(agent, THEN)
    second = [said for said in model.said if "Does it give away" in said]
    assert "give away that you know the dish?" in second[0]
    assert words("hidden") in second[1], "an ask without a hint has the general one"


def test_confirmations_come_first_and_are_kept() -> None:
    def answering(request: Any) -> str:
        line = form(request.messages[-1].text)
        confirming = "yes or no" in line or ("one number" in line and "THOUGHT" not in line)
        return obedient(request) if confirming else sage(request)

    model = Puppet(answering)
    played = match_of(KIND, ["recon:puppet?script=paper", "bot:random", "bot:random"], model, players=3)
    mine = [taken for answer, (_, taken) in zip(played.answers, steps(played.answers), strict=True) if answer.seat == 0]
    assert played.over
    assert mine[:2] == [("confirmation",) * 4 + FULL, FULL]


def test_the_record_says_which_words_were_used() -> None:
    told = described(sitter(KIND, "recon:puppet", puppet()))
    assert set(told) == {"script", "script_sha256", "wording_sha256"}
    assert "wording_sha256" not in described(sitter(KIND, "chat:puppet", puppet()))
    assert "wording_sha256" in described(sitter(KIND, "chat:puppet?overflow=summarise", puppet()))
