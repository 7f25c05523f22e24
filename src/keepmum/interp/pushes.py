"""What steering does to a state is shown beside what a random direction of the same length does."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from keepmum.interp.collecting import RANDOM, Push
from keepmum.interp.directions import random_units
from keepmum.models.hf.direction import Direction, digest_of
from keepmum.models.hf.inside import Steer
from keepmum.models.hf.steering import read_strength

SEED = 2025


def pushes(direction: Direction, strengths: Sequence[str], layer: int | None, controls: bool) -> list[Push]:
    """A push of each strength along the direction; with `controls` also along a random one. Raises DirectionError."""
    at = direction.layer if layer is None else layer
    vector = direction.at(at)
    vectors = {digest_of(vector)[:16]: vector}
    if controls:
        chance = random_units(direction.width, 1, np.random.default_rng(SEED))[:, 0]
        vectors[RANDOM] = (chance * np.linalg.norm(vector)).astype(np.float32)
    made: list[Push] = []
    for name, each in vectors.items():
        for strength in strengths:
            number, relative = read_strength(strength)
            steer = Steer(each, at, number, "generated", direction.revision, relative)
            made.append(Push(name, strength, steer))
    return made
