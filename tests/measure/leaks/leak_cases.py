"""Cases made by hand, and cases out of matches of bots that are played for the purpose."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from keepmum.core import Event
from keepmum.core.hidden import Hidden, Utterance, evenly
from keepmum.games.chameleon import KIND
from keepmum.games.chameleon.bots import BOTS
from keepmum.measure.leaks.listener import Case
from keepmum.play.match import play_match

Floats: TypeAlias = NDArray[np.float64]


def case(rows: Sequence[Sequence[float]], truth: int = 0, match: int = 0, blind: Sequence[int] = ()) -> Case:
    """A case whose utterances are as many as `rows`; those at the places `blind` come from one who knows nothing."""
    words = tuple(f"w{place}" for place in range(len(rows[0])))
    said = tuple(Utterance(place, place, f"u{place}", place not in blind) for place in range(len(rows)))
    return Case(match, Hidden("word", "words", words, truth, evenly(len(words)), None, (), said), ())


@dataclass(frozen=True)
class Says:
    """A listener whose evidence is given."""

    rows: Sequence[Floats]
    exact: bool = False
    ordered: bool = False

    def evidence(self, cases: Sequence[Case]) -> list[Floats]:
        return list(self.rows)


def law_cases(matches: int, sharpness: float, rng: np.random.Generator, words: int = 8) -> tuple[list[Case], Says]:
    """Speakers who say an utterance v for word w in proportion to exp(sharpness score(v, w)), each match its scores.

    The listener knows the scores and the normalisation, and not the sharpness: 1 / sharpness is the right temperature.
    """
    cases: list[Case] = []
    rows: list[Floats] = []
    for match in range(matches):
        scores = np.array([np.roll(np.arange(words, dtype=np.float64) ** 0.5, turn) for turn in range(words)])
        truth = int(rng.integers(words))
        chances = np.exp(sharpness * scores[:, truth])
        said = rng.choice(words, size=3, p=chances / chances.sum())
        cases.append(case(scores[said].tolist(), truth, match))
        rows.append(scores[said])
    return cases, Says(rows)


@cache
def bot_cases(name: str, level: str = "", matches: int = 40, chameleon: str = "") -> tuple[Case, ...]:
    """What matches of one kind of bot hid; `chameleon` may be of another kind."""
    found: list[Case] = []
    for match in range(matches):
        events = played(name, level, match, chameleon or name)
        found += [Case(match, hidden, events) for hidden in KIND.hidden(events)]
    return tuple(found)


def played(name: str, level: str, match: int, chameleon: str) -> tuple[Event, ...]:
    """The events of one match."""
    dealt: Any = KIND.deal(KIND.options(), 5, match)
    made = {each: BOTS[each]({"level": level} if each == "words" and level else {}) for each in (name, chameleon)}
    seats = [
        made[chameleon if role == "chameleon" else name](Random(f"{match}/{seat}"))
        for seat, role in enumerate(dealt.roles)
    ]
    return tuple(asyncio.run(_play(dealt, seats, match)))


async def _play(dealt: Any, seats: Sequence[Any], match: int) -> Sequence[Event]:
    done = await play_match(dealt, seats, Random(f"chance/{match}"))
    return done.transcript.events
