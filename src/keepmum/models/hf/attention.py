"""Who sees whom: masks by position for rows of unlike lengths, and attention that copies no keys for shared heads."""

from __future__ import annotations

import sys
from typing import Any

import torch
from torch import Tensor
from torch.nn import functional

NAME = "keepmum"
FULL, SLIDING = "full_attention", "sliding_attention"


def register() -> str:
    """Make the attention below known to transformers, by the name that is returned."""
    from transformers import AttentionInterface, AttentionMaskInterface
    from transformers.masking_utils import sdpa_mask

    AttentionInterface.register(NAME, grouped)
    AttentionMaskInterface.register(NAME, sdpa_mask)
    return NAME


def grouped(
    module: Any, query: Tensor, key: Tensor, value: Tensor, attention_mask: Tensor | None, **given: Any
) -> tuple[Tensor, Any]:
    """Scaled dot products; heads that share keys are put side by side as queries, so the keys need not be repeated.

    What needs more than that (soft caps, sinks, biases) goes to the model's own plain attention.
    """
    rows, heads, length, width = query.shape
    mask = causal(key.shape[2], length, query.device) if attention_mask is None else attention_mask
    if any(given.get(extra) is not None for extra in ("softcap", "s_aux", "position_bias")):
        bias = torch.zeros_like(mask, dtype=query.dtype).masked_fill_(~mask, torch.finfo(query.dtype).min)
        return sys.modules[type(module).__module__].eager_attention_forward(module, query, key, value, bias, **given)
    kept = key.shape[1]
    if heads > kept:
        query = query.reshape(rows, kept, heads // kept * length, width)
        mask = mask if length == 1 else mask.repeat(1, 1, heads // kept, 1)
    out = functional.scaled_dot_product_attention(query, key, value, attn_mask=mask, scale=given.get("scaling"))
    return out.reshape(rows, heads, length, value.shape[-1]).transpose(1, 2).contiguous(), None


def causal(places: int, new: int, device: torch.device) -> Tensor:
    """What a plain pass means by no mask: every token sees those before it."""
    return torch.ones(new, places, dtype=torch.bool, device=device).tril(places - new)[None, None]


class Sight:
    """Which kinds of attention a model's layers have, and how far back the sliding ones look."""

    def __init__(self, config: Any) -> None:
        self.window: int | None = getattr(config, "sliding_window", None)
        kinds = getattr(config, "layer_types", None) or [SLIDING if self.window else FULL]
        self.kinds = frozenset(kinds)

    @property
    def strange(self) -> frozenset[str]:
        """Kinds of layers that are not attention to what was said before."""
        return self.kinds - {FULL, SLIDING}

    def masks(self, visible: Tensor, positions: Tensor, places: Tensor) -> Any:
        """The mask, or one for each kind, of shape (rows, 1, new tokens, places), True where seen.

        `visible` (rows, new, places) says what there is to see; `positions` (rows, new) and `places` (1 or rows,
        places) where in its conversation each token stands.
        """
        whole = visible[:, None]
        if self.kinds == {FULL} or self.window is None:
            return whole
        near = (visible & (positions[:, :, None] - places[:, None, :] < self.window))[:, None]
        return near if self.kinds == {SLIDING} else {FULL: whole, SLIDING: near}
