"""A line is one case for the command: an ask and a reply as JSON, answered by the reading as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, cast

from keepmum.core.ask import Ask, Choice, Seats, Speech, Word
from keepmum.core.options import unknown
from keepmum.core.parse.reader import read

ERROR = "error"
KINDS = ("choice", "seats", "word", "speech")
SHAPE = (
    '{"ask": {"choice": [...]} | {"word": {}} | {"seats": {"k": 3, "n": 6}} | {"speech": {"max_words": 60}}, '
    '"reply": "..."}'
)


class LineError(ValueError):
    """A line that holds no case. The text says what was wrong and what a line looks like."""


@dataclass(frozen=True, slots=True)
class Case:
    """A reply to be read under an ask."""

    ask: Ask
    reply: str


def parse_line(line: str) -> dict[str, Any]:
    """The reading of one line: `status`, `action` (seats from 1) and, where there is no action, `reason`.

    A malformed line gets the status "error". Blank lines are malformed too.
    """
    try:
        case = _case(line)
    except LineError as error:
        return {"status": ERROR, "action": None, "reason": str(error)}
    reading = read(case.ask, case.reply)
    if not reading.ok:
        return {"status": reading.status.value, "action": None, "reason": reading.reason}
    action = [seat + 1 for seat in reading.action] if isinstance(reading.action, tuple) else reading.action
    return {"status": reading.status.value, "action": action}


def parse_lines(lines: Iterable[str]) -> Iterator[dict[str, Any]]:
    """The readings of all lines that are not blank."""
    return (parse_line(line) for line in lines if line.strip())


def _case(line: str) -> Case:
    try:
        found: Any = json.loads(line.strip().removeprefix("\ufeff"))
    except (ValueError, RecursionError) as error:
        raise LineError(f"this line is not JSON ({error}); a line looks like {SHAPE}") from None
    table = _table(found, "this line")
    reply = table.get("reply")
    if not isinstance(reply, str):
        raise LineError(f'"reply" is {reply!r}, not a text; a line looks like {SHAPE}')
    return Case(_ask(_table(table.get("ask"), '"ask"')), reply)


def _table(value: Any, what: str) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise LineError(f"{what} is not a JSON object; a line looks like {SHAPE}")
    return cast("dict[str, Any]", value)


def _ask(table: Mapping[str, Any]) -> Ask:
    about = table.get("about")
    kinds = [key for key in table if key != "about"]
    if len(kinds) != 1 or kinds[0] not in KINDS:
        wrong = unknown(kinds[0], KINDS) if len(kinds) == 1 else f"one of {', '.join(KINDS)}, not {len(kinds)} kinds"
        raise LineError(f'"ask" must be {wrong}')
    return _ask_of(kinds[0], table[kinds[0]], about if isinstance(about, str) else None)


def _ask_of(kind: str, value: Any, about: str | None) -> Ask:
    if kind == "choice":
        return Choice(about or "answer", _texts(value))
    table = _table(value, f'"{kind}"')
    if kind == "seats":
        n = _count(table, "n", 1)
        return Seats(about or "team", _count(table, "k", 1, n), n)
    if kind == "speech":
        return Speech(about or "statement", _count(table, "max_words", 1))
    return Word(about or "word", _texts(table["taken"]) if table.get("taken") else ())


def _texts(value: Any) -> tuple[str, ...]:
    texts = cast("list[Any]", value) if isinstance(value, list) else []
    if not texts or not all(isinstance(text, str) and _whole(text) for text in texts) or len({*texts}) < len(texts):
        raise LineError("options are a list of one or more different texts")
    return tuple(texts)


def _whole(text: str) -> bool:
    """Without halves of surrogate pairs, which no file can hold."""
    return bool(text) and not any("\ud800" <= char <= "\udfff" for char in text)


def _count(table: Mapping[str, Any], key: str, low: int, high: int = 10_000) -> int:
    value = table.get(key)
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise LineError(f'"{key}" is {value!r}, not a whole number from {low} to {high}')
    return value
