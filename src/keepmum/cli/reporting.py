"""`keepmum table` and `keepmum show`: what is on record, summed up or told."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Sequence
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING

from keepmum import registry
from keepmum.core.options import OptionError
from keepmum.play.folder import FolderError, read_manifest, read_run
from keepmum.play.records import Record

if TYPE_CHECKING:
    from rich.console import Console

    from keepmum.report.story import Line

STYLES = {"event": "", "secret": "dim", "thought": "italic dim", "trouble": "yellow", "end": "bold"}


def call(command: str, parser: argparse.ArgumentParser, words: Sequence[str]) -> int:
    """Print the table of some runs, or the story of a match."""
    return _table(parser, words) if command == "table" else _show(parser, words)


def _table(parser: argparse.ArgumentParser, words: Sequence[str]) -> int:
    parser.add_argument("runs", nargs="+", type=Path, metavar="RUN", help="a run's folder; two are compared in pairs")
    parser.add_argument("--json", action="store_true", help="print it for programs")
    given = parser.parse_args(words)
    from keepmum.report.table import as_json, build_table, print_table

    kind = registry.game(read_manifest(given.runs[0]).game)
    table = build_table(kind, given.runs)
    if given.json:
        print(json.dumps(as_json(table), indent=2))
        return 0
    print_table(table, story_console())
    return 0


def _show(parser: argparse.ArgumentParser, words: Sequence[str]) -> int:
    parser.add_argument("run", type=Path, metavar="RUN", help="the run's folder")
    parser.add_argument("--match", type=int, default=None, metavar="NUMBER", help="which match (default: the first)")
    parser.add_argument(
        "--as", default=None, dest="player", metavar="PLAYER", help="as this player saw it: a number from 1, or a name"
    )
    parser.add_argument("--json", action="store_true", help="print the record itself")
    given = parser.parse_args(words)
    kind = registry.game(read_manifest(given.run).game)
    record = find_record(given.run, given.match)
    seat = None if given.player is None else _seat(given.player, record, kind)
    if given.json:
        from keepmum.report.story import record_json

        print(record_json(record, seat))
        return 0
    tell(record, kind, seat)
    return 0


def _seat(player: str, record: Record, kind: registry.GameKind) -> int:
    """The seat of a player by number or name. Raises OptionError."""
    from keepmum.report.story import names_in

    names, players = names_in(record, kind), len(record.seats)
    for seat in range(players):
        if player == str(seat + 1) or player.casefold() == "".join(names[seat : seat + 1]).casefold():
            return seat
    called = f", called {', '.join(names)}" if names else ""
    raise OptionError(f"--as {player}: there are players 1 to {players}{called}")


def find_record(folder: Path, match: int | None) -> Record:
    """The record of a match by number, or the one with the lowest number. Raises FolderError where there is none."""
    lowest: Record | None = None
    for record in read_run(folder):
        if record.match == match:
            return record
        if lowest is None or record.match < lowest.match:
            lowest = record
    if match is None and lowest is not None:
        return lowest
    raise FolderError(f"{folder} has no finished match{'' if match is None else f' number {match}'}")


def tell(record: Record, kind: registry.GameKind, seat: int | None) -> None:
    """Print the story of a match, as the referee or as a seat saw it."""
    print_story(record, kind, seat, story_console())


def print_story(record: Record, kind: registry.GameKind, seat: int | None, console: Console) -> None:
    """Print the story to a rich console."""
    from keepmum.report.story import called, names_in, players_lines, tell_match, title

    names = names_in(record, kind)
    view = "" if seat is None else f" · as {called(seat, names)} saw it"
    print_heading(title(record, kind) + view, players_lines(record, names) if seat is None else (), console)
    for line in tell_match(record, kind, seat):
        print_line(line, console)


def print_heading(title: str, seats: Iterable[str], console: Console, before: str = "") -> None:
    """Print the title of a match and who sits where, each line with `before` before it."""
    console.print(before + title, style="bold", markup=False, highlight=False)
    for line in seats:
        console.print(before + line, style="dim", markup=False, highlight=False)


def print_line(line: Line, console: Console, before: str = "") -> None:
    """Print a line of a story."""
    indent = "    " if line.voice in ("thought", "trouble") else "  "
    console.print(before + indent + line.text, style=STYLES[line.voice], markup=False, highlight=False)


def story_console(to_stderr: bool = False) -> Console:
    """A console for stories: lines as long as they are where it is no terminal."""
    from rich.console import Console

    stream = sys.stderr if to_stderr else sys.stdout
    if isinstance(stream, TextIOWrapper):
        stream.reconfigure(errors="replace")  # where the terminal has not all letters, a story is told nevertheless
    wraps = stream.isatty()
    return Console(width=None if wraps else 150, soft_wrap=not wraps, stderr=to_stderr)
