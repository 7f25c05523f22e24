"""What is trivially reachable in The Chameleon, and what no team of non-chameleons can beat."""

from __future__ import annotations

from fractions import Fraction
from math import log

from keepmum.theory.divergences import pmax
from keepmum.theory.domains import require, require_gain, require_table

SPLIT_VOTE_GAIN = {3: Fraction(7, 6), 4: Fraction(5, 3), 5: Fraction(3, 2), 6: Fraction(9, 5)}
"""beta_N: by how much word-dependent ballots can beat 1/N when the responses tell nothing (docs/theory.md, Prop 5)."""


def trivial_value(players: int, words: int) -> Fraction:
    """(K-1)/(NK): say nothing, all vote for seat 1 (paper, section 4.1)."""
    require_table(players, words)
    return Fraction(words - 1, players * words)


def split_vote_gain(players: int) -> Fraction:
    """beta_N, or 2 where it is not known exactly: 2 holds for every N."""
    return SPLIT_VOTE_GAIN.get(players, Fraction(2))


def u1(players: int, words: int, gain: Fraction = Fraction(1)) -> Fraction:
    """1 - (2 - beta/N)/K, exact at K = 2: the chameleon answers and votes as if for a word drawn at random.

    beta, the `gain`, is 1 unless ballots are split by a shared coin hidden from the chameleon: `split_vote_gain` then.
    """
    require_table(players, words)
    require_gain(players, gain)
    return 1 - (2 - gain / players) / words


def u2(players: int, words: int, unanimous: bool = False, gain: Fraction | None = None) -> float:
    """(K-1)/K * pmax(beta/N, ln K / N): the chameleon answers from the predictive distribution of the history.

    beta is 1 if all non-chameleons always cast the same ballot, else `gain` (default: `split_vote_gain`, at most N).
    """
    require_table(players, words)
    beta = Fraction(1) if unanimous else split_vote_gain(players) if gain is None else gain
    require_gain(players, beta)
    return (words - 1) / words * pmax(float(beta / players), log(words) / players)


def upper_bound(players: int, words: int, unanimous: bool = False) -> float:
    """What nobody can beat without a coin hidden from the chameleon: the smaller of `u1` and `u2`."""
    return min(float(u1(players, words)), u2(players, words, unanimous))


def u3(players: int, words: int, responses: int, unanimous: bool = False) -> Fraction:
    """(K-1)/K (1 - 1/|R| + beta/(N|R|)): with chance 1/|R| a random answer is just what the others would have said.

    Holds even with a shared coin hidden from the chameleon; beta as in `u2`.
    """
    require_table(players, words)
    require(responses >= 1, "responses >= 1", responses)
    beta = Fraction(1) if unanimous else split_vote_gain(players)
    return Fraction(words - 1, words) * (1 - (1 - beta / players) / responses)


def secret_coin_value(players: int, words: int, responses: int) -> Fraction:
    """(K-1)/K (1 - (N-1)/(N|R|)): exactly the value with a shared coin hidden from the chameleon, unanimous votes."""
    return u3(players, words, responses, unanimous=True)
