"""A judge's reply is one JSON object, the whole of it, with the code it was given; anything else is a failure.

Nothing is cut out of prose, mended or filled in: what a player wrote and a judge repeated can never be the verdict.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from keepmum.core import Status
from keepmum.measure.judge.dossier import cited
from keepmum.measure.judge.paper import HIGHEST, LOWEST, TRUTHS, Paper
from keepmum.measure.judge.renaming import restore

LONGEST_REPLY = 100_000
LONGEST_QUOTE = 2_000
LONGEST_SENTENCE = 1_000
_FENCED = re.compile(r"```(?:json)?[ \t]*\n(.*)\n```", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Unusable:
    """A reply that is no verdict: the cause, and the reason as the judge is told it."""

    cause: Status
    reason: str


@dataclass(frozen=True, slots=True)
class Moment:
    """The best moment: the seat, the words quoted, and whether that seat said them."""

    seat: int
    quote: str
    cited: bool


@dataclass(frozen=True, slots=True)
class Judged:
    """A verdict on a match, labels undone: a score for each seat, the best moment, and a sentence."""

    scores: tuple[float, ...]
    best: Moment
    verdict: str


@dataclass(frozen=True, slots=True)
class Truth:
    """A verdict on an answer: true, false or (None) unclear, the words it rests on, and whether the reply has them."""

    truthful: bool | None
    words: str
    cited: bool


class _Refused(Exception):
    """Why a reply cannot be used."""

    def __init__(self, cause: Status, reason: str) -> None:
        super().__init__(reason)
        self.unusable = Unusable(cause, reason)


def read_scores(reply: str, paper: Paper) -> Judged | Unusable:
    """What a reply to a scores paper comes to."""
    try:
        found = _verdict(reply, paper)
        best = _object(found["best"], ("by", "quote"), '"best"')
        return Judged(_scores(found["scores"], paper), _moment(best, paper), _sentence(found["verdict"], paper))
    except _Refused as refused:
        return refused.unusable


def read_truth(reply: str, paper: Paper) -> Truth | Unusable:
    """What a reply to an answer paper comes to."""
    try:
        found = _verdict(reply, paper)
        words = _text(found["words"], '"words"', LONGEST_QUOTE)
        if found["answer"] not in TRUTHS:
            raise _Refused(Status.ILLEGAL, f'"answer" must be one of {", ".join(TRUTHS)}.')
        ((said),) = paper.said.values()
        original = cited(words, said)
        truthful = {"true": True, "false": False}.get(found["answer"])
        return Truth(truthful, words if original is None else original, original is not None)
    except _Refused as refused:
        return refused.unusable


def _verdict(reply: str, paper: Paper) -> Mapping[str, Any]:
    """The one object that the reply is, with the keys of the paper's schema and its code."""
    text = reply.strip()
    if not text:
        raise _Refused(Status.EMPTY, "It was empty.")
    if len(text) > LONGEST_REPLY:
        raise _Refused(Status.TOO_LONG, f"It had {len(text)} characters; {LONGEST_REPLY} is the most.")
    fenced = _FENCED.fullmatch(text)
    found = _object(_decoded(fenced[1] if fenced else text), tuple(paper.schema["required"]), "the verdict")
    if found["code"] != paper.code:
        raise _Refused(Status.UNPARSABLE, "It did not bear the code of this request.")
    return found


def _decoded(text: str) -> Any:
    try:
        return json.loads(text, object_pairs_hook=_once, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        raise _Refused(Status.UNPARSABLE, "It was not one JSON object and nothing else.") from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len({key for key, _ in pairs}) != len(pairs):
        raise _Refused(Status.AMBIGUOUS, "A key came twice.")
    return dict(pairs)


def _no_constant(name: str) -> Any:
    raise ValueError(name)


def _object(found: Any, keys: tuple[str, ...], what: str) -> Mapping[str, Any]:
    if not isinstance(found, dict):
        raise _Refused(Status.UNPARSABLE, f"{what} was not a JSON object.")
    table = cast("dict[str, Any]", found)
    if set(table) != set(keys):
        raise _Refused(Status.UNPARSABLE, f"{what} must have exactly the keys {', '.join(keys)}.")
    return table


def _scores(found: Any, paper: Paper) -> tuple[float, ...]:
    table = _object(found, paper.arrangement.listed_labels, '"scores"')
    return tuple(_score(table[name], name) for name in paper.arrangement.labels)


def _score(found: Any, name: str) -> float:
    number = isinstance(found, int | float) and not isinstance(found, bool)
    if not number or found not in range(LOWEST, HIGHEST + 1):
        raise _Refused(Status.ILLEGAL, f"The score of {name} must be a whole number from {LOWEST} to {HIGHEST}.")
    return float(found)


def _moment(found: Mapping[str, Any], paper: Paper) -> Moment:
    quote = _text(found["quote"], '"quote"', LONGEST_QUOTE)
    seat = paper.arrangement.seat(found["by"]) if isinstance(found["by"], str) else None
    if seat is None:
        raise _Refused(Status.ILLEGAL, f'"by" must be one of {", ".join(paper.arrangement.listed_labels)}.')
    original = cited(quote, paper.said[seat])
    return Moment(seat, quote if original is None else original, original is not None)


def _sentence(found: Any, paper: Paper) -> str:
    text = _text(found, '"verdict"', LONGEST_SENTENCE)
    if not text.strip():
        raise _Refused(Status.ILLEGAL, '"verdict" must be a sentence.')
    return restore(text.strip(), paper.names, paper.arrangement.labels)


def _text(found: Any, what: str, longest: int) -> str:
    if not isinstance(found, str):
        raise _Refused(Status.UNPARSABLE, f"{what} must be text.")
    if len(found) > longest:
        raise _Refused(Status.ILLEGAL, f"{what} had {len(found)} characters; {longest} is the most.")
    return found
