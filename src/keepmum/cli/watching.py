"""`keepmum run --watch`: each match told in the terminal as it happens, as the referee sees it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import msgspec

from keepmum.cli.reporting import print_heading, print_line, story_console
from keepmum.core import Event
from keepmum.core.kind import GameKind
from keepmum.play.match import Answer
from keepmum.play.records import Dealt, Record, reply_line
from keepmum.play.run import Plan
from keepmum.play.seats import names_of
from keepmum.report.story import Line, Narrator, heading, seats_lines

if TYPE_CHECKING:
    from rich.console import Console


def watched(plan: Plan, at_once: int, to_stderr: bool) -> Plan:
    """The plan, with every match told as it is played; where several are, each line begins with its match's number.

    When nobody reads on, the run ends.
    """
    broadcast = Broadcast(plan.kind, story_console(to_stderr), numbered=at_once > 1)
    return replace(plan, watch=broadcast, fatal=(*plan.fatal, BrokenPipeError))


class Broadcast:
    """Makes the teller of each match."""

    def __init__(self, kind: GameKind, console: Console, numbered: bool) -> None:
        self._kind = kind
        self._console = console
        self._numbered = numbered
        self._begun = False

    def __call__(self, game: Any, dealt: Dealt) -> Telling:
        """Head a match: which it is, and who sits where."""
        if self._begun and not self._numbered:
            self._console.print()
        self._begun = True
        names, before = names_of(game), f"{dealt.match}: " if self._numbered else ""
        title = heading(self._kind, msgspec.to_builtins(game), dealt.match, dealt.seed)
        print_heading(title, seats_lines(dealt.seats, dealt.roles, names), self._console, before)
        return Telling(Narrator(self._kind, names), self._console, before)


class Telling:
    """Tells one match."""

    def __init__(self, narrator: Narrator, console: Console, before: str) -> None:
        self._narrator = narrator
        self._console = console
        self._before = before

    def replied(self, answer: Answer) -> None:
        """Tell what was thought, and what could not be used."""
        self._print(self._narrator.reply(reply_line(answer)))

    def happened(self, events: Sequence[Event]) -> None:
        """Tell what happened."""
        self._print(self._narrator.events(events))

    def ended(self, record: Record) -> None:
        """Tell how it ended."""
        self._print(self._narrator.ending(record))

    def _print(self, lines: Iterable[Line]) -> None:
        for line in lines:
            print_line(line, self._console, self._before)
