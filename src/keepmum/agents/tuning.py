"""Tuning is how a model plays, whatever its way of thinking: its words, its draws, and what it is held to."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from keepmum.core import Ask
from keepmum.core.schema import grammar, json_schema
from keepmum.models.seam import Sampling, Shape

Constrain = Literal["no", "yes", "schema", "grammar"]
STOP, SUMMARISE = "stop", "summarise"
THOUGHT_WORDS = 80


@dataclass(frozen=True, slots=True)
class Tuning:
    """How a model plays. What is None is left to the model's own default.

    `script`: in which words the game is put. `max_tokens`: of one reply, thought included (the paper's 5,000).
    `level`: how revealing a clue should be, 1 to 10. `instruct`: an additional instruction. `constrain`: have the
    server keep to the shape of the answer, by a JSON schema, a grammar, or whichever it takes ("yes"). `overflow`: what
    to do when the talk outgrows the model's context: "stop", "summarise", or the name of a model that holds more.
    """

    script: str = "plain"
    temperature: float | None = None
    max_tokens: int = 5000
    effort: str | None = None
    seed: int | None = None
    level: int | None = None
    instruct: str = ""
    constrain: Constrain = "no"
    overflow: str = STOP

    def __post_init__(self) -> None:
        self.sampling()
        if self.level is not None and not 1 <= self.level <= 10:
            raise ValueError(f"level is from 1 (cryptic) to 10 (revealing), not {self.level}")
        if not self.overflow:
            raise ValueError(f"overflow is {STOP!r}, {SUMMARISE!r} or the name of a model, not empty")

    def sampling(self) -> Sampling:
        """How replies are drawn."""
        return Sampling(self.temperature, self.max_tokens, self.effort, self.seed)


def shape_of(ask: Ask, constrain: Constrain, thought: bool = False) -> Shape | None:
    """What the server is to hold the answer to; with `thought`, a private thought stands before it."""
    return None if constrain == "no" else _shape(ask, constrain, THOUGHT_WORDS if thought else 0)


@lru_cache(maxsize=1024)
def _shape(ask: Ask, constrain: Constrain, thought: int) -> Shape:
    schema = None if constrain == "grammar" else json_schema(ask, thought)
    return Shape(schema, None if constrain == "schema" else grammar(ask, thought))
