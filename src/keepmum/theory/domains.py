"""Every number that theory takes is checked here, and a refusal names the condition that failed."""

from __future__ import annotations

from fractions import Fraction

MIN_PLAYERS = 3
MIN_WORDS = 2
LONGEST_SHOWN = 60


class DomainError(ValueError):
    """A number outside the domain of a statement or a computation; the text names the condition that failed."""


def require(holds: bool, condition: str, given: object) -> None:
    """Raise a DomainError that names the condition unless it holds."""
    if not holds:
        raise DomainError(f"need {condition}, got {_shown(given)}: change that, nothing was computed")


def _shown(given: object) -> str:
    """What was given, cut where it is long: Python itself refuses to write a number of thousands of digits."""
    if isinstance(given, int) and given.bit_length() > 4 * LONGEST_SHOWN:
        return f"a number of about {int(given.bit_length() * 0.30103) + 1:,} digits"
    told = repr(given)
    return told if len(told) <= LONGEST_SHOWN else f"{told[: LONGEST_SHOWN - 1]}…"


def require_players(players: int) -> None:
    """The Chameleon needs three players (paper, section 3); raises DomainError otherwise."""
    require(players >= MIN_PLAYERS, f"players >= {MIN_PLAYERS}", players)


def require_words(words: int) -> None:
    """There is a secret only from two words on; raises DomainError otherwise."""
    require(words >= MIN_WORDS, f"words >= {MIN_WORDS}", words)


def require_table(players: int, words: int) -> None:
    """Check both sizes of a table: players N >= 3 and words K >= 2."""
    require_players(players)
    require_words(words)


def require_gain(players: int, gain: float | Fraction) -> None:
    """beta_N multiplies a chance of 1/N: 0 <= beta <= N; raises DomainError otherwise."""
    require(0 <= gain <= players, "0 <= gain <= players", gain)


def require_probability(value: float, name: str) -> None:
    """Raise DomainError unless 0 <= value <= 1."""
    require(0 <= value <= 1, f"0 <= {name} <= 1", value)


def require_concealing(alpha: float) -> None:
    """An alpha-KL level is a divergence in nats: alpha >= 0."""
    require(alpha >= 0, "alpha >= 0 (a KL divergence, in nats)", alpha)


def require_revealing(alpha: float) -> None:
    """An alpha-L1 level is an L1 distance: 0 <= alpha <= 2."""
    require(0 <= alpha <= 2, "0 <= alpha <= 2 (an L1 distance)", alpha)
