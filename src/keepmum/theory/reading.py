"""What counted clues give away: how far apart the words' clue distributions are, and what a listener makes of them.

Shapes: K words, R clues. `said[w]` (matches, turns) has the clues of the matches in which word w was secret, by number,
`NOTHING` where nobody who knows the word spoke. Counts are (K, R).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import ceil, log, log2
from typing import TypeAlias

import numpy as np

from keepmum.theory.arrays import Indices, Reals
from keepmum.theory.domains import require, require_probability

Said: TypeAlias = Sequence[Indices]

NOTHING = -1
HALF = 0.5
"""What is added to each count so that a logarithm stays finite (Krichevsky and Trofimov 1981)."""

FEWEST = 20
CLUES_PER_KIND = 5


def count(said: Said, clues: int) -> Indices:
    """How often each clue was said for each word: (K, R)."""
    return np.array([np.bincount(each[each != NOTHING], minlength=clues) for each in said], dtype=np.int64)


def clues_needed(counts: Indices) -> int:
    """How many clues each word needs before alphas and bits mean anything: 5 for each kind of clue, at least 20.

    The kinds are those of the two words that have most between them. What is counted is then off by about a tenth of a
    nat before any correction: (kinds - 1) / 2n for each of the two words.
    """
    kinds = ((counts[:, None] + counts[None]) > 0).sum(axis=2)
    return max(FEWEST, CLUES_PER_KIND * int(kinds.max()))


def clues_foreseen(counts: Indices) -> int:
    """As `clues_needed`, counting also the kinds that were not heard yet, by Chao's estimate from those heard once.

    Of few clues almost all are new, so what is needed as counted rises with every match; this is nearer to its end.
    """
    kinds = 0
    for first, second in combinations(counts, 2):
        both = first + second
        once, twice = int((both == 1).sum()), int((both == 2).sum())
        kinds = max(kinds, int((both > 0).sum()) + once * (once - 1) // (2 * (twice + 1)))
    return max(clues_needed(counts), CLUES_PER_KIND * kinds)


def empirical(counts: Indices) -> list[list[Fraction]]:
    """The counted distributions as exact fractions, a row a word. Raises ValueError for a word without clues."""
    require(bool((counts.sum(axis=1) > 0).all()), "a clue for every word", counts.sum(axis=1).tolist())
    return [[Fraction(int(n), int(row.sum())) for n in row] for row in counts]


def largest_kl(counts: Indices, added: float = HALF) -> float:
    """alpha-KL of the counts, in nats, `added` to each clue that one of two words has; with 0 added it may be infinite.

    Below the alpha of the true distributions where those are far apart: it grows with the logarithm of the counts.
    """
    return float(_pairwise_kl(counts, added).max())


def largest_kl_if_rarer(counts: Indices, kept: Reals) -> float:
    """alpha-KL if the one clue of the second word that matters most had but a share `kept` (K, R) of what it has."""
    divergences, shares = _pairwise_kl(counts, HALF), _pairwise_laws(counts, HALF)[0]
    return float((divergences + (shares * -np.log(kept)[None]).max(axis=2)).max())


def heard_in(said: Said, clues: int) -> Indices:
    """In how many matches of each word each clue was said: (K, R)."""
    return np.array([(by_match(each, clues) > 0).sum(axis=0) for each in said], dtype=np.int64)


def by_match(each: Indices, clues: int) -> Indices:
    """How often each clue was said in each match of one word: (matches, R)."""
    counts = np.zeros((len(each), clues), dtype=np.int64)
    match, turn = np.nonzero(each != NOTHING)
    np.add.at(counts, (match, each[match, turn]), 1)
    return counts


@dataclass(frozen=True, slots=True)
class Seldom:
    """The clue that was said in the fewest matches of a word, of all that any word has."""

    word: int
    clue: int
    matches: int


def seldom_said(heard: Indices, few: int) -> Seldom | None:
    """The clue heard in the fewest matches of some word, if in fewer than `few`; clues nobody says do not count."""
    rare = np.where(heard.sum(axis=0) > 0, heard, few)
    word, clue = divmod(int(rare.argmin()), heard.shape[1])
    least = int(rare[word, clue])
    return Seldom(word, clue, least) if least < few else None


def smallest_l1(counts: Indices) -> float:
    """alpha-L1 of the counts. Chance alone keeps it above 0: see `chance_apart`."""
    return float(_pairwise_l1(counts).min())


def told_bits(counts: Indices) -> float:
    """What one clue tells of the secret word, in bits, all words alike: 0 concealing, log2 K revealing.

    As counted: chance alone tells about (clues - 1)(words - 1) / (2 n ln 2) bits.
    """
    laws = counted_laws(counts)
    mean = laws.mean(axis=0)
    ratio = np.divide(laws, mean, out=np.ones_like(laws), where=laws > 0)
    return float((laws * np.log2(ratio)).sum(axis=1).mean())


@dataclass(frozen=True, slots=True)
class NeverSaid:
    """Clues that `word` has in a share of its clues and `other` never: as counted, the KL divergence has no bound."""

    word: int
    other: int
    clues: tuple[int, ...]
    share: float


def never_said(counts: Indices) -> tuple[NeverSaid, ...]:
    """Every ordered pair of words of which the first has clues that the second never has; largest share first."""
    laws = counted_laws(counts)
    lacking = (counts[:, None] > 0) & (counts[None] == 0)
    shares = (laws[:, None] * lacking).sum(axis=2)
    pairs = sorted(np.argwhere(shares > 0).tolist(), key=lambda pair: (-shares[tuple(pair)], pair))
    return tuple(
        NeverSaid(w, other, tuple(np.flatnonzero(lacking[w, other]).tolist()), float(shares[w, other]))
        for w, other in pairs
    )


def chance_apart(said: Said, clues: int, draws: int = 1000, seed: int = 0) -> float:
    """P(two words that share one distribution look as far apart as the two most alike do), by permuting matches.

    Small only if all words differ; the p of a test that alpha-L1 is 0, on the safe side because the pair was chosen.
    """
    rng = np.random.default_rng(seed)
    counts = count(said, clues)
    apart = _pairwise_l1(counts)
    first, second = divmod(int(apart.argmin()), len(counts))
    both = np.concatenate([said[first], said[second]])
    each = np.array([np.bincount(row[row != NOTHING], minlength=clues) for row in both])
    size, total, least = len(said[first]), each.sum(axis=0), float(apart.min()) - 1e-12
    farther = 0
    for _ in range(draws):
        part = each[rng.permutation(len(each))[:size]].sum(axis=0)
        farther += smallest_l1(np.array([part, total - part])) >= least
    return (1 + farther) / (1 + draws)


@dataclass(frozen=True, slots=True)
class Heard:
    """What a listener made of the clues of each match: for each word an array with one number a match."""

    right: list[Reals]
    """Whether the likeliest word given all clues is the secret one; ties count as a share."""
    bits: list[Reals]
    """log2 of K times the secret word's posterior after a single clue, the mean over the match's clues.

    Its mean over words is at most what one clue tells, however little the listener knows: a bound from below.
    """


def listen(said: Said, clues: int) -> Heard:
    """Let a listener that has learned from other matches hear each match.

    Each match is judged without one match of every word, so that no word is better known than another: leaving out
    the match alone would make the right word the least likely. Needs two matches of every word.
    """
    require(min(map(len, said)) >= 2, "two matches of every word", min(map(len, said)))
    heard = Heard([np.zeros(len(each)) for each in said], [np.zeros(len(each)) for each in said])
    for fold in range(max(map(len, said))):
        kept = [np.delete(each, fold % len(each), axis=0) for each in said]
        scores = _log_laws(count(kept, clues))
        for word, each in enumerate(said):
            if fold < len(each):
                told = scores[:, each[fold][each[fold] != NOTHING]]
                heard.right[word][fold] = _share(told.sum(axis=1), word)
                heard.bits[word][fold] = _posterior_bits(told, word)
    return heard


def matches_needed(needed: int, words: int, players: int) -> int:
    """How many matches of one card give each word so many clues: N - 1 a match, words dealt in turn."""
    return ceil(needed / (players - 1)) * words


def bits_of_all(words: int) -> float:
    """log2 K: what there is to know."""
    return log2(words)


def bits_left(words: int, shared: float) -> float:
    """The least a clue tells if it names the wrong word with a chance of `shared` (Fano's inequality), in bits."""
    require_probability(shared, "shared")
    doubt = -sum(p * log2(p) for p in (shared, 1 - shared) if p > 0) + shared * log2(max(words - 1, 1))
    return max(0.0, log2(words) - doubt)


def counted_laws(counts: Indices) -> Reals:
    """The counted distributions; all zeros for a word without clues."""
    return counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)


def _pairwise_laws(counts: Indices, added: float) -> tuple[Reals, Reals]:
    """The distributions of the first and the second of all ordered pairs, smoothed over the clues that either has."""
    either = (counts[:, None] + counts[None]) > 0
    total = counts.sum(axis=1)[:, None] + added * either.sum(axis=2)
    first = (counts[:, None] + added * either) / total[..., None]
    return first, (counts[None] + added * either) / total.T[..., None]


def _pairwise_kl(counts: Indices, added: float) -> Reals:
    """KL between all ordered pairs of rows: (K, K)."""
    p, q = _pairwise_laws(counts, added)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(p > 0, p * np.log(p / q), 0.0).sum(axis=2)


def _pairwise_l1(counts: Indices) -> Reals:
    """L1 between all pairs of rows: (K, K), the diagonal larger than any."""
    laws = counted_laws(counts)
    apart = np.abs(laws[:, None] - laws[None]).sum(axis=2)
    np.fill_diagonal(apart, np.inf)
    return apart


def _log_laws(counts: Indices) -> Reals:
    """Smoothed log-probabilities (K, R); a clue that nobody said before tells nothing."""
    smoothed = counts + HALF
    laws = np.log(smoothed / smoothed.sum(axis=1, keepdims=True))
    laws[:, counts.sum(axis=0) == 0] = 0.0
    return laws


def _posterior_bits(scores: Reals, word: int) -> float:
    """log2 of K times the posterior of `word` after each clue alone, on average: scores are (K, clues)."""
    if not scores.shape[1]:
        return 0.0
    highest = scores.max(axis=0)
    logs = scores[word] - highest - np.log(np.exp(scores - highest).mean(axis=0))
    return float(logs.mean()) / log(2)


def _share(scores: Reals, word: int) -> float:
    """1 over the number of words that share the best score, if `word` is one of them."""
    best = scores >= scores.max() - 1e-9
    return float(best[word] / best.sum())
