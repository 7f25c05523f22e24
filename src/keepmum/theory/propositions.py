"""The paper's propositions on stationary strategies, as printed and as they hold.

Everywhere x = (K-1) alpha / K, in nats. "Win" is the non-chameleons' win. Proofs and counterexamples: docs/theory.md.
"""

from __future__ import annotations

from fractions import Fraction
from math import exp, inf, log, sqrt

from keepmum.theory.bounds import split_vote_gain
from keepmum.theory.divergences import pmax, weissman_phi
from keepmum.theory.domains import (
    require,
    require_concealing,
    require_gain,
    require_players,
    require_revealing,
    require_table,
)


def prop5(players: int, words: int, alpha: float, *, as_printed: bool = False) -> float:
    """Win of an alpha-KL concealing strategy <= 1/N + (N-1)/N sqrt(x), for votes all non-chameleons cast alike.

    As printed the factor is (N-1)/N^2 and the votes are not restricted: both are false.
    """
    x = _concealed(players, words, alpha)
    factor = Fraction(players - 1, players**2 if as_printed else players)
    return 1 / players + float(factor) * sqrt(x)


def prop5_pinsker(players: int, words: int, alpha: float, gain: Fraction = Fraction(1)) -> float:
    """Win <= beta/N + sqrt(x/2); `gain` is beta: 1 for unanimous votes, `split_vote_gain(players)` for any votes."""
    x = _concealed(players, words, alpha)
    require_gain(players, gain)
    return float(gain / players) + sqrt(x / 2)


def prop5_sharp(players: int, words: int, alpha: float, gain: Fraction = Fraction(1)) -> float:
    """Win <= pmax(beta/N, x); `gain` as in `prop5_pinsker`. Never weaker than Pinsker's form."""
    x = _concealed(players, words, alpha)
    require_gain(players, gain)
    return pmax(float(gain / players), x)


def concealing_bound(players: int, words: int, alpha: float, unanimous: bool = False) -> float:
    """The best that is known against an alpha-KL concealing strategy: (K-1)/K times the smallest form of Prop 5."""
    gain = Fraction(1) if unanimous else split_vote_gain(players)
    forms = [prop5_sharp(players, words, alpha, gain), prop5_pinsker(players, words, alpha, gain), 1.0]
    if unanimous:
        forms.append(prop5(players, words, alpha))
    return (words - 1) / words * min(forms)


def prop6(players: int, words: int, alpha: float, *, as_printed: bool = False) -> float:
    """P(guess from the responses alone is right) <= 1/K + (K-1)/K sqrt((N-1) alpha / 2).

    As printed there is no division by 2: true and loose. Ballots leak the word too and are not counted here.
    """
    _concealed(players, words, alpha)
    told = (players - 1) * alpha
    return 1 / words + (words - 1) / words * sqrt(told if as_printed else told / 2)


def prop6_sharp(players: int, words: int, alpha: float) -> float:
    """P(guess from the responses alone is right) <= pmax(1/K, (N-1) x). Below 5 words `prop6` may be the smaller."""
    return pmax(1 / words, (players - 1) * _concealed(players, words, alpha))


def prop8(players: int, words: int, alpha: float, phi: float, *, as_printed: bool = False) -> float:
    """Win of an alpha-L1 revealing strategy <= 6(K-1) exp(-(N-1) phi alpha^2 / 16), phi as `divergences.phi` gives it.

    As printed the exponent is -(N-1) alpha phi / 2: false.
    """
    require_table(players, words)
    require_revealing(alpha)
    require(phi >= 2, "phi >= 2", phi)
    rate = alpha / 2 if as_printed else alpha**2 / 16
    return 0.0 if rate > 0 and phi == inf else 6 * (words - 1) * exp(-(players - 1) * rate * phi if rate else 0)


def prop8_from_one(players: int, words: int, alpha: float, *, as_printed: bool = False) -> float:
    """Prop 8 without phi, for alpha >= 1: 6(K-1) ((2-alpha)/alpha)^((N-1) alpha^2 / (16 (alpha-1))).

    At alpha = 1 the limit, 6(K-1) e^(-(N-1)/8). As printed the exponent is (N-1) alpha / (2 alpha - 2): false.
    """
    require(1 <= alpha <= 2, "1 <= alpha <= 2 (below 1 use prop8 with phi)", alpha)
    return prop8(players, words, alpha, weissman_phi(1 - alpha / 2), as_printed=as_printed)


def revealing_bound(players: int, words: int, alpha: float) -> float:
    """Win of an alpha-L1 revealing strategy <= (K-1)/2 (1 - alpha^2/4)^((N-1)/2): simpler than Prop 8, and sharper."""
    require_table(players, words)
    require_revealing(alpha)
    return (words - 1) / 2 * (1 - alpha**2 / 4) ** ((players - 1) / 2)


def prop9(players: int, left: int, *, as_printed: bool = False) -> Fraction | float:
    """Win of pi^amb with K = l(N+1) words, l of them left at the end: H_N (l-1)/(N l), for nested answers.

    As printed, (log(N+1) + 0.4)/N (l-1)/l: a true lower bound if the answers are nested, which the text leaves out.
    """
    require_players(players)
    require(left >= 1, "left >= 1 (the l of K = l(N+1))", left)
    if as_printed:
        return (log(players + 1) + 0.4) / players * (left - 1) / left
    return harmonic(players) * Fraction(left - 1, players * left)


def harmonic(n: int) -> Fraction:
    """H_n = 1 + 1/2 + ... + 1/n."""
    return sum((Fraction(1, i) for i in range(1, n + 1)), Fraction(0))


def _concealed(players: int, words: int, alpha: float) -> float:
    """x = (K-1) alpha / K, once the arguments are known to be in the domain."""
    require_table(players, words)
    require_concealing(alpha)
    return (words - 1) * alpha / words
