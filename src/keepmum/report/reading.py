"""A run read against theory: how far its clues conceal or reveal the word, and what the best chameleon gains by it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from keepmum.measure.stats import ABSENT, Estimate, bootstrap, ratio
from keepmum.report.apart import DRAWS, Distances, clipped, distances
from keepmum.report.clues import CardClues, RunClues, read_clues

if TYPE_CHECKING:
    from keepmum.theory.arrays import Indices
    from keepmum.theory.best_chameleon import BestChameleon


@dataclass(frozen=True, slots=True)
class Bounds:
    """What nobody exceeds with stationary clues at these alphas: team wins, and guesses from the clues alone.

    `_safe`: at that end of the interval which allows more.
    """

    win_concealing: float
    win_concealing_safe: float
    guess_concealing: float
    guess_concealing_safe: float
    win_revealing: float
    win_revealing_safe: float


@dataclass(frozen=True, slots=True)
class CardReading:
    """One card of a run: distances over all turns and turn by turn, and what the best chameleon would have made of it.

    `listener`: how often the likeliest word given all clues of a match is right, learned from other matches; `learned`:
    the bits that one clue tells it, at most what a clue tells at all. Both need two matches of every word and no more.
    `best` is of all turns together, as if clues did not depend on what was heard; None where the exact programme
    would be too large or clues are too few.
    """

    clues: CardClues
    overall: Distances
    turns: tuple[Distances, ...]
    bounds: Bounds | None
    best: BestChameleon | None
    best_size: int
    listener: Estimate
    learned: Estimate
    won: Estimate
    guessed: Estimate
    """How often this run's chameleons, once caught, guessed right."""

    @property
    def matches_needed(self) -> int:
        """About how many matches of this card it takes to say something, kinds not yet heard included."""
        from keepmum.theory.reading import clues_foreseen, count, matches_needed

        foreseen = clues_foreseen(count(self.clues.said, len(self.clues.clues)))
        return matches_needed(foreseen, len(self.clues.words), self.clues.players)


@dataclass(frozen=True, slots=True)
class RunReading:
    """A run's cards, read one by one, and the listener over all of them."""

    path: Path
    seats: Mapping[str, str]
    voids: Mapping[str, int]
    cards: tuple[CardReading, ...]
    listener: Estimate

    @property
    def matches(self) -> int:
        return sum(card.clues.outcome.matches for card in self.cards)


def read_a_run(folder: Path, category: str | None = None, seed: int = 0) -> RunReading:
    """Read the clues of a run, of one card or of all. Raises what `clues.read_clues` raises."""
    run: RunClues = read_clues(folder, category)
    cards = tuple(read_card(card, seed) for card in run.cards)
    heard = [card.listener for card in cards if not card.listener.absent]
    right = sum((each.value or 0.0) * each.n for each in heard)
    return RunReading(folder, run.manifest.seats, run.voids, cards, _share(right, sum(each.n for each in heard)))


def read_card(card: CardClues, seed: int = 0) -> CardReading:
    """Read one card."""
    from keepmum.theory.best_chameleon import best_chameleon, condensed, reply_size
    from keepmum.theory.reading import count

    counts = count(card.said, len(card.clues))
    overall = distances(card.said, len(card.clues), seed)
    columns = condensed(counts)[0].shape[1]
    end = card.outcome
    listener, learned = _listener(card, seed)
    return CardReading(
        clues=card,
        overall=overall,
        turns=tuple(distances(_at(card.said, turn), len(card.clues), seed) for turn in range(card.players)),
        bounds=None if overall.absent else _bounds(overall, card.players, len(card.words)),
        best=None if overall.absent else best_chameleon(counts, card.players),
        best_size=reply_size(card.players, len(card.words), columns),
        listener=listener,
        learned=learned,
        won=ratio(end.won, end.matches),
        guessed=ratio(end.guessed, end.identified),
    )


def _bounds(found: Distances, players: int, words: int) -> Bounds:
    from keepmum.theory.propositions import concealing_bound, prop6, prop6_sharp, revealing_bound

    def guess(alpha: float) -> float:
        return min(1.0, prop6(players, words, alpha), prop6_sharp(players, words, alpha))

    def conceal(bound: Callable[[float], float], alpha: float | None, nothing: float) -> float:
        return nothing if alpha is None else bound(alpha)

    win = partial(concealing_bound, players, words)
    reveal = partial(revealing_bound, players, words)
    most = (words - 1) / words
    kl, l1 = found.alpha_kl, found.alpha_l1
    return Bounds(
        win_concealing=conceal(win, kl.value, most),
        win_concealing_safe=conceal(win, kl.high, most),
        guess_concealing=conceal(guess, kl.value, 1.0),
        guess_concealing_safe=conceal(guess, kl.high, 1.0),
        win_revealing=min(most, reveal(l1.value or 0.0)),
        win_revealing_safe=min(most, reveal(l1.low or 0.0)),
    )


def _listener(card: CardClues, seed: int) -> tuple[Estimate, Estimate]:
    """How often a listener is right, and the bits that one clue tells it."""
    from keepmum.theory.reading import bits_of_all, listen

    if min(map(len, card.said)) < 2:
        return ABSENT, ABSENT
    heard = listen(card.said, len(card.clues))

    def of(drawn: Sequence[Indices]) -> float:
        means = [float(bits[places].mean()) for bits, places in zip(heard.bits, drawn, strict=True)]
        return sum(means) / len(means)

    learned = bootstrap([len(bits) for bits in heard.bits], of, DRAWS, seed)
    right = float(sum(each.sum() for each in heard.right))
    return _share(right, sum(map(len, heard.right))), clipped(learned, bits_of_all(len(card.words)))


def _share(right: float, of: int) -> Estimate:
    """Wilson's interval for a sum in which a tie counts as its share: of the nearest whole number."""
    return replace(ratio(round(right), of), value=right / of) if of else ABSENT


def _at(said: Sequence[Indices], turn: int) -> list[Indices]:
    return [each[:, turn : turn + 1] for each in said]
