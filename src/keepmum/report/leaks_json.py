"""The leak meter for programs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from math import isfinite
from typing import Any

from keepmum.measure.leaks.trace import Trace
from keepmum.report.leaks import RunLeaks


def runs_json(runs: Sequence[RunLeaks], spec: str) -> dict[str, Any]:
    """Every sum of every run. An absent value is null, and so is an infinite one (temperature: hears nothing)."""
    told = [
        {
            "run": str(each.run.path),
            "about": each.about,
            "matches": len(each.run.sittings),
            "void": dict(each.run.voids),
            **asdict(each.summary),
        }
        for each in runs
    ]
    return {"listener": spec, "runs": _finite(told)}


def match_json(traces: Sequence[Trace], spec: str) -> dict[str, Any]:
    """One match: what is hidden, and after each utterance the whole posterior."""
    return {"listener": spec, "match": traces[0].case.match, "hidden": [_finite(_trace(each)) for each in traces]}


def _trace(trace: Trace) -> dict[str, Any]:
    hidden = trace.case.hidden
    return {
        "about": hidden.about,
        "owner": hidden.owner,
        "truth": hidden.candidates[hidden.truth],
        "prior": dict(zip(hidden.candidates, hidden.prior, strict=True)),
        "entropy": float(trace.entropy[0]),
        "utterances": [
            {
                "event": said.number,
                "seat": said.seat,
                "text": said.text,
                "informed": said.informed,
                "added": float(trace.added[at]),
                "alone": float(trace.alone[at]),
                "leak": float(trace.leak[at + 1]),
                "entropy": float(trace.entropy[at + 1]),
                "rank": float(trace.rank[at + 1]),
                "posterior": dict(zip(hidden.candidates, trace.weights[at + 1].tolist(), strict=True)),
            }
            for at, said in enumerate(trace.utterances)
        ],
    }


def _finite(value: Any) -> Any:
    """JSON has no infinity."""
    match value:
        case float():
            return value if isfinite(value) else None
        case dict():
            return {key: _finite(each) for key, each in value.items()}  # pyright: ignore[reportUnknownVariableType]
        case list() | tuple():
            return [_finite(each) for each in value]  # pyright: ignore[reportUnknownVariableType]
        case _:
            return value
