"""The models of one run: each opened once, all behind one budget and one store of calls."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from keepmum.models.seam import Model


class House:
    """Opens models by name. `limits` are "calls", "tokens" and "dollars", None for no limit; `cache` a file, or None."""

    def __init__(self, limits: Mapping[str, float | None], cache: Path | None) -> None:
        self._limits = limits
        self._cache = cache
        self._models: dict[str, Model] = {}
        self._closers: list[Any] = []

    def open(self, name: str) -> Model:
        """The model of this name, wrapped. Raises ModelUnavailable for a name that leads nowhere."""
        raise NotImplementedError

    async def check(self) -> None:
        """Raise ModelUnavailable where no match could be played, before the first one is."""
        for model in self._models.values():
            model.check()

    async def close(self) -> None:
        """Give everything back."""
        for model in self._models.values():
            await model.close()

    def spent(self) -> str:
        """What was spent, in words."""
        return ""
