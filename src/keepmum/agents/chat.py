"""A chat agent is a language model that plays one seat in one conversation of its own."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from keepmum.agents.conversation import Conversation, Exchange
from keepmum.agents.script import Script
from keepmum.agents.seam import Seating, Setting, Sitter, tuned
from keepmum.agents.spec import AgentSpec
from keepmum.agents.telling import Confirm, Told
from keepmum.agents.verdict import NOT_THE_PLAYERS, confirmed, verdict
from keepmum.core import Ask, Call, Observation, Reading, Reply
from keepmum.core.options import OptionError, read_options
from keepmum.core.schema import grammar, instruction, json_schema
from keepmum.models.seam import Model, Sampling, Scope, Shape

Constrain = Literal["no", "yes", "schema", "grammar"]


@dataclass(frozen=True, slots=True)
class ChatOptions:
    """How a model plays. What is None is left to the model's own default.

    `script`: in which words the game is put. `max_tokens`: of one reply, thought included (the paper's 5,000).
    `level`: how revealing a clue should be, 1 to 10. `instruct`: an additional instruction. `constrain`: have the
    server keep to the shape of the answer, by a JSON schema, a grammar, or whichever it takes ("yes").
    """

    script: str = "plain"
    temperature: float | None = None
    max_tokens: int = 5000
    effort: str | None = None
    seed: int | None = None
    level: int | None = None
    instruct: str = ""
    constrain: Constrain = "no"

    def __post_init__(self) -> None:
        self.sampling()
        if self.level is not None and not 1 <= self.level <= 10:
            raise ValueError(f"level is from 1 (cryptic) to 10 (revealing), not {self.level}")

    def sampling(self) -> Sampling:
        """How replies are drawn."""
        return Sampling(self.temperature, self.max_tokens, self.effort, self.seed)


class Chat:
    """The model at one seat of one match. Each act says only what is new, and then the ask."""

    def __init__(self, talk: Conversation, script: Script, options: ChatOptions) -> None:
        self._talk = talk
        self._script = script
        self._options = options
        self._due: deque[Told] = deque()
        self._confirming: Confirm | None = None
        self._heard = 0
        self._asked = False
        self._at_fault = False
        self._open()

    async def act(self, observation: Observation) -> Reply:
        """Tell what is new, have it confirmed where the script wants that, and put the ask."""
        calls: list[Call] = []
        self._listen(observation)
        reading = await self._confirmations(calls)
        if reading is not None:
            return self._reply(reading, calls, calls[-1].thought)
        self._put(observation)
        exchange = await self._say(observation.ask, calls)
        reading = verdict(observation.ask, exchange)
        why = await self._explanation(observation.ask, calls) if reading.ok else ""
        return self._reply(reading, calls, "\n".join(filter(None, (exchange.thought, why))), exchange.speech)

    def _open(self) -> None:
        opening, extra = self._script.opening, self._options.instruct
        told = opening.told
        text = "\n".join(filter(None, (told.text if told else "", extra)))
        if opening.speaker == "system" and text:
            self._talk.instruct(text)
            text = ""
        self._due.append(Told(text, told.confirm if told else None))

    def _listen(self, observation: Observation) -> None:
        """Take in new facts; say what was wrong with the last answer, unless it was not the player's fault."""
        heard, seat, players = observation.heard, observation.seat, observation.players
        for place in range(self._heard, len(heard)):
            told = self._script.tell(heard[place], seat, players)
            if told:
                self._due.append(told)
        self._heard = len(heard)
        if observation.attempt == 0:
            self._asked = False
        elif self._at_fault:
            self._complain(observation)

    def _complain(self, observation: Observation) -> None:
        self._talk.tell(self._script.again(observation.complaint))
        line = instruction(self._confirming.ask if self._confirming else observation.ask)
        if not observation.complaint.endswith(line):
            self._talk.tell(line)

    async def _confirmations(self, calls: list[Call]) -> Reading | None:
        """Tell what is due. A reading comes back only where a confirmation was not given."""
        while self._due or self._confirming:
            if self._confirming is None:
                self._tell(self._due.popleft())
            if self._confirming is not None:
                reading = confirmed(self._confirming, await self._say(self._confirming.ask, calls))
                if not reading.ok:
                    return reading
                self._confirming = None
        return None

    def _tell(self, told: Told) -> None:
        if told.text:
            self._talk.tell(told.text)
        if told.confirm:
            self._talk.tell(instruction(told.confirm.ask))
            self._confirming = told.confirm

    def _put(self, observation: Observation) -> None:
        if not self._asked:
            self._talk.tell(self._script.task(observation.ask.about, observation.seat, self._options.level))
            self._talk.tell(instruction(observation.ask))
            self._asked = True

    async def _say(self, ask: Ask, calls: list[Call]) -> Exchange:
        exchange = await self._talk.ask(shape_of(ask, self._options.constrain))
        calls.append(exchange.call)
        return exchange

    async def _explanation(self, ask: Ask, calls: list[Call]) -> str:
        """The model's own account of its answer, where the script asks for one. It is private and changes nothing."""
        question = self._script.explain(ask.about)
        if question is None:
            return ""
        self._talk.tell(question)
        exchange = await self._talk.ask()
        self._talk.withdraw()
        calls.append(exchange.call)
        return exchange.speech

    def _reply(self, reading: Reading, calls: list[Call], thought: str, speech: str | None = None) -> Reply:
        self._at_fault = reading.status not in NOT_THE_PLAYERS
        return Reply(reading, calls[-1].text if speech is None else speech, thought, tuple(calls))


def shape_of(ask: Ask, constrain: Constrain) -> Shape | None:
    """What the server is to hold the answer to."""
    return None if constrain == "no" else _shape(ask, constrain)


@lru_cache(maxsize=1024)
def _shape(ask: Ask, constrain: Constrain) -> Shape:
    schema = None if constrain == "grammar" else json_schema(ask)
    return Shape(schema, None if constrain == "schema" else grammar(ask))


@dataclass(frozen=True, slots=True)
class ChatSitter:
    """Seats one model, with one script and one set of options."""

    model: Model
    script: Script
    options: ChatOptions

    @property
    def description(self) -> Mapping[str, str]:
        """The script and its digest, for the record."""
        return {"script": self.script.name, "script_sha256": self.script.digest}

    def __call__(self, seating: Seating) -> Chat:
        """The player of one seat."""
        scope = Scope(seating.run, seating.match, seating.seat)
        return Chat(Conversation(self.model, self.options.sampling(), scope), self.script, self.options)


@tuned
def chat(spec: AgentSpec, setting: Setting) -> Sitter:
    """A language model in a conversation of its own: chat:MODEL?temperature=0&level=3&script=paper.

    Raises OptionError for wrong options or script, and what opening a model raises.
    """
    if not spec.target:
        raise OptionError("chat needs a model: write chat:MODEL, such as chat:openai/gpt-4.1")
    options = read_options(ChatOptions, {**setting.defaults, **spec.options}, spec.name)
    script = setting.script(options.script)
    if options.level is not None and not script.has_levels:
        raise OptionError(f"{spec.name}: the script {script.name!r} has no words for a level")
    return ChatSitter(setting.open_model(spec.target), script, options)
