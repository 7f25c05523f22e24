"""The models of one run: each opened once, all behind one budget and one store of calls."""

from __future__ import annotations

from pathlib import Path

from keepmum.models.budget import Budget, Limits, Spent
from keepmum.models.cache import Store
from keepmum.models.open import Settings, open_model
from keepmum.models.seam import Model


class House:
    """Opens models by name. `spent` is what the run has used before; `cache` the file of its calls, None for none.

    Raises ModelUnavailable for a store that cannot be used.
    """

    def __init__(self, limits: Limits, spent: Spent, cache: Path | None) -> None:
        self._budget = Budget(limits, spent)
        self._path = cache
        self._settings: Settings | None = None
        self._models: dict[str, Model] = {}

    def open(self, name: str) -> Model:
        """The model of this name, wrapped. Raises ModelUnavailable for one that cannot be."""
        if name not in self._models:
            open_model(name).check()  # before a store is made for it
            self._settings = self._settings or self._furnish()
            self._models[name] = open_model(name, self._settings)
        return self._models[name]

    def check(self) -> None:
        """Raise ModelUnavailable where no match could be played, before the first one is."""
        for model in self._models.values():
            model.check()

    async def close(self) -> None:
        """Give everything back; what was answered is in the store."""
        for model in self._models.values():
            await model.close()
        if self._settings and self._settings.store:
            self._settings.store.close()

    def spent(self) -> str:
        """What was spent of what was allowed, in words."""
        return self._budget.describe()

    def _furnish(self) -> Settings:
        if self._path is None:
            return Settings(budget=self._budget)
        self._path.parent.mkdir(parents=True, exist_ok=True)
        return Settings(store=Store(self._path), budget=self._budget)
