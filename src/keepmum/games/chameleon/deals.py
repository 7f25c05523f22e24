"""The deal of a match of The Chameleon: balanced over a run, and fixed by the seed and the match's number."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Literal

from keepmum.core import Deal
from keepmum.games.chameleon.cards import OWN_FILE, Card, find_card, load_cards, require_words
from keepmum.games.chameleon.rules import Chameleon

MOST_PLAYERS = 20


@dataclass(frozen=True, slots=True)
class Options:
    """What a user may set. See Chameleon for the meaning of the rules among them.

    `players`: how many sit at the table. `cards`: a TOML file of the user's own, `card`: play only this category;
    `words`: words per card.
    """

    players: int = 4
    words: int = 16
    cards: str | None = None
    card: str | None = None
    repeat: bool = True
    discussion: int = 0
    hearing: Literal["open", "sealed"] = "open"
    ballots: Literal["open", "tally", "secret"] = "open"
    tie_break: Literal["chance", "player"] = "chance"

    def __post_init__(self) -> None:
        if not 3 <= self.players <= MOST_PLAYERS:
            raise ValueError(f"players is from 3 to {MOST_PLAYERS}, not {self.players}")
        if self.words < 2:
            raise ValueError(f"words (per card) is 2 or more, not {self.words}")
        if not 0 <= self.discussion <= 10:
            raise ValueError(f"discussion is from 0 to 10 rounds, not {self.discussion}")
        _deck(self.cards, self.card, self.words)


@lru_cache(maxsize=8)
def _deck(path: str | None, category: str | None, words: int) -> tuple[Card, ...]:
    cards = load_cards(Path(path) if path else None)
    chosen = (find_card(cards, category),) if category else cards
    require_words(chosen, words, path or OWN_FILE)
    return chosen


def deal(options: Options, seed: int, match: int) -> Deal:
    """Card, secret, chameleon and speaking order of one match.

    Categories come in shuffled blocks; each category's words take turns as the secret; and so do the pairs of the
    chameleon's seat and its place in the speaking order.
    """
    deck = _deck(options.cards, options.card, options.words)
    visit, place = divmod(match, len(deck))
    card = deck[_shuffled(f"cards/{seed}/{visit}", len(deck))[place]]
    rng = Random(f"deal/{seed}/{match}")
    secret = card.words[_turn(f"secret/{seed}/{card.category}", len(card.words), visit)]
    n = options.players
    seat, turn = divmod(_turn(f"chameleon/{seed}", n * n, match), n)
    words = _words(card, secret, options.words, rng)
    draws = {"secret": secret, "chameleon": seat, "order": _order(n, seat, turn, rng)}
    roles = tuple("chameleon" if each == seat else "others" for each in range(n))
    return Deal(_rules(options, card.category, words), draws, roles)


def _turn(key: str, size: int, number: int) -> int:
    """The `number`-th of an endless row of 0..size-1 in shuffled blocks."""
    block, place = divmod(number, size)
    return _shuffled(f"{key}/{block}", size)[place]


@lru_cache(maxsize=1024)
def _shuffled(key: str, size: int) -> list[int]:
    return Random(key).sample(range(size), size)


def _words(card: Card, secret: str, count: int, rng: Random) -> tuple[str, ...]:
    others = [word for word in card.words if word != secret]
    words = [secret, *rng.sample(others, count - 1)]
    rng.shuffle(words)
    return tuple(words)


def _order(players: int, seat: int, turn: int, rng: Random) -> tuple[int, ...]:
    others = [each for each in range(players) if each != seat]
    rng.shuffle(others)
    return (*others[:turn], seat, *others[turn:])


def _rules(options: Options, category: str, words: tuple[str, ...]) -> Chameleon:
    return Chameleon(
        category,
        words,
        players=options.players,
        repeat=options.repeat,
        discussion=options.discussion,
        hearing=options.hearing,
        ballots=options.ballots,
        tie_break=options.tie_break,
    )
