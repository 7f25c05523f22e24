"""The bot that plays by rules of thumb.

Good: a player is distrusted for each failed quest it was on, and less so for one that succeeded. It leads with the
least distrusted and approves of teams no worse than what it would propose. Merlin distrusts whom it sees, but half of
the time votes as if it did not, until a quest decides the match. Percival goes by the quests alone.
Evil: leads with itself, comrades if the quest needs more fail cards, and the most trusted good players. It approves
of teams with enough of its own, of others as a good player would, unless they would decide the match. The first of its
own on a team, around the table from the leader, play the fails that are needed; the dagger goes to who approved of good
teams and rejected others most.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from random import Random

from keepmum.core import Agent
from keepmum.core.kind import NoOptions
from keepmum.core.options import read_options
from keepmum.games.avalon.bots.bot import Bot
from keepmum.games.avalon.bots.forms import Claim, text_of
from keepmum.games.avalon.tables import TO_WIN

FAILED, SUCCEEDED = 1.0, -0.4
"""What a quest adds to the distrust of those who were on it."""
SEEN = 3.0
"""What Merlin adds for whom it sees."""
HIDES = 0.5
"""How often Merlin votes as if it saw nobody."""
PROPOSED = 2
"""What a proposal counts beside a vote, when Merlin is looked for."""


class RulesBot(Bot):
    """See the module's docstring."""

    def team(self, size: int) -> tuple[int, ...]:
        """Good: oneself and the least distrusted. Evil: oneself, comrades as needed, the least distrusted good ones."""
        if not self.notes.evil:
            return self._best(size, self._distrust(hiding=False))
        distrust, own = self._distrust(hiding=True), self.notes.known_evil
        comrades = self._least(own - {self.notes.seat}, distrust)
        saboteurs = (self.notes.seat, *comrades)[: self.notes.needed]
        others = [seat for seat in range(self.notes.players) if seat not in own]
        team = (*saboteurs, *self._least(others, distrust))[:size]
        return (*team, *(seat for seat in own if seat not in team))[:size]

    def approves(self, team: tuple[int, ...]) -> bool:
        """See the module's docstring."""
        notes = self.notes
        if notes.evil:
            if len(notes.saboteurs(team)) >= notes.needed:
                return True
            return not (notes.last or notes.succeeded == TO_WIN - 1) and self._would(team, hiding=True)
        hiding = not notes.decisive and self.rng.random() < HIDES
        return notes.last or self._would(team, hiding)

    def fails(self, team: tuple[int, ...]) -> bool:
        """When among the first who are needed for it."""
        saboteurs, needed = self.notes.saboteurs(team), self.notes.needed
        enough = len(saboteurs) >= needed or self.notes.role == "oberon" or "oberon" in self.notes.outset.roles
        return enough and self.notes.seat in saboteurs[:needed]

    def merlin(self, able: tuple[int, ...]) -> int:
        """Who helped good most."""
        helped, own = Counter[int](), self.notes.known_evil
        for voted in self.notes.voted:
            clean = not own & set(voted.proposal.team)
            helped[voted.proposal.leader] += PROPOSED if clean else -PROPOSED
            for seats, approved in ((voted.votes.approve, True), (voted.votes.reject, False)):
                helped.update(dict.fromkeys(seats, 1 if approved == clean else -1))
        return max(able, key=lambda seat: (helped[seat], self.rng.random()))

    def statement(self) -> str:
        """Whom it distrusts most, of those it may name, and on whose team that one was."""
        distrust = self._distrust(hiding=True)
        own = self.notes.known_evil if self.notes.evil else {self.notes.seat}
        suspect = self._least((seat for seat in range(self.notes.players) if seat not in own), distrust)[-1]
        failed = [quest for quest in self.notes.quests if not quest.success and suspect in quest.team]
        if distrust[suspect] <= 0 or not failed:
            return text_of([Claim("nothing")])
        return text_of([Claim("on_failed", suspect, failed[-1].quest), Claim("suspect", suspect)])

    def _distrust(self, hiding: bool) -> dict[int, float]:
        distrust = dict.fromkeys(range(self.notes.players), 0.0)
        for quest in self.notes.quests:
            for seat in quest.team:
                distrust[seat] += SUCCEEDED if quest.success else FAILED
        if not hiding and not self.notes.evil:
            for seat in self.notes.known_evil:
                distrust[seat] += SEEN
        return distrust

    def _would(self, team: tuple[int, ...], hiding: bool) -> bool:
        """Whether the others on the team are no more distrusted than those whom one would choose."""
        distrust = self._distrust(hiding)
        distrust[self.notes.seat] = 0.0
        worst = sum(distrust[seat] for seat in team)
        return worst <= sum(distrust[seat] for seat in self._best(len(team), distrust))

    def _best(self, size: int, distrust: Mapping[int, float]) -> tuple[int, ...]:
        others = [seat for seat in range(self.notes.players) if seat != self.notes.seat]
        return (self.notes.seat, *self._least(others, distrust)[: size - 1])

    def _least(self, seats: Iterable[int], distrust: Mapping[int, float]) -> list[int]:
        """The seats, the least distrusted first, chance deciding between equals."""
        return sorted(seats, key=lambda seat: (distrust[seat], self.rng.random()))


def rules_bots(options: Mapping[str, str]) -> Callable[[Random], Agent]:
    """The bot has no options. Raises OptionError when some are given."""
    read_options(NoOptions, options, "bot:rules")
    return RulesBot
