"""The bots of Avalon by name. Each plays both sides, every role, and every table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from keepmum.core import Agent
from keepmum.core.kind import BotMaker, NoOptions
from keepmum.core.options import read_options
from keepmum.games.avalon.bots.random import random_bots
from keepmum.games.avalon.bots.rules import rules_bots


def bayes_bots(options: Mapping[str, str]) -> Callable[[Random], Agent]:
    """The bot has no options. Raises OptionError when some are given. What it reckons with is loaded only here."""
    read_options(NoOptions, options, "bot:bayes")
    from keepmum.games.avalon.bots.bayes import BayesBot

    return BayesBot


BOTS: Mapping[str, BotMaker] = {"random": random_bots, "rules": rules_bots, "bayes": bayes_bots}

__all__ = ["BOTS"]
