"""The keys and values of all rows that are being answered, in one place: a row's token n lies at its place n.

New tokens are padded on the left; what a pad would write goes to a row's last place, which nobody looks at.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor
from transformers import Cache
from transformers.cache_utils import DynamicLayer

STEP = 256


@dataclass(frozen=True, slots=True, eq=False)
class Run:
    """Keys and values of a run of tokens: for each layer two tensors of shape (heads, tokens, width)."""

    layers: tuple[tuple[Tensor, Tensor] | None, ...]

    @property
    def bytes(self) -> int:
        return sum(held.nbytes for pair in self.layers if pair for held in pair)

    def part(self, start: int, end: int) -> Run:
        which = slice(start, end)
        return Run(tuple(pair and (pair[0][:, which].clone(), pair[1][:, which].clone()) for pair in self.layers))


@dataclass(frozen=True, slots=True, eq=False)
class Window:
    """Which rows a forward pass is for, where their new tokens go (rows, new), and how many places it looks at."""

    first: int
    slots: Tensor
    length: int


class Shelf(DynamicLayer):
    """One layer's keys and values: (rows, heads, places, width). Zeros at first, because 0 x NaN is NaN."""

    def __init__(self, pool: Pool) -> None:
        super().__init__()
        self.pool = pool

    def update(self, key_states: Tensor, value_states: Tensor, *_: Any, **__: Any) -> tuple[Tensor, Tensor]:
        window = self.pool.window
        assert window is not None
        if self.keys is None or self.values is None:
            self.device, self.is_initialized = key_states.device, True
            self.keys, self.values = self._room(key_states), self._room(value_states)
        rows = slice(window.first, window.first + len(key_states))
        which = torch.arange(len(key_states), device=key_states.device)[:, None]
        for held, new in ((self.keys, key_states), (self.values, value_states)):
            held[rows][which, :, window.slots] = new.transpose(1, 2)
        return self.keys[rows, :, : window.length], self.values[rows, :, : window.length]

    def grow(self) -> None:
        for name in ("keys", "values"):
            held = getattr(self, name)
            if held is not None:
                larger = self._room(held)
                larger[: len(held), :, : held.shape[2]] = held
                setattr(self, name, larger)

    def get_seq_length(self) -> int:
        window = self.pool.window
        return window.length - window.slots.shape[1] if window else 0

    def _room(self, like: Tensor) -> Tensor:
        return like.new_zeros((self.pool.rows, like.shape[1], self.pool.places, like.shape[3]))


class Pool(Cache):
    """All layers' keys and values. `reserve` before a forward pass, with `window` set to what it is for."""

    def __init__(self, layers: int) -> None:
        self.rows = self.places = 0
        self.window: Window | None = None
        super().__init__(layers=[Shelf(self) for _ in range(layers)])

    @property
    def shelves(self) -> list[Shelf]:
        return self.layers  # type: ignore[return-value]

    @property
    def token_bytes(self) -> int:
        """What one token takes; 0 before the first forward pass."""
        return sum(
            held[0, :, 0].nbytes for shelf in self.shelves for held in (shelf.keys, shelf.values) if held is not None
        )

    def reserve(self, rows: int, places: int) -> None:
        """Room for so many rows of so many tokens, and one place for pads."""
        if rows <= self.rows and places < self.places:
            return
        self.rows = max(rows, self.rows)
        self.places = max(STEP * (places // STEP + 1), self.places)
        for shelf in self.shelves:
            shelf.grow()

    def take(self, row: int, start: int, end: int) -> Run:
        """A copy of some of a row's tokens."""
        return Run(
            tuple(
                None if shelf.keys is None or shelf.values is None
                else (shelf.keys[row, :, start:end].clone(), shelf.values[row, :, start:end].clone())
                for shelf in self.shelves
            )
        )  # fmt: skip

    def put(self, row: int, at: int, run: Run, count: int) -> None:
        """The first `count` tokens of a run, from place `at` on."""
        for shelf, pair in zip(self.shelves, run.layers, strict=True):
            if pair and shelf.keys is not None and shelf.values is not None:
                shelf.keys[row, :, at : at + count] = pair[0][:, :count]
                shelf.values[row, :, at : at + count] = pair[1][:, :count]

    def move(self, source: int, target: int, count: int) -> None:
        """The first `count` tokens of one row, to another."""
        for held in self._all():
            held[target, :, :count] = held[source, :, :count]

    def wipe(self, row: int) -> None:
        """Zeros, after a row whose numbers were none."""
        for held in self._all():
            held[row] = 0

    def _all(self) -> list[Tensor]:
        return [held for shelf in self.shelves for held in (shelf.keys, shelf.values) if held is not None]
