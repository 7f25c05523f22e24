"""The leaderboard: each agent's measures, judges' scores and rating; and whether talking goes with winning."""

from __future__ import annotations

import json
import math
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from keepmum.core.kind import GameKind
from keepmum.measure.correlation import Correlation, Point, correlation
from keepmum.measure.ratings import Rating, Ratings, ratings
from keepmum.measure.seats import SeatRow, judge_mean, judge_means, lie_ratio, lie_ratios, measure_means
from keepmum.measure.stats import Estimate
from keepmum.play.folder import FolderError, Manifest
from keepmum.play.seats import NAMES
from keepmum.report.seating import RunSeats, read_seats

TALK, SCORE, JUDGE = "talk_share", "score", "judge"


@dataclass(frozen=True, slots=True)
class Entry:
    """One agent's line: in how many matches and seats it sat, and what it came to. Not rated where it met nobody.

    `lies`: of the answers whose truth only judges can say, the share called lies; `lies_by` each judge apart.
    """

    who: str
    matches: int
    seats: int
    measures: Mapping[str, Estimate]
    judge: Estimate
    judges: Mapping[str, Estimate]
    lies: Estimate
    lies_by: Mapping[str, Estimate]
    rating: Rating | None


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """Runs of one game summed up by agent, best rating first; groups of agents that never met one after the other.

    `talk`: how the share of talk goes with the game's score, and with the judges'; empty where the game has no such
    measures. `differ`: the rules in which the runs differ, each with its values.
    """

    kind: GameKind
    by: str
    runs: tuple[RunSeats, ...]
    entries: tuple[Entry, ...]
    groups: tuple[tuple[str, ...], ...]
    talk: Mapping[str, Correlation]
    differ: tuple[str, ...] = ()

    @property
    def valid(self) -> int:
        """How many matches are behind it."""
        return sum(run.matches - sum(run.voids.values()) for run in self.runs)


def build_leaderboard(kind: GameKind, folders: Sequence[Path], by: str = "agent", mixed: bool = False) -> Leaderboard:
    """Read the runs. Raises RecordError for what cannot be read.

    Raises FolderError when one is of another game, is given twice, or, but for `mixed`, differs in the game's options.
    """
    if len({folder.resolve() for folder in folders}) < len(folders):
        raise FolderError("a run is given twice; its matches would count twice")
    runs: list[RunSeats] = []
    for folder in folders:
        runs.append(read_seats(folder, kind, by, sum(run.matches for run in runs)))
    differ = _differing([run.manifest for run in runs])
    if differ and not mixed:
        raise FolderError(
            f"the runs were played by different rules ({'; '.join(differ)}); count them apart, or together with --mixed"
        )
    rows = [row for run in runs for row in run.rows]
    rated = ratings(_paid(rows))
    entries = sorted(_entries(kind, rows, rated), key=lambda entry: _place(entry, rated))
    return Leaderboard(kind, by, tuple(runs), tuple(entries), rated.groups, _talk(kind, rows), differ)


def _differing(manifests: Sequence[Manifest]) -> tuple[str, ...]:
    """The options of the game in which runs differ, names of players apart, each with its values."""
    names = dict.fromkeys(name for manifest in manifests for name in manifest.options if name != NAMES)
    values = {name: dict.fromkeys(json.dumps(each.options.get(name)) for each in manifests) for name in names}
    return tuple(f"{name}: {', '.join(found)}" for name, found in values.items() if len(found) > 1)


def _paid(rows: Sequence[SeatRow]) -> list[list[tuple[str, float]]]:
    found: defaultdict[int, list[tuple[str, float]]] = defaultdict(list)
    for row in rows:
        found[row.match].append((row.who, row.returns))
    return list(found.values())


def _entries(kind: GameKind, rows: Sequence[SeatRow], rated: Ratings) -> list[Entry]:
    seats: defaultdict[str, list[SeatRow]] = defaultdict(list)
    for row in rows:
        seats[row.who].append(row)
    return [
        Entry(
            who=who,
            matches=len({row.match for row in own}),
            seats=len(own),
            measures=measure_means(kind.seat_measures, own),
            judge=judge_mean(own),
            judges=judge_means(own),
            lies=lie_ratio(own),
            lies_by=lie_ratios(own),
            rating=rated.players.get(who),
        )
        for who, own in seats.items()
    ]


def _place(entry: Entry, rated: Ratings) -> tuple[int, float, str]:
    group = next((number for number, group in enumerate(rated.groups) if entry.who in group), len(rated.groups))
    return group, -(entry.rating.points.value or 0.0) if entry.rating else 0.0, entry.who


def _talk(kind: GameKind, rows: Sequence[SeatRow]) -> dict[str, Correlation]:
    if not {TALK, SCORE} <= {measure.name for measure in kind.seat_measures}:
        return {}
    return {
        SCORE: correlation(_points(rows, lambda row: row.values[SCORE])),
        JUDGE: correlation(_points(rows, lambda row: row.judge)),
    }


def _points(rows: Sequence[SeatRow], score: Callable[[SeatRow], float | None]) -> list[Point]:
    return [
        Point(row.match, row.who, talk, found)
        for row in rows
        if (talk := row.values[TALK]) is not None and (found := score(row)) is not None
    ]


def as_json(board: Leaderboard) -> dict[str, Any]:
    """The leaderboard for programs. What is absent is null."""
    return {
        "game": board.kind.name,
        "by": board.by,
        "runs": [
            {"run": str(run.path), "matches": run.matches, "voids": run.voids, "seed": run.manifest.seed}
            for run in board.runs
        ],
        "agents": [_entry_json(entry) for entry in board.entries],
        "groups": board.groups,
        "rules_differ": board.differ,
        "verdicts_passed_over": sum(run.bench.stale for run in board.runs),
        "judges_forced": sorted({judge for run in board.runs for judge in run.bench.forced}),
        "talk": {name: asdict(found) for name, found in board.talk.items()},
    }


def _entry_json(entry: Entry) -> dict[str, Any]:
    rating = entry.rating
    return {
        "who": entry.who,
        "matches": entry.matches,
        "seats": entry.seats,
        "rating": _rating_json(rating) if rating else None,
        "measures": {name: asdict(estimate) for name, estimate in entry.measures.items()},
        "judge": asdict(entry.judge),
        "judges": {judge: asdict(estimate) for judge, estimate in entry.judges.items()},
        "judged_lies": asdict(entry.lies),
        "judged_lies_by": {judge: asdict(estimate) for judge, estimate in entry.lies_by.items()},
    }


def _rating_json(rating: Rating) -> dict[str, Any]:
    """An interval that is open to one side has null there, and `open` says so."""
    points = asdict(rating.points)
    infinite = [side for side in ("low", "high") if points[side] is not None and math.isinf(points[side])]
    return {**points, **dict.fromkeys(infinite), "open": infinite, "share": rating.share, "held": rating.held}
