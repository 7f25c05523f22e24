"""A direction file holds one vector a layer, and says which weights they were made with and how."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from keepmum.core.options import OptionError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FORMAT = "keepmum-direction-1"
NAMED = ("model", "revision", "layer", "width")


class DirectionError(OptionError):
    """A direction file that cannot be used. The text says why and what to do."""


@dataclass(frozen=True, slots=True, eq=False)
class Direction:
    """Vectors by layer, each of shape (width,); the model and the revision of its weights; the layer taken by default.

    `made` says how: the method, the levels, how many secrets, how well it did.
    """

    vectors: Mapping[int, NDArray[np.float32]]
    model: str
    revision: str
    layer: int
    made: Mapping[str, Any] = field(default_factory=dict[str, Any])

    @property
    def width(self) -> int:
        """Numbers in a vector."""
        return len(self.vectors[self.layer])

    def at(self, layer: int | None = None) -> NDArray[np.float32]:
        """The vector of a layer. Raises DirectionError for one that it does not have."""
        layer = self.layer if layer is None else layer
        if layer not in self.vectors:
            raise DirectionError(f"it has no vector for layer {layer}; it has {spans(self.vectors)}")
        return self.vectors[layer]


def spans(layers: Mapping[int, Any] | tuple[int, ...]) -> str:
    """Layers as people write them: 0-5, 8."""
    found: list[list[int]] = []
    for layer in sorted(layers):
        if found and found[-1][-1] == layer - 1:
            found[-1][1:] = [layer]
        else:
            found.append([layer])
    return ", ".join("-".join(map(str, span)) for span in found)


def digest_of(vector: NDArray[np.float32]) -> str:
    """SHA-256 of its numbers."""
    return hashlib.sha256(vector.astype("<f4").tobytes()).hexdigest()


def write_direction(path: Path, direction: Direction) -> None:
    """Write the file, whole or not at all. Raises DirectionError where it cannot be."""
    from safetensors.numpy import save

    told = {name: str(getattr(direction, name)) for name in NAMED}
    data = save(
        {f"layer.{layer}": vector.astype("float32") for layer, vector in direction.vectors.items()},
        metadata={"format": FORMAT, **told, "made": json.dumps(dict(direction.made), sort_keys=True)},
    )
    draft = path.with_name(path.name + ".tmp")
    try:
        draft.write_bytes(data)
        draft.replace(path)
    except OSError as error:
        raise DirectionError(f"{path} cannot be written: {error.strerror}") from error


def read_direction(path: Path) -> Direction:
    """Read the file. Raises DirectionError for what is no direction file, or one that contradicts itself."""
    from safetensors import SafetensorError, safe_open

    if not path.is_file():
        raise DirectionError(f"there is no direction file {path}; make one with keepmum inside direction")
    try:
        with safe_open(path, framework="numpy") as file:
            told = file.metadata() or {}
            tensors = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118 (it is no mapping)
    except (SafetensorError, OSError) as error:
        raise DirectionError(f"{path} is no safetensors file ({error}); make it again") from error
    return _checked(path, told, tensors)


def _checked(path: Path, told: Mapping[str, str], tensors: Mapping[str, Any]) -> Direction:
    if told.get("format") != FORMAT:
        raise DirectionError(f"{path} is no direction file of this version; make one with keepmum inside direction")
    try:
        vectors = {int(name.removeprefix("layer.")): vector for name, vector in tensors.items()}
        layer, width = int(told["layer"]), int(told["width"])
        direction = Direction(vectors, told["model"], told["revision"], layer, json.loads(told.get("made", "{}")))
    except (KeyError, ValueError) as error:
        raise DirectionError(f"{path} is damaged: {error}; make it again") from error
    wrong = [layer for layer, vector in vectors.items() if vector.shape != (width,)]
    if wrong or layer not in vectors:
        what = f"layer {wrong[0]} has shape {vectors[wrong[0]].shape}" if wrong else f"layer {layer} is missing"
        raise DirectionError(f"{path} is damaged: it says width {width} and layer {layer}, and {what}; make it again")
    return direction
