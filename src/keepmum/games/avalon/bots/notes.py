"""What one seat has seen of a match, kept as a bot needs it; facts are read once, as they come."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from keepmum.core import Fact
from keepmum.games.avalon.facts import Leader, Proposal, Quest, Role, Sight, Statement, Table, Votes
from keepmum.games.avalon.tables import EVIL, SIDE, TO_WIN, Label


@dataclass(frozen=True, slots=True)
class Voted:
    """A proposal and the votes on it."""

    proposal: Proposal
    votes: Votes


class Notes:
    """Who one is, whom one was shown, who leads, which teams went, and who voted how."""

    def __init__(self) -> None:
        self.seat = 0
        self.role = ""
        self.table: Table | None = None
        self.sight: tuple[Label, tuple[int, ...]] | None = None
        self.leader: Leader | None = None
        self.proposal: Proposal | None = None
        self.voted: list[Voted] = []
        self.quests: list[Quest] = []
        self.statements: list[Statement] = []
        self._read = 0

    def read(self, seat: int, heard: Sequence[Fact]) -> Iterator[Fact]:
        """What has been heard since the last time, each fact noted as it is handed on."""
        self.seat = seat
        while self._read < len(heard):
            fact = heard[self._read]
            self._read += 1
            self._take(fact)
            yield fact

    def _take(self, fact: Fact) -> None:
        match fact:
            case Leader():
                self.leader = fact
            case Proposal():
                self.proposal = fact
            case Votes() if self.proposal is not None:
                self.voted.append(Voted(self.proposal, fact))
            case Quest():
                self.quests.append(fact)
            case Statement():
                self.statements.append(fact)
            case _:
                self._learn(fact)

    def _learn(self, fact: Fact) -> None:
        match fact:
            case Table():
                self.table = fact
            case Role():
                self.role = fact.role
            case Sight():
                self.sight = (fact.label, fact.seats)
            case _:
                pass

    @property
    def players(self) -> int:
        """How many seats."""
        return self.outset.players

    @property
    def outset(self) -> Table:
        """What all know at the outset. Raises ValueError when nobody has told it."""
        if self.table is None:
            raise ValueError("a bot sits down before the match begins: it has not heard what the table is")
        return self.table

    @property
    def evil(self) -> bool:
        """Whether one is evil."""
        return SIDE[self.role] == EVIL

    @property
    def known_evil(self) -> frozenset[int]:
        """Who is evil for certain by what one was told: oneself, one's comrades, those whom Merlin sees."""
        shown = self.sight[1] if self.sight and self.sight[0] in ("evil", "comrades") else ()
        return frozenset((*shown, self.seat) if self.evil else shown)

    @property
    def needed(self) -> int:
        """How many fail cards make this quest fail."""
        return self.leader.fails_needed if self.leader else 1

    @property
    def last(self) -> bool:
        """Whether another rejection gives evil the game."""
        return self.leader is not None and self.leader.stake == "last"

    @property
    def succeeded(self) -> int:
        """How many quests have succeeded."""
        return self.quests[-1].succeeded if self.quests else 0

    @property
    def failed(self) -> int:
        """How many quests have failed."""
        return self.quests[-1].failed if self.quests else 0

    @property
    def decisive(self) -> bool:
        """Whether this quest may be the last: two have succeeded, or two have failed."""
        return TO_WIN - 1 in (self.succeeded, self.failed)

    def saboteurs(self, team: Sequence[int]) -> tuple[int, ...]:
        """Those known to be evil on a team, in an order that all of them know: around the table from the leader on."""
        first = self.proposal.leader if self.proposal else 0
        return tuple(sorted(self.known_evil & set(team), key=lambda seat: (seat - first) % self.players))
