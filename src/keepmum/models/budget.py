"""A budget is shared by all models of a run: calls, tokens, dollars, and a clean stop when one of them is used up."""

from __future__ import annotations

import asyncio
from dataclasses import astuple, dataclass, fields

from keepmum.models.flight import Flights, wanted
from keepmum.models.seam import Completion, Model, ModelUnavailable, Request, failed


@dataclass(frozen=True, slots=True)
class Limits:
    """The most a run may use; None is no limit."""

    calls: int | None = None
    tokens: int | None = None
    dollars: float | None = None


@dataclass(frozen=True, slots=True)
class Spent:
    """What has been used: answered calls, input and output tokens together, dollars."""

    calls: int = 0
    tokens: int = 0
    dollars: float = 0.0

    def __add__(self, other: Spent) -> Spent:
        return Spent(self.calls + other.calls, self.tokens + other.tokens, self.dollars + other.dollars)

    def __sub__(self, other: Spent) -> Spent:
        return Spent(self.calls - other.calls, self.tokens - other.tokens, self.dollars - other.dollars)

    def within(self, limits: Limits) -> bool:
        """Whether no limit is exceeded."""
        return all(most is None or used <= most for used, most in zip(astuple(self), astuple(limits), strict=True))

    def below(self, limits: Limits) -> bool:
        """Whether something is left under every limit."""
        return all(most is None or used < most for used, most in zip(astuple(self), astuple(limits), strict=True))


class Budget:
    """Admits calls while the limits last.

    Each call in flight holds a reservation: one call, and the mean tokens and dollars of the calls so far. A call is
    admitted if it fits beside the reservations; if it does not, it waits until calls come back, and is refused once a
    limit is reached. So calls never exceed their limit, and tokens and dollars exceed theirs by what the calls in
    flight at the end cost above the mean, one call's worth in the ordinary case. The first call goes alone for want of
    a mean, so that a limit below one call's cost is noticed after one call.
    """

    def __init__(self, limits: Limits = Limits(), spent: Spent = Spent()) -> None:
        self.limits, self.spent = limits, spent
        self.reserved = Spent()
        self.seen = Spent()
        self._returned = asyncio.Condition()

    @property
    def unlimited(self) -> bool:
        return all(getattr(self.limits, field.name) is None for field in fields(self.limits))

    @property
    def exhausted(self) -> bool:
        """Whether a limit has been reached, so that every further call is refused."""
        return not self.spent.below(self.limits)

    async def reserve(self) -> Spent | None:
        """A reservation to give back to `settle`, or None when the budget is used up."""
        async with self._returned:
            while not self.exhausted:
                share = self.share()
                alone = self.reserved == Spent()
                if alone or (self.seen.calls and (self.spent + self.reserved + share).within(self.limits)):
                    self.reserved += share
                    return share
                await self._returned.wait()
            return None

    def share(self) -> Spent:
        calls = max(1, self.seen.calls)
        return Spent(1, -(-self.seen.tokens // calls), self.seen.dollars / calls)

    async def settle(self, share: Spent, used: Spent) -> None:
        """Put what a call really used in the place of its reservation."""
        async with self._returned:
            self.reserved -= share
            if self.reserved.calls == 0:
                self.reserved = Spent()
            self.spent += used
            self.seen += used
            self._returned.notify_all()

    def describe(self) -> str:
        """Which limit has been reached, for people."""
        pairs = [
            (field.name, getattr(self.spent, field.name), getattr(self.limits, field.name)) for field in fields(Spent)
        ]
        return ", ".join(
            f"{used:g} of {most:g} {name}" for name, used, most in pairs if most is not None and used >= most
        )


class Budgeted:
    """A model whose calls are counted against a budget, also those whose caller is cancelled while they are made."""

    def __init__(self, model: Model, budget: Budget) -> None:
        self.model, self.budget = model, budget
        self.name = model.name
        self._flights = Flights()

    @property
    def priced(self) -> bool:
        return self.model.priced

    def check(self) -> None:
        """Also refuses a limit in dollars for a model that will not say what it costs."""
        self.model.check()
        if self.budget.limits.dollars is not None and not self.model.priced:
            raise self.unpriced("its price is not known, so a limit in dollars cannot be kept")

    def unpriced(self, what: str) -> ModelUnavailable:
        return ModelUnavailable(
            self.name, what, "limit calls or tokens instead, or put its price into a file named by KEEPMUM_PRICES"
        )

    async def close(self) -> None:
        """Wait for calls in flight, then close the model."""
        await self._flights.close()
        await self.model.close()

    async def complete(self, request: Request) -> Completion:
        return await self._flights.land(self._counted(request))

    async def _counted(self, request: Request) -> Completion:
        if self.budget.unlimited:
            completion = await self.model.complete(request)
            self.budget.spent += used(completion)
            return completion
        share = await self.budget.reserve()
        if share is None:
            return failed("over_budget", f"the budget is used up: {self.budget.describe()}")
        spent = Spent()
        try:
            wanted()
            completion = await self.model.complete(request)
            spent = used(completion)
        finally:
            await self.budget.settle(share, spent)
        if completion.cost is None and self.budget.limits.dollars is not None:
            raise self.unpriced("it did not say what a call cost, so the limit in dollars cannot be kept")
        return completion


def used(completion: Completion) -> Spent:
    return Spent(1, completion.usage.total, completion.cost or 0.0)
