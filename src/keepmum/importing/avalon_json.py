"""The reader of avalon-json: games in the plain shape of avalon_shape.py, one, a list, or a line each (*.jsonl)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from keepmum.games.avalon.legal import daggers
from keepmum.importing.avalon_shape import Proposed, Quested, Shape, Talk
from keepmum.importing.checking import BOARD
from keepmum.importing.plain import Attempt, Ended, Game, Hunt, Named, Read, Refused, Said, Voted, Went
from keepmum.importing.seam import Importer, content, files_in

_SHAPE = msgspec.json.Decoder(Shape)
_SEVERAL = msgspec.json.Decoder(list[msgspec.Raw])


def read(path: Path) -> Iterator[Read]:
    """Every game of a file; one that is not right is refused alone."""
    try:
        games = _raw(path)
    except (msgspec.DecodeError, RecursionError) as error:
        yield Refused(path.name, str(error))
        return
    for number, raw in enumerate(games, 1):
        source = f"{path.name}, game {number}" if games[1:] else path.name
        try:
            yield game_of(_SHAPE.decode(raw), source)
        except (msgspec.DecodeError, RecursionError, ValueError) as error:
            yield Refused(source, str(error))


def _raw(path: Path) -> list[bytes]:
    text = content(path)
    if path.suffix == ".jsonl":
        return [line for line in text.splitlines() if line.strip()]
    return [bytes(each) for each in _SEVERAL.decode(text)] if text.lstrip()[:1] == b"[" else [text]


def game_of(shape: Shape, source: str) -> Game:
    """The game as all importers give it. Raises ValueError for a shape that contradicts itself."""
    attempts = list(_attempts(shape))
    last = len(attempts)
    hunt = None
    if shape.assassination is not None:
        right = shape.winner == "evil"
        hunt = Hunt(last, tuple(_spoken(item, last) for item in shape.last_talk), shape.assassination - 1, right)
    if shape.agents and len(shape.agents) != len(shape.roles):
        raise ValueError(f"there are {len(shape.roles)} roles and {len(shape.agents)} agents")
    return Game(
        source,
        "attempt",
        shape.roles,
        shape.dagger or daggers(shape.roles)[0],
        tuple(attempts),
        hunt,
        Ended(last, shape.winner),
        counted=all(quest.fails is not None for quest in shape.quests if quest.success is not None),
        holder=None if shape.holder is None else shape.holder - 1,
        agents=shape.agents,
    )


def _attempts(shape: Shape) -> Iterator[Attempt]:
    number, leader = 0, shape.first_leader
    for index, quest in enumerate(shape.quests, 1):
        for place, proposed in enumerate(quest.attempts, 1):
            number += 1
            leader = leader if proposed.leader is None else proposed.leader
            if leader is None:
                raise ValueError("who leads first is missing: give first_leader, or the first attempt's leader")
            needed = BOARD.fails_needed.get(len(shape.roles), ())[index - 1 : index] or (1,)
            went = _outcome(quest, needed[0], number) if place == len(quest.attempts) else None
            yield Attempt(number, leader - 1, _floor(proposed, number), _voted(proposed, number), went)
            leader = leader % max(1, len(shape.roles)) + 1


def _outcome(quest: Quested, needed: int, number: int) -> Went | None:
    if quest.success is not None:
        return Went(number, quest.success, quest.fails)
    return None if quest.fails is None else Went(number, quest.fails < needed, quest.fails)


def _voted(proposed: Proposed, number: int) -> Voted:
    sides = [tuple(seat for seat, vote in enumerate(proposed.votes) if vote == wanted) for wanted in (True, False)]
    return Voted(number, sides[0], sides[1])


def _floor(proposed: Proposed, number: int) -> tuple[Said | Named, ...]:
    team = Named(number, tuple(sorted(player - 1 for player in proposed.team)))
    floor = [_item(item, number) for item in proposed.talk]
    named = [item for item in floor if isinstance(item, Named)]
    if not named:
        return (team, *floor)
    if named[-1] != team:
        raise ValueError(f"attempt {number}: the last team named in the talk is not the one that was voted on")
    return tuple(floor)


def _item(item: Talk, number: int) -> Said | Named:
    if item.team is not None and item.player is None and item.text is None:
        return Named(number, tuple(sorted(player - 1 for player in item.team)))
    return _spoken(item, number)


def _spoken(item: Talk, number: int) -> Said:
    if item.player is None or item.text is None or item.team is not None:
        raise ValueError(f"attempt {number}: talk has a player and a text, or a team alone")
    return Said(number, item.player - 1, item.text)


def _files(path: Path) -> list[Path]:
    lines = sorted(path.glob("*.jsonl")) if path.is_dir() else []
    return [*lines, *(files_in(path) if not lines or list(path.glob("*.json")) else [])]


IMPORTER = Importer(
    "games as plain proposals, votes, quests, roles and ending, 5 to 10 players, board rules (docs/avalon.md)",
    read,
    _files,
)
