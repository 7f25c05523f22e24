"""One match's leaderboard, as in the article: scores by judges where there are any, else by cracks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from keepmum.core.kind import GameKind
from keepmum.judging.judged import Judged
from keepmum.play.folder import FolderError
from keepmum.play.records import Record
from keepmum.report.seating import name_of, seat_values

CRACKS, KEPT = "cracks", "kept"


@dataclass(frozen=True, slots=True)
class Ranking:
    """Who is where in a match, best first. `by`: "judge", "cracks", or "returns" where a game has no cracks.

    `survivors`: who kept its word; None where the game has no words to keep. `verdict` and `best_moment` (who, what)
    are the judge's, None without one. `judges`: each judge's scores by name; `agents`: who played, by name.
    """

    by: str
    leaderboard: tuple[tuple[str, float], ...]
    survivors: tuple[str, ...] | None
    verdict: str | None
    best_moment: tuple[str, str] | None
    judges: Mapping[str, Mapping[str, float]]
    agents: Mapping[str, str]


def rank(record: Record, kind: GameKind, judged: Judged) -> Ranking:
    """Rank the players of a valid match. Raises FolderError for a void one, RecordError for what does not fit."""
    if record.void:
        void = record.void
        raise FolderError(
            f"match {record.match} is void (player {void.seat + 1} gave no usable {void.about}: {void.cause.value}); "
            "choose another with --match"
        )
    values = seat_values(record, kind)
    names = [name_of(record, seat) for seat in range(len(record.seats))]
    by, scores = _scores(record, values, judged)
    best = judged.best
    return Ranking(
        by=by,
        leaderboard=tuple(sorted(zip(names, scores, strict=True), key=lambda each: -each[1])),
        survivors=tuple(n for n, v in zip(names, values, strict=True) if v[KEPT]) if KEPT in values[0] else None,
        verdict=judged.verdict,
        best_moment=(names[best[0]], best[1]) if best else None,
        judges={judge: dict(zip(names, each, strict=True)) for judge, each in judged.scores.items()},
        agents=dict(zip(names, record.seats, strict=True)),
    )


def _scores(
    record: Record, values: tuple[Mapping[str, float | None], ...], judged: Judged
) -> tuple[str, tuple[float, ...]]:
    if judged.mean:
        return "judge", judged.mean
    if CRACKS in values[0]:
        return CRACKS, tuple(seat[CRACKS] or 0.0 for seat in values)
    return "returns", record.returns or ()
