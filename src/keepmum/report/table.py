"""The table of one or more runs: every ratio with its interval and n, voids by cause, and theory beside it."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from keepmum.core.kind import GameKind
from keepmum.core.visible import visible
from keepmum.measure.outcomes import Row, Summary, compare, summarise
from keepmum.measure.stats import Estimate, Paired
from keepmum.play.folder import FolderError, Manifest, read_manifest, torn
from keepmum.report.possible import Possible, possible
from keepmum.report.rows import rows

MANY = 1000
WIDE = 110


@dataclass(frozen=True, slots=True)
class RunReport:
    """One run and what it came to. `torn`: bytes of an unfinished last line of its records."""

    path: Path
    manifest: Manifest
    summary: Summary
    possible: Possible | None
    torn: int


@dataclass(frozen=True, slots=True)
class Table:
    """Runs of one game side by side; with two, how they differ on the deals they share."""

    kind: GameKind
    runs: tuple[RunReport, ...]
    paired: dict[str, Paired] | None


def build_table(kind: GameKind, folders: list[Path]) -> Table:
    """Read the runs. Raises FolderError when one is of another game, RecordError for records that cannot be read."""
    found: list[list[Row]] = []
    reports: list[RunReport] = []
    for folder in folders:
        manifest = read_manifest(folder)
        if manifest.game != kind.name:
            raise FolderError(f"{folder} is a run of {manifest.game}, not of {kind.name}; tables hold one game each")
        found.append(list(rows(folder, kind)))
        summary = summarise(kind.measures, found[-1])
        reports.append(RunReport(folder, manifest, summary, possible(kind.name, manifest.options), torn(folder)))
    paired = compare(kind.measures, found[0], found[1]) if len(folders) == 2 else None
    return Table(kind, tuple(reports), paired)


def as_json(table: Table) -> dict[str, Any]:
    """The table for programs. A ratio with nothing behind it has null for value, low and high, and n 0."""
    data: dict[str, Any] = {"runs": [_run_json(run) for run in table.runs]}
    if table.paired is not None:
        data["paired"] = {name: _paired_json(paired) for name, paired in table.paired.items()}
    return data


def _run_json(run: RunReport) -> dict[str, Any]:
    summary = run.summary
    return {
        "run": str(run.path),
        "game": run.manifest.game,
        "matches": summary.matches,
        "options": run.manifest.options,
        "seats": run.manifest.seats,
        "seed": run.manifest.seed,
        "measures": {name: asdict(estimate) for name, estimate in summary.measures.items()},
        "voids": summary.voids,
        "calls": summary.calls,
        "tokens": summary.tokens,
        "cost": summary.cost,
        "theory": asdict(run.possible) if run.possible else None,
        "torn_bytes": run.torn,
    }


def _paired_json(paired: Paired) -> dict[str, Any]:
    return {**asdict(paired.difference), "p": paired.p, "better": paired.better, "worse": paired.worse}


def print_table(table: Table, console: Any) -> None:
    """Print the table to a rich console: runs as rows where it is wide enough, else one list a run."""
    console.print(_heading(table), style="bold", highlight=False, markup=False)
    if console.width >= WIDE:
        console.print(_grid(table), highlight=False, markup=False)
    else:
        console.print(_lists(table), highlight=False, markup=False)
    for line in _footer(table):
        console.print(line, style="dim", highlight=False, markup=False)


def _grid(table: Table) -> Any:
    from rich.table import Table as Grid

    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for role in _columns(table):
        grid.add_column(role, overflow="fold")
    for measure in table.kind.measures:
        grid.add_column(measure.label, no_wrap=True)
    grid.add_column("void", overflow="fold")
    for run in table.runs:
        cells = [_cell(_spread(run.summary.measures[m.name])) for m in table.kind.measures]
        grid.add_row(*_seats(table, run), *cells, _voids(run.summary))
    if table.paired is not None:
        blank = [""] * (len(_columns(table)) - 1)
        cells = [_cell(_difference(table.paired[m.name])) for m in table.kind.measures]
        grid.add_row("difference,\nsame deals", *blank, *cells, "")
    return grid


def _lists(table: Table) -> str:
    lines: list[str] = []
    for run in table.runs:
        lines += [f"{role}: {agent}" for role, agent in zip(_columns(table), _seats(table, run), strict=True)]
        lines += [f"  {m.label:<16}{' '.join(_spread(run.summary.measures[m.name]))}" for m in table.kind.measures]
        lines.append(f"  {'void':<16}{_voids(run.summary)}")
    if table.paired is not None:
        lines.append("difference, same deals")
        lines += [f"  {m.label:<16}{' '.join(_difference(table.paired[m.name]))}" for m in table.kind.measures]
    return "\n".join(lines)


def _seats(table: Table, run: RunReport) -> list[str]:
    seats = run.manifest.seats
    return [visible(seats.get(role, seats.get("all", "mixed"))) for role in _columns(table)]


def _heading(table: Table) -> str:
    first = table.runs[0].manifest
    options = [f"{first.options[name]} {name}" for name in ("players", "words") if name in first.options]
    counts = sorted({run.summary.matches for run in table.runs})
    matches = " and ".join(map(str, counts)) + " matches"
    seeds = sorted({run.manifest.seed for run in table.runs})
    return " · ".join([table.kind.title, *options, matches, "seed " + ", ".join(map(str, seeds))])


def _columns(table: Table) -> list[str]:
    return list(reversed(table.kind.roles))


def short(value: float, digits: int = 2) -> str:
    """A ratio as tables print it, without the leading zero; never a negative zero."""
    text = f"{value:.{digits}f}".replace("0.", ".", 1)
    return text.lstrip("-") if float(text) == 0 else text


def _spread(estimate: Estimate) -> list[str]:
    """Value, interval and n; a third digit where there are matches enough for it to mean something."""
    if estimate.value is None or estimate.low is None or estimate.high is None:
        return ["absent", "n=0"]
    digits = 3 if estimate.n >= MANY else 2
    value, low, high = (short(each, digits) for each in (estimate.value, estimate.low, estimate.high))
    return [value, f"[{low} {high}]", f"n={estimate.n}"]


def _difference(paired: Paired) -> list[str]:
    if paired.p is None:
        return _spread(paired.difference)
    sign = "+" if (paired.difference.value or 0) > 0 else ""
    p = "p < .001" if paired.p < 0.001 else f"p = {short(paired.p, 3)}"
    value, *rest = _spread(paired.difference)
    return [sign + value, *rest, p]


def _cell(parts: list[str]) -> str:
    return " ".join(parts[:2]) + "\n" + " ".join(parts[2:])


def _voids(summary: Summary) -> str:
    total = sum(summary.voids.values())
    causes = ", ".join(f"{count} {cause.replace('_', ' ')}" for cause, count in summary.voids.items())
    return f"{total} ({causes})" if total else "0"


def _footer(table: Table) -> list[str]:
    lines: list[str] = []
    for run in table.runs:
        if run.torn:
            lines.append(
                f"{run.path}: the last line is torn ({run.torn} bytes) and was passed over; resume to replay it"
            )
    for run in table.runs:
        lines.append(_took(run))
    if table.runs[0].possible and len({(run.possible) for run in table.runs}) == 1:
        lines.insert(0, _possible_line(table.runs[0].possible))
    return lines


def _possible_line(bounds: Possible) -> str:
    return (
        f"possible here: trivial {bounds.trivial:.3f} · best known strategy {bounds.schedule:.3f} (guaranteed) · "
        f"nobody above {bounds.upper:.3f}"
    )


def _took(run: RunReport) -> str:
    summary = run.summary
    if not summary.calls or not summary.matches:
        return f"{run.path}: no model was called"
    cost = "price unknown" if summary.cost is None else f"${summary.cost / summary.matches:.4f}"
    return f"{run.path}: {summary.tokens / summary.matches:,.0f} tokens and {cost} a match, {summary.calls} calls"
