"""Who everybody is, by Bayes' rule over all assignments of roles: what one seat, or an outsider, can know.

What the rules make certain (own role, what a role is shown, fail cards, the dagger) is exact: an assignment that
contradicts it has weight 0. How readily each role proposes, votes and fails is the model of acts.py. Talk is not heard.
A leader's vote on its own team is taken to tell nothing: in the `recon` variant it has none, and in the other it is
known beforehand. What a seat itself did tells it nothing either: it did not know more when it did it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from keepmum.core import Fact
from keepmum.games.avalon.acts import ACTS, Acts
from keepmum.games.avalon.facts import (
    Assassination,
    Drawn,
    Leader,
    Proposal,
    Quest,
    QuestCard,
    Revealed,
    Role,
    Sight,
    Table,
    Votes,
)
from keepmum.games.avalon.likelihood import VoteView, proposal_logs, quest_logs, vote_logs
from keepmum.games.avalon.suspicion import Suspicion
from keepmum.games.avalon.tables import EVIL, SEES, SIDE, in_order, sight
from keepmum.games.avalon.worlds import (
    CODE,
    ONES,
    Bools,
    Floats,
    Masks,
    Worlds,
    codes_of,
    holders,
    mask_of,
    masks,
    teams,
    worlds,
)

SPARSE = 0.5
"""When less than this share of the worlds is still possible, the others are dropped."""

PUBLIC = (Table, Leader, Proposal, Votes, Quest, Drawn, Assassination, Revealed)
"""What all hear and a posterior goes by; a seat's own goes by PRIVATE too."""
PRIVATE = (Role, Sight, QuestCard)


class Posterior:
    """P(assignment | facts), for a seat or for an outsider (`seat` None), fed with facts as that one hears them.

    `roles`: those in play, one a player, in any order. Facts that tell nothing about roles are passed over. Raises
    ValueError from `update` when no assignment agrees with all facts, which no match played by the rules can bring.
    """

    def __init__(self, roles: Sequence[str], seat: int | None = None, acts: Acts = ACTS) -> None:
        self.roles, self.seat, self.acts = in_order(tuple(roles)), seat, acts
        if seat is not None and not 0 <= seat < len(roles):
            raise ValueError(f"a seat is from 0 to {len(roles) - 1}, or None for an outsider, not {seat}")
        self._worlds = worlds(self.roles)
        self._logs: Floats = np.zeros(len(self._worlds))
        self._weights: Floats | None = None
        self._suspicion = Suspicion(len(roles), sum(SIDE[role] == EVIL for role in roles))
        self._public: tuple[Fact, ...] = ()
        self._dagger = "any"
        self._won, self._lost = 0, 0
        self._leader: Leader | None = None
        self._proposal: Proposal | None = None
        self._card: QuestCard | None = None

    def copy(self) -> Posterior:
        """The same beliefs, to be updated apart."""
        new = object.__new__(Posterior)
        new.__dict__.update(self.__dict__)
        return new

    # -- what is believed

    @property
    def players(self) -> int:
        """How many seats."""
        return len(self.roles)

    @property
    def worlds(self) -> Worlds:
        """The assignments kept, some of which may have weight 0."""
        return self._worlds

    @property
    def suspicion(self) -> Suspicion:
        """What the quests alone say."""
        return self._suspicion

    @property
    def weights(self) -> Floats:
        """P(assignment), in the order of `worlds`."""
        if self._weights is None:
            weights = np.exp(self._logs - self._logs.max())
            self._weights = weights = weights / weights.sum()
            return weights
        return self._weights

    def evil_sets(self) -> tuple[Masks, Floats]:
        """The sets of evil seats that are possible, as masks, and P(set) of each."""
        sets: Floats = np.bincount(self._worlds.evil, self.weights, 1 << self.players).astype(np.float64)
        able = np.nonzero(sets)[0]
        return able.astype(np.uint16), sets[able]

    def evil(self) -> Floats:
        """P(seat is evil), shape (players,)."""
        sets, chances = self.evil_sets()
        return chances @ (sets[:, None] >> np.arange(self.players, dtype=np.uint16) & 1)

    def role(self, name: str) -> Floats:
        """P(seat has the role), shape (players,). Of a role that several have, the sum is how many."""
        return self.weights @ (self._worlds.roles == CODE[name])

    def evil_on(self, size: int) -> Floats:
        """P(so many evil players are on the team), shape (teams of this size, size + 1)."""
        sets, chances = self.evil_sets()
        many = ONES[sets[:, None] & masks(self.players, size)[None, :]]
        return np.stack([chances @ (many == count) for count in range(size + 1)], axis=1)

    def clean(self, team: Iterable[int]) -> float:
        """P(nobody on the team is evil)."""
        return float(self.weights[(self._worlds.evil & np.uint16(mask_of(team))) == 0].sum())

    def log_score(self, truth: Sequence[str]) -> float:
        """log P(the true assignment), in nats; -inf where it was ruled out."""
        same = (self._worlds.roles == codes_of(truth)).all(axis=1)
        return _log(float(self.weights[same].sum()))

    def log_evil(self, seats: Iterable[int]) -> float:
        """log P(just these seats are evil), in nats. Chance at the start of a six-player match is log(1/15)."""
        return _log(float(self.weights[self._worlds.evil == mask_of(seats)].sum()))

    def given(self, seat: int, role: str) -> Posterior:
        """What this would be if the seat were known to have the role."""
        new = self.copy()
        new._keep(self._worlds.roles[:, seat] == CODE[role])
        return new

    def view(self, seat: int, assignment: Sequence[str]) -> Posterior:
        """What `seat` would believe if this were the truth, given the public facts heard here (not its own cards)."""
        new = Posterior(self.roles, seat, self.acts)
        new.update(Role(assignment[seat], SIDE[assignment[seat]]))
        seen = sight(assignment, seat)
        for fact in (*((Sight(*seen),) if seen else ()), *self._public):
            new.update(fact)
        return new

    # -- how it changes

    def update(self, fact: Fact) -> None:
        """Take one fact in."""
        if isinstance(fact, PUBLIC):
            self._public = (*self._public, fact)
        match fact:
            case Proposal():
                self._propose(fact)
            case Votes():
                self._vote(fact)
            case Quest():
                self._quest(fact)
            case Leader():
                self._leader = fact
            case _:
                self._learn(fact)

    def _learn(self, fact: Fact) -> None:
        """What is certain."""
        match fact:
            case Table():
                self._dagger = fact.dagger
            case QuestCard():
                self._card = fact
            case Role() if self.seat is not None:
                self._keep(self._worlds.roles[:, self.seat] == CODE[fact.role])
            case Sight() if self.seat is not None:
                self._see(self.seat, fact)
            case Drawn():
                held = (self._dagger,) if self._dagger in CODE else _EVIL_ROLES
                self._keep(_bit(holders(self._worlds.roles, held), fact.seat))
            case Assassination():
                self._struck(fact)
            case Revealed():
                self._keep((self._worlds.roles == codes_of(fact.roles)).all(axis=1))
            case _:
                pass

    def _see(self, seat: int, fact: Sight) -> None:
        """Only worlds in which this seat's role is shown just these seats."""
        shown = np.zeros(len(self._worlds), dtype=bool)
        for role, seen in SEES.items():
            if seen.label == fact.label and role in self.roles:
                others = holders(self._worlds.roles, seen.roles) & np.uint16(~(1 << seat) & 0xFFFF)
                shown |= (self._worlds.roles[:, seat] == CODE[role]) & (others == mask_of(fact.seats))
        self._keep(shown)

    def _struck(self, fact: Assassination) -> None:
        """The named seat is Merlin or is not; and it is none that the dagger's holder knew to be evil."""
        if fact.target is None:
            return
        self._keep((self._worlds.roles[:, fact.target] == CODE["merlin"]) == fact.right)
        knew = holders(self._worlds.roles, SEES["assassin"].roles)
        blind = self._worlds.roles[:, fact.seat] == CODE["oberon"]
        self._keep(blind | ~_bit(knew, fact.target))

    def _propose(self, fact: Proposal) -> None:
        self._proposal = fact
        if fact.leader != self.seat:
            trust = self._suspicion.trust(len(fact.team))[fact.leader]
            self._add(proposal_logs(self._worlds, self.acts, fact.leader, fact.team, trust))

    def _vote(self, fact: Votes) -> None:
        if self._proposal is None:
            return
        votes = {**dict.fromkeys(fact.approve, True), **dict.fromkeys(fact.reject, False)}
        telling = {s: vote for s, vote in votes.items() if s not in (self.seat, self._proposal.leader)}
        team, last = self._proposal.team, self._leader is not None and self._leader.stake == "last"
        trust = self._suspicion.trust(len(team))[:, teams(self.players, len(team)).index(team)]
        self._add(vote_logs(self._worlds, self.acts, telling, team, VoteView(trust, last)))

    def _quest(self, fact: Quest) -> None:
        """The fail cards; where the seat knows its own, those of the others."""
        chance, team, fails = self.acts.failing(self._won, self._lost), fact.team, self._fails(fact)
        self._suspicion = self._suspicion.after(team, fails, chance)
        own = self._card
        if own is not None and own.quest == fact.quest:
            played = own.card == "fail"
            team, fails = tuple(seat for seat in team if seat != own.seat), [many - played for many in fails]
        self._add(quest_logs(self._worlds, team, fails, chance))
        self._won, self._lost = fact.succeeded, fact.failed

    def _fails(self, fact: Quest) -> Sequence[int]:
        """How many fail cards there may have been: one number, or several where only the result was told."""
        if fact.fails is not None:
            return (fact.fails,)
        needed = self._leader.fails_needed if self._leader else 1
        return range(needed) if fact.success else range(needed, len(fact.team) + 1)

    def _add(self, logs: Floats) -> None:
        self._settle(self._logs + logs)

    def _keep(self, kept: Bools) -> None:
        self._settle(np.where(kept, self._logs, -np.inf))

    def _settle(self, logs: Floats) -> None:
        """The new weights; worlds that cannot be are dropped when there are many of them."""
        able = logs > -np.inf
        many = int(able.sum())
        if not many:
            raise ValueError("no assignment of the roles agrees with all these facts: one of them breaks the rules")
        if many < SPARSE * len(logs):
            self._worlds, logs = self._worlds.those(able), logs[able]
        self._logs, self._weights = logs - logs.max(), None


_EVIL_ROLES = tuple(role for role in CODE if SIDE[role] == EVIL)


def _bit(sets: Masks, seat: int) -> Bools:
    return (sets >> np.uint16(seat)) & 1 == 1


def _log(chance: float) -> float:
    return float(np.log(chance)) if chance > 0 else float("-inf")


def believed(heard: Iterable[Fact], seat: int | None = None, acts: Acts = ACTS) -> Posterior:
    """The posterior after all that a seat, or an outsider, has heard, the Table among it. Raises ValueError without."""
    facts = list(heard)
    table = next((fact for fact in facts if isinstance(fact, Table)), None)
    if table is None:
        raise ValueError("there is no Table among the facts: which roles are in play is not known")
    posterior = Posterior(table.roles, seat, acts)
    for fact in facts:
        posterior.update(fact)
    return posterior
