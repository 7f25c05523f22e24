"""The next token of one row: by its own dice, so that the rest of the batch has no part in it.

Adding Gumbel noise to the scores and taking the highest draws from their softmax (Gumbel 1954; Maddison et al. 2014);
taking the highest that is allowed draws from the softmax over those, without asking of each whether it is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from keepmum.models.seam import Sampling

FEW = 64


@dataclass(frozen=True, slots=True)
class Manner:
    """How to draw. A temperature of 0 takes the likeliest; `top_p` and `top_k` come from the model's own defaults."""

    temperature: float = 0.0
    top_p: float = 1.0
    top_k: int = 0


def manner(sampling: Sampling, defaults: Any) -> Manner:
    """The request's temperature and nothing else, or all of the model's generation configuration."""
    if sampling.temperature is not None:
        return Manner(sampling.temperature)
    if not getattr(defaults, "do_sample", False):
        return Manner()
    temperature, top_p, top_k = (getattr(defaults, name, None) for name in ("temperature", "top_p", "top_k"))
    return Manner(1.0 if temperature is None else temperature, top_p or 1.0, top_k or 0)


class Dice:
    """One request's source of chance."""

    def __init__(self, manner: Manner, seed: int) -> None:
        self.manner = manner
        self._chance = torch.Generator().manual_seed(seed)

    def shaken(self, scores: Tensor) -> Tensor:
        """Scores whose highest is the drawn token. `scores` are one row's, on the processor, float32."""
        if self.manner.temperature == 0:
            return scores
        scores = cut(scores / self.manner.temperature, self.manner)
        noise = torch.empty_like(scores).exponential_(generator=self._chance)
        return scores - noise.log()


def cut(scores: Tensor, manner: Manner) -> Tensor:
    """Nothing below the `top_k` best, nor beyond those that make up `top_p`."""
    if 0 < manner.top_k < len(scores):
        scores = scores.masked_fill(scores < scores.topk(manner.top_k).values[-1], -torch.inf)
    if manner.top_p < 1:
        ordered, order = scores.sort(descending=True)
        chances = ordered.softmax(0)
        scores = scores.index_fill(0, order[chances.cumsum(0) - chances >= manner.top_p], -torch.inf)
    return scores


def best(scores: Tensor, allowed: Callable[[int], bool]) -> int | None:
    """The highest token that is allowed; None where there is none."""
    count = FEW
    while True:
        order = scores.topk(min(count, len(scores))).indices.tolist()
        for token in order[count // 16 if count > FEW else 0 :]:
            if allowed(token):
                return token
        if len(order) == len(scores):
            return None
        count *= 16
