"""The bot that takes any legal action at random, and has nothing to say."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from keepmum.core import Agent, Observation, Reply, Speech
from keepmum.core.bot import random_action
from keepmum.core.kind import NoOptions
from keepmum.core.options import read_options

NOTHING = "I have nothing to add."


class RandomBot:
    """Takes every legal action with the same probability; its statements are always the same."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    async def act(self, observation: Observation) -> Reply:
        """Draw an action, or say nothing in particular."""
        ask = observation.ask
        return Reply.of(NOTHING if isinstance(ask, Speech) else random_action(ask, self._rng))


def random_bots(options: Mapping[str, str]) -> Callable[[Random], Agent]:
    """The bot has no options. Raises OptionError when some are given."""
    read_options(NoOptions, options, "bot:random")
    return RandomBot
