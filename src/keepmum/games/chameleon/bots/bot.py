"""A bot answers every ask of The Chameleon out of four decisions: a clue, whom it suspects, a guess, a statement."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from random import Random

from keepmum.core import Agent, Ask, Choice, Observation, Reply, Speech, Word
from keepmum.core.bot import random_action
from keepmum.core.kind import BotMaker, NoOptions
from keepmum.core.options import read_options
from keepmum.games.chameleon.bots.table import Table


class Bot(ABC):
    """One seat in one match; `rng` decides whatever is left to chance.

    Where a game lists the only words that may be said (`lexicon`), every bot draws its clue from the list at random.
    """

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.table = Table()

    async def act(self, observation: Observation) -> Reply:
        """Read what is new and decide."""
        self.table.read(observation.seat, observation.heard)
        action = self._decide(observation.ask)
        return Reply.of(action, self.thought(observation.ask.about, action))

    @abstractmethod
    def clue(self, taken: tuple[str, ...]) -> str:
        """What to say, none of `taken` (case-folded)."""

    @abstractmethod
    def suspects(self) -> list[int]:
        """Seats to vote for, the most suspect first; the rest follow in speaking order."""

    @abstractmethod
    def guess(self) -> str:
        """Which word it was."""

    def thought(self, about: str, action: str) -> str:
        """What one thinks beside an action, for the record alone."""
        return ""

    def statement(self) -> str:
        """What to say in the discussion: whom one is going to vote for, which the others can work out anyway."""
        suspect = self._ranked()[0]
        if suspect == self.table.seat:
            return "I have nothing against anyone so far."
        clue = next((word for seat, word in self.table.clues if seat == suspect), "")
        return f"I am looking at player {suspect + 1}: “{clue}” told me the least."

    def _decide(self, ask: Ask) -> str:
        match ask:
            case Word(taken=taken):
                return self.clue(taken)
            case Choice(about="clue"):
                return str(random_action(ask, self.rng))
            case Choice(about="guess"):
                return self.guess()
            case Choice(options=options):
                return next(name for seat in self._ranked() if (name := str(seat + 1)) in options)
            case Speech():
                return self.statement()
            case _:
                raise ValueError(f"{ask.about}: The Chameleon asks for words, choices and speeches, not {ask!r}")

    def _ranked(self) -> list[int]:
        suspects = self.suspects()
        return [*suspects, *(seat for seat in self.table.order if seat not in suspects)]

    def drawn(self, words: tuple[str, ...] | list[str]) -> str:
        """One of `words`, each as likely."""
        return words[int(self.rng.random() * len(words))]


def plainly(bot: Callable[[Random], Agent]) -> BotMaker:
    """The maker of a bot without options."""

    def make(options: Mapping[str, str]) -> Callable[[Random], Agent]:
        read_options(NoOptions, options, "this bot")
        return bot

    return make
