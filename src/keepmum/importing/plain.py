"""What an importer yields: a game of Avalon as its file has it, with nothing added.

Seats count from 0 and quests from 1. An `entry` is the number of a place in the file, such as a message's, by which the
user is told where something stands; entries grow as the game goes on.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from keepmum.games.avalon.tables import Side


@dataclass(frozen=True, slots=True)
class Tag:
    """What somebody has marked a message as: how it persuades, and how it deceives, if it does."""

    persuasion: str
    deception: str | None


@dataclass(frozen=True, slots=True)
class Said:
    """A message to all."""

    entry: int
    seat: int
    text: str
    tags: tuple[Tag, ...] = ()


@dataclass(frozen=True, slots=True)
class Named:
    """A team that the leader named."""

    entry: int
    team: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Voted:
    """Who approved and who rejected, and what the file says came of it (None: it does not say)."""

    entry: int
    approve: tuple[int, ...]
    reject: tuple[int, ...]
    approved: bool | None = None


@dataclass(frozen=True, slots=True)
class Went:
    """How a quest went, and with how many fail cards (None: the file does not say)."""

    entry: int
    success: bool
    fails: int | None = None


@dataclass(frozen=True, slots=True)
class Attempt:
    """One proposal: who led, who spoke and which teams were named, in order (the last is voted on), and the rest."""

    entry: int
    leader: int
    floor: tuple[Said | Named, ...]
    voted: Voted | None = None
    went: Went | None = None


@dataclass(frozen=True, slots=True)
class Hunt:
    """The assassination: talk before it, whom it named (None: the file does not say), and whether that was Merlin."""

    entry: int
    talk: tuple[Said, ...]
    target: int | None
    found: bool


@dataclass(frozen=True, slots=True)
class Ended:
    """Who has won, by the file."""

    entry: int
    winner: Side


@dataclass(frozen=True, slots=True)
class Stated:
    """What a player said, outside the talk, that it took another (or itself) for, in the file's own word.

    It had surely seen all entries up to `after`, and none beyond `until`.
    """

    entry: int
    seat: int
    about: int
    belief: str
    after: int
    until: int


@dataclass(frozen=True, slots=True)
class Remark:
    """Something in a file that does not fit, or that it does not say: of which kind, where, and what."""

    kind: str
    where: str
    text: str


@dataclass(frozen=True, slots=True)
class Game:
    """A game as its file has it: `roles` by seat, and the evil role that holds the dagger ("none" without Merlin).

    `holder` is the seat that does, where several could.
    `word` is what an entry is called ("message"). `counted`: whether the players were told how many fail cards a quest
    had. `agents`: who sat where, where the file says so. `remarks` are what the reader noticed.
    """

    source: str
    word: str
    roles: tuple[str, ...]
    dagger: str
    attempts: tuple[Attempt, ...]
    hunt: Hunt | None = None
    ended: Ended | None = None
    counted: bool = True
    holder: int | None = None
    agents: tuple[str, ...] = ()
    stated: tuple[Stated, ...] = ()
    remarks: tuple[Remark, ...] = ()

    def at(self, entry: int) -> str:
        """Where an entry is."""
        return f"{self.source}, {self.word} {entry}"


@dataclass(frozen=True, slots=True)
class Refused:
    """A game that cannot be read at all, where it stands, and why."""

    source: str
    why: str


Read: TypeAlias = Game | Refused
