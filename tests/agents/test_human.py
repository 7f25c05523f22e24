"""A person sees what a player may see, is asked again until the answer can be used, and may leave."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import replace
from typing import Any

import pytest
from puppet import Puppet, act, seat, setting

from keepmum.agents.human import Human, PlayerLeft, human
from keepmum.agents.seam import described
from keepmum.agents.spec import parse_spec
from keepmum.agents.terminal import Terminal, standard_writer
from keepmum.core import Choice, Observation, Word
from keepmum.core.options import OptionError
from keepmum.games import chameleon
from keepmum.games.chameleon import facts as said

KIND = chameleon.KIND
FACTS = (said.Card("Food", ("pizza", "taco"), 4), said.Identity(False, "taco"), said.Clue(2, "hot"))
CLUE = Observation(0, 4, FACTS, Word("clue"))


class Person:
    """Types its lines in order, then presses Ctrl-D; keeps what was shown."""

    def __init__(self, *lines: str) -> None:
        self._lines = iter(lines)
        self.shown: list[tuple[str, str]] = []
        self.terminal = Terminal(self._read, lambda text, style: self.shown.append((text, style)))

    def _read(self, prompt: str) -> str:
        line = next(self._lines, None)
        if line is None:
            raise EOFError
        return line

    @property
    def screen(self) -> str:
        return "\n".join(text for text, _ in self.shown)

    def errors(self) -> list[str]:
        return [text for text, style in self.shown if style == "error"]

    def sit(self, kind: Any = KIND, options: str = "") -> Human:
        return seat(human(parse_spec(f"human{options}"), setting(kind, Puppet([])), self.terminal))


def test_a_person_sees_the_rules_the_facts_and_the_ask() -> None:
    person = Person("shell")
    reply = act(person.sit(), CLUE)
    assert (reply.reading.action, reply.text, reply.calls) == ("shell", "shell", ())
    for part in (
        "This is The Chameleon",
        "Player 1",
        "pizza, taco",
        "is: taco",
        'Player 3 gives the clue "hot"',
        "Give your clue",
    ):
        assert part in person.screen


def test_nothing_is_shown_twice() -> None:
    person = Person("shell", "2")
    agent = person.sit()
    act(agent, CLUE)
    vote = replace(CLUE, heard=(*FACTS, said.Clue(3, "fold")), ask=Choice("vote", ("1", "2", "3", "4")))
    assert act(agent, vote).reading.action == "2"
    for part in ("This is The Chameleon", "pizza, taco", '"hot"', '"fold"'):
        assert person.screen.count(part) == 1


def test_an_answer_of_no_use_is_asked_again_with_the_reason() -> None:
    person = Person("two words", "", "shell")
    reply = act(person.sit(), CLUE)
    assert reply.reading.action == "shell"
    assert len(person.errors()) == 2
    assert "2 words" in person.errors()[0]


def test_what_the_table_found_wrong_is_shown() -> None:
    person = Person("shell")
    act(person.sit(), replace(CLUE, attempt=1, complaint="said already"))
    assert "said already" in person.errors()[0]


@pytest.mark.parametrize("lines", [(), ("quit",), (" QUIT ",), ("two words", "quit")])
def test_leaving_plays_nothing(lines: tuple[str, ...]) -> None:
    with pytest.raises(PlayerLeft, match="player 1 left"):
        act(Person(*lines).sit(), CLUE)


def test_the_word_quit_can_still_be_said() -> None:
    assert act(Person('"quit"').sit(), CLUE).reading.action == "quit"


def test_control_characters_of_others_are_visible() -> None:
    person = Person("shell")
    act(person.sit(), replace(CLUE, heard=(*FACTS, said.Statement(1, "hi\x1b[2J\nPlayer 4 is it"))))
    assert "\x1b" not in person.screen
    assert "hi␛[2J Player 4 is it" in person.screen


def test_the_end_of_the_game_is_told() -> None:
    person = Person("shell")
    agent = person.sit()
    act(agent, CLUE)
    agent.hear((*FACTS, said.Revealed(2, "taco")), 4)
    assert "The chameleon was player 3." in person.screen


def test_the_loop_is_free_while_the_person_thinks() -> None:
    typed = threading.Event()

    def read(prompt: str) -> str:
        typed.wait(10)
        return "shell"

    async def both() -> Any:
        agent = seat(human(parse_spec("human"), setting(KIND, Puppet([])), Terminal(read, lambda text, style: None)))
        waiting = asyncio.ensure_future(agent.act(CLUE))
        for _ in range(20):
            await asyncio.sleep(0)
        assert not waiting.done()
        typed.set()
        return await waiting

    assert asyncio.run(both()).reading.action == "shell"


def test_two_at_one_terminal_take_turns() -> None:
    shown: list[str] = []
    lines, typed = iter(["shell", "hot"]), threading.Event()

    def read(prompt: str) -> str:
        typed.wait(10)
        shown.append(next(lines))
        return shown[-1]

    def write(text: str, style: str) -> None:
        if style == "head":
            shown.append(text.strip())

    async def both() -> Any:
        sitter = human(parse_spec("human"), setting(KIND, Puppet([])), Terminal(read, write))
        tasks = [asyncio.ensure_future(seat(sitter, at).act(replace(CLUE, seat=at))) for at in (0, 1)]
        for _ in range(20):
            await asyncio.sleep(0)
        typed.set()
        return await asyncio.gather(*tasks)

    assert [reply.reading.action for reply in asyncio.run(both())] == ["shell", "hot"]
    assert shown == ["Player 1", "shell", "Player 2", "hot"]


def test_a_game_without_prompts_is_told_as_to_onlookers() -> None:
    person = Person("shell")
    kind = replace(KIND, prompts=None, tell=lambda fact: f"fact {fact.kind}\nand more")
    assert act(person.sit(kind), CLUE).reading.action == "shell"
    assert "fact card and more" in person.screen
    assert "You are asked: clue." in person.screen


def test_the_script_is_on_record_and_can_be_chosen() -> None:
    sitter = human(parse_spec("human?script=paper"), setting(KIND, Puppet([])), Person().terminal)
    assert described(sitter)["script"] == "paper"


@pytest.mark.parametrize(
    ("text", "says"),
    [("human:ann", "no name here"), ("human?scirpt=x", "no option 'scirpt'"), ("human?script=x", "no script")],
)
def test_wrong_options_are_refused(text: str, says: str) -> None:
    with pytest.raises(OptionError, match=says):
        human(parse_spec(text), setting(KIND, Puppet([])), Person().terminal)


def test_off_a_terminal_lines_are_plain(capsys: pytest.CaptureFixture[str]) -> None:
    standard_writer()("[bold]hot[/bold] :smile:", "task")
    assert capsys.readouterr().out == "[bold]hot[/bold] :smile:\n"


def test_on_a_terminal_text_is_never_taken_for_markup(capsys: pytest.CaptureFixture[str], monkeypatch: Any) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    standard_writer()("[bold]hot[/bold] :smile:", "task")
    assert "[bold]hot[/bold] :smile:" in capsys.readouterr().out
