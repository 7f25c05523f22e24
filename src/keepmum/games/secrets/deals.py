"""The deal of a match: whose word is what and who speaks when, balanced over a run, fixed by seed and match number."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Literal

from keepmum.core import Deal
from keepmum.core.fold import fold
from keepmum.games.chameleon.cards import CardsError
from keepmum.games.secrets.naming import require_harmless, require_names
from keepmum.games.secrets.nearness import places
from keepmum.games.secrets.pool import Entry, load_pool
from keepmum.games.secrets.rules import Secrets, word_of

MOST_PLAYERS = 12
MOST_ROUNDS = 50


@dataclass(frozen=True, slots=True)
class Options:
    """What a user may set. See Secrets for the meaning of the rules among them.

    `players`: how many sit at the table. `rounds`: how often each may speak. `pool`: "all" of the project's words, the
    "article"'s sixteen, or a cards file of the user's own. `words`: from how many words of the pool, drawn for each
    match, the secrets come; of account to players only where they are `listed`.
    """

    players: int = 4
    rounds: int = 5
    pool: str = "all"
    words: int = 16
    listed: bool = False
    announce: bool = False
    scores: Literal["cracks", "zero_sum"] = "cracks"
    names: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not 2 <= self.players <= MOST_PLAYERS:
            raise ValueError(f"players is from 2 to {MOST_PLAYERS}, not {self.players}")
        if not 1 <= self.rounds <= MOST_ROUNDS:
            raise ValueError(f"rounds is from 1 to {MOST_ROUNDS}, not {self.rounds}")
        if self.words < self.players:
            raise ValueError(f"words is at least the number of players, {self.players}, not {self.words}")
        size = len(_pool(self.pool))
        if self.words > size:
            raise CardsError(f"the pool {self.pool!r} has {size} words, {self.words} are asked; ask for fewer words")
        if self.names:
            _require_names(self.names, self.players, self.pool)


@lru_cache(maxsize=8)
def _pool(which: str) -> tuple[Entry, ...]:
    return load_pool(which)


def _require_names(names: tuple[str, ...], players: int, pool: str) -> None:
    """Hold names against the whole pool, and against the words that bots ask about, before any match is dealt."""
    require_names(names, players)
    entries = _pool(pool)
    require_harmless(names, [entry.word for entry in entries], [entry.names for entry in entries])
    asked = {fold(landmark) for landmark in places()}
    for name in names:
        if fold(name) in asked:
            raise ValueError(f"the name {name!r} is a word that bots ask about; choose another")


def deal(options: Options, seed: int, match: int) -> Deal:
    """The words, secrets and speaking order of one match.

    Secrets go through the pool in shuffled passes, so that all are dealt about equally often and none twice in a
    match. Orders come in blocks of as many matches as there are players: one shuffled order, and all its rotations.
    """
    pool, n = _pool(options.pool), options.players
    visit, place = divmod(match, len(pool) // n)
    row = _shuffled(f"secrets/words/{seed}/{visit}", len(pool))
    secrets = [pool[index] for index in row[place * n : (place + 1) * n]]
    rng = Random(f"secrets/deal/{seed}/{match}")
    others = [entry for entry in pool if entry not in secrets]
    entries = [*secrets, *rng.sample(others, options.words - n)]
    rng.shuffle(entries)
    draws = {word_of(seat): entry.word for seat, entry in enumerate(secrets)}
    return Deal(_rules(options, entries), {**draws, "order": _order(n, seed, match)}, ("player",) * n)


@lru_cache(maxsize=64)
def _shuffled(key: str, size: int) -> list[int]:
    return Random(key).sample(range(size), size)


def _order(players: int, seed: int, match: int) -> tuple[int, ...]:
    block, turn = divmod(match, players)
    order = _shuffled(f"secrets/order/{seed}/{block}", players)
    return (*order[turn:], *order[:turn])


def _rules(options: Options, entries: list[Entry]) -> Secrets:
    return Secrets(
        words=tuple(entry.word for entry in entries),
        categories=tuple(entry.names for entry in entries),
        players=options.players,
        rounds=options.rounds,
        listed=options.listed,
        announce=options.announce,
        scores=options.scores,
        names=options.names,
    )
