"""Being ready is having the model, the script and the options that a specification names, checked once for a run."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from keepmum.agents.briefing import Briefing
from keepmum.agents.conversation import Conversation, Overflow
from keepmum.agents.script import Script
from keepmum.agents.seam import Seating, Setting
from keepmum.agents.spec import AgentSpec
from keepmum.agents.tuning import STOP, SUMMARISE, Tuning
from keepmum.agents.wording import digest
from keepmum.core import Agent
from keepmum.core.options import OptionError, read_options
from keepmum.models.seam import Model, ModelUnavailable, Scope

T = TypeVar("T", bound=Tuning)


@dataclass(frozen=True, slots=True)
class Ready(Generic[T]):
    """What the agents of one specification share. `other`: a second model, for those that send some asks there."""

    model: Model
    script: Script
    options: T
    overflow: Overflow
    other: Model | None = None

    def talk(self, seating: Seating) -> Conversation:
        """A conversation of the seat's own."""
        scope = Scope(seating.run, seating.match, seating.seat)
        return Conversation(self.model, self.options.sampling(), scope, self.overflow)

    def briefing(self, talk: Conversation) -> Briefing:
        """What is told in it."""
        return Briefing(talk, self.script, self.options)


@dataclass(frozen=True, slots=True)
class Sitting(Generic[T]):
    """Seats one model, with one script and one set of options. `wording`: the digest of our own prompts, if used."""

    ready: Ready[T]
    seat: Callable[[Ready[T], Seating], Agent]
    wording: str = ""

    @property
    def description(self) -> Mapping[str, str]:
        """The script and its digest, and that of our own words, for the record."""
        script = self.ready.script
        told = {"script": script.name, "script_sha256": script.digest}
        return {**told, "wording_sha256": self.wording} if self.wording else told

    def __call__(self, seating: Seating) -> Agent:
        """The player of one seat."""
        return self.seat(self.ready, seating)


def make_ready(spec: AgentSpec, setting: Setting, options: type[T]) -> Ready[T]:
    """Read the options, find the script and open the models.

    Raises OptionError for wrong options or script, and what opening a model raises.
    """
    if not spec.target:
        raise OptionError(f"{spec.kind} needs a model: write {spec.kind}:MODEL, such as {spec.kind}:openai/gpt-4.1")
    given = read_options(options, {**setting.defaults, **spec.options}, spec.name)
    script = setting.script(given.script)
    if given.level is not None and not script.has_levels:
        raise OptionError(f"{spec.name}: the script {script.name!r} has no words for a level")
    return Ready(setting.open_model(spec.target), script, given, _overflow(given.overflow, spec, setting))


def _overflow(word: str, spec: AgentSpec, setting: Setting) -> Overflow:
    if word in (STOP, SUMMARISE):
        return Overflow(summarise=word == SUMMARISE)
    try:
        return Overflow(setting.open_model(word))
    except ModelUnavailable as error:
        raise OptionError(f"{spec.name}: overflow is {STOP}, {SUMMARISE} or the name of a model; {error}") from error


def wording_for(overflow: Overflow, steps: bool) -> str:
    """The digest of our own words where an agent uses them: for its steps, or to have its talk summarised."""
    return digest() if steps or overflow.summarise else ""
