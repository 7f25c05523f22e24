"""What may be recorded and changed inside a model while it answers one request, whatever else is in its batch.

A layer's number counts the decoder layers from 0, and its state is what that layer gives to the next: the paper's
"layer 40" of 80. A position counts the tokens of the conversation from 0, the answer's tokens after the prompt's.
The *answering* positions are those that draw a token of the answer: the prompt's last token draws the first.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from keepmum.models.seam import Completion, Request

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

At = Literal["answer", "generated", "all"] | tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Capture:
    """Layers whose states to record, and at which tokens.

    `at`: "answer" is the token that draws the first of the answer, "generated" every answering token, "all" every
    token, a tuple the positions (negative ones count back from the prompt's end, -1 is its last token).
    """

    layers: tuple[int, ...]
    at: At = "answer"


@dataclass(frozen=True, slots=True, eq=False)
class Steer:
    """Add `strength` times `vector` to a layer's output at some positions, named as in `Capture`.

    "generated" is what the paper does: wherever a token of the answer is drawn. `made_with` is the `revision` of the
    model that the vector comes from; another model's is refused. The vector is taken as it is, not normalised.
    `relative`: the strength counts in lengths of the state that is changed, each position's own.
    """

    vector: NDArray[np.floating]
    layer: int
    strength: float
    positions: At = "generated"
    made_with: str = ""
    relative: bool = False


@dataclass(frozen=True, slots=True)
class Inside:
    """A request, with what to record and what to change while it is answered."""

    request: Request
    capture: Capture | None = None
    steer: Steer | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """The completion; the states per layer, float32 of shape (positions, width); and the tokens they belong to.

    A state is recorded after the layer's own steering. `tokens` are all of the conversation, `prompt` how many of
    them were asked; a position may be missing where the answer ended before it.
    """

    completion: Completion
    states: Mapping[int, NDArray[np.float32]] = field(default_factory=dict)
    positions: tuple[int, ...] = ()
    tokens: tuple[int, ...] = ()
    prompt: int = 0


def chosen(at: At, position: int, prompt: int) -> bool:
    """Whether a position is among those named, in a conversation whose prompt has so many tokens."""
    if at == "all":
        return True
    if at == "generated":
        return position >= prompt - 1
    if at == "answer":
        return position == prompt - 1
    return position in {place if place >= 0 else prompt + place for place in at}


def first_chosen(at: At, prompt: int) -> int:
    """The lowest position named: what comes before it is as it would be without."""
    if isinstance(at, tuple):
        return max(0, min((place if place >= 0 else prompt + place for place in at), default=prompt))
    return 0 if at == "all" else prompt - 1
