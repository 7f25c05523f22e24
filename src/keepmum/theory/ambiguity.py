"""pi^amb drops l of K = l(N+1) words a turn; its win is exact here, for every chameleon and for the unnested text."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import comb

from keepmum.theory.domains import require, require_players, require_table
from keepmum.theory.propositions import harmonic, prop9
from keepmum.theory.schedules import Schedule


def amb_schedule(players: int, left: int) -> Schedule:
    """pi^amb as a nested schedule: sizes l(N+1), lN, ..., l, and its value H_N (l-1)/(N l)."""
    value = prop9(players, left)
    return Schedule(tuple(left * size for size in range(players + 1, 0, -1)), Fraction(value))


def amb_identification(players: int) -> Fraction:
    """P(the chameleon is identified) under nested pi^amb, whatever valid sets it names: H_N / N."""
    require_players(players)
    return harmonic(players) / players


def amb_forgetful_value(players: int, left: int) -> Fraction:
    """Nested pi^amb against a chameleon whose guess forgets that it was caught and draws among what answers allow.

    Only the last seat suffers: nobody speaks after it, so nothing but the vote told it that it dropped the word.
    """
    exact = Fraction(prop9(players, left)) * players
    last_exact, last_forgetful = Fraction(left - 1, 2 * left), Fraction(2 * left - 1, 4 * left)
    return (exact - last_exact + last_forgetful) / players


def amb_literal_value(players: int, left: int) -> Fraction:
    """pi^amb word for word: every set holds the secret word and has the right size, but need not lie in the last one.

    The win against the best chameleon, by dynamic programming on how many words all sets so far have in common.
    """
    require_players(players)
    require(left >= 1, "left >= 1 (the l of K = l(N+1))", left)
    return sum((_caught_and_wrong(seat, players, left) for seat in range(1, players + 1)), Fraction(0)) / players


def _caught_and_wrong(seat: int, players: int, left: int) -> Fraction:
    words = left * (players + 1)
    common = {words: Fraction(1)}
    for turn in range(1, seat):
        common = _after_a_player(common, words, words - left * turn)
    return sum((p * _least(seat, size, players, left) for size, p in common.items()), Fraction(0))


def _after_a_player(common: dict[int, Fraction], words: int, size: int) -> dict[int, Fraction]:
    """How many words are common after one more random set of `size` words that holds the secret one."""
    after: dict[int, Fraction] = {}
    for before, p in common.items():
        for kept in range(max(0, size - 1 - (words - before)), min(before - 1, size - 1) + 1):
            ways = Fraction(comb(before - 1, kept) * comb(words - before, size - 1 - kept), comb(words - 1, size - 1))
            after[kept + 1] = after.get(kept + 1, Fraction(0)) + p * ways
    return after


def best_kept(seat: int, common: int, players: int, left: int) -> int:
    """How many of the words common so far the best chameleon in `seat` keeps in its set; the fewest of equals."""
    words, size = left * (players + 1), left * (players + 1 - seat)
    choices = range(max(0, size - (words - common)), min(size, common) + 1)
    return min(choices, key=lambda kept: _lost(seat, common, kept, players))


@lru_cache(maxsize=4096)
def _least(seat: int, common: int, players: int, left: int) -> Fraction:
    """What a chameleon in `seat` that names a set of the right size loses at least."""
    return _lost(seat, common, best_kept(seat, common, players, left), players)


def _lost(seat: int, common: int, kept: int, players: int) -> Fraction:
    return Fraction(max(common - kept - 1, 0), common) + _unnoticed(seat, common, kept, players)


def _unnoticed(seat: int, common: int, kept: int, players: int) -> Fraction:
    """What the chameleon loses when its set does hold the secret word: only seat 1 is voted for then."""
    if seat > 1 or kept == 0:
        return Fraction(0)
    words = common
    left = words // (players + 1)
    after = {kept: Fraction(1)}
    for turn in range(2, players + 1):
        after = _after_a_player(after, words, words - left * turn)
    return Fraction(kept, common) * sum((p * Fraction(size - 1, size) for size, p in after.items()), Fraction(0))


def revealing_identification(players: int, words: int) -> tuple[Fraction, Fraction]:
    """A 2-L1 revealing strategy never wins: how often it identifies, blaming seat 1 or another when all answers agree.

    1/N for seat 1, (2K-1)/(NK) for any other, which is best: seat 1 gives itself away whenever its word is wrong.
    """
    require_table(players, words)
    return Fraction(1, players), Fraction(2 * words - 1, players * words)
