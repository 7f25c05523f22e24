"""An ask may be put differently to players who have been told different things, whatever the game."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from puppet import Puppet, act, seat, setting

from keepmum.agents.chat import chat
from keepmum.agents.human import human
from keepmum.agents.script import Script, load_script
from keepmum.agents.spec import parse_spec
from keepmum.agents.template import ScriptError
from keepmum.agents.terminal import Terminal
from keepmum.agents.voice import Onlooker
from keepmum.core import Choice, Fact, GameKind, Observation
from keepmum.core.kind import NoOptions

ASK = Choice("vote", ("yes", "no"))
HEAD = """
about = "Two tribes."
again = "{{complaint}}"
[facts]
tribe = "You are of {{name}}."
weather = "It is {{word}}."
"""
BY_TRIBE = """
[asks.vote]
level = "Level {{level}}."
[asks.vote.task]
by = "tribe.name"
red = "Vote for red, player {{you|number}}."
other = "Vote."
[asks.vote.hidden]
by = "weather.word"
rain = "that it rains"
other = ""
"""


@dataclass(frozen=True)
class Tribe(Fact):
    name: str


@dataclass(frozen=True)
class Weather(Fact):
    word: str


FACTS = (Tribe, Weather)
RED, BLUE = [Tribe("red"), Weather("sun")], [Tribe("blue"), Weather("sun")]


def script(folder: Path, asks: str) -> Script:
    (folder / "script.toml").write_text(HEAD + asks, encoding="utf-8")
    return load_script(folder, FACTS, {})


def kind(folder: Path, asks: str) -> GameKind:
    (folder / "plain").mkdir(exist_ok=True)
    script(folder / "plain", asks)
    return GameKind("tribes", "Tribes", "", object, NoOptions, lambda *_: None, ("r",), FACTS, prompts=folder)  # type: ignore[arg-type, return-value]


def known(words: Script, *facts: Fact) -> Any:
    memory = words.memory()
    for fact in facts:
        memory.hear(fact)
    return memory.known


def test_the_words_go_by_what_was_told(tmp_path: Path) -> None:
    words = script(tmp_path, BY_TRIBE)
    assert words.task("vote", 4, None, known(words, *RED)) == "Vote for red, player 5."
    assert words.task("vote", 4, 3, known(words, *RED)) == "Vote for red, player 5.\nLevel 3."
    assert words.task("vote", 4, None, known(words, *BLUE)) == "Vote."
    assert words.task("vote", 4) == "Vote.", "who has not been told is none of the cases"


def test_the_latest_value_counts(tmp_path: Path) -> None:
    words = script(tmp_path, BY_TRIBE)
    assert words.hidden("vote", known(words, Weather("sun"), Weather("rain"))) == "that it rains"
    assert words.hidden("vote", known(words, Weather("rain"), Weather("sun"))) is None
    assert words.hidden("vote") is None


def test_only_what_matters_is_remembered(tmp_path: Path) -> None:
    words = script(tmp_path, '[asks.vote]\ntask = "Vote."\n')
    assert known(words, *RED) == {}
    assert known(script(tmp_path, BY_TRIBE), *RED) == {"tribe.name": "red", "weather.word": "sun"}


@pytest.mark.parametrize(
    ("asks", "why"),
    [
        ('[asks.vote.task]\nby = "tribe.size"\nother = "Vote."', "tribe.size.*known: tribe.name"),
        ('[asks.vote.task]\nby = "name"\nother = "Vote."', "no variable 'name'"),
        ('[asks.vote.task]\nby = "tribe.name"\nred = "Vote."', "need both yes and no, or an 'other'"),
        ('[asks.vote]\ntask = "Vote, {{name}}."', "no variable 'name'"),
        ('[asks.vote]\ntask = "Vote."\nhidden = 3', "hidden: text or the name"),
        ('[asks.vote.task]\ntell = "Vote."\nconfirm = "Sure?"', "nothing to confirm"),
        ('[asks.vote]\nhidden = "it"', "asks.vote: text or the name"),
    ],
)
def test_what_cannot_be_is_refused(tmp_path: Path, asks: str, why: str) -> None:
    with pytest.raises(ScriptError, match=why):
        script(tmp_path, asks)


@pytest.mark.parametrize(("heard", "task"), [(RED, "Vote for red, player 2."), (BLUE, "Vote.")])
def test_a_model_and_a_person_are_asked_so(tmp_path: Path, heard: list[Fact], task: str) -> None:
    tribes, model = kind(tmp_path, BY_TRIBE), Puppet(["yes", "no"])
    observation = Observation(1, 2, heard, ASK)
    agent = seat(chat(parse_spec("chat:puppet"), setting(tribes, model)), 1)
    assert act(agent, observation).reading.ok
    assert model.said[0].splitlines()[-2] == task
    later = Observation(1, 2, [*heard, Tribe("red")], ASK)
    assert act(agent, later).reading.ok
    assert model.said[1].splitlines()[-2] == "Vote for red, player 2.", "a seat may be told another thing later"
    shown: list[str] = []
    terminal = Terminal(lambda _: "yes", lambda text, style: shown.append(text) if style == "task" else None)
    person = human(parse_spec("human"), setting(tribes, model), terminal)
    assert act(seat(person, 1), observation).reading.ok
    assert shown == [task]


def test_an_onlooker_s_voice_needs_no_memory() -> None:
    voice = Onlooker(lambda fact: "It rains.")
    memory = voice.memory()
    memory.hear(Tribe("red"))
    assert voice.task("vote", 0, None, memory.known) == "You are asked: vote."
