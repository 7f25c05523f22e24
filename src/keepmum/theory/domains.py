"""Every number that theory takes is checked here, and a refusal names the condition that failed."""

from __future__ import annotations

MIN_PLAYERS = 3
MIN_WORDS = 2


def require(holds: bool, condition: str, given: object) -> None:
    """Raise a ValueError that names the condition unless it holds."""
    if not holds:
        raise ValueError(f"need {condition}, got {given!r}: change that number, nothing was computed")


def require_players(players: int) -> None:
    """The Chameleon needs three players (paper, section 3); raises ValueError otherwise."""
    require(players >= MIN_PLAYERS, f"players >= {MIN_PLAYERS}", players)


def require_words(words: int) -> None:
    """There is a secret only from two words on; raises ValueError otherwise."""
    require(words >= MIN_WORDS, f"words >= {MIN_WORDS}", words)


def require_table(players: int, words: int) -> None:
    """Check both sizes of a table: players N >= 3 and words K >= 2."""
    require_players(players)
    require_words(words)


def require_probability(value: float, name: str) -> None:
    """Raise ValueError unless 0 <= value <= 1."""
    require(0 <= value <= 1, f"0 <= {name} <= 1", value)


def require_concealing(alpha: float) -> None:
    """An alpha-KL level is a divergence in nats: alpha >= 0."""
    require(alpha >= 0, "alpha >= 0 (a KL divergence, in nats)", alpha)


def require_revealing(alpha: float) -> None:
    """An alpha-L1 level is an L1 distance: 0 <= alpha <= 2."""
    require(0 <= alpha <= 2, "0 <= alpha <= 2 (an L1 distance)", alpha)
