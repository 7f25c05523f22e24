"""A table in the arena for tests: words dealt by hand, messages said in turn, and the referee's notes on them."""

from __future__ import annotations

import asyncio
import tomllib
from pathlib import Path
from random import Random
from typing import Any, TypeVar

from keepmum.core import Asks, Chance, Fact, Move, Over, Transcript
from keepmum.games.secrets import KIND, Options, Secrets
from keepmum.games.secrets.referee import Book, Hidden, Said, judge
from keepmum.play.match import Played, play_match

WORDS = ("echo", "eclipse", "compass", "tempest", "mirage", "quartz")
CATEGORIES = (("sound",), ("sky",), ("tool", "instrument"), ("storm", "weather"), ("illusion",), ("mineral", "stone"))
HERE = Path(__file__).parent

T = TypeVar("T", bound=Fact)


def examples(name: str) -> dict[str, Any]:
    return tomllib.loads((HERE / "examples" / f"{name}.toml").read_text(encoding="utf-8"))


def table(words: tuple[str, ...] = WORDS[:4], order: tuple[int, ...] = (0, 1, 2, 3), **rules: Any) -> Transcript[Any]:
    t: Transcript[Any] = Transcript(Secrets(WORDS, CATEGORIES, **{"players": len(words), **rules}))
    for seat, word in enumerate(words):
        t.make(Move(None, f"word_{seat + 1}", word))
    t.make(Move(None, "order", order[: len(words)]))
    return t


def say(t: Transcript[Any], *messages: str) -> None:
    """Each message by whoever's turn it is."""
    for message in messages:
        turn = t.turn
        assert isinstance(turn, Asks)
        t.make(Move(turn.owed[0][0], "message", message))


def facts(t: Transcript[Any], kind: type[T]) -> list[T]:
    return [event.fact for event in t.events if isinstance(event.fact, kind)]


def noted(hidden: Hidden, *said: tuple[int, str]) -> list[Fact]:
    """What the referee notes of messages, each (seat, text)."""
    book, found = Book(), list[Fact]()
    for seat, text in said:
        book, facts_ = judge(book, Said(1, seat, text), hidden)
        found += facts_
    return found


def bot_match(bots: tuple[str, ...], match: int, seed: int = 1, **options: Any) -> Played:
    """A match of bots, each "name" or "name option=value …"."""
    deal = KIND.deal(Options(players=len(bots), **options), seed, match)
    agents = [_bot(text)(Random(f"{seed}/{match}/{seat}")) for seat, text in enumerate(bots)]
    played = asyncio.run(play_match(deal, agents, Random(0)))
    assert played.void is None
    return played


def _bot(text: str) -> Any:
    name, *given = text.split()
    return KIND.bots[name](dict(each.split("=") for each in given))


def playthrough(rules: dict[str, Any], dealt: dict[str, Any], seed: int, messages: tuple[str, ...]) -> Transcript[Any]:
    """A match whose messages depend on the seed and the turn, not on what is hidden."""
    rng = Random(seed)
    t: Transcript[Any] = Transcript(Secrets(WORDS, CATEGORIES, **rules))
    while not isinstance(turn := t.turn, Over):
        if isinstance(turn, Chance):
            drawn = turn.outcomes[rng.randrange(len(turn.outcomes))]
            t.make(Move(None, turn.about, dealt.get(turn.about, drawn)))
        else:
            t.make(Move(turn.owed[0][0], "message", rng.choice(messages)))
    return t
