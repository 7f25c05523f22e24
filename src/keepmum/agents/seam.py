"""What makes agents: a factory prepares a specification once for a run, then seats an agent a match and seat."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

from keepmum.agents.script import Script, load_script
from keepmum.agents.source import find_script
from keepmum.agents.spec import AgentSpec
from keepmum.core import Agent, GameKind
from keepmum.core.options import OptionError
from keepmum.core.view import Meter
from keepmum.models.seam import Model


@dataclass(frozen=True, slots=True)
class Seating:
    """One seat of one match of a run, and the random numbers that are its own. `seat` is 0-based."""

    run: str
    match: int
    seat: int
    rng: Random


@dataclass(frozen=True, slots=True)
class Setting:
    """The run that agents are made for.

    `rules`: the game's options by name, as they are executed (`dataclasses.asdict` of GameKind.options).
    `open_model`: the model of a name. `prompts`: the user's own script, or folder of scripts, instead of the game's.
    `defaults`: options for every agent that talks to a model, where its own specification does not give them.
    `meter`: what measures how much a text gives away, by a listener ("": the usual one) and its temperature (None: its
    own). `prepare`: any kind of agent, for one that wraps another.
    """

    kind: GameKind
    rules: Mapping[str, Any]
    open_model: Callable[[str], Model]
    prompts: Path | None = None
    defaults: Mapping[str, str] = field(default_factory=dict[str, str])
    meter: Callable[[str, float | None], Meter] | None = None
    prepare: Callable[[AgentSpec, Setting], Sitter] | None = None

    @property
    def scripts(self) -> Path | None:
        """Where scripts are looked for; None where there are none."""
        return self.prompts or self.kind.prompts

    @property
    def names(self) -> tuple[str, ...]:
        """What the players are called, seat by seat; nothing where they go by numbers."""
        names = self.rules.get("names", ())
        return names if isinstance(names, tuple) else ()

    def script(self, name: str) -> Script:
        """The script of that name, made ready for the game. Raises OptionError."""
        if self.scripts is None:
            raise OptionError(f"{self.kind.title} has no prompts, so no script {name!r}; give a folder with --prompts")
        return load_script(find_script(name, self.scripts), self.kind.facts, self.rules)


Sitter: TypeAlias = Callable[[Seating], Agent]
Factory: TypeAlias = Callable[[AgentSpec, Setting], Sitter]

_TUNED, _WRAPS = "takes_tuning", "wraps"


def tuned(factory: Factory) -> Factory:
    """Mark a factory whose agents talk to a model: they take the command line's tuning, and instructions."""
    setattr(factory, _TUNED, True)
    return factory


def takes_tuning(factory: Factory) -> bool:
    """Whether agents of this kind take the tuning that is meant for every agent with a model."""
    return getattr(factory, _TUNED, False)


def wrapping(factory: Factory) -> Factory:
    """Mark a factory whose target is another agent: it takes what that one takes."""
    setattr(factory, _WRAPS, True)
    return factory


def wraps(factory: Factory) -> bool:
    """Whether the target is another agent's kind and target."""
    return getattr(factory, _WRAPS, False)


def described(sitter: Sitter) -> Mapping[str, str]:
    """What a record should say of agents beyond their specification, such as the digest of their script."""
    description: Mapping[str, str] = getattr(sitter, "description", {})
    return description
