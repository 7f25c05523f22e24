"""Runs of The Chameleon whose players speak by a law that is known."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random

from keepmum.core import Choice, Observation, Reply
from keepmum.core.bot import random_action
from keepmum.games.chameleon import KIND
from keepmum.games.chameleon.deals import Options
from keepmum.games.chameleon.facts import Clue, Identity
from keepmum.play.folder import Manifest, RunFolder
from keepmum.play.records import FORMAT, Record
from keepmum.play.run import Plan, play_run

Law = Callable[[str, int], Mapping[str, float]]
"""Secret word and clues heard so far to a distribution over clues."""

PETS = '[[card]]\ncategory = "Pets"\nwords = ["cat", "dog", "parrot", "hamster"]\n'
FARM = '[[card]]\ncategory = "Farm"\nwords = ["cow", "goat", "sheep", "horse"]\n'
NOISE = ("alpha", "beta", "gamma", "delta", "epsilon")


class Quiet:
    """Hears of matches and says nothing."""

    def already(self, record: Record) -> None: ...

    def finished(self, record: Record) -> None: ...


@dataclass
class Speaker:
    """Says clues by a law, the chameleon one of `NOISE`; votes and guesses at random."""

    law: Law
    rng: Random

    async def act(self, observation: Observation) -> Reply:
        if isinstance(observation.ask, Choice):
            return Reply.of(random_action(observation.ask, self.rng))
        secret = next(fact.secret for fact in observation.heard if isinstance(fact, Identity))
        if secret is None:
            return Reply.of(self.rng.choice(NOISE))
        law = self.law(secret, sum(isinstance(fact, Clue) for fact in observation.heard))
        return Reply.of(self.rng.choices(list(law), list(law.values()))[0])


def even(*clues: str) -> dict[str, float]:
    """Each clue as likely."""
    return dict.fromkeys(clues, 1 / len(clues))


def run(folder: Path, law: Law, matches: int, players: int = 3, cards: str = PETS) -> Path:
    """Play so many matches on these cards of four words, and give the run's folder."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "cards.toml"
    file.write_text(cards)
    options = Options(players=players, words=4, cards=str(file))
    plan = Plan(KIND, options, {"all": "speaker"}, 1, lambda agent, match, seat, rng: Speaker(law, rng))
    manifest = Manifest(FORMAT, "chameleon", {"players": players, "words": 4}, {"all": "speaker"}, 1, 3, {})
    with RunFolder(folder / "run", manifest) as out:
        asyncio.run(play_run(plan, out, matches, 8, Quiet()))
    return folder / "run"
