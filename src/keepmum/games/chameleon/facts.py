"""What can happen in The Chameleon. Seats are 0-based; who may know each fact is said where it is born."""

from __future__ import annotations

from dataclasses import dataclass

from keepmum.core import Fact


@dataclass(frozen=True, slots=True)
class Card(Fact):
    """The card on the table: its category, its words, and how many sit around it."""

    category: str
    words: tuple[str, ...]
    players: int


@dataclass(frozen=True, slots=True)
class Identity(Fact):
    """Who you are: the chameleon, or one who knows the secret word."""

    chameleon: bool
    secret: str | None


@dataclass(frozen=True, slots=True)
class Order(Fact):
    """The order in which the seats speak."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Clue(Fact):
    """A seat's clue, as all hear it."""

    seat: int
    word: str


@dataclass(frozen=True, slots=True)
class SealedClue(Fact):
    """Your own clue, before the clues are read out."""

    seat: int
    word: str


@dataclass(frozen=True, slots=True)
class SelfReveal(Fact):
    """A clue gave the secret word itself away: it "is", "contains", "inflects" or is "part" of it."""

    seat: int
    how: str


@dataclass(frozen=True, slots=True)
class Statement(Fact):
    """What a seat said in the discussion."""

    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class Ballot(Fact):
    """Your own vote."""

    seat: int
    suspect: int


@dataclass(frozen=True, slots=True)
class Ballots(Fact):
    """Everybody's vote: `votes[seat]` is whom that seat voted for."""

    votes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Tally(Fact):
    """How many votes each seat got."""

    counts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Tie(Fact):
    """These seats have the most votes."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Appointed(Fact):
    """The seat that was drawn to break the tie."""

    seat: int


@dataclass(frozen=True, slots=True)
class Accused(Fact):
    """The seat that was identified, and whether it is the chameleon."""

    seat: int
    chameleon: bool


@dataclass(frozen=True, slots=True)
class Guess(Fact):
    """The caught chameleon's guess at the secret word."""

    seat: int
    word: str


@dataclass(frozen=True, slots=True)
class Revealed(Fact):
    """The end: who was the chameleon, and what was the word."""

    chameleon: int
    secret: str


FACTS: tuple[type[Fact], ...] = (
    Card,
    Identity,
    Order,
    Clue,
    SealedClue,
    SelfReveal,
    Statement,
    Ballot,
    Ballots,
    Tally,
    Tie,
    Appointed,
    Accused,
    Guess,
    Revealed,
)
