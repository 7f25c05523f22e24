"""A bot is a program that knows its game; the game brings it, and it sits down by name."""

from __future__ import annotations

from keepmum.agents.seam import Setting, Sitter
from keepmum.agents.spec import AgentSpec
from keepmum.core.options import OptionError, unknown


def bot(spec: AgentSpec, setting: Setting) -> Sitter:
    """A program that knows its game: bot:NAME?option=value.

    Raises OptionError for a bot that the game does not have, or a wrong option.
    """
    bots = setting.kind.bots
    if spec.target not in bots:
        raise OptionError(f"{setting.kind.title} has no bot {unknown(spec.target, bots)}")
    make = bots[spec.target](spec.options)
    return lambda seating: make(seating.rng)
