"""The reader of avalon-nlu: human six-player games with chat, labels and stated beliefs, a JSON file a game.

A file has `users` (name, role, index), `messages` in order, and perhaps `beliefs` and `persuasion`. Proposals, votes,
quests and the ending are messages of the system, in fixed words. It says that a quest failed and not with how many
fail cards, and whether the assassin was right and not whom it named.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import msgspec

from keepmum.core.visible import visible
from keepmum.games.avalon.tables import EVIL, GOOD, Side
from keepmum.importing.avalon_talk import Reading
from keepmum.importing.plain import Game, Read, Refused, Remark, Stated, Tag
from keepmum.importing.seam import Importer, content

SYSTEM = "system"


class User(msgspec.Struct, frozen=True):
    """Who sat at the table."""

    name: str
    role: str
    index: int


class Message(msgspec.Struct, frozen=True):
    """What a player or the system wrote, and in which quest and turn."""

    player: str
    msg: str
    mid: str
    quest: int
    turn: int


class Held(msgspec.Struct, frozen=True):
    """What a player took another for, and in which quest and turn (-1: not known)."""

    player: str
    about_player: str
    belief: str
    quest: int
    turn: int


class Mark(msgspec.Struct, frozen=True):
    """How the message with this mid was marked."""

    mid: str
    persuasion: str
    deception: str | None


class File(msgspec.Struct, frozen=True):
    """A whole file."""

    users: dict[str, User]
    messages: dict[str, Message]
    beliefs: dict[str, Held] = {}
    persuasion: dict[str, Mark] = {}


_PROPOSED = re.compile(r"(\S+) proposed a party: (.+)")
_VOTED = re.compile(r"party vote outcome: (.+)")
_VOTE = re.compile(r"(\S+): (yes|no)")
_ENDINGS: dict[str, tuple[Side, bool | None]] = {
    "the assassin identified merlin, thus evil wins!": (EVIL, True),
    "the assassin didn't find merlin, thus the forces of good win!": (GOOD, False),
    "evil has failed three quests and wins!": (EVIL, None),
}
_SILENT = ("game started!", "good won for now, but the assassin...")


def read(path: Path) -> Iterator[Read]:
    """The one game of a file."""
    try:
        file = msgspec.json.decode(content(path), type=File)
        yield _game(path.name, file)
    except (msgspec.DecodeError, RecursionError, ValueError) as error:
        yield Refused(path.name, str(error))


def _game(source: str, file: File) -> Game:
    users = sorted(file.users.values(), key=lambda user: user.index)
    seats = {user.name: seat for seat, user in enumerate(users)}
    if len(seats) != len(users):
        raise ValueError("two players have the same name")
    roles = tuple(re.sub(r"-\d+$", "", user.role) for user in users)
    reading = Reading(source, roles, _tags(file))
    for number, message in _numbered(file):
        _take(reading, number, message, seats)
    attempts = reading.attempts
    told = (*reading.remarks, *_doubled(source, file), *_lost(source, file, seats))
    return Game(
        source,
        "message",
        roles,
        "assassin",
        attempts,
        reading.hunt,
        reading.ended,
        counted=False,
        stated=tuple(_stated(file, seats)),
        remarks=told,
    )


def _numbered(file: File) -> list[tuple[int, Message]]:
    """The messages with their numbers. Raises ValueError where the file's keys are not numbers, growing."""
    try:
        numbered = [(int(key), message) for key, message in file.messages.items()]
    except ValueError:
        raise ValueError("messages are numbered from 1") from None
    if any(after <= before for (before, _), (after, _) in zip([(0, None), *numbered], numbered, strict=False)):
        raise ValueError("the numbers of messages do not grow")
    return numbered


def _tags(file: File) -> dict[str, tuple[Tag, ...]]:
    tags: dict[str, tuple[Tag, ...]] = {}
    for mark in file.persuasion.values():
        tags[mark.mid] = (*tags.get(mark.mid, ()), Tag(mark.persuasion, mark.deception))
    return tags


def _take(reading: Reading, number: int, message: Message, seats: dict[str, int]) -> None:
    if message.player != SYSTEM:
        reading.say(number, seats.get(message.player), (message.player, message.msg), message.mid)
        return
    text = message.msg.rstrip(".") if message.msg.endswith("!.") else message.msg
    proposed, voted = _PROPOSED.fullmatch(text), _VOTED.fullmatch(text)
    if proposed:
        reading.propose(number, seats.get(proposed[1]), [seats.get(name) for name in proposed[2].split(", ")])
    elif voted:
        votes = [(seats.get(name), vote == "yes") for name, vote in _VOTE.findall(voted[1])]
        reading.vote(number, votes)
    elif text in ("vote succeeded! initiating quest vote!", "vote failed!"):
        reading.outcome(number, approved=text != "vote failed!")
    elif text in ("quest succeeded!", "quest failed!"):
        reading.quest(number, success=text == "quest succeeded!")
    elif text in _ENDINGS:
        reading.end(number, *_ENDINGS[text])
    elif text not in _SILENT:
        reading.remark("unread", number, f"the system says what the reader does not know: “{visible(text, 80)}”")


def _stated(file: File, seats: dict[str, int]) -> Iterator[Stated]:
    """Each belief, after the last message before its turn began, and until the last one of its turn."""
    times = [(number, (message.quest, message.turn)) for number, message in _numbered(file)]
    for key, held in file.beliefs.items():
        if held.player in seats and held.about_player in seats and key.isdecimal():
            first, last = (held.quest, held.turn), (held.quest, held.turn)
            if held.turn < 0:
                first, last = (held.quest, -1), (held.quest + 1, -1)
            after = max((number for number, time in times if time < first), default=0)
            until = max((number for number, time in times if time <= last), default=0)
            yield Stated(int(key), seats[held.player], seats[held.about_player], held.belief, after, until)


def _doubled(source: str, file: File) -> Iterator[Remark]:
    """Messages that were marked twice: both marks are kept."""
    numbers = {message.mid: number for number, message in _numbered(file) if message.player != SYSTEM}
    for mid, many in Counter(mark.mid for mark in file.persuasion.values()).items():
        if mid not in numbers:
            yield Remark("label", source, f"a label is for the message {visible(mid, 40)}, which is not there")
        elif many > 1:
            yield Remark("label", f"{source}, message {numbers[mid]}", f"it has {many} labels; all are kept")


def _lost(source: str, file: File, seats: dict[str, int]) -> Iterator[Remark]:
    for key, held in file.beliefs.items():
        if held.player not in seats or held.about_player not in seats or not key.isdecimal():
            yield Remark("belief", f"{source}, belief {visible(key, 20)}", "it is of or about nobody at the table")


IMPORTER = Importer(
    "20 human six-player games with chat, labels and stated beliefs: a JSON file, or a folder of them",
    read,
    partly=True,
    licence="MIT; see LICENSE beside the files",
)
