"""The table of one or more runs: every ratio with its interval and n, voids by cause, and theory beside it."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from textwrap import fill
from typing import Any

from keepmum.core.kind import GameKind
from keepmum.core.options import OptionError
from keepmum.core.visible import visible
from keepmum.measure.outcomes import Row, Summary, compare, summarise
from keepmum.measure.stats import Estimate, Paired
from keepmum.play.folder import MANIFEST, FolderError, Manifest, read_manifest, torn
from keepmum.report.numerals import short as short
from keepmum.report.possible import Possible, possible, possible_words
from keepmum.report.rows import rows, taken_in

MANY = 1000
WIDE = 110
NARROW, UNCUT = 80, 10_000
NAMED = 12  # columns left at least to an agent's name
LONGEST_OPTION = 60


@dataclass(frozen=True, slots=True)
class RunReport:
    """One run and what it came to. `torn`: bytes of an unfinished last line. `taken`: seats, with sides or roles."""

    path: Path
    manifest: Manifest
    summary: Summary
    possible: Possible | None
    torn: int
    taken: frozenset[tuple[int, str]]


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
        summary, taken = summarise(kind.measures, found[-1]), taken_in(found[-1], kind)
        reports.append(RunReport(folder, manifest, summary, _theory(folder, manifest), torn(folder), taken))
    paired = compare(kind.measures, found[0], found[1]) if len(folders) == 2 else None
    return Table(kind, tuple(reports), paired)


def _theory(folder: Path, manifest: Manifest) -> Possible | None:
    try:
        return possible(manifest.game, manifest.options)
    except OptionError as error:
        raise FolderError(f"{folder / MANIFEST} is damaged: {error}; restore it, or play the run again") from error


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
    grid = _grid(table)
    needed = console.measure(grid, options=console.options.update(max_width=UNCUT)).minimum
    fits = console.width >= max(WIDE, needed)
    width = console.width if fits else min(console.width, NARROW)
    console.print(_wrapped([_heading(table)], width), style="bold", highlight=False, markup=False)
    console.print(grid if fits else _wrapped(_lists(table), width), highlight=False, markup=False)
    console.print(_wrapped(_footer(table), width), style="dim", highlight=False, markup=False)


def _wrapped(lines: list[str], width: int) -> str:
    """The lines, those too long broken between words and indented where they go on."""
    deep = (len(line) - len(line.lstrip()) + 4 for line in lines)
    return "\n".join(
        fill(line, width, subsequent_indent=" " * indent, break_on_hyphens=False) if len(line) > width else line
        for line, indent in zip(lines, deep, strict=True)
    )


def _grid(table: Table) -> Any:
    from rich.table import Table as Grid

    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    rows = _grid_rows(table)
    for place, label in enumerate([*_columns(table), *(label for label, _ in _ratios(table, table.runs[0])), "void"]):
        named = label == "void" or label in _columns(table)
        lines = [line for row in rows for line in row[place].split("\n")]
        widest = max(map(len, [label, *lines]))
        grid.add_column(label, overflow="fold", no_wrap=not named, min_width=min(widest, NAMED) if named else widest)
    for row in rows:
        grid.add_row(*row)
    return grid


def _grid_rows(table: Table) -> list[list[str]]:
    rows = [
        [*_seats(table, run), *(_cell(_spread(estimate)) for _, estimate in _ratios(table, run)), _voids(run.summary)]
        for run in table.runs
    ]
    if _compared(table) and table.paired is not None:
        blank = [""] * (len(_columns(table)) - 1)
        cells = [_cell(_difference(table.paired[m.name])) for m in table.kind.measures]
        rows.append(["difference,\nsame deals", *blank, *cells, "", ""])
    return rows


def _compared(table: Table) -> bool:
    """Whether there are two runs that have a deal in common."""
    return table.paired is not None and any(paired.difference.n for paired in table.paired.values())


def _lists(table: Table) -> list[str]:
    lines: list[str] = []
    for run in table.runs:
        lines += [_path(run)] if len(table.runs) > 1 else []
        for role in _columns(table):
            agents = _sitting(table, run, role)
            lines += [f"{role}: {agents[0]}"] if len(agents) == 1 else [f"{role}:", *(f"  {each}" for each in agents)]
        lines += [f"  {label:<16}{' '.join(_spread(estimate))}" for label, estimate in _ratios(table, run)]
        lines.append(f"  {'void':<16}{_voids(run.summary)}")
    if _compared(table) and table.paired is not None:
        lines.append("difference, same deals")
        lines += [f"  {m.label:<16}{' '.join(_difference(table.paired[m.name]))}" for m in table.kind.measures]
    return lines


def _ratios(table: Table, run: RunReport) -> list[tuple[str, Estimate]]:
    """Every ratio of a run by its label: the game's measures, then how many matches are valid."""
    names = [(measure.label, measure.name) for measure in table.kind.measures]
    return [(label, run.summary.measures[name]) for label, name in [*names, ("valid", "valid")]]


def _seats(table: Table, run: RunReport) -> list[str]:
    return [", ".join(_sitting(table, run, column)) for column in _columns(table)]


def _sitting(table: Table, run: RunReport, column: str) -> list[str]:
    """Who plays a side or role: the agent of all its seats first, then those of single roles, numbers and names."""
    seats = run.manifest.seats
    there = [who for who in seats if who.isdecimal() and (not run.taken or (int(who) - 1, column) in run.taken)]
    numbered = [f"seat {who}: {seats[who]}" for who in there]
    named = run.manifest.options.get("names") or ()
    numbered += [f"{name}: {seats[name]}" for name in named if name in seats]
    own = [f"{role}: {seats[role]}" for role in _roles(table, column) if role in seats]
    return [visible(each) for each in (seats.get(column, seats.get("all", "")), *own, *numbered) if each] or [""]


def _roles(table: Table, side: str) -> list[str]:
    return [role for role, its in table.kind.sides.items() if its == side]


def _heading(table: Table) -> str:
    options = [size for name, size in _sizes(table.runs[0]).items() if name not in _different(table)]
    matches = " and ".join(map(str, sorted({run.summary.matches for run in table.runs}))) + " matches"
    seeds = sorted({run.manifest.seed for run in table.runs})
    return " · ".join([table.kind.title, *options, matches, "seed " + ", ".join(map(str, seeds))])


def _sizes(run: RunReport) -> dict[str, str]:
    options = run.manifest.options
    return {name: visible(f"{options[name]} {name}") for name in ("players", "words") if name in options}


def _different(table: Table) -> list[str]:
    """The names of the options that are not the same in all runs."""
    everywhere = [run.manifest.options for run in table.runs]
    names = list(dict.fromkeys(name for options in everywhere for name in options))
    return [name for name in names if any(o.get(name, _ABSENT) != everywhere[0].get(name, _ABSENT) for o in everywhere)]


_ABSENT = "absent"


def _columns(table: Table) -> list[str]:
    """A column a side, or a role where there are no sides."""
    return list(dict.fromkeys(table.kind.sides.values())) or list(reversed(table.kind.roles))


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
                f"{_path(run)}: the last line is torn ({run.torn} bytes) and was passed over; resume to replay it"
            )
    return [*_theories(table), *_legend(table), *_options_lines(table), *lines, *map(_took, table.runs)]


def _legend(table: Table) -> list[str]:
    """What the numbers are, and what voids may do to them."""
    line = "ratios of valid matches with 95 % Wilson intervals"
    if _compared(table):
        line += "; differences: Newcombe intervals, exact McNemar p"
    void = any(run.summary.voids for run in table.runs)
    lines = [line + ("; void matches are not missing at random and may bias the other ratios" if void else "")]
    if table.paired is not None and not _compared(table):
        lines.append("no differences: the two runs have no finished deal in common")
    return lines


def _theories(table: Table) -> list[str]:
    """What is possible, a line for each theory that a run has beside it, with the sizes it is of where they differ."""
    found = {(" and ".join(_sizes(run).values()), run.possible): run.possible for run in table.runs}
    return [
        f"possible {'here' if len(found) == 1 else f'with {sizes}'}: {possible_words(bounds)}"
        for (sizes, _), bounds in found.items()
        if bounds
    ]


def _options_lines(table: Table) -> list[str]:
    """The options of each run that are not the same in all."""
    names = _different(table)
    return [f"{_path(run)}: {', '.join(_option(run, name) for name in names)}" for run in table.runs if names]


def _option(run: RunReport, name: str) -> str:
    value = str(run.manifest.options.get(name, _ABSENT))
    return visible(f"{name} {value[:8] if name.endswith('_sha256') else value}", LONGEST_OPTION)


def _path(run: RunReport) -> str:
    return visible(str(run.path))


def _took(run: RunReport) -> str:
    summary = run.summary
    if not summary.calls or not summary.matches:
        return f"{_path(run)}: no finished match called a model"
    cost = "price unknown" if summary.cost is None else f"${summary.cost / summary.matches:.4f}"
    return f"{_path(run)}: {summary.tokens / summary.matches:,.0f} tokens and {cost} a match, {summary.calls} calls"
