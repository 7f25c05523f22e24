"""A person plays at the terminal, and sees there what a player may see and nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from keepmum.agents.seam import Seating, Setting, Sitter
from keepmum.agents.spec import AgentSpec
from keepmum.agents.terminal import Terminal
from keepmum.agents.voice import Onlooker, Voice
from keepmum.core import Fact, Observation, Reading, Reply
from keepmum.core.options import OptionError, read_options
from keepmum.core.parse import read
from keepmum.core.schema import instruction

QUIT = "quit"
HELP = f"Type your answer; {QUIT} or Ctrl-D leaves the table (to say the word itself, put it in quotation marks)."


class PlayerLeft(Exception):
    """A person left the table. The match is unfinished; nothing is played in their name."""


@dataclass(frozen=True, slots=True)
class HumanOptions:
    """`script`: in whose words the game is told."""

    script: str = "plain"


class Human:
    """The person at one seat. What cannot be used is asked again at once, with the reason."""

    def __init__(self, seat: int, voice: Voice, terminal: Terminal, name: str = "") -> None:
        self._seat = seat
        self._name = name
        self._voice = voice
        self._terminal = terminal
        self._told = -1
        self._memory = voice.memory()

    async def act(self, observation: Observation) -> Reply:
        """Show what is new, ask, and wait. Raises PlayerLeft."""
        async with self._terminal.turn:
            self._terminal.show(f"\n{self._name or f'Player {self._seat + 1}'}", "head")
            self.hear(observation.heard, observation.players)
            if observation.complaint:
                self._terminal.show(self._voice.again(observation.complaint), "error")
            self._terminal.show(self._task(observation), "task")
            return await self._answer(observation)

    def hear(self, heard: Sequence[Fact], players: int) -> None:
        """Show what this player has not seen yet: before an answer, and once more when the game is over."""
        if self._told < 0:
            opening = self._voice.opening.told
            self._terminal.show(f"{opening.text}\n{HELP}" if opening else HELP)
            self._told = 0
        for place in range(self._told, len(heard)):
            self._memory.hear(heard[place])
            told = self._voice.tell(heard[place], self._seat, players)
            if told:
                self._terminal.show(told.text)
        self._told = len(heard)

    def _task(self, observation: Observation) -> str:
        return self._voice.task(observation.ask.about, self._seat, None, self._memory.known)

    async def _answer(self, observation: Observation) -> Reply:
        self._terminal.show(instruction(observation.ask))
        while True:
            text = await self._line()
            reading: Reading = read(observation.ask, text)
            if reading.ok:
                return Reply(reading, text=text)
            self._terminal.show(self._voice.again(reading.reason), "error")

    async def _line(self) -> str:
        try:
            text = await self._terminal.line("> ")
        except EOFError:
            text = QUIT
        if text.strip().casefold() == QUIT:
            raise PlayerLeft(f"{self._name or f'player {self._seat + 1}'} left the table")
        return text


@dataclass(frozen=True, slots=True)
class HumanSitter:
    """Seats people at one terminal."""

    voice: Voice
    terminal: Terminal
    names: tuple[str, ...] = ()

    @property
    def description(self) -> Mapping[str, str]:
        """The script and its digest, for the record."""
        return {"script": self.voice.name, "script_sha256": self.voice.digest}

    def __call__(self, seating: Seating) -> Human:
        """The person at one seat."""
        name = self.names[seating.seat] if self.names else ""
        return Human(seating.seat, self.voice, self.terminal, name)


def human(spec: AgentSpec, setting: Setting, terminal: Terminal | None = None) -> Sitter:
    """A person at the terminal: human. Raises OptionError."""
    if spec.target:
        raise OptionError(f"{spec.name}: a person has no name here; write human")
    options = read_options(HumanOptions, spec.options, spec.name)
    voice = setting.script(options.script) if setting.scripts else Onlooker(setting.kind.tell)
    return HumanSitter(voice, terminal or Terminal(), setting.names)
