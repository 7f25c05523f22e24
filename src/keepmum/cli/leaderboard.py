"""`keepmum leaderboard`: who is best, over some runs or in one match."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from shutil import get_terminal_size
from textwrap import wrap
from typing import Any

from keepmum import registry
from keepmum.cli.reporting import find_record
from keepmum.core.options import OptionError
from keepmum.play.folder import read_manifest
from keepmum.play.seats import NAMES

BY = ("agent", "name", "seat")


def call(command: str, parser: argparse.ArgumentParser, words: Sequence[str]) -> int:
    """Print a leaderboard."""
    parser.add_argument("runs", nargs="+", type=Path, metavar="RUN", help="runs of one game, counted together")
    parser.add_argument("--by", choices=BY, help="whom to count (default: name where all have one, else agent)")
    parser.add_argument("--match", type=int, default=None, metavar="NUMBER", help="the leaderboard of one match")
    parser.add_argument("--mixed", action="store_true", help="count runs of different rules together all the same")
    parser.add_argument("--json", action="store_true", help="print it for programs")
    given = parser.parse_args(words)
    return _all(given) if given.match is None else _one(given)


def _all(given: Any) -> int:
    from keepmum.report.leaderboard import as_json, build_leaderboard

    kind = registry.game(read_manifest(given.runs[0]).game)
    board = build_leaderboard(kind, given.runs, given.by or _by(given.runs), given.mixed)
    if given.json:
        print(json.dumps(as_json(board), indent=2))
        return 0
    from keepmum.report.leaderboard_text import leaderboard_lines

    for line in leaderboard_lines(board, get_terminal_size().columns):
        print(line)
    return 0


def _by(runs: Sequence[Path]) -> str:
    return "name" if all(read_manifest(run).options.get(NAMES) for run in runs) else "agent"


def _one(given: Any) -> int:
    if len(given.runs) > 1:
        raise OptionError(f"--match {given.match}: it is a match of one run; name one run")
    from keepmum.judging.judged import read_bench
    from keepmum.report.leaderboard_text import ranking_lines
    from keepmum.report.ranking import rank
    from keepmum.report.story import title

    (run,) = given.runs
    kind = registry.game(read_manifest(run).game)
    record = find_record(run, given.match)
    ranking = rank(record, kind, read_bench(run, kind).of(record.match))
    if given.json:
        print(json.dumps({"game": kind.name, "match": record.match, "seed": record.seed, **asdict(ranking)}, indent=2))
        return 0
    width = get_terminal_size().columns
    for line in ranking_lines(ranking, title(record, kind)):
        print("\n".join(wrap(line, width, subsequent_indent="      ") if len(line) > width else [line]))
    return 0
