"""A table's log, line by line, put together into attempts: what was said and named, the vote, what came of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from keepmum.core.visible import visible
from keepmum.games.avalon.tables import Side
from keepmum.importing.checking import BOARD
from keepmum.importing.plain import Attempt, Ended, Hunt, Named, Remark, Said, Tag, Voted, Went


class Reading:
    """A log as it is read. What cannot be placed is left out and remarked on, never mended."""

    def __init__(self, source: str, roles: Sequence[str], tags: Mapping[str, tuple[Tag, ...]]) -> None:
        self.remarks: list[Remark] = []
        self.hunt: Hunt | None = None
        self.ended: Ended | None = None
        self._source, self._players, self._tags = source, len(roles), tags
        self._attempts: list[Attempt] = []
        self._floor: list[Said | Named] = []
        self._later: list[Said | Named] = []
        self._leader: int | None = None
        self._voted: Voted | None = None
        self._quests = 0

    @property
    def attempts(self) -> tuple[Attempt, ...]:
        """All attempts, an unfinished last one among them."""
        if self._floor and not self.ended:
            return (*self._attempts, self._attempt(self._floor[-1].entry, None))
        return tuple(self._attempts)

    def remark(self, kind: str, entry: int, text: str) -> None:
        """Note something that does not fit."""
        self.remarks.append(Remark(kind, f"{self._source}, message {entry}", text))

    def say(self, entry: int, seat: int | None, said: tuple[str, str], mid: str) -> None:
        """A message; `said` is by whom and what. After the votes were read out it belongs to the next attempt."""
        who, text = said
        if seat is None:
            self.remark("seat", entry, f"{visible(who, 40)} is not at the table; the message is left out")
        elif self.ended:
            self.remark("after the end", entry, "a message after the end is left out")
        else:
            floor = self._later if self._voted else self._floor
            floor.append(Said(entry, seat, text, self._tags.get(mid, ())))

    def propose(self, entry: int, leader: int | None, team: Sequence[int | None]) -> None:
        """A team is named."""
        if self.ended:
            self.remark("after the end", entry, "a proposal after the end is left out")
            return
        if self._voted:
            self.remark("team", entry, "a proposal after the votes, and before what they came to, is left out")
            return
        known = [seat for seat in team if seat is not None]
        if leader is None or len(known) != len(team) or (self._leader not in (None, leader)):
            self.remark("seat", entry, "the proposal names somebody who is not there, or is not the leader's; left out")
            return
        self._leader = leader
        self._floor.append(Named(entry, tuple(sorted(known))))

    def vote(self, entry: int, votes: Sequence[tuple[int | None, bool]]) -> None:
        """The votes are read out."""
        sides = [tuple(seat for seat, yes in votes if seat is not None and yes == wanted) for wanted in (True, False)]
        self._voted = Voted(entry, sides[0], sides[1])

    def outcome(self, entry: int, approved: bool) -> None:
        """What the votes came to. A team that was rejected ends the attempt."""
        voted = self._voted or Voted(entry, (), ())
        self._voted = Voted(voted.entry, voted.approve, voted.reject, approved)
        if not approved:
            self._close(entry, None)

    def quest(self, entry: int, success: bool) -> None:
        """A quest is over, and with it the attempt."""
        self._close(entry, Went(entry, success))

    def end(self, entry: int, winner: Side, found: bool | None) -> None:
        """The game is over; `found`: whether the assassin was right, if there was an assassination."""
        if found is not None:
            talk = tuple(item for item in self._floor if isinstance(item, Said))
            self.hunt = Hunt(entry, talk, None, found)
        self.ended = Ended(entry, winner)

    def _close(self, entry: int, went: Went | None) -> None:
        self._attempts.append(self._attempt(entry, went))
        self._quests += went is not None
        self._floor, self._later, self._leader, self._voted = self._later, [], None, None

    def _attempt(self, entry: int, went: Went | None) -> Attempt:
        floor = tuple(self._fitting())
        first = self._floor[0].entry if self._floor else entry
        return Attempt(first, self._led(), floor, self._voted, went)

    def _led(self) -> int:
        if self._leader is not None:
            return self._leader
        if not self._attempts:
            raise ValueError("who leads first is not in the file: nobody proposes a team")
        return (self._attempts[-1].leader + 1) % self._players

    def _fitting(self) -> list[Said | Named]:
        """The floor without teams of the wrong size that the leader replaced before the vote."""
        named = [item for item in self._floor if isinstance(item, Named)]
        sizes = BOARD.sizes.get(self._players, ())
        size = sizes[self._quests] if self._quests < len(sizes) else 0
        wrong = [item for item in named[:-1] if size and len(item.team) != size]
        for item in wrong:
            many = len(item.team)
            text = f"a team of {many} is named where the quest takes {size}; replaced before the vote, it is left out"
            self.remark("size", item.entry, text)
        return [item for item in self._floor if item not in wrong]
