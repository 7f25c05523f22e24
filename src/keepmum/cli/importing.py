"""`keepmum import`: games that were played elsewhere, as a run's records."""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from keepmum import registry
from keepmum.core.visible import visible

if TYPE_CHECKING:
    from keepmum.importing.plain import Remark
    from keepmum.importing.writing import Summary

SHOWN = 20
"""Of more lines of a kind than so many, the rest is counted; `sources.jsonl` has them all."""


def call(command: str, parser: argparse.ArgumentParser, words: Sequence[str]) -> int:
    """Import the games of a path. 0 when all are on record, 1 when some were refused."""
    known = registry.names(registry.IMPORTERS)
    parser.add_argument("importer", metavar="IMPORTER", help=f"what kind of files: {', '.join(known)}")
    parser.add_argument("path", type=Path, metavar="PATH", help="a file, or a folder of them")
    parser.add_argument("--out", type=Path, required=True, metavar="RUN", help="the run's folder, made where missing")
    parser.add_argument("--json", action="store_true", help="print the summary for programs")
    given = parser.parse_args(words)
    importer = registry.importer(given.importer)
    from keepmum.importing.writing import import_games

    summary = import_games(given.importer, importer, given.path, given.out)
    if given.json:
        print(json.dumps({"run": str(given.out), **_as_json(summary)}, indent=2, ensure_ascii=False))
    else:
        for line in _lines(summary, given.out):
            print(visible(line))
    return 1 if summary.refused else 0


def _as_json(summary: Summary) -> dict[str, object]:
    remarks = ("refused", "contradictions", "unknown")
    counts = {name: getattr(summary, name) for name in ("games", "whole", "partly", "events")}
    sides = {"labels": len(summary.labels), "beliefs": len(summary.beliefs)}
    return {**counts, **sides, **{name: [asdict(each) for each in getattr(summary, name)] for name in remarks}}


def _lines(summary: Summary, out: Path) -> Iterator[str]:
    games = "1 game" if summary.games == 1 else f"{summary.games} games"
    yield (
        f"{games} read: {summary.whole} on record to the end,"
        f" {summary.partly} in part (void: its file goes no further), "
        f"{len(summary.refused)} refused"
    )
    beside = f"; {len(summary.labels)} labels, {len(summary.beliefs)} stated beliefs" if summary.labels else ""
    yield f"{summary.events} events{beside}; all in {out}"
    for each in summary.refused[:SHOWN]:
        yield f"refused: {each.source}: {each.why}"
    if len(summary.refused) > SHOWN:
        yield f"refused: and {len(summary.refused) - SHOWN} more"
    yield from _told("does not fit the rules", summary.contradictions)
    yield from _told("not on record", summary.unknown)


def _told(heading: str, remarks: Sequence[Remark]) -> Iterator[str]:
    """The remarks by kind, each with its place; of many, the first."""
    for kind, many in Counter(remark.kind for remark in remarks).most_common():
        yield f"{heading}: {kind} ({many})"
        some = [remark for remark in remarks if remark.kind == kind]
        for remark in some[:SHOWN]:
            yield f"  {remark.where}: {remark.text}"
        if len(some) > SHOWN:
            yield f"  and {len(some) - SHOWN} more"
