"""Some models say how likely a reply is, without giving one. Each such pass is one call of the budget."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol, runtime_checkable

from keepmum.models.budget import Budget, Budgeted, Spent
from keepmum.models.seam import Message, Model, ModelUnavailable


@runtime_checkable
class Scores(Protocol):
    """A model that gives log-probabilities."""

    async def score(self, prefix: Sequence[Message], continuations: Sequence[str]) -> tuple[float, ...]:
        """Natural log P(continuation | prefix) of replies to a conversation. ValueError where they do not fit."""
        ...


class BudgetSpent(Exception):
    """The budget has no room for another pass."""


class Scorer:
    """The scores of a model as a run opens it, under its wrappers. They are counted, and not kept.

    Raises ModelUnavailable for a model that gives none.
    """

    def __init__(self, model: Model) -> None:
        self.name = model.name
        layers = list(_layers(model))
        self._budgets: list[Budget] = [layer.budget for layer in layers if isinstance(layer, Budgeted)]
        found = next((layer for layer in layers if isinstance(layer, Scores)), None)
        if found is None:
            do = "take a model of open weights in this process, hf/ORG/NAME"
            raise ModelUnavailable(model.name, "it gives no log-probabilities", do)
        self._model = found

    async def score(self, prefix: Sequence[Message], continuations: Sequence[str]) -> tuple[float, ...]:
        """One pass. Raises BudgetSpent, ValueError for what the model cannot read, and ModelUnavailable."""
        shares = [(budget, await budget.reserve()) for budget in self._budgets]
        if any(share is None for _, share in shares):
            raise BudgetSpent(f"the budget is used up: {self._budgets[0].describe()}")
        used = Spent()
        try:
            scores = await self._model.score(tuple(prefix), tuple(continuations))
            used = Spent(1)
        finally:
            for budget, share in shares:
                await budget.settle(share or Spent(), used)
        return scores


def _layers(model: Model) -> Iterator[object]:
    """The model and what it wraps, the outermost first."""
    layer: object = model
    while layer is not None:
        yield layer
        layer = getattr(layer, "model", None)
