"""A briefing is what a seat's model is told before it is asked: the rules, what is new, and the confirmations of it."""

from __future__ import annotations

from collections import deque
from copy import copy

from keepmum.agents.conversation import Conversation
from keepmum.agents.script import Script
from keepmum.agents.telling import Confirm, Told
from keepmum.agents.template import one_line
from keepmum.agents.tuning import Tuning, shape_of
from keepmum.agents.verdict import confirmed
from keepmum.agents.wording import words
from keepmum.core import Ask, Call, Observation, Reading
from keepmum.core.schema import instruction


class Briefing:
    """One seat's, for one match. Every fact is told once, in the order it happened."""

    def __init__(self, talk: Conversation, script: Script, tuning: Tuning) -> None:
        self._talk = talk
        self._script = script
        self._tuning = tuning
        self._due: deque[Told] = deque()
        self._heard = 0
        self._memory = script.memory()
        self._open()
        self.confirming: Confirm | None = None

    def fork(self, talk: Conversation) -> Briefing:
        """The same, to be gone on with in a fork of the talk: nothing of that comes back.

        A confirmation that was not given yet is not waited for.
        """
        new = copy(self)
        new._talk, new._due, new._memory = talk, deque(self._due), self._memory.copy()
        new.confirming = None
        return new

    def hear(self, observation: Observation) -> None:
        """Take in what is new."""
        heard, seat, players = observation.heard, observation.seat, observation.players
        for place in range(self._heard, len(heard)):
            self._memory.hear(heard[place])
            told = self._script.tell(heard[place], seat, players)
            if told:
                self._due.append(told)
        self._heard = len(heard)

    async def deliver(self, calls: list[Call]) -> Reading | None:
        """Tell what is due. A reading comes back only where a confirmation was not given."""
        while self._due or self.confirming:
            if self.confirming is None:
                self._tell(self._due.popleft())
            if self.confirming is not None:
                ask = self.confirming.ask
                exchange = await self._talk.ask(shape_of(ask, self._tuning.constrain), "confirmation")
                calls.extend(exchange.calls)
                reading = confirmed(self.confirming, exchange)
                if not reading.ok:
                    return reading
                self.confirming = None
        return None

    def task(self, ask: Ask, seat: int) -> str:
        """The ask in words, without its answer's form."""
        return self._script.task(ask.about, seat, self._tuning.level, self._memory.known)

    def hidden(self, ask: Ask) -> str:
        """What the answer must not give away."""
        return self._script.hidden(ask.about, self._memory.known) or words("hidden")

    def complaint(self, observation: Observation, form: str) -> str:
        """What was wrong with the last answer, and its form once more unless the complaint ends with it."""
        again = self._script.again(observation.complaint)
        known = not form or one_line(observation.complaint).endswith(one_line(form))
        return again if known else f"{again}\n{form}"

    def complain(self, observation: Observation) -> None:
        """Say what was wrong with the last answer, before anything else is said."""
        self._talk.tell(self.complaint(observation, instruction((self.confirming or observation).ask)))

    def _open(self) -> None:
        opening, extra = self._script.opening, self._tuning.instruct
        told = opening.told
        text = "\n".join(filter(None, (told.text if told else "", extra)))
        if opening.speaker == "system" and text:
            self._talk.instruct(text)
            text = ""
        self._due.append(Told(text, told.confirm if told else None))

    def _tell(self, told: Told) -> None:
        if told.text:
            self._talk.tell(told.text)
        if told.confirm:
            self._talk.tell(instruction(told.confirm.ask))
            self.confirming = told.confirm
