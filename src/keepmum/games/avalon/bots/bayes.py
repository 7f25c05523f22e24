"""The bot that reckons: Bayes' rule over all assignments of roles, and what each side may expect from it.

What it decides is in good.py and evil.py, what it says in talk.py. Its thoughts, which go into the record alone, say
whom it takes for evil and whether it believed what it said.
"""

from __future__ import annotations

from random import Random

from keepmum.core import Fact
from keepmum.games.avalon.bots.bot import Bot
from keepmum.games.avalon.bots.evil import evil_card, evil_name, evil_team, evil_vote
from keepmum.games.avalon.bots.forms import sentence_of, text_of
from keepmum.games.avalon.bots.good import good_team, good_vote
from keepmum.games.avalon.bots.mind import Mind
from keepmum.games.avalon.bots.talk import claims_of, in_earnest


class BayesBot(Bot):
    """One seat of either side."""

    def __init__(self, rng: Random) -> None:
        super().__init__(rng)
        self.mind = Mind(self.notes)
        self._unmeant: tuple[str, ...] = ()

    def learn(self, fact: Fact) -> None:
        """Beliefs follow the facts."""
        self.mind.learn(fact)

    def thought(self) -> str:
        """P(evil) of the others, and what was said without being believed."""
        evil = self.mind.own.evil()
        others = (seat for seat in range(self.notes.players) if seat != self.notes.seat)
        odds = ", ".join(f"player {seat + 1} {evil[seat]:.2f}" for seat in others)
        unmeant, self._unmeant = self._unmeant, ()
        return f"evil: {odds}" + "".join(f"; said without believing it: {said}" for said in unmeant)

    def team(self, size: int) -> tuple[int, ...]:
        """See good_team and evil_team."""
        return (evil_team if self.notes.evil else good_team)(self.mind, size, self.rng)

    def approves(self, team: tuple[int, ...]) -> bool:
        """See good_vote and evil_vote."""
        return (evil_vote if self.notes.evil else good_vote)(self.mind, team)

    def fails(self, team: tuple[int, ...]) -> bool:
        """See evil_card."""
        return evil_card(self.mind, team)

    def merlin(self, able: tuple[int, ...]) -> int:
        """See evil_name."""
        return evil_name(self.mind, able, self.rng)

    def statement(self) -> str:
        """See claims_of."""
        claims = claims_of(self.mind, self.rng)
        self._unmeant = tuple(sentence_of(claim) for claim in claims if not in_earnest(self.mind, claim))
        return text_of(claims)
