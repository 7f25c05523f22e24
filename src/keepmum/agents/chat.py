"""A chat agent is a language model that plays one seat in one conversation of its own."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import replace

from keepmum.agents.briefing import Briefing
from keepmum.agents.conversation import Conversation
from keepmum.agents.ready import Ready, Sitting, make_ready, wording_for
from keepmum.agents.script import Script
from keepmum.agents.seam import Seating, Setting, Sitter, tuned
from keepmum.agents.side import consult
from keepmum.agents.spec import AgentSpec
from keepmum.agents.steering import Aim, Steering
from keepmum.agents.tuning import Tuning, shape_of
from keepmum.agents.verdict import NOT_THE_PLAYERS, verdict
from keepmum.core import Ask, Call, Observation, Reading, Reply
from keepmum.core.schema import instruction
from keepmum.models.seam import Shape


class Chat:
    """The model at one seat of one match. Each act says only what is new, and then the ask."""

    def __init__(self, talk: Conversation, briefing: Briefing, script: Script, tuning: Tuning, aim: Aim) -> None:
        self._aim = aim
        self._talk = talk
        self._briefing = briefing
        self._script = script
        self._tuning = tuning
        self._asked = False
        self._at_fault = False

    async def act(self, observation: Observation) -> Reply:
        """Tell what is new, have it confirmed where the script wants that, and put the ask."""
        calls: list[Call] = []
        self._listen(observation)
        reading = await self._briefing.deliver(calls)
        if reading is not None:
            return self._reply(reading, calls, calls[-1].thought)
        self._put(observation)
        exchange = await self._talk.ask(
            shape_of(observation.ask, self._tuning.constrain), model=self._aim.model(observation.ask)
        )
        calls.extend(exchange.calls)
        reading = verdict(observation.ask, exchange)
        why = await self._explanation(observation.ask, calls) if reading.ok else ""
        return self._reply(reading, calls, "\n".join(filter(None, (exchange.thought, why))), exchange.speech)

    async def consult(self, observation: Observation, lines: Sequence[str], shape: Shape | None = None) -> Reply:
        """Answer a question from outside the match; nothing of it stays (see side.py)."""
        return await consult((self._talk, self._briefing), observation, lines, shape)

    def fork(self, name: str) -> Chat:
        """The same player, to be gone on with apart, with draws of its own (see drafts.py)."""
        new = copy(self)
        new._talk = self._talk.fork(name)
        new._briefing = self._briefing.fork(new._talk)
        return new

    def _listen(self, observation: Observation) -> None:
        """Take in new facts; say what was wrong with the last answer, unless it was not the player's fault."""
        self._briefing.hear(observation)
        if observation.attempt == 0:
            self._asked = False
        elif self._at_fault:
            self._briefing.complain(observation)

    def _put(self, observation: Observation) -> None:
        if not self._asked:
            self._talk.tell(self._briefing.task(observation.ask, observation.seat))
            self._talk.tell(instruction(observation.ask))
            self._asked = True

    async def _explanation(self, ask: Ask, calls: list[Call]) -> str:
        """The model's own account of its answer, where the script asks for one. It is private and changes nothing."""
        question = self._script.explain(ask.about)
        if question is None:
            return ""
        self._talk.tell(question)
        exchange = await self._talk.ask(step="explanation")
        self._talk.withdraw()
        calls.extend(exchange.calls)
        return exchange.speech

    def _reply(self, reading: Reading, calls: list[Call], thought: str, speech: str | None = None) -> Reply:
        self._at_fault = reading.status not in NOT_THE_PLAYERS
        return Reply(reading, calls[-1].text if speech is None else speech, thought, tuple(calls))


def _seat(ready: Ready[Steering], seating: Seating) -> Chat:
    talk = ready.talk(seating)
    aim = Aim(ready.other, ready.options.steered)
    return Chat(talk, ready.briefing(talk), ready.script, ready.options, aim)


@tuned
def chat(spec: AgentSpec, setting: Setting) -> Sitter:
    """A language model in a conversation of its own: chat:MODEL?temperature=0&level=3&script=paper.

    An hf/ model may be steered while it gives its clue: chat:hf/smollm2?steer=FILE&strength=-8&layer=20.
    Raises OptionError for wrong options or script, and what opening a model raises.
    """
    ready = make_ready(spec, setting, Steering)
    if ready.options.steer:
        ready = replace(ready, other=setting.open_model(ready.options.model_of(spec.target)))
    return Sitting(ready, _seat, wording_for(ready.overflow, steps=False))
