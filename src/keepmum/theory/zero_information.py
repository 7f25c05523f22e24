"""Ballots alone can hide and find: with answers that tell nothing, votes that depend on the word still win."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import TypeAlias

import numpy as np

from keepmum.theory.arrays import Indices, Reals
from keepmum.theory.domains import require, require_players, require_table
from keepmum.theory.programmes import Programme

Ballots: TypeAlias = tuple[int, ...]
"""Whom each seat votes for, 0-based."""

MAX_GAIN_PLAYERS = 6
MAX_SPLIT_PLAYERS = 5
_DENOMINATOR = 10_000


@dataclass(frozen=True, slots=True)
class SplitVotes:
    """A strategy that says nothing: ballot profiles, and for each how many of the K words call for it."""

    profiles: tuple[Ballots, ...]
    words: tuple[int, ...]

    def __post_init__(self) -> None:
        require(len(self.profiles) == len(self.words) > 0, "one number of words a profile", self.words)
        require_table(self.players, sum(self.words))
        require(min(self.words) >= 1, "at least one word a profile", self.words)
        require(all(set(p) <= set(range(self.players)) for p in self.profiles), "ballots for seats", self.profiles)
        require({len(p) for p in self.profiles} == {self.players}, "one ballot a seat", self.profiles)

    @property
    def players(self) -> int:
        return len(self.profiles[0])

    @property
    def card(self) -> int:
        """K, the number of words."""
        return sum(self.words)

    @property
    def value(self) -> Fraction:
        """The exact win against the best chameleon, which picks its ballot and guesses from all the others'."""
        return sum((self._least(seat) for seat in range(self.players)), Fraction(0)) / self.players

    def reply(self, seat: int) -> int:
        """The ballot with which a chameleon in `seat` loses least; the lowest of equals."""
        return min(range(self.players), key=lambda ballot: self.win(seat, ballot))

    def win(self, seat: int, ballot: int) -> Fraction:
        """The team's win when the chameleon sits in `seat` and casts `ballot`: it guesses among all that look alike."""
        alike: Counter[Ballots] = Counter()
        for profile, words in zip(self.profiles, self.words, strict=True):
            alike[with_ballot(profile, seat, ballot)] += words
        return sum((caught(seat, seen) * Fraction(count - 1, self.card) for seen, count in alike.items()), Fraction(0))

    def _least(self, seat: int) -> Fraction:
        return self.win(seat, self.reply(seat))


def with_ballot(profile: Ballots, seat: int, ballot: int) -> Ballots:
    """The profile with one seat's ballot replaced."""
    return (*profile[:seat], ballot, *profile[seat + 1 :])


def caught(seat: int, ballots: Sequence[int]) -> Fraction:
    """P(the seat is identified) under these ballots: the most votes, ties broken at random."""
    counts = [ballots.count(each) for each in range(len(ballots))]
    return Fraction(int(counts[seat] == max(counts)), counts.count(max(counts)))


def all_profiles(players: int) -> list[Ballots]:
    """Every ballot profile in which nobody votes for itself."""
    return list(product(*([other for other in range(players) if other != seat] for seat in range(players))))


def split_vote_limit(players: int) -> Fraction:
    """beta_N, by linear programme: N times the identification that split ballots reach with endless words.

    Exact as the nearest fraction with a denominator of at most 10,000; N <= 6. Ballots are for others; those
    for oneself add nothing for N = 3 and 4, which is tested.
    """
    require_players(players)
    require(players <= MAX_GAIN_PLAYERS, f"players <= {MAX_GAIN_PLAYERS} (the programme has (N-1)^N columns)", players)
    profiles = all_profiles(players)
    programme = Programme()
    share = programme.variables(len(profiles))
    programme.equal([(share[None], 1.0)], 1.0)
    found = programme.variables(players)
    for seat, ballot in _replies(players):
        rates = _rates(profiles, seat, ballot)
        programme.at_most([(found[seat : seat + 1][None], 1.0), (share[None], -rates)])
    return Fraction(programme.maximise([(found, 1.0)]).value).limit_denominator(_DENOMINATOR)


def best_split_votes(players: int, words: int, seconds: float = 10.0) -> tuple[SplitVotes, float]:
    """The best split ballots found for N <= 5 players and K words, and what HiGHS proved that none beats in which
    nobody votes for itself.

    A mixed-integer programme: how many words call for each profile. Raises Unsolved if nothing was found in time.
    """
    require_table(players, words)
    require(players <= MAX_SPLIT_PLAYERS, f"players <= {MAX_SPLIT_PLAYERS} (there are (N-1)^N profiles)", players)
    profiles = all_profiles(players)
    programme = Programme()
    count = programme.variables(len(profiles), upper=words, whole=True)
    programme.equal([(count[None], 1.0)], words)
    won = programme.variables(players, lower=-float(words))
    for seat in range(players):
        _tell_alike(programme, profiles, seat, (count, won, words))
    solution = programme.maximise([(won, 1.0 / (players * words))], seconds)
    return _chosen(profiles, solution.at(count)), solution.bound


def _tell_alike(
    programme: Programme, profiles: list[Ballots], seat: int, columns: tuple[Indices, Indices, int]
) -> None:
    """For one seat of the chameleon: each set of ballots it can see costs one word, the one it guesses."""
    count, won, words = columns
    seen = [with_ballot(profile, seat, seat) for profile in profiles]
    views = sorted(set(seen))
    used = programme.variables(len(views), upper=1.0, whole=True)
    groups = [np.array([i for i, view in enumerate(seen) if view == each]) for each in views]
    for view, group in zip(used, groups, strict=True):
        programme.at_most([(count[group][None], 1.0), (view[None, None], -float(words))])
    for ballot in (other for other in range(len(won)) if other != seat):
        rates = _rates(views, seat, ballot)
        each = _rates(profiles, seat, ballot)
        programme.at_most([(won[seat : seat + 1][None], 1.0), (count[None], -each), (used[None], rates)])


def _chosen(profiles: list[Ballots], counts: Reals) -> SplitVotes:
    whole = [round(float(count)) for count in counts]
    pairs = [(profile, words) for profile, words in zip(profiles, whole, strict=True) if words]
    return SplitVotes(tuple(profile for profile, _ in pairs), tuple(words for _, words in pairs))


def _replies(players: int) -> list[tuple[int, int]]:
    return [(seat, ballot) for seat in range(players) for ballot in range(players) if ballot != seat]


def _rates(profiles: list[Ballots], seat: int, ballot: int) -> Reals:
    return np.array([float(caught(seat, with_ballot(profile, seat, ballot))) for profile in profiles])
