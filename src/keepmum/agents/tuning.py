"""Tuning is how a model plays, whatever its way of thinking: its words, its draws, and what it is held to."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from keepmum.core import Ask, Speech
from keepmum.core.schema import grammar, json_schema
from keepmum.models.seam import Sampling, Shape

Constrain = Literal["no", "yes", "schema", "grammar"]
STOP, SUMMARISE = "stop", "summarise"
NOTE_WORDS, SHORT_NOTE_WORDS = 300, 40
"""The most words of a private note under a JSON schema, and under a grammar, which is for small models."""


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
    return None if constrain == "no" else _shape(ask, constrain, thought)


@lru_cache(maxsize=1024)
def _shape(ask: Ask, constrain: Constrain, thought: bool) -> Shape:
    schema = None if constrain == "grammar" else json_schema(ask, NOTE_WORDS * thought)
    return Shape(schema, None if constrain == "schema" else grammar(ask, SHORT_NOTE_WORDS * thought))


def note_shape(about: str, constrain: Constrain) -> Shape | None:
    """What the server is to hold a private note to."""
    schema = json_schema(Speech(about, NOTE_WORDS)) if constrain in ("yes", "schema") else None
    words = grammar(Speech(about, SHORT_NOTE_WORDS)) if constrain in ("yes", "grammar") else None
    return Shape(schema, words) if schema or words else None
