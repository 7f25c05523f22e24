"""A run folder read into the rows that measures count."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from itertools import takewhile
from pathlib import Path

import msgspec

from keepmum.core.kind import GameKind
from keepmum.measure.outcomes import Row
from keepmum.play.folder import read_run
from keepmum.play.records import Record, RecordError, events_of
from keepmum.play.seats import NAMES


def rows(folder: Path, kind: GameKind) -> Iterator[Row]:
    """One row for each finished match on record. Raises RecordError for a line that cannot be read."""
    for record in read_run(folder):
        yield row_of(record, kind)


def row_of(record: Record, kind: GameKind) -> Row:
    """The row of one record. Raises RecordError where its events lack what the measures count."""
    calls = [call for reply in record.replies for call in reply.calls]
    costs = [call.cost for call in calls]
    known = [cost for cost in costs if cost is not None]
    return Row(
        match=record.match,
        deal=deal_key(record),
        outcomes={} if record.void else _outcomes(record, kind),
        void=record.void.cause.value if record.void else None,
        calls=len(calls),
        tokens=sum(call.input_tokens + call.output_tokens for call in calls),
        cost=sum(known) if len(known) == len(costs) else None,
        roles=record.roles,
    )


def taken_in(found: Iterable[Row], kind: GameKind) -> frozenset[tuple[int, str]]:
    """Which seats (0-based) were on which side in some match, or in which role where there are no sides."""
    return frozenset((seat, kind.sides.get(role, role)) for row in found for seat, role in enumerate(row.roles))


def _outcomes(record: Record, kind: GameKind) -> Mapping[str, bool | None]:
    try:
        return kind.outcomes(events_of(record, kind))
    except (StopIteration, LookupError, TypeError) as error:
        raise RecordError(f"match {record.match}: its events are not those of a finished match") from error


def deal_key(record: Record) -> str:
    """Equal for two matches with the same rules and the same deal, whatever the players are called."""
    rules = {name: value for name, value in record.rules.items() if name != NAMES}
    dealt = list(takewhile(lambda move: move.seat is None, record.moves))
    return hashlib.sha256(_ENCODER.encode((record.game, rules, dealt))).hexdigest()[:16]


_ENCODER = msgspec.json.Encoder(order="sorted")
