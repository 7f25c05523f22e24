"""A run read against theory: how far its clues conceal or reveal the word, and what the best chameleon gains by it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from keepmum.measure.stats import ABSENT, CONFIDENCE, Estimate, bootstrap, ratio
from keepmum.report.clues import CardClues, RunClues, read_clues

if TYPE_CHECKING:
    from keepmum.theory.arrays import Indices
    from keepmum.theory.reading import BestChameleon, NeverSaid

DRAWS = 500


@dataclass(frozen=True, slots=True)
class Distances:
    """How the clues' distributions differ from word to word, at all turns or at one.

    All estimates are absent unless the word with the fewest clues has `needed` of them. `unbounded`: as counted, the KL
    divergence of two words is infinite; alpha-KL then has no value and no upper end, only a lower one. `like_chance`: p
    of a test that two words share one distribution; alpha-L1 is not told from 0 unless it is small.
    """

    clues: int
    fewest: int
    needed: int
    alpha_kl: Estimate = ABSENT
    unbounded: NeverSaid | None = None
    alpha_l1: Estimate = ABSENT
    like_chance: float | None = None
    bits: Estimate = ABSENT
    """What one clue tells of the word."""
    between: Estimate = ABSENT
    """The same over log2 K: 0 concealing, 1 revealing."""

    @property
    def absent(self) -> bool:
        """Whether there are too few clues to say anything."""
        return self.fewest < self.needed


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
    `best` is None where the exact programme would be too large or clues are too few.
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
    from keepmum.theory.reading import best_chameleon, condensed, count, reply_size

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


def distances(said: Sequence[Indices], clues: int, seed: int = 0) -> Distances:
    """alpha-KL, alpha-L1 and bits of what was said, with intervals by resampling the matches of each word."""
    from keepmum.theory.reading import bits_of_all, chance_apart, clues_needed, count

    counts = count(said, clues)
    totals = counts.sum(axis=1)
    empty = Distances(int(totals.sum()), int(totals.min()), clues_needed(counts))
    if empty.absent:
        return empty
    bits = _bits(said, counts, seed)
    kl, unbounded = _alpha_kl(said, counts, seed)
    like_chance = chance_apart(said, clues, seed=seed)
    return replace(
        empty,
        alpha_kl=kl,
        unbounded=unbounded,
        alpha_l1=_alpha_l1(said, counts, seed, like_chance),
        like_chance=like_chance,
        bits=bits,
        between=_scaled(bits, 1 / bits_of_all(len(said))),
    )


def _resampled(
    said: Sequence[Indices], clues: int, statistic: Callable[[Indices], float], seed: int, *, jackknife: bool = False
) -> Estimate:
    from keepmum.theory.reading import count

    def of(drawn: Sequence[Indices]) -> float:
        return statistic(count([each[places] for each, places in zip(said, drawn, strict=True)], clues))

    return bootstrap([len(each) for each in said], of, DRAWS, seed, jackknife)


def _alpha_kl(said: Sequence[Indices], counts: Indices, seed: int) -> tuple[Estimate, NeverSaid | None]:
    """Smoothed by half a clue. Where a word has clues that another never has, only a lower end."""
    from keepmum.theory.reading import largest_kl, never_said

    lacking = never_said(counts)
    if lacking:
        matches = [len(each) for each in said]
        low = max(_at_least(each, matches, len(said)) for each in lacking)
        return Estimate(None, low, None, sum(matches)), lacking[0]
    return _clipped(_resampled(said, counts.shape[1], largest_kl, seed), None), None


def _at_least(lacking: NeverSaid, matches: Sequence[int], words: int) -> float:
    """A lower end for the KL divergence of two words, from the share of these clues alone (data processing).

    Both shares at the far ends of their Wilson intervals, as if a match's clues were one, at a confidence that allows
    for having looked at all pairs of words.
    """
    from keepmum.theory.divergences import binary_kl

    confidence = 1 - (1 - CONFIDENCE) / (words * (words - 1))
    size = matches[lacking.word]
    low = ratio(int(lacking.share * size + 1e-9), size, confidence).low or 0.0
    high = ratio(0, matches[lacking.other], confidence).high or 0.0
    return binary_kl(low, high) if low > high else 0.0


def _alpha_l1(said: Sequence[Indices], counts: Indices, seed: int, like_chance: float) -> Estimate:
    """The low end is 0 unless all words differ by more than chance; where no clue is shared, Wilson's for 0 shared.

    The high end lies at least as far above what was counted as the low one lies below it: chance draws the smallest of
    many distances down, and correcting for bias alone could bring the high end to 0.
    """
    from keepmum.theory.reading import smallest_l1

    counted = smallest_l1(counts)
    found = _resampled(said, counts.shape[1], smallest_l1, seed)
    low, high = found.low or 0.0, found.high or 0.0
    high = max(high, 2 * counted - low)
    low = min(low, 2 * (1 - _may_share(said))) if counted == 2 else low
    return _clipped(replace(found, low=0.0 if like_chance > (1 - CONFIDENCE) / 2 else low, high=high), 2.0)


def _bits(said: Sequence[Indices], counts: Indices, seed: int) -> Estimate:
    """What one clue tells; where no clue is shared, the low end is what is left if as many are as Wilson's allows."""
    from keepmum.theory.reading import bits_left, bits_of_all, told_bits

    most = bits_of_all(len(said))
    found = _resampled(said, counts.shape[1], told_bits, seed, jackknife=True)
    if told_bits(counts) >= most - 1e-9:
        found = replace(found, low=min(found.low or 0.0, bits_left(len(said), _may_share(said))))
    return _clipped(found, most)


def _may_share(said: Sequence[Indices]) -> float:
    """How many of a word's clues may be another's too, though none was seen: Wilson's high end for 0 of its matches."""
    return ratio(0, min(map(len, said))).high or 0.0


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
    return _share(right, sum(map(len, heard.right))), _clipped(learned, bits_of_all(len(card.words)))


def _share(right: float, of: int) -> Estimate:
    """Wilson's interval for a sum in which a tie counts as its share: of the nearest whole number."""
    return replace(ratio(round(right), of), value=right / of) if of else ABSENT


def _clipped(estimate: Estimate, most: float | None) -> Estimate:
    """The estimate kept in its range: correcting for bias may lead out of it."""

    def kept(value: float | None) -> float | None:
        return None if value is None else max(0.0, value if most is None else min(value, most))

    return replace(estimate, value=kept(estimate.value), low=kept(estimate.low), high=kept(estimate.high))


def _scaled(estimate: Estimate, by: float) -> Estimate:
    ends = (estimate.value, estimate.low, estimate.high)
    value, low, high = (None if each is None else each * by for each in ends)
    return Estimate(value, low, high, estimate.n)


def _at(said: Sequence[Indices], turn: int) -> list[Indices]:
    return [each[:, turn : turn + 1] for each in said]
