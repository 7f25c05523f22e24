"""A course is the steps by which a model comes to an answer: each is a call on record, and only the answer is kept."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from keepmum.agents.briefing import Briefing
from keepmum.agents.conversation import Asking, Conversation, Exchange
from keepmum.agents.sections import split_sections
from keepmum.agents.side import consult
from keepmum.agents.tuning import Constrain, note_shape, shape_of
from keepmum.agents.verdict import fault_of
from keepmum.agents.wording import words
from keepmum.core import Ask, Call, Observation, Reading, Reply, Speech, Status
from keepmum.core.parse import read
from keepmum.core.schema import instruction
from keepmum.models.seam import Model, Shape

LONGEST_NOTE = 5000
_NO_DRAFT = (Status.EMPTY, Status.REFUSED)


@dataclass(frozen=True, slots=True)
class Question:
    """What a seat is asked: the ask, its words, and what the answer must not give away."""

    ask: Ask
    task: str
    hidden: str


@dataclass(frozen=True, slots=True)
class Step:
    """One thing asked of the model on the way to an answer.

    `ask`: what must come back, None for a note in free words. `sectioned`: a private thought stands before it.
    `draft`: it is not held to the ask yet. `model` asks another model than the agent's own.
    """

    name: str
    text: str
    ask: Ask | None = None
    sectioned: bool = False
    draft: bool = False
    model: Model | None = None

    @property
    def form(self) -> str:
        """How the reply is to be written, or nothing for a note."""
        if self.ask is None:
            return ""
        return words("sections", form=instruction(self.ask)) if self.sectioned else instruction(self.ask)


@dataclass(frozen=True, slots=True)
class Said:
    """What a step came to: its reading, the text it is of, and the private thought beside it."""

    reading: Reading
    text: str
    thought: str = ""


Path: TypeAlias = Generator[Step, Said, Said]


class Method(Protocol):
    """A way of thinking, at one seat of one match; it may remember what it found out."""

    def steps(self, question: Question) -> Path:
        """Yields step after step, is sent what each came to, and returns the answer. Only usable replies are sent."""
        ...


class Course:
    """The model at one seat of one match, thinking by a method. A step that came to nothing is asked again alone."""

    def __init__(self, talk: Conversation, briefing: Briefing, method: Method, constrain: Constrain = "no") -> None:
        self._talk = talk
        self._briefing = briefing
        self._method = method
        self._constrain: Constrain = constrain
        self._task = ""
        self._path: Path | None = None
        self._step = Step("", "")
        self._lines: tuple[str, ...] = ()

    async def act(self, observation: Observation) -> Reply:
        """Tell what is new, and take the steps that are left."""
        calls: list[Call] = []
        self._briefing.hear(observation)
        self._prepare(observation)
        reading = await self._briefing.deliver(calls)
        if reading is not None:
            return Reply(reading, calls[-1].text, calls[-1].thought, tuple(calls))
        while True:
            said = await self._take(calls)
            if not said.reading.ok:
                return Reply(said.reading, said.text, said.thought, tuple(calls))
            answer = self._advance(said)
            if answer:
                self._talk.settle(f"{self._task}\n{words('answered')}", answer.text)
                return Reply(answer.reading, answer.text, answer.thought, tuple(calls))

    async def consult(self, observation: Observation, lines: Sequence[str], shape: Shape | None = None) -> Reply:
        """Answer a question from outside the match; nothing of it stays (see side.py)."""
        return await consult((self._talk, self._briefing), observation, lines, shape)

    def fork(self, name: str) -> Course:
        """The same player, to be gone on with apart, with draws of its own (see drafts.py). It begins the ask anew."""
        talk = self._talk.fork(name)
        return Course(talk, self._briefing.fork(talk), copy(self._method), self._constrain)

    def _prepare(self, observation: Observation) -> None:
        """Begin anew, or say what was wrong with the last reply."""
        if observation.attempt == 0 or self._path is None:
            question = self._question(observation)
            self._path, self._task = self._method.steps(question), question.task
            self._put(next(self._path))
        elif self._briefing.confirming:
            self._briefing.complain(observation)
        else:
            self._again(self._briefing.complaint(observation, self._step.form))

    def _question(self, observation: Observation) -> Question:
        ask, briefing = observation.ask, self._briefing
        return Question(ask, briefing.task(ask, observation.seat), briefing.hidden(ask))

    def _put(self, step: Step) -> None:
        self._step = step
        self._lines = ("\n".join(filter(None, (step.text, step.form))),)

    def _again(self, complaint: str) -> None:
        *before, last = self._lines
        if len(self._lines) % 2:
            self._lines = (*before, f"{last}\n{complaint}")
        else:
            self._lines = (*self._lines, complaint)

    async def _take(self, calls: list[Call]) -> Said:
        step = self._step
        exchange = await self._talk.aside(self._lines, Asking(self._shape(step), step.name, step.model))
        calls.extend(exchange.calls)
        if exchange.speech:
            self._lines = (*self._lines, exchange.speech)
        return said_of(step, exchange)

    def _shape(self, step: Step) -> Shape | None:
        if step.ask is None:
            return note_shape(_key(step.name), self._constrain)
        return shape_of(step.ask, self._constrain, step.sectioned)

    def _advance(self, said: Said) -> Said | None:
        """Go on to the next step; the answer comes back where there is none."""
        assert self._path is not None
        try:
            self._put(self._path.send(said))
        except StopIteration as end:
            self._path = None
            return end.value
        return None


def said_of(step: Step, exchange: Exchange) -> Said:
    """What a reply comes to under a step."""
    ask, speech, thought = step.ask or Speech(_key(step.name), LONGEST_NOTE), exchange.speech, exchange.thought
    fault = fault_of(exchange, "" if step.sectioned else step.form)
    if fault:
        return Said(fault, speech, thought)
    if step.sectioned:
        parts = split_sections(speech)
        if parts.missing:
            return Said(Reading(Status.UNPARSABLE, None, parts.missing), speech, thought)
        thought = "\n".join(filter(None, (thought, parts.thought)))
        speech = parts.answer
    reading = read(ask, speech)
    if step.draft:
        return Said(reading if reading.status in _NO_DRAFT else Reading(Status.OK, speech), speech, thought)
    note = str(reading.action) if step.ask is None and reading.ok else speech
    return Said(reading, note, thought)


def _key(name: str) -> str:
    return name.partition(" ")[0].replace("-", "_")
