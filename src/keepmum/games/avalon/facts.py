"""What can happen in Avalon. Seats are 0-based; quests and the attempts at one count from 1.

Who may know each fact is said where it is born.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from keepmum.core import Fact
from keepmum.games.avalon.tables import Label, Side

Stake: TypeAlias = Literal["none", "last", "forced"]
Card: TypeAlias = Literal["success", "fail"]
Ending: TypeAlias = Literal["survived", "fulfilled", "assassinated", "sabotaged", "rejected"]


@dataclass(frozen=True, slots=True)
class Table(Fact):
    """What all know at the outset: who plays by which numbers, which roles are in play, and who may assassinate.

    `sizes` and `fails_needed` are by quest. `dagger` is the evil role that holds it, "any", or "none" without Merlin.
    """

    players: int
    good: int
    evil: int
    roles: tuple[str, ...]
    sizes: tuple[int, ...]
    fails_needed: tuple[int, ...]
    dagger: str


@dataclass(frozen=True, slots=True)
class Role(Fact):
    """Your role and side."""

    role: str
    side: Side


@dataclass(frozen=True, slots=True)
class Sight(Fact):
    """What you are shown: these seats, all under one label. A role that is shown nothing hears nothing of the kind."""

    label: Label
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Dagger(Fact):
    """You hold the dagger: if good wins three quests, you name whom you take for Merlin."""


@dataclass(frozen=True, slots=True)
class Leader(Fact):
    """A seat leads: attempt number `attempt` at finding a team of `size` for quest `quest`.

    `stake`: "last" when another rejection gives evil the game, "forced" when the team goes without talk or vote.
    """

    quest: int
    attempt: int
    seat: int
    size: int
    fails_needed: int
    stake: Stake


@dataclass(frozen=True, slots=True)
class Proposal(Fact):
    """The team that the leader names."""

    quest: int
    attempt: int
    leader: int
    team: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Statement(Fact):
    """What a seat said to all."""

    quest: int
    attempt: int
    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class Ballot(Fact):
    """Your own vote, before all are read out."""

    seat: int
    approve: bool


@dataclass(frozen=True, slots=True)
class Votes(Fact):
    """All votes at once. A leader that does not vote is among those who approve."""

    quest: int
    attempt: int
    approve: tuple[int, ...]
    reject: tuple[int, ...]
    approved: bool


@dataclass(frozen=True, slots=True)
class Forced(Fact):
    """The team goes without a vote."""

    quest: int
    attempt: int
    team: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class QuestCard(Fact):
    """Your own card on a quest, which no other player ever sees."""

    quest: int
    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class Quest(Fact):
    """How a quest went: the number of fail cards, and how many quests have succeeded and failed by now.

    `fails` is None where only the result is told, and it does not say how many there were.
    """

    quest: int
    team: tuple[int, ...]
    fails: int | None
    success: bool
    succeeded: int
    failed: int


@dataclass(frozen=True, slots=True)
class Drawn(Fact):
    """Good has won three quests: the seat with the dagger stands up to name Merlin."""

    seat: int


@dataclass(frozen=True, slots=True)
class Assassination(Fact):
    """Whom the seat with the dagger took for Merlin, and whether it was right.

    `target` is None where it was wrong, in a match that was played elsewhere, and whom it named is not on record.
    """

    seat: int
    target: int | None
    right: bool


@dataclass(frozen=True, slots=True)
class Ended(Fact):
    """The end: how, and which side has won."""

    how: Ending
    winner: Side


@dataclass(frozen=True, slots=True)
class Revealed(Fact):
    """Every seat's role, and who won."""

    roles: tuple[str, ...]
    winners: tuple[int, ...]


FACTS: tuple[type[Fact], ...] = (
    Table, Role, Sight, Dagger, Leader, Proposal, Statement, Ballot, Votes, Forced, QuestCard, Quest,
    Drawn, Assassination, Ended, Revealed,
)  # fmt: skip
