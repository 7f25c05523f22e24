"""Who said what for which word: the clues of a run's non-chameleons, card by card, as numbers that theory can read."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING

from keepmum.core import Fact
from keepmum.core.fold import fold
from keepmum.games.chameleon import KIND
from keepmum.games.chameleon.facts import Card, Clue, Order, Revealed
from keepmum.play.folder import FolderError, Manifest, read_manifest, read_run
from keepmum.play.records import Record, events_of

if TYPE_CHECKING:
    from keepmum.theory.arrays import Indices


@dataclass(frozen=True, slots=True)
class Outcome:
    """Of some matches: how many there were, how many the team won, the chameleon was identified, and then guessed."""

    matches: int
    won: int
    identified: int
    guessed: int


@dataclass(frozen=True, slots=True)
class CardClues:
    """All that was said on one card. `said[w]` (matches, turns) has clues by number in `clues`, `NOTHING` of theory
    where the chameleon spoke; two spellings of a clue are one if they fold to the same."""

    category: str
    words: tuple[str, ...]
    clues: tuple[str, ...]
    said: tuple[Indices, ...]
    outcome: Outcome

    @property
    def players(self) -> int:
        return self.said[0].shape[1]


@dataclass(frozen=True, slots=True)
class RunClues:
    """A run's cards, those dealt most often first, and what was left out: void matches, by cause."""

    path: Path
    manifest: Manifest
    cards: tuple[CardClues, ...]
    voids: Mapping[str, int]


@dataclass(slots=True)
class _Pile:
    """The matches of one card as they are read: number, secret word, and the clues by turn, None for the chameleon."""

    category: str
    words: tuple[str, ...]
    rows: list[tuple[int, int, list[str | None]]] = field(default_factory=list[tuple[int, int, list[str | None]]])
    ends: Counter[str] = field(default_factory=Counter[str])

    def add(self, match: int, facts: Sequence[Fact], ends: Mapping[str, bool | None]) -> None:
        end = next(fact for fact in facts if isinstance(fact, Revealed))
        order = next(fact.seats for fact in facts if isinstance(fact, Order))
        row: list[str | None] = [None] * len(order)
        for fact in facts:
            if isinstance(fact, Clue) and fact.seat != end.chameleon:
                row[order.index(fact.seat)] = sys.intern(fact.word)
        self.rows.append((match, self.words.index(end.secret), row))
        self.ends.update(name for name, true in ends.items() if true)

    def clues(self) -> CardClues:
        """In the order of the matches' numbers, so that it does not matter which finished first."""
        import numpy as np

        from keepmum.theory.reading import NOTHING

        self.rows.sort(key=lambda row: row[0])
        spelled = _Spellings()
        said: list[list[list[int]]] = [[] for _ in self.words]
        for _, word, row in self.rows:
            said[word].append([NOTHING if clue is None else spelled.number(clue) for clue in row])
        turns = len(self.rows[0][2])
        arrays = tuple(np.array(rows, dtype=np.int64).reshape(-1, turns) for rows in said)
        outcome = Outcome(len(self.rows), self.ends["win"], self.ends["identified"], self.ends["second_chance"])
        return CardClues(self.category, self.words, tuple(spelled.first), arrays, outcome)


class _Spellings:
    """Clues by number; those that fold to the same text are one, spelled as it first came."""

    def __init__(self) -> None:
        self.first: list[str] = []
        self._numbers: dict[str, int] = {}

    def number(self, clue: str) -> int:
        number = self._numbers.setdefault(fold(clue) or clue, len(self.first))
        if number == len(self.first):
            self.first.append(clue)
        return number


def read_clues(folder: Path, category: str | None = None) -> RunClues:
    """The clues of a run of The Chameleon; with `category`, of that card alone. Finished matches only.

    Raises FolderError for a run of another game, or where nothing was played; RecordError for a line that is wrong.
    """
    manifest = read_manifest(folder)
    if manifest.game != KIND.name:
        raise FolderError(f"{folder} is a run of {manifest.game}; clues can be read of {KIND.name} only")
    piles: dict[tuple[str, tuple[str, ...]], _Pile] = {}
    voids: Counter[str] = Counter()
    for record in read_run(folder):
        if record.void:
            voids[record.void.cause.value] += 1
        else:
            _put(piles, record)
    if not piles:
        raise FolderError(f"{folder} has no finished match to read ({sum(voids.values())} void)")
    found = _wanted(piles, category, folder)
    cards = sorted((pile.clues() for pile in found), key=lambda card: (-card.outcome.matches, card.category))
    return RunClues(folder, manifest, tuple(cards), dict(voids))


def _put(piles: dict[tuple[str, tuple[str, ...]], _Pile], record: Record) -> None:
    """Cards are the same if their category and their words are, in whatever order they lay."""
    events = events_of(record, KIND)
    facts = [event.fact for event in events]
    card = next(fact for fact in facts if isinstance(fact, Card))
    words = tuple(sorted(card.words))
    pile = piles.setdefault((card.category, words), _Pile(card.category, words))
    pile.add(record.match, facts, KIND.outcomes(events))


def _wanted(piles: Mapping[tuple[str, tuple[str, ...]], _Pile], category: str | None, folder: Path) -> Sequence[_Pile]:
    if category is None:
        return list(piles.values())
    found = [pile for pile in piles.values() if fold(pile.category) == fold(category)]
    if not found:
        known = sorted({pile.category for pile in piles.values()})
        near = ", ".join(map(repr, get_close_matches(category, known, 3, 0)))
        raise FolderError(f"{folder} has no card {category!r} among its {len(known)}; the nearest are {near}")
    return found
