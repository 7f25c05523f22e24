"""A keyed answer is a reply that is JSON through and through; only the keys of the ask are an answer."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, TypeAlias

from keepmum.core.agent import Reading, Status
from keepmum.core.ask import Ask, Choice, Seats, Speech, Word
from keepmum.core.parse.fault import fault

DEEPEST = 4
MOST_FIELDS = 32
ANYWAY = frozenset({"answer", "final_answer", "response"})
KEYS: dict[type[Ask], frozenset[str]] = {
    Choice: ANYWAY | {"vote", "final_vote", "guess", "choice", "option", "pick", "selection", "decision", "action"},
    Seats: ANYWAY | {"team", "seats", "players", "proposal", "members", "choice", "vote"},
    Word: ANYWAY | {"word", "clue"},
    Speech: ANYWAY | {"statement", "speech", "message", "text"},
}
ASIDE = frozenset(
    {
        "analysis",
        "confidence",
        "explanation",
        "justification",
        "notes",
        "probability",
        "rationale",
        "reason",
        "reasoning",
        "reasons",
        "thinking",
        "thought",
        "thoughts",
        "why",
    }
)


class Fields(list[tuple[str, "Json"]]):
    """The fields of an object in their order; a key may come twice."""


Json: TypeAlias = "str | bool | list[Json] | Fields | None"
Leaf: TypeAlias = Callable[[Ask, str], Reading]

_DECODER = json.JSONDecoder(object_pairs_hook=Fields, parse_int=str, parse_float=str, parse_constant=str)


class NotJson(ValueError):
    """A text that is not one JSON value."""


def decoded(text: str) -> Any:
    """The one JSON value that `text` is; numbers stay as they are written. Raises NotJson."""
    try:
        return _DECODER.decode(text)
    except (ValueError, RecursionError) as error:
        raise NotJson(str(error)) from None


def is_json(text: str) -> bool:
    """Whether `text` is one JSON value."""
    try:
        decoded(text)
    except NotJson:
        return False
    return True


def read_value(ask: Ask, value: Json, leaf: Leaf, depth: int = 0) -> Reading:
    """What a JSON value comes to; texts and numbers in it are read by `leaf`."""
    if isinstance(value, str):
        return leaf(ask, value)
    if not isinstance(value, list):
        return fault(ask, Status.UNPARSABLE, f"The JSON answers with {json.dumps(value)}.")
    if depth > DEEPEST or len(value) > MOST_FIELDS:
        return fault(ask, Status.UNPARSABLE, "The JSON is more than an answer.")
    if isinstance(value, Fields):
        return _read_fields(ask, value, leaf, depth)
    return _read_list(ask, value, leaf, depth)


def _read_fields(ask: Ask, fields: Fields, leaf: Leaf, depth: int) -> Reading:
    keys = KEYS[type(ask)] | {_key(ask.about)}
    readings = [read_value(ask, value, leaf, depth + 1) for key, value in fields if _key(key) in keys]
    if not readings:
        return fault(ask, Status.UNPARSABLE, f'The JSON has no key "{ask.about}".')
    besides = (value for key, value in fields if _key(key) not in keys | ASIDE)
    contrary = () if isinstance(ask, Speech) else (read_value(ask, value, leaf, depth + 1) for value in besides)
    return _agreed(ask, readings, [reading for reading in contrary if reading.ok])


def _read_list(ask: Ask, values: list[Json], leaf: Leaf, depth: int) -> Reading:
    if isinstance(ask, Seats):
        return _read_seats(ask, values, leaf)
    if not values or isinstance(ask, Speech):
        return fault(ask, Status.UNPARSABLE, "The JSON answers with a list.")
    return _agreed(ask, [read_value(ask, value, leaf, depth + 1) for value in values], [])


def _read_seats(ask: Seats, values: list[Json], leaf: Leaf) -> Reading:
    """Each value must be a single player."""
    numbers: list[str] = []
    for value in values:
        number = _player(ask, value, leaf)
        if number is None:
            return fault(ask, Status.ILLEGAL, "The JSON's list is not one of players by number.")
        numbers.append(number)
    return leaf(ask, ", ".join(numbers) or "none")


def _player(ask: Seats, value: Json, leaf: Leaf) -> str | None:
    """The number of the one player that `value` names, in digits."""
    if not isinstance(value, str) or (value.isascii() and value.isdecimal()):
        return value if isinstance(value, str) else None
    action = leaf(Seats(ask.about, 1, ask.n), value).action
    return str(action[0] + 1) if isinstance(action, tuple) else None


def _agreed(ask: Ask, readings: list[Reading], besides: list[Reading]) -> Reading:
    """The one reading, if all that answer come to it and nothing beside them says otherwise."""
    wrong = next((reading for reading in readings if not reading.ok), None)
    if wrong:
        return wrong
    if len({reading.action for reading in [*readings, *besides]}) > 1:
        return fault(ask, Status.AMBIGUOUS, "The JSON's keys give different answers.")
    return readings[0]


def _key(name: str) -> str:
    return name.strip().casefold().replace(" ", "_").replace("-", "_")
