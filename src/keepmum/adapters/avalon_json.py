"""A match of Avalon by the board's rules in the plain shape that `keepmum import avalon-json` reads."""

from __future__ import annotations

from typing import Any

import msgspec

from keepmum.core import Fact
from keepmum.core.kind import GameKind
from keepmum.core.options import OptionError
from keepmum.games.avalon.facts import Assassination, Ended, Leader, Proposal, Quest, Statement, Table, Votes
from keepmum.importing.avalon_shape import Proposed, Quested, Shape, Talk
from keepmum.judging.judged import Judged
from keepmum.play.records import Record, RecordError, events_of, game_of


def write(record: Record, kind: GameKind, judged: Judged) -> dict[str, Any]:
    """The match as JSON's types. Raises OptionError for a variant, or a void match, that the shape does not hold."""
    rules = game_of(record, kind)
    if rules.variant != "board" or record.void:
        what = "a void match" if record.void else f"a match of the {rules.variant} variant"
        raise OptionError(f"match {record.match}: avalon-json holds whole games by the board's rules, not {what}")
    reading = _Reading()
    for event in events_of(record, kind):
        reading.take(event.fact)
    return msgspec.to_builtins(reading.shape(record))


class _Reading:
    """The facts of a match, put together quest by quest."""

    def __init__(self) -> None:
        self._quests: list[Quested] = []
        self._attempts: list[Proposed] = []
        self._leader = 0
        self._talk: list[Talk] = []
        self._stab: Assassination | None = None
        self._dagger: str | None = None
        self._ended: Ended | None = None

    def take(self, fact: Fact) -> None:
        """The next fact."""
        match fact:
            case Table(dagger=dagger):
                self._dagger = None if dagger == "none" else dagger
            case Leader(seat=seat):
                self._leader = seat + 1
            case Statement(seat=seat, text=text):
                self._talk.append(Talk(player=seat + 1, text=text))
            case Proposal(team=team):
                self._talk.append(Talk(team=tuple(seat + 1 for seat in team)))
            case _:
                self._result(fact)

    def _result(self, fact: Fact) -> None:
        match fact:
            case Votes(approve=approve, reject=reject):
                self._vote(approve, reject)
            case Quest(fails=fails, success=success):
                self._close(fails, success)
            case Assassination():
                self._stab = fact
            case Ended():
                self._ended = fact
            case _:
                pass

    def _vote(self, approve: tuple[int, ...], reject: tuple[int, ...]) -> None:
        votes = tuple(seat in approve for seat in range(len(approve) + len(reject)))
        teams = [item.team for item in self._talk if item.team is not None]
        alone = len(teams) == 1 and self._talk[0].team is not None
        talk = tuple(self._talk[1:] if alone else self._talk)
        self._attempts.append(Proposed(teams[-1], votes, self._leader, talk))
        self._talk = []

    def _close(self, fails: int | None, success: bool | None) -> None:
        self._quests.append(Quested(tuple(self._attempts), fails, success))
        self._attempts = []

    def shape(self, record: Record) -> Shape:
        """The whole match. Raises RecordError where its facts are not those of a finished one."""
        if self._ended is None:
            raise RecordError(f"match {record.match}: its events are not those of a finished match")
        if self._attempts:
            self._close(None, None)
        target = self._stab.target if self._stab else None
        if self._stab and target is None:
            raise OptionError(
                f"match {record.match}: who was taken for Merlin is not on record, and avalon-json needs it"
            )
        return Shape(
            record.roles,
            tuple(self._quests),
            self._ended.winner,
            assassination=None if target is None else target + 1,
            dagger=self._dagger,
            holder=next((move.choice + 1 for move in record.moves if move.about == "dagger"), None),
            agents=tuple(seat.removeprefix("import:") for seat in record.seats),
            last_talk=tuple(self._talk),
        )
