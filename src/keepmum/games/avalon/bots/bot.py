"""A bot answers every ask of Avalon out of five decisions: a team, a statement, a vote, a quest card, a name."""

from __future__ import annotations

from abc import ABC, abstractmethod
from random import Random

from keepmum.core import Action, Ask, Choice, Fact, Observation, Reply, Seats, Speech
from keepmum.games.avalon.asks import APPROVE, FAIL, REJECT, SUCCESS
from keepmum.games.avalon.bots.notes import Notes


class Bot(ABC):
    """One seat in one match; `rng` decides whatever is left to chance."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.notes = Notes()

    async def act(self, observation: Observation) -> Reply:
        """Read what is new and decide."""
        for fact in self.notes.read(observation.seat, observation.heard):
            self.learn(fact)
        action = self._decide(observation.ask)
        return Reply.of(action, self.thought())

    def learn(self, fact: Fact) -> None:  # noqa: B027 -- nothing unless a bot says so
        """What a new fact changes, beyond the notes."""

    def thought(self) -> str:
        """What one thinks beside an action, for the record alone."""
        return ""

    @abstractmethod
    def team(self, size: int) -> tuple[int, ...]:
        """Whom to send on the quest."""

    @abstractmethod
    def approves(self, team: tuple[int, ...]) -> bool:
        """Whether to vote for a team."""

    @abstractmethod
    def fails(self, team: tuple[int, ...]) -> bool:
        """Whether to play a fail; only evil players are asked."""

    @abstractmethod
    def merlin(self, able: tuple[int, ...]) -> int:
        """Which of these seats to take for Merlin."""

    @abstractmethod
    def statement(self) -> str:
        """What to say of the proposed team."""

    def _decide(self, ask: Ask) -> Action:
        match ask:
            case Seats(k=size):
                return tuple(sorted(self.team(size)))
            case Speech():
                return self.statement()
            case Choice(about="vote"):
                return APPROVE if self.approves(self._proposed()) else REJECT
            case Choice(about="quest"):
                return FAIL if self.fails(self._proposed()) else SUCCESS
            case Choice(about="assassinate", options=options):
                return str(self.merlin(tuple(int(option) - 1 for option in options)) + 1)
            case _:
                raise ValueError(f"{ask.about}: Avalon asks for teams, speeches, votes, cards and a name, not {ask!r}")

    def _proposed(self) -> tuple[int, ...]:
        if self.notes.proposal is None:
            raise ValueError("a bot is asked about a team before one was proposed")
        return self.notes.proposal.team
