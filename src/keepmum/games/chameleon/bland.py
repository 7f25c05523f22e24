"""Bland words: clues that say nothing, for a player that has nothing to say."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cache, lru_cache
from random import Random

from keepmum.games.chameleon.cards import load_cards
from keepmum.games.chameleon.reveal import self_reveal

BLAND = tuple(
    """
    actual adequate agreeable average basic beloved casual certain charming common conventional customary
    decent delightful desirable different distinct enjoyable essential everyday excellent expected experienced
    fabulous fair familiar famous fantastic favorite fine frequent fun general genuine handy helpful
    important impressive incredible interesting known likable memorable mentioned modest neat nice normal
    notable noted obvious okay ordinary particular plain pleasant pleasing popular practical pretty proper quality
    quintessential real reasonable recognizable regular relatable relevant remarkable renowned respectable satisfying
    seen significant simple solid something special specific splendid standard stuff substantial suitable
    superb terrific thing traditional typical ubiquitous universal unique useful usual valued various whatever
    widespread worthwhile
    """.split()  # noqa: SIM905
)


def bland_clue(words: Collection[str], taken: Iterable[str], rng: Random) -> str:
    """A bland word, each as likely, that gives no word of the card away and is not among the (case-folded) `taken`.

    Raises ValueError when more than a hundred have been said.
    """
    said = set(taken)
    left = [word for word in _fit(frozenset(words)) if word not in said] if said else _fit(frozenset(words))
    if not left:
        raise ValueError(f"all {len(BLAND)} bland words have been said or give a word of this card away")
    return left[int(rng.random() * len(left))]


@lru_cache(maxsize=1024)
def _fit(words: frozenset[str]) -> tuple[str, ...]:
    telling = set[str]().union(*map(_telling, words))
    return tuple(word for word in BLAND if word not in telling)


@lru_cache(maxsize=4096)
def _telling(secret: str) -> frozenset[str]:
    """The bland words that give this word away: of our own cards none, as a test holds, so that nobody need look."""
    return frozenset() if secret in _own() else frozenset(word for word in BLAND if self_reveal(word, secret))


@cache
def _own() -> frozenset[str]:
    return frozenset(word for card in load_cards() for word in card.words)
