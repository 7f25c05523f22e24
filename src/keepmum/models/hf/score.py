"""How likely a model finds each of several continuations: all in one pass, over one reading of what comes before.

The continuations become a tree of tokens that lies behind the prefix in one row; each token sees the prefix and its
own ancestors, and stands where it would stand alone. What begins alike is read once, and last tokens not at all,
because nothing follows them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import torch
from torch import Tensor

from keepmum.models.hf.engine import Engine
from keepmum.models.hf.pool import Window
from keepmum.models.hf.tree import alike


@dataclass(frozen=True, slots=True)
class Branches:
    """Continuations as a tree: for each token that something follows, its parent (-1: the prefix) and its depth.

    `paths` has for each continuation the pairs (after which node, which token).
    """

    tokens: list[int] = field(default_factory=list)
    parents: list[int] = field(default_factory=list)
    depths: list[int] = field(default_factory=list)
    paths: list[list[tuple[int, int]]] = field(default_factory=list)


def branches(continuations: Sequence[Sequence[int]]) -> Branches:
    tree = Branches()
    known: dict[tuple[int, int], int] = {}
    for continuation in continuations:
        node, path = -1, []
        for depth, token in enumerate(continuation):
            path.append((node, token))
            if depth < len(continuation) - 1:
                if (node, token) not in known:
                    known[node, token] = len(tree.tokens)
                    tree.tokens.append(token)
                    tree.parents.append(node)
                    tree.depths.append(depth)
                node = known[node, token]
        tree.paths.append(path)
    return tree


@torch.inference_mode()
def scores(engine: Engine, prefix: Sequence[int], continuations: Sequence[Sequence[int]]) -> tuple[float, ...]:
    """The log-probability (natural) of each continuation after the prefix, summed over its tokens."""
    tree = branches(continuations)
    pool, first = engine.prefix(prefix)
    after = [first.double().log_softmax(0)]
    if tree.tokens:
        after += list(read(engine, pool, len(prefix), tree).double().log_softmax(-1))
    return tuple(float(sum(after[node + 1][token] for node, token in path)) for path in tree.paths)


def read(engine: Engine, pool: int, length: int, tree: Branches) -> Tensor:
    """The scores after each node (nodes, vocabulary)."""
    device, count = engine.loaded.device, len(tree.tokens)
    ids, depths = torch.tensor([tree.tokens], device=device), torch.tensor(tree.depths, device=device)
    slots = torch.arange(length, length + count, device=device)
    visible = torch.zeros(1, count, length + count, dtype=torch.bool, device=device)
    visible[:, :, :length] = True
    for node, parent in enumerate(tree.parents):
        if parent >= 0:
            visible[0, node, length:] = visible[0, parent, length:]
        visible[0, node, length + node] = True
    places = torch.cat([torch.arange(length, device=device), length + depths])
    return engine.pass_on(
        Window(pool, slots[None], length + count), ids, (length + depths)[None], (visible, places[None]), last=count
    )[0]


def split(prefix: list[int], whole: list[int], alone: list[int]) -> list[int]:
    """A continuation's tokens: what a joint reading has after the prefix's tokens, else its own reading.

    The prefix stays as it was read alone, as when a model writes on; only where a joint reading would have merged
    letters across the border does the continuation stand as it is read by itself.
    """
    if len(whole) > len(prefix) and alike(tuple(prefix), whole[: len(prefix)]) == len(prefix):
        return whole[len(prefix) :]
    return alone
