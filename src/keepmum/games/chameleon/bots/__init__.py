"""The bots of The Chameleon by name. Each plays both sides; as the chameleon it replies best to its own kind."""

from __future__ import annotations

from collections.abc import Mapping

from keepmum.core.kind import BotMaker
from keepmum.games.chameleon.bots.bot import plainly
from keepmum.games.chameleon.bots.random import RandomBot
from keepmum.games.chameleon.bots.revealing import RevealingBot
from keepmum.games.chameleon.bots.schedule import ScheduleBot
from keepmum.games.chameleon.bots.trivial import TrivialBot
from keepmum.games.chameleon.bots.words import words_bots

BOTS: Mapping[str, BotMaker] = {
    "random": plainly(RandomBot),
    "trivial": plainly(TrivialBot),
    "revealing": plainly(RevealingBot),
    "schedule": plainly(ScheduleBot),
    "words": words_bots,
}

__all__ = ["BOTS"]
