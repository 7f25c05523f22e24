"""A cell of a sweep is a run at one layer and strength, and what it came to."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from keepmum.agents.spec import AgentSpec, parse_spec
from keepmum.cli.inside.collect import ready_for
from keepmum.core import GameKind
from keepmum.measure.outcomes import summarise
from keepmum.measure.stats import ABSENT, Estimate, clustered_ratio
from keepmum.play.folder import FolderError, read_run
from keepmum.report.rows import row_of

if TYPE_CHECKING:
    from keepmum.interp.fluency import Said, Surprise
    from keepmum.models.hf.model import Hf

FLUENCY = "fluency.jsonl"
CHUNK = 16
STEERING = ("steer", "strength", "layer", "positions", "steered")


@dataclass(frozen=True, slots=True)
class Cell:
    """Where the team is steered and how strongly; unsteered where `layer` is None. `agent` plays the team."""

    folder: Path
    layer: int | None
    strength: str
    agent: str


@dataclass(frozen=True, slots=True)
class CellReport:
    """What a cell came to: the game's measures, clue validity, perplexity under the unsteered model, bits leaked."""

    layer: int | None
    strength: str
    folder: str
    matches: int
    measures: Mapping[str, Estimate]
    voids: Mapping[str, int]
    clue_validity: Estimate
    perplexity: Estimate
    leak: Estimate = field(default=ABSENT)


def cells_of(out: Path, spec: AgentSpec, steering: Mapping[str, str], grid: Sequence[tuple[int, str]]) -> list[Cell]:
    """The unsteered cell first, then one for each layer and strength that is not 0."""
    cells = [Cell(out / "unsteered", None, "0", str(spec))]
    for layer, strength in grid:
        if float(strength.removesuffix("norm")) == 0:
            continue
        steered = replace(spec, options={**spec.options, **steering, "layer": str(layer), "strength": strength})
        cells.append(Cell(out / f"layer-{layer}_strength_{strength}", layer, strength, str(steered)))
    return cells


def unsteered(spec: AgentSpec) -> AgentSpec:
    """The same agent without its steering."""
    return replace(spec, options={name: value for name, value in spec.options.items() if name not in STEERING})


def report_cell(cell: Cell, kind: GameKind, about: str, surprises: Sequence[Surprise], baseline: Path) -> CellReport:
    """Sum up a cell. Bits are heard by the listener that fits the run `baseline`."""
    from keepmum.interp.fluency import perplexity, valid_clues

    records = list(read_run(cell.folder))
    summed = summarise(kind.measures, (row_of(record, kind) for record in records))
    return CellReport(
        cell.layer, cell.strength, str(cell.folder), summed.matches, summed.measures, summed.voids,
        clustered_ratio(valid_clues(kind, records, about)), perplexity(surprises), _leak(cell.folder, kind, baseline),
    )  # fmt: skip


def _leak(folder: Path, kind: GameKind, baseline: Path) -> Estimate:
    """Bits leaked to the game's usual listener; absent where no match was played to its end."""
    from keepmum.measure.leaks.spec import DEFAULT, listener
    from keepmum.report.leaks import Setting, fitted_on, listen, read_cases

    heard = listener(DEFAULT, kind.codes)
    try:
        fits = fitted_on(read_cases(baseline, kind), heard)
    except FolderError:
        fits = {}
    try:
        found = listen(read_cases(folder, kind), heard, Setting(None, fits))
    except FolderError:
        return ABSENT
    return found[0].summary.leak if found else ABSENT


async def surprises_of(
    cell: Cell, by: tuple[Hf, Path | None], game: tuple[GameKind, Any], about: str
) -> list[Surprise]:
    """The surprise of every first reply of a cell to the unsteered model with these prompts.

    Those that are on file already are not asked for again.
    """
    from keepmum.interp.fluency import Surprise, first_replies, surprise

    path = cell.folder / FLUENCY
    found = [msgspec.json.decode(line, type=Surprise) for line in whole_lines(path)]
    there = {(each.match, each.seat) for each in found}
    records = sorted(read_run(cell.folder), key=lambda record: record.match)
    left = [said for record in records for said in first_replies(game[0], record, about)]
    left = [said for said in left if (said.occasion.match, said.occasion.seat) not in there]
    hf, prompts = by
    ready = ready_for(hf, game, unsteered(parse_spec(cell.agent)), prompts)
    for start in range(0, len(left), CHUNK):
        chunk: Sequence[Said] = left[start : start + CHUNK]
        new = await asyncio.gather(*(surprise(hf, ready, said) for said in chunk))
        with path.open("ab") as file:
            file.write(b"".join(msgspec.json.encode(each) + b"\n" for each in new))
        found += new
    return found


def whole_lines(path: Path) -> list[bytes]:
    """The lines of a file; half a line at its end, which a kill left, is cut off."""
    if not path.exists():
        return []
    whole, end, torn = path.read_bytes().rpartition(b"\n")
    if torn:
        path.write_bytes(whole + end)
    return whole.split(b"\n") if end else []


def as_json(reports: Sequence[CellReport]) -> list[dict[str, Any]]:
    """Cells for programs."""
    return [asdict(each) for each in reports]
