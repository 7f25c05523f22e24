"""Records read seat by seat: who sat there, what it came to, and what judges said of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from keepmum.core.kind import GameKind
from keepmum.judging.judged import Bench, Judged, read_bench
from keepmum.measure.seats import SeatRow
from keepmum.play.folder import FolderError, Manifest, read_manifest, read_run, torn
from keepmum.play.records import Record, RecordError, events_of


def name_of(record: Record, seat: int) -> str:
    """What a player was called: by its own name where the run has names, else by its number from 1."""
    names = record.rules.get("names") or ()
    return str(names[seat]) if seat < len(names) else f"Player {seat + 1}"


BY: dict[str, Callable[[Record, int], str]] = {
    "agent": lambda record, seat: record.seats[seat],
    "name": name_of,
    "seat": lambda record, seat: f"seat {seat + 1}",
}
"""What a leaderboard may count by."""


@dataclass(frozen=True, slots=True)
class RunSeats:
    """A run's seats: the rows of its valid matches; how many are finished, void by cause; bytes of a torn last line.

    `agents`: who played under each name that is counted by, a pair each.
    """

    path: Path
    manifest: Manifest
    rows: tuple[SeatRow, ...]
    matches: int
    voids: Mapping[str, int]
    bench: Bench
    torn: int
    agents: frozenset[tuple[str, str]] = frozenset()


def read_seats(path: Path, kind: GameKind, by: str, before: int = 0) -> RunSeats:
    """Read a run; its matches are numbered on from `before`. Raises FolderError where it is of another game."""
    manifest = read_manifest(path)
    if manifest.game != kind.name:
        raise FolderError(f"{path} is a run of {manifest.game}, not of {kind.name}; a leaderboard holds one game")
    bench, voids, rows, matches = read_bench(path, kind), Counter[str](), list[SeatRow](), 0
    agents: set[tuple[str, str]] = set()
    for record in read_run(path):
        matches += 1
        if record.void:
            voids[record.void.cause.value] += 1
        else:
            judged = bench.of(record.match)
            rows += _rows(record, kind, judged, (before + matches, by))
            agents.update((BY[by](record, seat), agent) for seat, agent in enumerate(record.seats))
    counted = dict(voids.most_common())
    return RunSeats(path, manifest, tuple(rows), matches, counted, bench, torn(path), frozenset(agents))


def _rows(record: Record, kind: GameKind, judged: Judged, told: tuple[int, str]) -> list[SeatRow]:
    match, by = told
    scores = judged.scores
    given = [{judge: each[seat] for judge, each in scores.items()} for seat in range(len(record.seats))]
    return [
        SeatRow(match, BY[by](record, seat), paid, values, given[seat], judged.lies(seat))
        for seat, (paid, values) in enumerate(zip(record.returns or (), seat_values(record, kind), strict=True))
    ]


def seat_values(record: Record, kind: GameKind) -> tuple[Mapping[str, float | None], ...]:
    """Each seat's measures of a valid match, none where the game has none. Raises RecordError where they do not fit."""
    try:
        values = tuple(kind.seat_outcomes(events_of(record, kind))) if kind.seat_measures else ({},) * len(record.seats)
    except (StopIteration, LookupError, TypeError) as error:
        raise RecordError(f"match {record.match}: its events are not those of a finished match") from error
    if not len(values) == len(record.seats) == len(record.returns or ()):
        raise RecordError(f"match {record.match}: {len(record.seats)} seats, and measures or payoffs of another number")
    return values
