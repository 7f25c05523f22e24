"""`keepmum adherence`: how often each agent's first reply to an ask could be used."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from keepmum.core.visible import visible
from keepmum.measure.adherence import Adherence, FirstTry, adherence
from keepmum.play.folder import read_run
from keepmum.play.records import Record

HEADINGS = ("ask", "usable at once", "otherwise")
LEGEND = """usable at once: first replies that came to an action, with a 95% Wilson interval (replies independent)
otherwise: what the others were, and at which step; bots are not counted"""


def call(command: str, parser: argparse.ArgumentParser, words: Sequence[str]) -> int:
    """Print the format adherence in some runs, counted together."""
    parser.add_argument("runs", nargs="+", type=Path, metavar="RUN", help="runs' folders, counted together")
    parser.add_argument("--json", action="store_true", help="print it for programs")
    given = parser.parse_args(words)
    found = adherence(each for run in given.runs for record in read_run(run) for each in first_tries(record))
    if given.json:
        print(json.dumps([_json(each) for each in found], indent=2))
    else:
        _print(found)
    return 0


def first_tries(record: Record) -> Iterator[FirstTry]:
    """The first reply to every ask of a match, of those who answer in words."""
    for reply in record.replies:
        if reply.attempt == 0 and (reply.calls or reply.text):
            step = reply.calls[-1].step if reply.calls else ""
            yield FirstTry(record.seats[reply.seat], reply.about, reply.status, step)


def _json(each: Adherence) -> dict[str, Any]:
    return {**asdict(each), "about": each.about or None}


def _print(found: Sequence[Adherence]) -> None:
    if not found:
        print("no agent answered in words")
        return
    rows = [(each.about or "all asks", _ratio(each), _others(each)) for each in found]
    widths = [max(map(len, column)) for column in zip(HEADINGS, *rows, strict=True)]
    print("  " + _line(HEADINGS, widths))
    agent = ""
    for each, row in zip(found, rows, strict=True):
        if each.agent != agent:
            agent = each.agent
            print(visible(agent))
        print("  " + _line(row, widths))
    print(f"\n{LEGEND}")


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    return "  ".join(f"{visible(cell):<{width}}" for cell, width in zip(cells, widths, strict=True)).rstrip()


def _ratio(each: Adherence) -> str:
    from keepmum.report.table import short

    usable = each.usable
    if usable.value is None or usable.low is None or usable.high is None:
        return "absent n=0"
    return f"{short(usable.value)} [{short(usable.low)} {short(usable.high)}] n={usable.n}"


def _others(each: Adherence) -> str:
    left = [f"{each.left_out} not the player's fault"] if each.left_out else []
    return ", ".join([*(f"{count} {what}" for what, count in each.otherwise.items()), *left])
