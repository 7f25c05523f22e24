"""Run folders read for the leak meter: what each match hid, who sat there, and what a listener makes of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from keepmum.core.kind import GameKind
from keepmum.measure.leaks.calibration import Fit
from keepmum.measure.leaks.listener import Case, Listener
from keepmum.measure.leaks.summary import Heard, LeakSummary, Sitting, hear, summary
from keepmum.play.folder import FolderError, Manifest, read_manifest, read_run
from keepmum.play.records import Record, RecordError, events_of


@dataclass(frozen=True, slots=True)
class RunCases:
    """All that a run hid: cases of its valid matches, who sat in them, and the void matches by cause."""

    path: Path
    manifest: Manifest
    cases: tuple[Case, ...]
    sittings: Mapping[int, Sitting]
    voids: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class RunLeaks:
    """A run, heard."""

    run: RunCases
    heard: Heard
    summary: LeakSummary


def read_cases(path: Path, kind: GameKind, match: int | None = None) -> RunCases:
    """Read a run, or one match of it. Raises FolderError where it is of another game or hides nothing."""
    manifest = read_manifest(path)
    if manifest.game != kind.name:
        raise FolderError(f"{path} is a run of {manifest.game}, not of {kind.name}; name runs of one game")
    cases, sittings, voids = list[Case](), dict[int, Sitting](), Counter[str]()
    for record in read_run(path):
        if match is not None and record.match != match:
            continue
        if record.void:
            voids[record.void.cause.value] += 1
        else:
            cases += cases_of(record, kind)
            sittings[record.match] = _sitting(record)
    if not cases:
        raise FolderError(f"{path}: {_nothing(kind, match, sittings, voids)}")
    return RunCases(path, manifest, tuple(cases), sittings, dict(voids.most_common()))


def _nothing(kind: GameKind, match: int | None, sittings: Mapping[int, Sitting], voids: Mapping[str, int]) -> str:
    if sittings:
        return f"in {kind.title} nothing is hidden that a listener could tell from what is said"
    which = "finished match" if match is None else f"finished match number {match}"
    return f"it has no {which} to listen to" + (f" ({sum(voids.values())} void)" if voids else "")


def cases_of(record: Record, kind: GameKind) -> list[Case]:
    """What one valid match hid. Raises RecordError where its events are not those of a finished match."""
    events = events_of(record, kind)
    try:
        return [Case(record.match, hidden, events) for hidden in kind.hidden(events)]
    except (StopIteration, LookupError, TypeError, ValueError) as error:
        raise RecordError(f"match {record.match}: its events are not those of a finished match") from error


def _sitting(record: Record) -> Sitting:
    costs: list[float | None] = []
    for seat in range(len(record.seats)):
        paid = [call.cost for reply in record.replies if reply.seat == seat for call in reply.calls]
        known = [cost for cost in paid if cost is not None]
        costs.append(sum(known) if len(known) == len(paid) else None)
    return Sitting(record.seats, record.roles, tuple(costs))


def listen(run: RunCases, listener: Listener, temperature: float | None = None, fitted: Fit | None = None) -> RunLeaks:
    """Hear a run and sum it up."""
    heard = hear(listener, run.cases, temperature, fitted)
    return RunLeaks(run, heard, summary(heard, run.sittings))


def in_order(runs: Sequence[RunLeaks]) -> list[RunLeaks]:
    """Those that leaked least first."""
    return sorted(runs, key=lambda each: each.summary.leak.value or 0.0)
