"""What is hidden in a match, and what was said that could tell of it: the question a listener answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from keepmum.core.event import Event


@dataclass(frozen=True, slots=True)
class Utterance:
    """Event `number`, in which `seat` said or openly did something; `text` shows it.

    `informed`: whether the speaker knew what is hidden, so that the utterance can tell of it.
    """

    number: int
    seat: int
    text: str
    informed: bool


@dataclass(frozen=True, slots=True)
class Hidden:
    """One of `candidates` is the truth (its index is `truth`), and an eavesdropper knows their `prior` odds.

    `about` names it. `friends` are the seats that know it, of whom one is its `owner` where somebody has it; all other
    seats eavesdrop. `utterances` are all that could tell of it, in order. `sort` says what candidates are: only words
    can be compared with what is said.
    """

    about: str
    sort: Literal["words", "seats"]
    candidates: tuple[str, ...]
    truth: int
    prior: tuple[float, ...]
    owner: int | None
    friends: tuple[int, ...]
    utterances: tuple[Utterance, ...]

    def __post_init__(self) -> None:
        if len(self.prior) != len(self.candidates) or not 0 <= self.truth < len(self.candidates):
            raise ValueError(f"{self.about}: {len(self.candidates)} candidates, {len(self.prior)} odds, {self.truth=}")
        if not self.prior[self.truth] > 0 or min(self.prior) < 0:
            raise ValueError(f"{self.about}: odds are not negative, and those of the truth are not 0")


HiddenOf: TypeAlias = Callable[[Sequence[Event]], tuple[Hidden, ...]]

Code: TypeAlias = Callable[[Sequence[Event], Hidden], Sequence[Sequence[float]]]
"""A way of speaking that is known exactly: for each utterance log P(it | candidate, all before), up to a constant.

-inf rules a candidate out. An informed utterance's row is what the eavesdropper learns from it. A code that reads each
text for itself has an attribute `ordered` that is False.
"""

CodeMaker: TypeAlias = Callable[[Mapping[str, str]], Code]


def evenly(many: int) -> tuple[float, ...]:
    """The prior of as many candidates that are all as likely."""
    return (1.0 / many,) * many
