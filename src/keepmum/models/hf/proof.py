"""A model is tried out before it is used: padded, batched and from memory it must answer as it does alone."""

from __future__ import annotations

import torch
from torch import Tensor

from keepmum.models.hf.engine import Engine
from keepmum.models.hf.load import Loaded

LONG, SHORT = 11, 4
CLOSE = {torch.float32: 1e-3}
NEAR = 0.15  # of the largest score, for the halved types


@torch.inference_mode()
def prove(loaded: Loaded) -> None:
    """Raises ModelUnavailable for an architecture that does not keep to the masks and positions it is given."""
    size = min(loaded.config.vocab_size, 1000)
    long, short = ([(7 * n + start) % size for n in range(length)] for start, length in ((3, LONG), (5, SHORT)))
    engine = Engine(loaded, frozenset(), budget=0)
    try:
        engine.forward(0, [long[:-1], short[:-1]], [range(LONG - 1), range(SHORT - 1)])
        together = engine.forward(0, [long[-1:], short[-1:]], [range(LONG - 1, LONG), range(SHORT - 1, SHORT)])
        agree = all(
            close(scores[-1], alone(loaded, tokens), loaded.dtype)
            for scores, tokens in zip(together, (long, short), strict=True)
        )
    except (TypeError, ValueError, RuntimeError, IndexError, AttributeError, LookupError) as error:
        raise loaded.place.unavailable(f"it cannot be batched ({error})", "take a plain decoder") from error
    finally:
        engine.station.close()
    if not agree:
        raise loaded.place.unavailable(
            "padded and from memory it does not answer as it does alone", "take a decoder that heeds position_ids"
        )


def alone(loaded: Loaded, tokens: list[int]) -> Tensor:
    return loaded.model(input_ids=torch.tensor([tokens], device=loaded.device), use_cache=False).logits[0, -1].float()


def close(one: Tensor, other: Tensor, dtype: torch.dtype) -> bool:
    return bool((one - other).abs().max() <= CLOSE.get(dtype, NEAR) * max(1.0, float(other.abs().max())))
