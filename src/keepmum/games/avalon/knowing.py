"""What a seat can know in Avalon by the rules alone, what it should believe, and what good players do against it.

By the rules alone: own role, what the role is shown, the fail cards of quests and who held the dagger. Nothing is
concluded from how anybody votes, proposes or talks. Deeds of good players that are looked at:

- `proposal`: it leads, and some seats are evil for certain. A slip is a team with one of them on it.
- `approval`: it votes on another's team that has so many seats on it that are evil for certain as fail cards are
  needed. A slip is a vote for it. Where another rejection gives evil the game, a vote for it is none, and not counted.

Merlin, who may do so to hide what it knows, has kinds of its own: `proposal as merlin`, `approval as merlin`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import numpy as np

from keepmum.core import Event, Fact
from keepmum.core.study import Deed
from keepmum.games.avalon.facts import Leader, Proposal, Role, Table, Votes
from keepmum.games.avalon.posterior import Posterior, believed
from keepmum.games.avalon.tables import GOOD, ROLES

SOFT = (Proposal, Votes)
"""Facts that make roles likelier or not, and rule none out."""


def chances(heard: Sequence[Fact], seat: int) -> tuple[Mapping[str, float], ...]:
    """The exact posterior of a seat: P(role) for each seat, for the roles in play. ValueError without the table."""
    posterior = believed(heard, seat)
    found = {role: posterior.role(role) for role in dict.fromkeys(posterior.roles)}
    return tuple({role: min(1.0, float(given[s])) for role, given in found.items()} for s in range(posterior.players))


def possible(heard: Sequence[Fact], seat: int) -> tuple[frozenset[str], ...]:
    """Which roles each seat can have, by the rules alone, in the eyes of `seat`. ValueError without the table."""
    posterior = believed((fact for fact in heard if not isinstance(fact, SOFT)), seat)
    able = posterior.worlds.roles[posterior.weights > 0]
    return tuple(
        frozenset(role for code, role in enumerate(ROLES) if bool((able[:, s] == code).any()))
        for s in range(posterior.players)
    )


def deeds(events: Sequence[Event]) -> tuple[Deed, ...]:
    """What good players did in a match when they knew for certain that somebody is evil."""
    return tuple(_deeds(events))


def _deeds(events: Iterable[Event]) -> Iterator[Deed]:
    eyes: dict[int, _Eyes] = {}
    leader: Leader | None = None
    proposal: Proposal | None = None
    for number, event in enumerate(events):
        match event.fact:
            case Table(players=players) as table:
                eyes = {seat: _Eyes(table, seat) for seat in range(players)}
            case Leader() as leader:
                pass
            case Proposal() as proposal:
                yield from _proposed(eyes, number, proposal)
            case Votes() as votes if leader and proposal and leader.stake != "last":
                yield from _voted(eyes, number, votes, (proposal, leader.fails_needed))
            case _:
                pass
        for seat, own in eyes.items():
            if seat in event.audience:
                own.see(event.fact)


def _proposed(eyes: Mapping[int, _Eyes], number: int, fact: Proposal) -> Iterator[Deed]:
    own = eyes[fact.leader]
    if own.good and own.evil:
        wrong = own.evil & {*fact.team}
        yield own.deed(number, "proposal", bool(wrong), f"names {_players(fact.team)}")


def _voted(eyes: Mapping[int, _Eyes], number: int, votes: Votes, on: tuple[Proposal, int]) -> Iterator[Deed]:
    proposal, needed = on
    for seat in sorted((*votes.approve, *votes.reject)):
        own = eyes[seat]
        if own.good and seat != proposal.leader and len(own.evil & {*proposal.team}) >= needed:
            approves = seat in votes.approve
            did = f"votes {'for' if approves else 'against'} {_players(proposal.team)}"
            yield own.deed(number, "approval", approves, did)


def _players(seats: Iterable[int]) -> str:
    numbers = [str(seat + 1) for seat in sorted(seats)]
    return f"player {numbers[0]}" if len(numbers) == 1 else "players " + ", ".join(numbers)


class _Eyes:
    """What one seat knows for certain, as it learns of it."""

    def __init__(self, table: Table, seat: int) -> None:
        self._posterior = Posterior(table.roles, seat)
        self._posterior.update(table)
        self._seat = seat
        self._role = ""
        self.good = False
        self.evil: frozenset[int] = frozenset()

    def see(self, fact: Fact) -> None:
        """Take one fact in."""
        if isinstance(fact, Role):
            self._role, self.good = fact.role, fact.side == GOOD
        if isinstance(fact, SOFT):
            return
        self._posterior.update(fact)
        sets, _ = self._posterior.evil_sets()
        certain = int(np.bitwise_and.reduce(sets))
        self.evil = frozenset(seat for seat in range(self._posterior.players) if certain >> seat & 1)

    def deed(self, number: int, kind: str, slip: bool, did: str) -> Deed:
        """What the seat did, in the words of an onlooker."""
        known = f"player {self._seat + 1} ({self._role}) {did}; evil for certain: {_players(self.evil)}"
        merlin = " as merlin" if self._role == "merlin" else ""
        return Deed(number, self._seat, kind + merlin, slip, known)
