"""The models of one run: each opened once, all behind one budget and one store of calls."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from keepmum.models.budget import Budget, Limits, Spent
from keepmum.models.open import Settings, open_model
from keepmum.models.retry import Patience
from keepmum.models.seam import Model


class House:
    """Opens models by name, each once. `limits` are "calls", "tokens" and "dollars", None for no limit.

    `cache` is a file for completions, or None; `spent` what the run had used before it was broken off.
    """

    def __init__(self, limits: Mapping[str, float | None], cache: Path | None, spent: Spent | None = None) -> None:
        self.budget = Budget(limited(limits), spent or Spent())
        store = None
        if cache is not None:
            from keepmum.models.cache import Store

            store = Store(cache)
        self._settings = Settings(store, self.budget, Patience())
        self._models: dict[str, Model] = {}

    def open(self, name: str) -> Model:
        """The model of this name, wrapped. Raises ModelUnavailable for a name that leads nowhere."""
        if name not in self._models:
            self._models[name] = open_model(name, self._settings)
        return self._models[name]

    async def check(self) -> None:
        """Raise ModelUnavailable where no match could be played, before the first one is."""
        for model in self._models.values():
            model.check()

    async def close(self) -> None:
        """Give everything back; what the store has not written yet, it writes now."""
        for model in self._models.values():
            await model.close()
        self._models.clear()
        if self._settings.store is not None:
            self._settings.store.close()

    def spent(self) -> str:
        """What was spent, in words; nothing where no model was asked."""
        spent = self.budget.spent
        return f"{spent.calls} calls · {spent.tokens} tokens · ${spent.dollars:.4f}" if spent.calls else ""


def limited(limits: Mapping[str, float | None]) -> Limits:
    """Numbers by name as limits; a name that is none of the three is a KeyError."""
    unknown = set(limits) - {"calls", "tokens", "dollars"}
    if unknown:
        raise KeyError(f"no such limit: {', '.join(sorted(unknown))}; there are calls, tokens and dollars")
    calls, tokens, dollars = (limits.get(name) for name in ("calls", "tokens", "dollars"))
    return Limits(None if calls is None else int(calls), None if tokens is None else int(tokens), dollars)
