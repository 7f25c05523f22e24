"""What is kept of asking: answers of methods, and what judges prefer, one line each, beside a run's records.

`RUN/preferences/answers.jsonl` has what each method answered at each occasion, `RUN/preferences/choices.jsonl` which of
two answers a judge chose. They are read back as the hostile text they may be.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from pathlib import Path

import msgspec

from keepmum.core import Call, Status
from keepmum.judging.folder import LineFolder
from keepmum.judging.lines import latest
from keepmum.measure.judge.comparison import PLACES, Which

FORMAT = 1
PREFERENCES = "preferences"
STORE = "calls.sqlite"


class Answered(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a method answered at an occasion: before move `number` of a match.

    `speech`: None where no reply could be used, and then `cause` and `reason` say why. `basis`: a digest of all that
    the seat had seen, of the ask and of the method's words.
    """

    format: int
    method: str
    match: int
    number: int
    seat: int
    role: str
    about: str
    speech: str | None
    thought: str
    cause: Status | None
    reason: str
    basis: str
    calls: tuple[Call, ...]

    @property
    def key(self) -> Hashable:
        """What a later line replaces: the same method at the same occasion."""
        return self.method, self.match, self.number


class Chosen(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a judge said of two answers to one ask, shown as `first` and `second` (methods), with `thought` or without.

    `choices`: by criterion; None where it failed, and then `cause` and `reason` say why. `forced`: the judge is the
    model of a method, and was asked nevertheless.
    """

    format: int
    judge: str
    forced: bool
    match: int
    number: int
    first: str
    second: str
    thought: bool
    choices: dict[str, Which] | None
    cause: Status | None
    reason: str
    basis: str
    calls: tuple[Call, ...]

    @property
    def key(self) -> tuple[str, int, int, str, str, bool]:
        """What a later line replaces: the same judge on the same two answers in the same order."""
        return self.judge, self.match, self.number, self.first, self.second, self.thought


def read_answers(run: Path) -> Iterator[Answered]:
    """Every answer on record. Raises VerdictError for a line that is whole and wrong."""
    return latest(run / PREFERENCES / FILES[Answered], Answered, _wrong_answer)


def read_choices(run: Path) -> Iterator[Chosen]:
    """Every choice on record. Raises VerdictError for a line that is whole and wrong."""
    return latest(run / PREFERENCES / FILES[Chosen], Chosen, _wrong_choice)


def _wrong_answer(each: Answered) -> str:
    return _first(
        {
            f"format {each.format}; this version reads {FORMAT}": each.format != FORMAT,
            "a number below 0": min(each.match, each.number, each.seat) < 0,
            "it has neither speech nor a cause, or both": (each.speech is None) == (each.cause is None),
            "a cause that is none": each.cause is Status.OK,
        }
    )


def _wrong_choice(each: Chosen) -> str:
    return _first(
        {
            f"format {each.format}; this version reads {FORMAT}": each.format != FORMAT,
            "a number below 0": min(each.match, each.number) < 0,
            "it has neither choices nor a cause, or both": (each.choices is None) == (each.cause is None),
            "a cause that is none": each.cause is Status.OK,
            "a method against itself": each.first == each.second,
            "a choice that is none": not {*(each.choices or {}).values()} <= {*PLACES},
        }
    )


def _first(wrong: dict[str, bool]) -> str:
    return next((what for what, found in wrong.items() if found), "")


FILES: dict[type, str] = {Answered: "answers.jsonl", Chosen: "choices.jsonl"}


class PreferenceFolder(LineFolder):
    """Adds answers and choices to those of a run, whose records are not touched."""

    def __init__(self, run: Path) -> None:
        super().__init__(run / PREFERENCES, FILES, "prefer")
