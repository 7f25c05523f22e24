"""The direction that is steered by is fitted on all the secrets of a store, at every layer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from keepmum.interp.directions import Method, fits
from keepmum.interp.findings import Layered
from keepmum.models.hf.direction import Direction


def direction_of(
    found: Layered, way: tuple[Method, int, int], where: tuple[int, Sequence[int]], how: Mapping[str, Any]
) -> Direction:
    """Unit vectors at `where[1]`'s layers, `where[0]` the file's choice; `way` is the method, high and low level.

    Raises OptionError where the two levels were not collected.
    """
    method, high, low = way
    vectors: dict[int, Any] = {}
    for layer in where[1]:
        sample = found.samples(layer)["level"]
        vectors[layer] = fits(high, low)[method](sample, sample.levels[:, None])[:, 0].astype(np.float32)
    about = found.collected.about
    sizes = {"rows": len(found.places["level"]), "secrets": len(set(found.secrets[found.places["level"]].tolist()))}
    levels = {"high": high, "low": low} if method == "difference" else {}
    made = {"method": method, **levels, **sizes, "script_sha256": about.script_sha256, **how}
    return Direction(vectors, about.model, about.revision, where[0], made)
