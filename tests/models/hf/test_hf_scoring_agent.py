"""A scoring agent on real weights, however small and random: its choices are legal and its numbers on record."""

from __future__ import annotations

import asyncio
from dataclasses import asdict
from random import Random
from typing import Any

from keepmum.agents.score import score
from keepmum.agents.seam import Seating, Setting
from keepmum.agents.spec import parse_spec
from keepmum.core import Choice, Observation
from keepmum.games import chameleon
from keepmum.games.chameleon.facts import Card, Clue, Identity, Order
from keepmum.models import open_model

WORDS = ("pizza", "taco", "soup", "curry")
CLUES = (Clue(1, "shell"), Clue(2, "bowl"), Clue(3, "hot"), Clue(0, "food"))


def test_a_tiny_model_of_weights_votes_and_guesses(tiny: Any) -> None:
    model = open_model(tiny())
    setting = Setting(chameleon.KIND, asdict(chameleon.KIND.options()), lambda name: model)
    agent = score(parse_spec("score:tiny"), setting)(Seating("run", 0, 0, Random(0)))
    table = (Card("Food", WORDS, 4), Order((1, 2, 3, 0)), *CLUES)

    async def both() -> Any:
        try:
            vote = Observation(0, 4, (Identity(False, "taco"), *table), Choice("vote", ("1", "2", "3", "4")))
            guess = Observation(0, 4, (Identity(True, None), *table), Choice("guess", WORDS))
            return await agent.act(vote), await agent.act(guess)
        finally:
            await model.close()

    vote, guess = asyncio.run(both())
    assert vote.reading.action in ("2", "3", "4")
    assert guess.reading.action in WORDS
    assert "scores: " in vote.thought
    assert len(vote.calls) == len(guess.calls) == 1
