"""What a judge's reply comes to: a verdict whose labels are undone, or the reason why it is none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from keepmum.core import Status
from keepmum.measure.judge.dossier import cited, marked
from keepmum.measure.judge.paper import HIGHEST, LOWEST, TRUTHS, Paper
from keepmum.measure.judge.renaming import restore
from keepmum.measure.judge.reply import Refused, Unusable, object_of, text_of, verdict_in

LONGEST_QUOTE = 2_000
LONGEST_SENTENCE = 1_000


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


def read_scores(reply: str, paper: Paper) -> Judged | Unusable:
    """What a reply to a scores paper comes to."""
    try:
        found = verdict_in(reply, paper)
        best = object_of(found["best"], ("by", "quote"), '"best"')
        return Judged(_scores(found["scores"], paper), _moment(best, paper), _sentence(found["verdict"], paper))
    except Refused as refused:
        return refused.unusable


def read_truth(reply: str, paper: Paper) -> Truth | Unusable:
    """What a reply to an answer paper comes to."""
    try:
        found = verdict_in(reply, paper)
        words = text_of(found["words"], '"words"', LONGEST_QUOTE)
        if found["answer"] not in TRUTHS:
            raise Refused(Status.ILLEGAL, f'"answer" must be one of {", ".join(TRUTHS)}.')
        ((said),) = paper.said.values()
        original = cited(words, said)
        truthful = {"true": True, "false": False}.get(found["answer"])
        return Truth(truthful, words if original is None else original, original is not None)
    except Refused as refused:
        return refused.unusable


def _scores(found: Any, paper: Paper) -> tuple[float, ...]:
    table = object_of(found, paper.arrangement.listed_labels, '"scores"')
    return tuple(_score(table[name], name) for name in paper.arrangement.labels)


def _score(found: Any, name: str) -> float:
    number = isinstance(found, int | float) and not isinstance(found, bool)
    if not number or found not in range(LOWEST, HIGHEST + 1):
        raise Refused(Status.ILLEGAL, f"The score of {name} must be a whole number from {LOWEST} to {HIGHEST}.")
    return float(found)


def _moment(found: Mapping[str, Any], paper: Paper) -> Moment:
    quote = text_of(found["quote"], '"quote"', LONGEST_QUOTE)
    seat = paper.arrangement.seat(found["by"]) if isinstance(found["by"], str) else None
    if seat is None:
        raise Refused(Status.ILLEGAL, f'"by" must be one of {", ".join(paper.arrangement.listed_labels)}.')
    original = cited(quote, paper.said[seat])
    return Moment(seat, quote if original is None else original, original is not None)


def _sentence(found: Any, paper: Paper) -> str:
    text = text_of(found, '"verdict"', LONGEST_SENTENCE)
    if not text.strip():
        raise Refused(Status.ILLEGAL, '"verdict" must be a sentence.')
    everything = [each for own in paper.said.values() for each in own]
    return restore(marked(text.strip(), everything), paper.names, paper.arrangement.labels)
