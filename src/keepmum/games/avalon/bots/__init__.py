"""The bots of Avalon by name."""

from __future__ import annotations

from collections.abc import Mapping

from keepmum.core.kind import BotMaker
from keepmum.games.avalon.bots.random import random_bots

BOTS: Mapping[str, BotMaker] = {"random": random_bots}

__all__ = ["BOTS"]
