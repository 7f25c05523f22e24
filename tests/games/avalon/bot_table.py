"""Matches of bots at Avalon's table, each by the side it plays for, and random matches to watch."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

from keepmum.core import Asks, Chance, Move, Over, Transcript
from keepmum.core.agent import Heard, Observation, Reply
from keepmum.core.bot import random_action
from keepmum.games.avalon import KIND, Avalon, Options
from keepmum.games.avalon.tables import SIDE
from keepmum.play.match import Played, play_match


def bot_match(good: str, evil: str, match: int, seed: int = 1, **options: Any) -> Played:
    """A match of one bot against another."""
    deal = KIND.deal(Options(**options), seed, match)
    makers = {"good": KIND.bots[good]({}), "evil": KIND.bots[evil]({})}
    agents = [makers[SIDE[role]](Random(f"{seed}/{match}/{seat}")) for seat, role in enumerate(deal.roles)]
    return asyncio.run(play_match(deal, agents, Random(0)))


def good_won(played: Played) -> bool:
    """Whether good won a finished match."""
    found = KIND.outcomes(played.transcript.events)["good"]
    assert found is not None
    return found


def random_match(roles: tuple[str, ...], seed: int, most: int = 10_000, **rules: Any) -> Transcript[Any]:
    """Random legal moves from a random deal, to the end or until there were so many; nobody says anything."""
    rng, t = Random(seed), Transcript(Avalon(roles, **{"discussion": 0, **rules}))
    while not isinstance(turn := t.turn, Over) and len(t.moves) < most:
        if isinstance(turn, Chance):
            t.make(Move(None, turn.about, rng.choice(turn.outcomes)))
            continue
        for seat, ask in turn.owed:
            t.make(Move(seat, ask.about, random_action(ask, rng)))
    return t


def answer(bot: str, t: Transcript[Any], seat: int, rng: Random) -> Reply:
    """What a fresh bot answers in a seat that is asked."""
    turn = t.turn
    assert isinstance(turn, Asks)
    ask = dict(turn.owed)[seat]
    agent = KIND.bots[bot]({})(rng)
    heard = t.heard(seat)
    return asyncio.run(agent.act(Observation(seat, t.game.players, Heard(list(heard)), ask)))
