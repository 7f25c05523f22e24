"""A budget: exact in calls, close in tokens and dollars, also with many calls in flight, and a clean end."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lab import ask, completed, run

from keepmum.models.budget import Budget, Budgeted, Limits, Spent
from keepmum.models.scripted import Scripted
from keepmum.models.seam import Completion, Failure, Model, ModelUnavailable, Request, Usage


class Slow(Scripted):
    """Answers after a moment, one call's tokens and dollars at a time; notices how many it serves at once."""

    def __init__(self, costs: list[tuple[int, float | None]], priced: bool = True) -> None:
        super().__init__([Completion("x", usage=Usage(tokens, 0), cost=cost) for tokens, cost in costs])
        self.priced = priced
        self.now = self.most = 0

    async def complete(self, request: Request) -> Completion:
        self.now += 1
        self.most = max(self.most, self.now)
        await asyncio.sleep(random.random() / 1000)
        self.now -= 1
        return await super().complete(request)


def at_once(model: Model, calls: int) -> list[Completion]:
    async def work() -> list[Completion]:
        return await asyncio.gather(*(model.complete(ask(turn=n)) for n in range(calls)))

    return run(work())


def refused(completions: list[Completion]) -> int:
    return sum(c.failure is not None and c.failure.kind == "over_budget" for c in completions)


def test_calls_are_never_exceeded() -> None:
    budget, model = Budget(Limits(calls=7)), Slow([(10, 0.1)] * 50)
    completions = at_once(Budgeted(model, budget), 50)
    assert (len(model.calls), refused(completions)) == (7, 43)
    assert budget.spent.calls == 7
    assert budget.exhausted
    refusal = completions[-1].failure
    assert refusal
    assert refusal.detail == "the budget is used up: 7 of 7 calls"


@pytest.mark.parametrize("limits", [Limits(tokens=1000), Limits(dollars=10.0)])
def test_even_calls_exceed_tokens_and_dollars_by_less_than_one(limits: Limits) -> None:
    budget, model = Budget(limits), Slow([(30, 0.3)] * 100)
    at_once(Budgeted(model, budget), 100)
    assert len(model.calls) == 34
    assert budget.exhausted


@settings(deadline=None, max_examples=25)
@given(st.lists(st.tuples(st.integers(1, 100), st.floats(0.001, 1.0)), min_size=1, max_size=60), st.integers(1, 2000))
def test_uneven_calls_never_run_away(costs: list[tuple[int, float | None]], tokens: int) -> None:
    budget = Budget(Limits(tokens=tokens))
    completions = at_once(Budgeted(Slow(costs), budget), len(costs))
    assert budget.spent.tokens == sum(c.usage.total for c in completions)
    assert budget.spent.tokens < tokens + sum(sorted((t for t, _ in costs), reverse=True)[: budget.spent.calls])
    assert refused(completions) == len(costs) - budget.spent.calls
    assert refused(completions) == 0 or budget.exhausted
    assert budget.reserved == Spent()


def test_calls_run_side_by_side_while_there_is_enough() -> None:
    model = Slow([(10, 0.0)] * 50)
    at_once(Budgeted(model, Budget(Limits(tokens=1_000_000))), 50)
    assert model.most > 10
    free = Slow([(10, 0.0)] * 50)
    at_once(Budgeted(free, Budget()), 50)
    assert free.most == 50


def test_a_limit_below_one_calls_cost_is_noticed_after_one() -> None:
    model = Slow([(1000, 5.0)] * 20)
    at_once(Budgeted(model, Budget(Limits(dollars=0.01))), 20)
    assert len(model.calls) == 1


def test_what_was_spent_before_counts() -> None:
    budget = Budget(Limits(calls=10), Spent(calls=8))
    assert refused(at_once(Budgeted(Slow([(1, 0.0)] * 5), budget), 5)) == 3
    assert Budget(Limits(dollars=1.0), Spent(dollars=1.0)).exhausted


def test_one_budget_for_several_models() -> None:
    budget = Budget(Limits(calls=3))
    models = [Budgeted(Slow([(1, 0.0)] * 5), budget) for _ in range(2)]
    completions = completed(models[0], ask(), ask()) + completed(models[1], ask(), ask())
    assert [c.failure is None for c in completions] == [True, True, True, False]


def test_without_limits_everything_is_still_counted() -> None:
    budget = Budget()
    completed(Budgeted(Slow([(5, 0.25), (6, None)]), budget), ask(), ask())
    assert budget.spent == Spent(2, 11, 0.25)
    assert not budget.exhausted


def test_a_failed_call_gives_its_reservation_back() -> None:
    budget = Budget(Limits(calls=5, tokens=100))
    completed(Budgeted(Scripted([Failure("transport", "reset"), "x"]), budget), ask(), ask())
    assert budget.reserved == Spent()

    async def cancelled() -> None:
        task = asyncio.create_task(Budgeted(Slow([(1, 0.0)]), budget).complete(ask()))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    run(cancelled())
    assert budget.reserved == Spent()


def test_a_model_that_cannot_work_does_not_block_the_others() -> None:
    def broken(_: Any) -> str:
        raise ModelUnavailable("m", "gone", "weep")

    budget = Budget(Limits(tokens=100))
    with pytest.raises(ModelUnavailable):
        completed(Budgeted(Scripted(broken), budget), ask())
    assert completed(Budgeted(Scripted(["x"]), budget), ask())[0].text == "x"


def test_dollars_need_a_price() -> None:
    unpriced = Budgeted(Slow([(1, None)], priced=False), Budget(Limits(dollars=1.0)))
    with pytest.raises(ModelUnavailable, match=r"price is not known.*KEEPMUM_PRICES"):
        unpriced.check()
    Budgeted(Slow([], priced=False), Budget(Limits(tokens=1))).check()


def test_a_promised_price_that_is_not_told_ends_the_run() -> None:
    with pytest.raises(ModelUnavailable, match="did not say what a call cost"):
        completed(Budgeted(Slow([(1, None)]), Budget(Limits(dollars=1.0))), ask())
