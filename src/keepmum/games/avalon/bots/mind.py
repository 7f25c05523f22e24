"""What a bot that reckons believes: the posterior of its seat, an outsider's, and that of one who was shown nothing.

The outsider's is the same for all seats of a match, and is worked out once for all of them: it depends on public facts.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from keepmum.core import Fact
from keepmum.games.avalon.acts import ACTS
from keepmum.games.avalon.bots.notes import Notes
from keepmum.games.avalon.facts import Table
from keepmum.games.avalon.posterior import PUBLIC, Posterior
from keepmum.games.avalon.suspicion import fail_chances
from keepmum.games.avalon.tables import GOOD, SIDE
from keepmum.games.avalon.worlds import ONES, Floats, mask_of, masks, teams

ATTEMPTS = 5
"""After so many rejections evil has won, or a team has long gone without a vote: nobody counts on more."""
WAITING = 0.5
"""How far one counts on a team after the next one, if the next one is worse."""


@lru_cache(maxsize=32)
def _start(roles: tuple[str, ...]) -> Posterior:
    return Posterior(roles)


@lru_cache(maxsize=32)
def _after(posterior: Posterior, fact: Fact) -> Posterior:
    new = posterior.copy()
    new.update(fact)
    return new


class Mind:
    """The beliefs of one seat; `own` and `outsider` are there once the table has been heard of."""

    def __init__(self, notes: Notes) -> None:
        self.notes = notes
        self._own: Posterior | None = None
        self._outsider: Posterior | None = None

    def learn(self, fact: Fact) -> None:
        """Take one fact in."""
        if isinstance(fact, Table):
            self._own, self._outsider = Posterior(fact.roles, self.notes.seat), _start(fact.roles)
        self.own.update(fact)
        if isinstance(fact, PUBLIC):
            self._outsider = _after(self.outsider, fact)

    @property
    def own(self) -> Posterior:
        """What the seat believes."""
        assert self._own is not None, "the table is heard of before anything else"
        return self._own

    @property
    def outsider(self) -> Posterior:
        """What somebody believes who hears public facts alone. Shared: never update it."""
        assert self._outsider is not None, "the table is heard of before anything else"
        return self._outsider

    def plain(self) -> Posterior | None:
        """What the seat would believe as a good player who was shown nothing; None where all know that it is evil."""
        good = [role for role in self.notes.outset.roles if SIDE[role] == GOOD and role != "merlin"]
        role = "servant" if "servant" in good else next(iter(good), "merlin")
        if self.outsider.role(role)[self.notes.seat] <= 0:
            return None
        return self.outsider.given(self.notes.seat, role)

    def chances(self, size: int) -> Floats:
        """P(the quest succeeds | so many evil players on the team), shape (size + 1,)."""
        notes = self.notes
        table = fail_chances(size, ACTS.failing(notes.succeeded, notes.failed))
        return table[:, : notes.needed].sum(axis=1)

    def success(self, posterior: Posterior, size: int) -> Floats:
        """P(the quest succeeds) for each team, in the eyes of `posterior`."""
        return posterior.evil_on(size) @ self.chances(size)

    def index(self, team: tuple[int, ...]) -> int:
        """The place of a team among those of its size."""
        return teams(self.notes.players, len(team)).index(team)

    def waiting(self, posterior: Posterior, size: int) -> float:
        """P(this quest succeeds) when this team is rejected: by what the next leaders may be expected to name."""
        leader = self.notes.leader
        assert leader is not None, "a leader is named before a vote"
        value = 0.0
        for attempt in range(ATTEMPTS, leader.attempt, -1):
            named = self._named(posterior, (leader.seat + attempt - leader.attempt) % self.notes.players, size)
            value = WAITING * max(named, value) + (1 - WAITING) * named
        return value

    def _named(self, posterior: Posterior, leader: int, size: int) -> float:
        """P(success) of what a leader would name: a good one what the quests speak best for, an evil one another."""
        success = self.chances(size)
        if leader == self.notes.seat and not self.notes.evil:
            return float(self.success(posterior, size).max())
        trust = posterior.suspicion.trust(size)[leader]
        every = masks(self.notes.players, size)
        team = every[int(np.where(every & np.uint16(1 << leader), trust, -1.0).argmax())]
        sets, chances = posterior.evil_sets()
        evil = (sets & np.uint16(1 << leader)) != 0
        good = float((chances * success[ONES[sets & team]])[~evil].sum())
        return good + float(chances[evil].sum()) * float(success[min(self.notes.needed, size)])


def held(team: tuple[int, ...], seats: frozenset[int]) -> int:
    """How many of `seats` are on a team."""
    return int(ONES[mask_of(team) & mask_of(seats)])
