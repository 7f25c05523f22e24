"""A name may steer: `#steer=FILE,strength=-16,layer=40,positions=generated` is a steering of every answer."""

from __future__ import annotations

from pathlib import Path

from keepmum.models.hf.direction import DirectionError, digest_of, read_direction
from keepmum.models.hf.inside import At, Steer
from keepmum.models.hf.place import Place

NORM = "norm"


def steering(place: Place) -> Steer:
    """The steering that a place's options say. Raises ModelUnavailable where they, or the file, are no use."""
    if not place.steer:
        raise place.unavailable("it has options of steering and no file to steer by", "give steer=FILE too")
    if not place.strength:
        raise place.unavailable("it does not say how strongly to steer", "give strength=-16, or strength=0.2norm")
    try:
        direction = read_direction(Path(place.steer).expanduser())
        layer = int(place.layer) if place.layer else direction.layer
        vector = direction.at(layer)
    except DirectionError as error:
        raise place.unavailable(f"steer={place.steer}: {error}", "name another file or layer") from None
    strength, relative = read_strength(place.strength)
    return Steer(vector, layer, strength, read_positions(place.positions), direction.revision, relative)


def read_strength(text: str) -> tuple[float, bool]:
    """-16, or 0.2norm, which counts in lengths of the state."""
    return float(text.removesuffix(NORM)), text.endswith(NORM)


def read_positions(text: str) -> At:
    """generated (also where nothing is said), answer, all, or numbers with : between."""
    match text:
        case "" | "generated":
            return "generated"
        case "answer" | "all":
            return text
        case _:
            return tuple(map(int, text.split(":")))


def described(steer: Steer | None) -> str:
    """All that decides what it does, for an identity."""
    if steer is None:
        return ""
    unit = NORM if steer.relative else ""
    return f" steered by {digest_of(steer.vector)} {steer.strength:g}{unit} at {steer.layer} {steer.positions}"
