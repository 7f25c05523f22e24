"""A format is a form of another program in which a match can be written out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any, TypeAlias

from keepmum.core.kind import GameKind
from keepmum.core.options import OptionError, unknown
from keepmum.judging.judged import Judged
from keepmum.play.records import Record

Writer: TypeAlias = Callable[[Record, GameKind, Judged], Any]


@dataclass(frozen=True, slots=True)
class Format:
    """What a format is, where it is made, and of which games (None: of any).

    `module` has `write(record, kind, judged)`: a valid match as JSON's types.
    """

    what: str
    module: str
    games: frozenset[str] | None = None

    @property
    def write(self) -> Writer:
        """The function that writes a match out."""
        return import_module(self.module).write


FORMATS = {
    "avalon-json": Format(
        "games of Avalon as plain proposals, votes and quests", "keepmum.adapters.avalon_json", frozenset({"avalon"})
    ),
    "arena": Format(
        "the transcript.json of the article's secret-word arena", "keepmum.adapters.arena", frozenset({"secrets"})
    ),
}


def format_for(name: str, kind: GameKind) -> Format:
    """The format of that name. Raises OptionError where there is none, or where it does not hold the game."""
    if name not in FORMATS:
        raise OptionError(f"there is no format {unknown(name, FORMATS)}")
    found = FORMATS[name]
    if found.games is not None and kind.name not in found.games:
        held = ", ".join(sorted(found.games))
        raise OptionError(f"the format {name} holds matches of {held}, and this is a run of {kind.name}")
    return found
