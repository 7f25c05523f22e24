"""A game read from a file, played again through the rules, move by move, into a record."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from typing import Any

from keepmum.core import Asks, Chance, Move, Over, Reply, Status, Transcript
from keepmum.core.agent import Reading
from keepmum.core.transcript import follow
from keepmum.games.avalon.asks import APPROVE, FAIL, REJECT, SPEECH_WORDS, SUCCESS
from keepmum.games.avalon.legal import check_dagger, check_roles
from keepmum.games.avalon.rules import Avalon
from keepmum.games.avalon.tables import in_order
from keepmum.games.avalon.turns import PROPOSES
from keepmum.importing.beside import Belief, Label
from keepmum.importing.checking import (
    BOARD,
    Extent,
    Stop,
    check_holder,
    evil_on,
    extent,
    fail_counts,
    playable,
    skipped,
    team_of,
)
from keepmum.importing.plain import Attempt, Game, Named, Remark, Said, Went
from keepmum.play.match import Answer, Played, Void
from keepmum.play.records import Dealt, Record, record_of

PERSON = "human"


@dataclass(frozen=True, slots=True)
class Imported:
    """A record of a game played elsewhere, what stands beside it, what in the file does not fit the rules, and what it
    does not say. `stop` is why the record goes no further, where it does not reach the end."""

    record: Record
    labels: tuple[Label, ...]
    beliefs: tuple[Belief, ...]
    contradictions: tuple[Remark, ...]
    unknown: tuple[Remark, ...]
    stop: Stop | None


def imported(game: Game, match: int) -> Imported:
    """Replay a game as far as the rules go along with it. Raises ValueError for roles that make no table."""
    check_roles(game.roles, "board")
    check_dagger(game.dagger, game.roles)
    check_holder(game)
    if not game.attempts:
        raise ValueError("nothing was played: the file ends before any proposal or talk")
    found = extent(game)
    if found.stop and found.stop.kind == "seat":
        raise ValueError(f"{game.word} {found.stop.entry}: {found.stop.text}")
    table = _Table(game, _rules(game, found))
    for attempt in game.attempts[: found.attempts]:
        table.attempt(attempt)
    if found.hunt:
        table.hunt()
    elif _broken_off(game, found):
        table.floor(playable(game, game.attempts[: found.attempts + 1]), game.attempts[found.attempts].leader)
    record = record_of(table.transcript.game, _dealt(game, match), table.played(found.stop))
    return Imported(
        record,
        tuple(table.labels(match)),
        tuple(table.beliefs(match)),
        (*_stopped(game, found), *skipped(game), *game.remarks),
        tuple(_unknown(game, found)),
        found.stop,
    )


def _broken_off(game: Game, found: Extent) -> bool:
    """Whether an attempt is played as far as its talk goes. One after the end is not played at all."""
    return found.attempts < len(game.attempts) and found.stop is not None and found.stop.kind != "after the end"


def _dealt(game: Game, match: int) -> Dealt:
    seats = tuple(f"import:{name}" for name in game.agents) or (PERSON,) * len(game.roles)
    return Dealt(0, match, game.roles, seats)


def _stopped(game: Game, found: Extent) -> list[Remark]:
    return [Remark(found.stop.kind, game.at(found.stop.entry), found.stop.text)] if found.stop else []


def _unknown(game: Game, found: Extent) -> list[Remark]:
    unseen = _unseen(game, found)
    told = [Remark("cards", game.source, f"who played which card on quest {quest}") for quest in unseen]
    if found.hunt and game.hunt and game.hunt.target is None and not game.hunt.found:
        told.append(Remark("target", game.at(game.hunt.entry), "who was taken for Merlin"))
    return told


# -- the rules of one game


def _rules(game: Game, found: Extent) -> Avalon:
    """The board's rules, with what this table did that they leave open."""
    leaders = tuple(attempt.leader for attempt in game.attempts[: found.attempts + 1])
    longest = max((len(item.text.split()) for item in _said(game)), default=0)
    return Avalon(
        in_order(game.roles),
        discussion=0,
        dagger=game.dagger,
        words=max(SPEECH_WORDS, longest),
        counted=game.counted,
        floors=_floors(game, found),
        leaders=leaders if skipped(game) else (),
        unseen=_unseen(game, found),
        target_seen=not (found.hunt and _target(game) is None),
    )


def _said(game: Game) -> list[Said]:
    hunted = game.hunt.talk if game.hunt else ()
    return [*(item for each in game.attempts for item in each.floor if isinstance(item, Said)), *hunted]


def _floors(game: Game, found: Extent) -> tuple[tuple[int, ...], ...]:
    """Who had the floor; nothing where there was no talk and each leader named one team.

    On an attempt that is not played to its end the leader owes a team, unless it is the votes that are not right.
    """
    floors = [_places(each.floor) for each in game.attempts[: found.attempts]]
    if found.hunt and game.hunt:
        floors.append(tuple(item.seat for item in game.hunt.talk))
    elif found.stop and _broken_off(game, found):
        heard = playable(game, game.attempts[: found.attempts + 1])
        owed = () if found.stop.kind in ("votes", "unfinished") else (PROPOSES,)
        floors.append((*_places(heard), *owed))
    return tuple(floors) if any(floor not in ((PROPOSES,), ()) for floor in floors) else ()


def _places(floor: tuple[Said | Named, ...]) -> tuple[int, ...]:
    return tuple(item.seat if isinstance(item, Said) else PROPOSES for item in floor)


def _unseen(game: Game, found: Extent) -> tuple[int, ...]:
    """The quests, from 1, of which nobody knows who played which card."""
    went = [attempt for attempt in game.attempts[: found.attempts] if attempt.went]
    return tuple(quest + 1 for quest, attempt in enumerate(went) if _fails(game, attempt, quest) is None)


def _fails(game: Game, attempt: Attempt, quest: int) -> int | None:
    """How many of the evil players on the team played a fail, where it is none or all of them; else None."""
    went = attempt.went
    assert went is not None
    evil = evil_on(game, team_of(attempt))
    able = fail_counts(went, evil, BOARD.fails_needed[len(game.roles)][quest])
    return able[0] if able in ([0], [evil]) else None


def _target(game: Game) -> int | None:
    """Whom the dagger named: by the file, or because it was Merlin."""
    hunt = game.hunt
    if hunt is None or (hunt.target is None and not hunt.found):
        return None
    return game.roles.index("merlin") if hunt.target is None else hunt.target


class _Table:
    """The match as it is replayed: every move a player's own, or chance's."""

    def __init__(self, game: Game, rules: Avalon) -> None:
        self.game = game
        self.transcript: Transcript[Any] = Transcript(rules)
        self._answers: list[Answer] = []
        self._tagged: list[tuple[int, Said]] = []
        self._quests = 0
        self._draw("roles", game.roles)
        if self.transcript.state.stage == "dagger":
            self._draw("dagger", game.holder)
        if isinstance(self.transcript.turn, Chance):
            self._draw("leader", game.attempts[0].leader)
        self._entries = [0]
        self._events = [len(self.transcript.events)]

    def attempt(self, attempt: Attempt) -> None:
        """A whole attempt, its vote and its quest."""
        self.floor(attempt.floor, attempt.leader)
        voted = attempt.voted
        assert voted is not None
        for seat in range(len(self.game.roles)):
            self._answer(seat, "vote", APPROVE if seat in voted.approve else REJECT)
        self._mark(voted.entry)
        if attempt.went:
            self._quest(attempt, attempt.went)

    def floor(self, floor: tuple[Said | Named, ...], leader: int) -> None:
        """Talk, and teams that the leader names, one after another."""
        for item in floor:
            if isinstance(item, Said):
                self._say(item)
            else:
                self._answer(leader, "propose", item.team)
            self._mark(item.entry)

    def hunt(self) -> None:
        """The assassination, with the talk before it."""
        hunt = self.game.hunt
        assert hunt is not None
        self.floor(hunt.talk, self.transcript.state.leader)
        target = _target(self.game)
        if target is None:
            self._draw("found", False)
        else:
            self._answer(self.transcript.state.dagger, "assassinate", str(target + 1))
        self._mark(hunt.entry)

    def played(self, stop: Stop | None) -> Played:
        """The match, over, or void where the file does not say what the next player did."""
        turn, answers = self.transcript.turn, tuple(self._answers)
        if isinstance(turn, Over):
            return Played(self.transcript, answers, turn, None)
        seat, about = (turn.owed[0][0], turn.owed[0][1].about) if isinstance(turn, Asks) else (0, turn.about)
        why = f"{self.game.word} {stop.entry}: {stop.text}" if stop else "the file ends here"
        return Played(self.transcript, answers, None, Void(seat, about, Status.UNRECORDED, why))

    def labels(self, match: int) -> list[Label]:
        """The marks on messages, by the event that each message is."""
        return [
            Label(match, event, said.seat, said.entry, tag.persuasion, tag.deception)
            for event, said in self._tagged
            for tag in said.tags
        ]

    def beliefs(self, match: int) -> list[Belief]:
        """What was stated, by how many events had happened."""
        return [
            Belief(match, each.seat, each.about, each.belief, each.entry, self._by(each.after), self._by(each.until))
            for each in self.game.stated
        ]

    def _by(self, entry: int) -> int:
        return self._events[bisect_right(self._entries, entry) - 1]

    def _mark(self, entry: int) -> None:
        """What stands at `entry` has happened; talk that was put after a quest has happened no sooner than it."""
        self._entries.append(max(entry, self._entries[-1]))
        self._events.append(len(self.transcript.events))

    def _say(self, said: Said) -> None:
        self._tagged.append((len(self.transcript.events), said))
        self._answer(said.seat, "speak", said.text)

    def _quest(self, attempt: Attempt, went: Went) -> None:
        fails = _fails(self.game, attempt, self._quests)
        self._quests += 1
        turn = self.transcript.turn
        if isinstance(turn, Chance) and turn.about == "cards":
            self._draw("cards", went.fails if self.game.counted else SUCCESS if went.success else FAIL)
        elif isinstance(turn, Asks) and turn.owed[0][1].about == "quest":
            for seat, _ in turn.owed:
                self._answer(seat, "quest", FAIL if fails else SUCCESS)
        self._mark(went.entry)

    def _draw(self, about: str, outcome: Any) -> None:
        follow(self.transcript, Move(None, about, outcome), len(self.transcript.moves))

    def _answer(self, seat: int, about: str, action: Any) -> None:
        follow(self.transcript, Move(seat, about, action), len(self.transcript.moves))
        text = action if about == "speak" else ""
        self._answers.append(Answer(seat, about, 0, Reply(Reading(Status.OK, action), text=text)))
