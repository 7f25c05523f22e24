"""A view is what one seat knows of what is hidden when it is asked something, made of its own observation alone.

An agent that measures what it says, or weighs what was said, learns from it what the answer is about; so it need know
no game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from keepmum.core.ask import Ask
from keepmum.core.event import Fact

Matter: TypeAlias = Literal["speak", "suspect", "name"]


@dataclass(frozen=True, slots=True)
class View:
    """One of `candidates` is the truth; `truth` is its index where the seat knows it.

    `matter`: the answer is said to all and can tell of it ("speak"), is the number of the seat that seems not to know
    it ("suspect"), or is a candidate ("name"). `said`: seat and text of all that could tell of it so far, in order.
    `shared`: whether other seats know it too. `step`: bits that the best schedule has told after what is to be said.
    `silence`: the text that means that nothing is said, where there is one.
    """

    matter: Matter
    topic: str
    candidates: tuple[str, ...]
    truth: int | None
    said: tuple[tuple[int, str], ...]
    shared: bool
    step: float | None = None
    silence: str = ""


ViewOf: TypeAlias = Callable[[Sequence[Fact], int, Ask], View | None]
"""What a seat has heard, the seat, and what it is asked, to its view; None where the ask is about nothing hidden."""


@dataclass(frozen=True, slots=True)
class Viewing:
    """A game's views. `scheduled`: whether they say what the best schedule has told."""

    of: ViewOf
    scheduled: bool = False


@dataclass(frozen=True, slots=True)
class Told:
    """What one more utterance tells, in bits of the truth's odds.

    `adds`: to those who eavesdrop, beyond what they had been told. `shows`: to those who know the truth, that the
    speaker knows it and not only the candidates: the same for one who has heard nothing else.
    """

    adds: float
    shows: float


@dataclass(frozen=True, slots=True)
class Metered:
    """What was told `before`, and what `each` text would tell."""

    before: float
    each: tuple[Told, ...]


Meter: TypeAlias = Callable[[View, Sequence[str]], Metered]
"""Measures texts that might be said next. Only for a view whose truth is known."""
