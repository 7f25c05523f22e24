"""`keepmum inside sweep MODEL`: runs at several strengths and layers, same deals: what steering does to play."""

from __future__ import annotations

import argparse
import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from keepmum import registry
from keepmum.agents.spec import AgentSpec
from keepmum.assembly import Request, assemble
from keepmum.cli.inside.cells import Cell, CellReport, as_json, cells_of, report_cell, surprises_of
from keepmum.cli.inside.collect import GAME, agent_spec, ready_for
from keepmum.cli.inside.numbers import add_json, joined, put, say, spread, strengths, whole_numbers
from keepmum.cli.options import game_options
from keepmum.cli.running import STORE, UNFINISHED
from keepmum.core import GameKind
from keepmum.core.options import OptionError

RESULT = "sweep.json"
HEADINGS = ("layer", "strength", "won", "caught", "guessed anyway", "clues valid", "perplexity", "bits leaked", "void")
TEAM, CHAMELEON = "others", "chameleon"


@dataclass(frozen=True, slots=True)
class Sweep:
    """What is played: the game, the cells, against which chameleon, how many matches of which deals."""

    game: tuple[GameKind, Any]
    spec: AgentSpec
    cells: tuple[Cell, ...]
    chameleon: str
    matches: int
    seed: int
    prompts: Path | None = None


def call(parser: argparse.ArgumentParser, words: Sequence[str]) -> int:
    """Play the cells that are not played yet, measure, and print."""
    parser.epilog = (
        "Every cell is a run folder in DIR (keepmum table, show and leaks read it); the\n"
        "same command goes on. All cells have the same deals; strength 0 is played once,\n"
        "unsteered. Perplexity is that of the team's first replies under the unsteered\n"
        "model; bits are heard by the listener that fits the unsteered cell. A gain with\n"
        "fewer valid clues or a higher perplexity is a gain by gibberish. Options of the\n"
        "game may follow."
    )
    parser.add_argument("model", metavar="MODEL", help="hf/…, with the options of a chat agent behind a ?")
    parser.add_argument("--direction", type=Path, required=True, metavar="FILE", help="from inside direction")
    parser.add_argument("--strengths", default="-16,-8,-4,0,4,8,16", metavar="S,S", help="such as -8,0,0.2norm")
    parser.add_argument("--layers", metavar="LAYERS", help="such as 10,20 (default: the file's choice)")
    parser.add_argument("--matches", type=int, default=100, metavar="N", help="a cell (default 100)")
    parser.add_argument("--seed", type=int, default=1, help="of the deals (default 1)")
    parser.add_argument("--chameleon", metavar="AGENT", help="who plays it (default the same model, unsteered)")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="the folder of the cells")
    parser.add_argument("--prompts", type=Path, metavar="FOLDER", help="a folder of your own scripts")
    add_json(parser)
    given, rest = parser.parse_known_args(joined(words, "--strengths"))
    if given.matches < 1:
        raise OptionError(f"--matches is at least 1, not {given.matches}")
    kind = registry.game(GAME)
    return asyncio.run(_sweep(given, _planned(given, (kind, game_options(kind, rest, parser)))))


def _planned(given: argparse.Namespace, game: tuple[GameKind, Any]) -> Sweep:
    from keepmum.models.hf.direction import read_direction

    spec, direction = agent_spec(given.model), read_direction(given.direction)
    layers = whole_numbers(given.layers, "--layers") if given.layers else (direction.layer,)
    for layer in layers:
        direction.at(layer)
    grid = [(layer, strength) for layer in layers for strength in strengths(given.strengths)]
    cells = cells_of(given.out, spec, {"steer": str(given.direction)}, grid)
    return Sweep(game, spec, tuple(cells), given.chameleon or str(spec), given.matches, given.seed, given.prompts)


async def _sweep(given: argparse.Namespace, sweep: Sweep) -> int:
    from keepmum.interp.wordings import levelled_ask
    from keepmum.models.hf.model import Hf

    hf = Hf(sweep.spec.target, shared=True)
    hf.check()
    about = levelled_ask(ready_for(hf, sweep.game, sweep.spec, sweep.prompts).script)
    reports: list[CellReport] = []
    try:
        facts = await hf.facts()
        say(f"{len(sweep.cells)} cells of {sweep.matches} matches; {facts.parameters / 1e6:,.0f} million parameters")
        for cell in sweep.cells:
            if not await _play(sweep, cell):
                return UNFINISHED
            surprises = await surprises_of(cell, (hf, sweep.prompts), sweep.game, about)
            reports.append(report_cell(cell, sweep.game[0], about, surprises, sweep.cells[0].folder))
            say("  ".join(_row(reports[-1])))
    finally:
        await hf.close()
    data = {"sweep": str(given.out), "model": given.model, "matches": sweep.matches, "cells": as_json(reports)}
    (given.out / RESULT).write_text(json.dumps(data, indent=1), encoding="utf-8")
    return put(given.json, data, _lines(reports, data))


async def _play(sweep: Sweep, cell: Cell) -> bool:
    """Play what is missing of a cell; whether all is there."""
    from keepmum.cli.progress import Progress
    from keepmum.play.folder import RunFolder
    from keepmum.play.run import play_run

    seats = (f"{TEAM}={cell.agent}", f"{CHAMELEON}={sweep.chameleon}")
    kind, options = sweep.game
    assembly = assemble(Request(kind, options, seats, sweep.seed, prompts=sweep.prompts, cache=cell.folder / STORE))
    try:
        with RunFolder(cell.folder, assembly.manifest) as folder, Progress(sweep.matches) as progress:
            played = await play_run(assembly.plan, folder, sweep.matches, 16, progress)
    finally:
        await assembly.close()
    for fault in played.faults.values():
        raise fault
    if played.stopped:
        say(f"keepmum inside sweep: {played.stopped}; the same command goes on")
    return played.complete


def _lines(reports: Sequence[CellReport], data: dict[str, Any]) -> list[str]:
    rows = [HEADINGS, *map(_row, reports)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    table = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    picture = f"draw it: keepmum inside figure {data['sweep']} --out sweep.svg"
    return [f"{data['model']}, {data['matches']} matches a cell, same deals", "", *table, "", picture]


def _row(told: CellReport) -> tuple[str, ...]:
    ratios = [spread(told.measures[name]) for name in ("win", "identified", "second_chance")]
    voids = ", ".join(f"{count} {cause.replace('_', ' ')}" for cause, count in told.voids.items()) or "0"
    layer = "-" if told.layer is None else str(told.layer)
    rest = (spread(told.clue_validity), spread(told.perplexity, 1), spread(told.leak), voids)
    return (layer, told.strength, *ratios, *rest)
