"""The models of one run: each opened once, all behind one budget and one store of calls."""

from __future__ import annotations

from dataclasses import astuple
from pathlib import Path

from keepmum.models.budget import Budget, Limits, Spent
from keepmum.models.cache import Store
from keepmum.models.open import Settings, open_model
from keepmum.models.seam import Model, ModelUnavailable


class House:
    """Opens models by name; one that cannot work, such as for want of a key, is told of with all others by `check`.

    `spent` is what the run has used before; `cache` the file of its calls, None for none.
    Raises ModelUnavailable for a store that cannot be used.
    """

    def __init__(self, limits: Limits, spent: Spent, cache: Path | None) -> None:
        self._budget = Budget(limits, spent)
        self._before = spent
        self._path = cache
        self._settings: Settings | None = None
        self._models: dict[str, Model] = {}
        self._unable: list[ModelUnavailable] = []

    def open(self, name: str) -> Model:
        """The model of this name, wrapped. Raises ModelUnavailable for a name that leads nowhere."""
        if name not in self._models:
            plain = open_model(name)
            try:
                plain.check()  # before a store is made for it
            except ModelUnavailable as error:
                self._unable.append(error)
                return plain
            self._settings = self._settings or self._furnish()
            self._models[name] = open_model(name, self._settings)
        return self._models[name]

    def check(self) -> None:
        """Raise ModelUnavailable where no match could be played, before the first one is; with all that is wrong."""
        if self._unable:
            raise ModelUnavailable.all_of(self._unable)
        for model in self._models.values():
            model.check()

    async def close(self) -> None:
        """Give everything back; what was answered is in the store."""
        for model in self._models.values():
            await model.close()
        if self._settings and self._settings.store:
            self._settings.store.close()

    def room(self, finished: int, playing: int) -> bool:
        """Whether the budget holds another match beside those being played, as far as the mean of this run tells.

        Until one is finished there is no mean, so the first is played alone.
        """
        budget = self._budget
        if budget.unlimited:
            return True
        if not finished:
            return False
        used = astuple(budget.spent - self._before)
        limits = astuple(budget.limits)
        after = [total + (playing + 1) * use / finished for total, use in zip(astuple(budget.spent), used, strict=True)]
        return all(most is None or total <= most for total, most in zip(after, limits, strict=True))

    def spent(self) -> str:
        """What was spent of what was allowed, in words."""
        return self._budget.describe()

    def _furnish(self) -> Settings:
        if self._path is None:
            return Settings(budget=self._budget)
        self._path.parent.mkdir(parents=True, exist_ok=True)
        return Settings(store=Store(self._path), budget=self._budget)


def paid(store: Path) -> Spent:
    """What all calls in a store have used. Raises ModelUnavailable for a store that cannot be used."""
    held, spent = Store(store), Spent()
    for completion in held.all():
        spent += Spent(1, completion.usage.total, completion.cost or 0.0)
    held.close()
    return spent
