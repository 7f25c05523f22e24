"""The bot that sits at any table whose answers can be listed: it takes a legal action at random."""

from __future__ import annotations

from random import Random

from keepmum.core.agent import Observation, Reply
from keepmum.core.ask import Action, Ask, Choice, Seats


def random_action(ask: Ask, rng: Random) -> Action:
    """A legal action, each as likely. Raises ValueError for a Word or a Speech, which have no list."""
    match ask:
        case Choice(options=options):
            return options[int(rng.random() * len(options))]
        case Seats(k=k, n=n):
            return tuple(sorted(rng.sample(range(n), k)))
        case _:
            raise ValueError(f"{ask.about}: an ask of this shape has no list of actions to draw from")


class RandomBot:
    """Takes every legal action with the same probability."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    async def act(self, observation: Observation) -> Reply:
        """Draw an action."""
        return Reply.of(random_action(observation.ask, self._rng))


def random_bot(rng: Random) -> RandomBot:
    """Make the bot of one seat in one match."""
    return RandomBot(rng)
