"""A GGUF file's head is read once while a model is loaded, and quickly; transformers alone reads it three times."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any


@contextmanager
def heads_read_once() -> Iterator[None]:
    """For the time of the block, for one thread. Where the gguf package is laid out otherwise, all stays as it is."""
    try:
        import gguf

        plain = gguf.GGUFReader
    except (ImportError, AttributeError):
        yield
        return

    @cache
    def reader(path: Any) -> Any:
        return swift(plain)(path)

    gguf.GGUFReader = reader  # type: ignore[assignment, misc]
    try:
        yield
    finally:
        gguf.GGUFReader = plain


def swift(plain: Any) -> Any:
    """The reader over a plain array: slices of a memory-mapped one cost five times as much."""
    import numpy as np

    class Swift(plain):
        @property
        def data(self) -> Any:
            return self._data

        @data.setter
        def data(self, mapped: Any) -> None:
            self._data = np.asarray(mapped)

    return Swift
