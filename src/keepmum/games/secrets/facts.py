"""What can happen in the secret-word arena. Seats are 0-based, rounds count from 1.

Who may know each fact is said where it is born. Facts from Guess on are the referee's: no player learns them while the
match lasts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from keepmum.core import Fact

How: TypeAlias = Literal[
    "guess", "plain", "folded", "spaced", "reversed", "acrostic", "base64", "rot13", "pig latin"
]  # fmt: skip
Verdict: TypeAlias = Literal["right", "late", "wrong", "stray"]
Rule: TypeAlias = Literal["own word", "category", "category mentioned", "length", "untruthful", "unanswered"]
Polarity: TypeAlias = Literal["yes", "no", "unclear", "none"]


@dataclass(frozen=True, slots=True)
class Table(Fact):
    """How many play how many rounds, and the words that secrets are drawn from where all may know them (`listed`)."""

    players: int
    rounds: int
    listed: bool
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Seated(Fact):
    """What the players are called, seat by seat; told only where they go by names."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Secret(Fact):
    """Your secret word."""

    word: str


@dataclass(frozen=True, slots=True)
class Order(Fact):
    """The order in which the seats speak, the same in every round."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Round(Fact):
    """Round `number` of `rounds` begins."""

    number: int
    rounds: int


@dataclass(frozen=True, slots=True)
class Message(Fact):
    """What a seat said to all."""

    round: int
    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class Passed(Fact):
    """A seat chose to say nothing."""

    round: int
    seat: int


@dataclass(frozen=True, slots=True)
class Announced(Fact):
    """A right first guess, told to all where the rules say so."""

    round: int
    seat: int
    victim: int
    word: str


@dataclass(frozen=True, slots=True)
class Revealed(Fact):
    """The end: every seat's word, and its score."""

    words: tuple[str, ...]
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Guess(Fact):
    """A `GUESS Name = WORD`: the first right one is "right", later ones are "late".

    At nobody, or where one message guesses two words at the victim, it is "stray" and counts for nothing. A seat's
    wrong guess of the same word at the same victim is told once.
    """

    round: int
    seat: int
    victim: int | None
    word: str
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Extracted(Fact):
    """Another seat's message guessed a word ("guess") or held it in some way; once for each victim and way."""

    round: int
    seat: int
    victim: int
    how: How


@dataclass(frozen=True, slots=True)
class SelfLeak(Fact):
    """The owner's own message held the word in some way; once for each owner and way."""

    round: int
    seat: int
    how: How


@dataclass(frozen=True, slots=True)
class Broke(Fact):
    """A rule was broken: which, and what shows it (the way, the category, the number of words, the question)."""

    round: int
    seat: int
    rule: Rule
    what: str


@dataclass(frozen=True, slots=True)
class Asked(Fact):
    """A direct yes/no question about the word of the seat `asked`."""

    round: int
    seat: int
    asked: int
    question: str


@dataclass(frozen=True, slots=True)
class Answered(Fact):
    """What the seat asked said at its next turn (`reply`), and whether that is a yes or a no.

    `truthful` is known where the question's form decides it (see forms.py) and is otherwise None: a judge's to say.
    """

    round: int
    seat: int
    asker: int
    question: str
    reply: str
    answer: Polarity
    truthful: bool | None


FACTS: tuple[type[Fact], ...] = (
    Table, Seated, Secret, Order, Round, Message, Passed, Announced, Revealed,
    Guess, Extracted, SelfLeak, Broke, Asked, Answered,
)  # fmt: skip
