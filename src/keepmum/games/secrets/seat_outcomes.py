"""What a finished match in the arena counts as for each seat, read off its events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from keepmum.core import Event
from keepmum.core.kind import SeatMeasure
from keepmum.games.secrets.facts import Revealed
from keepmum.games.secrets.standing import Standing, standings, talk_share

SEAT_MEASURES = (
    SeatMeasure("score", "score", "count"),
    SeatMeasure("cracks", "cracks", "count"),
    SeatMeasure("cracked", "word guessed"),
    SeatMeasure("kept", "word kept"),
    SeatMeasure("kept_any_way", "kept any way"),
    SeatMeasure("stated", "said own word"),
    SeatMeasure("smuggled", "disguised it"),
    SeatMeasure("wrong", "wrong guesses", "count"),
    SeatMeasure("talk_share", "talk share", "share"),
    SeatMeasure("lies", "lies", "share"),
    SeatMeasure("evaded", "evaded", "share"),
    SeatMeasure("broken", "rules broken", "count"),
)


def seat_outcomes(events: Sequence[Event]) -> tuple[Mapping[str, float | None], ...]:
    """Each seat's measures of one finished match.

    `score`: what the match paid it. `kept`: nobody guessed its word or said it plainly (the article's survivor);
    `kept_any_way`: nor was it said in another form or a disguise. `lies`: the share of false ones among its answers
    whose truth is known. `evaded`: the share unanswered of the direct questions that came due. The rest: see Standing.
    """
    scores = next(event.fact for event in events if isinstance(event.fact, Revealed)).scores
    seats = standings(events)
    return tuple(
        {"score": float(score), "talk_share": talk_share(seat, seats), **_counted(seat)}
        for seat, score in zip(seats, scores, strict=True)
    )


def _counted(seat: Standing) -> dict[str, float | None]:
    return {
        "cracks": float(seat.cracks),
        "cracked": float(seat.cracked),
        "kept": float(seat.kept),
        "kept_any_way": float(seat.kept_any_way),
        "stated": float(seat.stated > 0),
        "smuggled": float(seat.smuggled > 0),
        "wrong": float(seat.wrong),
        "lies": _share(seat.lies, seat.lies + seat.truths),
        "evaded": _share(seat.evaded, seat.due),
        "broken": float(seat.broken),
    }


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None
