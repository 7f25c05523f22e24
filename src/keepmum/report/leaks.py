"""Run folders read for the leak meter: what each match hid, who sat there, and what a listener makes of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
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
    """All of one sort (`about`) that a run hid, heard."""

    run: RunCases
    about: str
    heard: Heard
    summary: LeakSummary


@dataclass(frozen=True, slots=True)
class Setting:
    """The listener's temperature: given; or fitted elsewhere, by what was hidden; or else fitted on what is heard."""

    temperature: float | None = None
    fits: Mapping[str, Fit] = field(default_factory=dict[str, Fit])


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


def heard_of(run: RunCases, listener: Listener, setting: Setting) -> dict[str, Heard]:
    """Hear a run, each sort of hidden thing apart."""
    sorts: dict[str, list[Case]] = {}
    for case in run.cases:
        sorts.setdefault(case.hidden.about, []).append(case)
    return {
        about: hear(listener, cases, setting.temperature, setting.fits.get(about)) for about, cases in sorts.items()
    }


def fitted_on(run: RunCases, listener: Listener) -> dict[str, Fit]:
    """The temperatures that fit all matches of a run, by what is hidden."""
    found = heard_of(run, listener, Setting())
    return {about: Fit(each.fit.sharpness, {}, f"fitted on {run.path}") for about, each in found.items()}


def listen(run: RunCases, listener: Listener, setting: Setting) -> list[RunLeaks]:
    """Hear a run and sum it up, each sort of hidden thing apart."""
    heard = heard_of(run, listener, setting)
    return [RunLeaks(run, about, each, summary(each, run.sittings)) for about, each in heard.items()]
