"""`keepmum inside clues BEFORE AFTER`: the clues of two runs deal by deal, as the paper's Table 5 has them."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from keepmum import registry
from keepmum.cli.inside.collect import GAME
from keepmum.cli.inside.numbers import add_json, put
from keepmum.core import GameKind
from keepmum.interp.occasions import CATEGORY, KNOWING, SECRET
from keepmum.play.folder import FolderError, read_manifest, read_run
from keepmum.play.records import Record, game_of
from keepmum.report.rows import deal_key


@dataclass(frozen=True, slots=True)
class Said:
    """What those who knew the secret said in one match, in the order they spoke; a reply that was no clue is in ( )."""

    match: int
    category: str
    secret: str
    words: tuple[str, ...]
    clues: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Both:
    """One deal, before and after."""

    before: Said
    after: Said


def call(parser: argparse.ArgumentParser, words: Sequence[str]) -> int:
    """Print the clues of both runs side by side."""
    parser.add_argument("before", type=Path, metavar="BEFORE", help="a run")
    parser.add_argument("after", type=Path, metavar="AFTER", help="another with the same deals, such as a steered one")
    parser.add_argument("--matches", type=int, default=20, metavar="N", help="the first so many deals (default 20)")
    add_json(parser)
    given = parser.parse_args(words)
    kind = registry.game(GAME)
    one, other = said_in(given.before, kind), said_in(given.after, kind)
    both = [Both(one[key], other[key]) for key in one if key in other][: max(given.matches, 0)]
    if not both:
        raise FolderError(f"{given.before} and {given.after} share no deal; play them with the same --seed and rules")
    changed = sum(each.before.clues != each.after.clues for each in both)
    data = {"before": str(given.before), "after": str(given.after), "deals": [asdict(each) for each in both]}
    return put(given.json, data, [*table(both), "", f"{changed} of {len(both)} deals have other clues"])


def said_in(run: Path, kind: GameKind) -> Mapping[str, Said]:
    """The clues of each deal of a run. Raises FolderError for a run of another game."""
    manifest = read_manifest(run)
    if manifest.game != kind.name:
        raise FolderError(f"{run} is a run of {manifest.game}, not of {kind.name}")
    records = sorted(read_run(run), key=lambda record: record.match)
    return {deal_key(record): _said(record, kind) for record in records}


def _said(record: Record, kind: GameKind) -> Said:
    game = game_of(record, kind)
    secret = next((str(move.choice) for move in record.moves if move.about == SECRET), "")
    first: dict[int, str] = {}
    for reply in record.replies:
        if reply.about == "clue" and record.roles[reply.seat] == KNOWING:
            first[reply.seat] = str(reply.action) if reply.status.value == "ok" else f"({reply.text.strip()[:20]})"
    return Said(record.match, getattr(game, CATEGORY, ""), secret, tuple(game.words), tuple(first.values()))


def table(both: Sequence[Both]) -> list[str]:
    """Lines: category, secret, clues before, clues after."""
    rows = [("match", "category", "secret word", "before", "after")]
    for each in both:
        one = each.before
        rows.append((str(one.match), one.category, one.secret, ", ".join(one.clues), ", ".join(each.after.clues)))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
