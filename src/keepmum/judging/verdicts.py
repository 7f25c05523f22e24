"""Verdicts lie beside a run's records, one line each, and are read back as the hostile text they may be.

`RUN/verdicts/scores.jsonl` has what judges said of whole matches, `RUN/verdicts/answers.jsonl` what they said of single
answers. Seats are true seats (0-based); labels and orders are undone when a verdict is written.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterator
from pathlib import Path

import msgspec

from keepmum.core import Call, Status
from keepmum.judging.lines import VerdictError as VerdictError
from keepmum.judging.lines import latest

FORMAT = 1
VERDICTS = "verdicts"
SCORES = "scores.jsonl"
ANSWERS = "answers.jsonl"
LOWEST, HIGHEST = 0.0, 10.0
MOST_PLAYERS = 1000


class Best(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The moment a judge liked best: who said it, the words it quoted, and whether that seat did say them.

    Only a `cited` moment may be shown as one.
    """

    seat: int
    quote: str
    cited: bool


class Verdict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one judge, asked in one order, said of one match.

    `judge`: the model and its options. `forced`: it is the model of one of the players, and was asked nevertheless.
    `order`: which asking of the match, from 0. `listed`: the seats in the order the judge saw them, `labels` what each
    seat was called, by seat. `scores`: by seat, from 0 to 10; None where it failed, and then `cause` and `reason` say
    why. `basis`: a digest of all that was put to the judge. `again`: how often it was asked again after a failure.
    `named`: players' names were shown to see what that does; it is no score of the match.
    """

    format: int
    judge: str
    forced: bool
    match: int
    order: int
    listed: tuple[int, ...]
    labels: tuple[str, ...]
    scores: tuple[float, ...] | None
    best: Best | None
    verdict: str
    cause: Status | None
    reason: str
    basis: str
    calls: tuple[Call, ...]
    again: int = 0
    named: bool = False

    @property
    def key(self) -> Hashable:
        """What a later line replaces: the same judge on the same match in the same order, under labels or by name."""
        return self.judge, self.match, self.order, self.named


class AnswerVerdict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one judge said of one answer to a direct question.

    `number`: which of the match's events the answer is. `truthful`: None is unclear, or failed where there is a
    `cause`. `words`: what of the reply it rests on, and `cited` whether the reply has them.
    """

    format: int
    judge: str
    forced: bool
    match: int
    number: int
    seat: int
    truthful: bool | None
    words: str
    cited: bool
    cause: Status | None
    reason: str
    basis: str
    calls: tuple[Call, ...]
    again: int = 0

    @property
    def key(self) -> Hashable:
        """What a later line replaces: the same judge on the same answer."""
        return self.judge, self.match, self.number

    @property
    def counted(self) -> bool | None:
        """Its truth, where the judge rests on words that the reply has; else None."""
        return self.truthful if self.cited else None


def read_verdicts(run_folder: Path) -> Iterator[Verdict]:
    """Every verdict on the matches of a run; of two for the same judge, match and order, the later.

    None where nothing was judged. Raises VerdictError for a line that is whole and wrong.
    """
    return latest(run_folder / VERDICTS / SCORES, Verdict, _wrong_score)


def read_answers(run_folder: Path) -> Iterator[AnswerVerdict]:
    """Every verdict on single answers, the later of two for the same judge and answer. Raises VerdictError."""
    return latest(run_folder / VERDICTS / ANSWERS, AnswerVerdict, _wrong_answer)


def _wrong_score(each: Verdict) -> str:
    """What cannot be in a verdict that its types allow, or nothing."""
    players = len(each.listed)
    scores = each.scores or ()
    cases = {
        f"format {each.format}; this version reads {FORMAT}": each.format != FORMAT,
        "a number below 0": min(each.match, each.order, each.again) < 0,
        "no players, or too many": not 0 < players <= MOST_PLAYERS,
        "the seats listed are not each seat once": sorted(each.listed) != list(range(players)),
        "not one label of its own for each seat": len({*each.labels}) != players or len(each.labels) != players,
        "it has neither scores nor a cause, or both": (each.scores is None) == (each.cause is None),
        "a cause that is none": each.cause is Status.OK,
        "not one score for each seat": each.scores is not None and len(scores) != players,
        "a score that is not from 0 to 10": not all(math.isfinite(s) and LOWEST <= s <= HIGHEST for s in scores),
        "a best moment of nobody": each.best is not None and not 0 <= each.best.seat < players,
        "a best moment without scores": each.best is not None and each.scores is None,
    }
    return next((what for what, found in cases.items() if found), "")


def _wrong_answer(each: AnswerVerdict) -> str:
    cases = {
        f"format {each.format}; this version reads {FORMAT}": each.format != FORMAT,
        "a number below 0": min(each.match, each.number, each.seat, each.again) < 0,
        "a cause that is none": each.cause is Status.OK,
        "it has both a truth and a cause": each.cause is not None and each.truthful is not None,
    }
    return next((what for what, found in cases.items() if found), "")
