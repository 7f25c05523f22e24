"""A call in flight whose caller is gone is kept and counted; nothing new is begun for it, and closing has an end."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
from lab import ask, run

from keepmum.models import flight
from keepmum.models.budget import Budget, Budgeted, Limits, Spent
from keepmum.models.cache import Cached, Store, key
from keepmum.models.retry import Patience, Retrying
from keepmum.models.scripted import Reply, Scripted
from keepmum.models.seam import Completion, Failure, Model, ModelUnavailable, Request, Usage

ANSWER = Completion("copper", usage=Usage(7, 3), cost=0.5)
COUNTED = Spent(1, 10, 0.5)


class Slow(Scripted):
    """Answers when `go` is set, and says by `asked` that it has been asked."""

    def __init__(self, *replies: Reply) -> None:
        super().__init__(replies)
        self.asked, self.go = asyncio.Event(), asyncio.Event()

    async def complete(self, request: Request) -> Completion:
        self.asked.set()
        await self.go.wait()
        return await super().complete(request)


@dataclass
class Stack:
    """A slow model in all its wrappings."""

    path: Path
    slow: Slow
    limits: Limits = field(default_factory=Limits)
    budget: Budget = field(init=False)
    store: Store = field(init=False)

    def __post_init__(self) -> None:
        self.budget, self.store = Budget(self.limits), Store(self.path)
        self.model: Model = Cached(Budgeted(Retrying(self.slow, Patience(first=0.001)), self.budget), self.store)


async def cancelled(model: Model, slow: Slow) -> None:
    """A call that is cancelled after the slow model has been asked."""
    task = asyncio.create_task(model.complete(ask()))
    await slow.asked.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


async def closed(model: Model, slow: Slow) -> None:
    closing = asyncio.create_task(model.close())
    await asyncio.sleep(0)
    slow.go.set()
    await closing


@pytest.mark.parametrize("limits", [Limits(), Limits(calls=5, dollars=9.0)], ids=["free", "limited"])
def test_a_cancelled_call_is_kept_and_counted(tmp_path: Path, limits: Limits) -> None:
    async def work() -> Stack:
        stack = Stack(tmp_path / "c", Slow(ANSWER), limits)
        await cancelled(stack.model, stack.slow)
        assert not stack.slow.calls
        await closed(stack.model, stack.slow)
        assert stack.slow.closed
        return stack

    stack = run(work())
    stack.store.close()
    assert (stack.budget.spent, stack.budget.reserved) == (COUNTED, Spent())
    later = Store(tmp_path / "c")
    held = later.get(key("scripted", ask()))
    assert held is not None
    assert replace(held, seconds=0.0) == ANSWER
    later.close()


def test_a_cancelled_call_is_counted_without_a_cache() -> None:
    async def work() -> Budget:
        budget, slow = Budget(Limits(calls=5)), Slow(ANSWER)
        model = Budgeted(slow, budget)
        await cancelled(model, slow)
        await closed(model, slow)
        return budget

    assert run(work()).spent == COUNTED


def test_a_failure_that_nobody_waits_for_is_not_asked_again(tmp_path: Path) -> None:
    async def work() -> Stack:
        stack = Stack(tmp_path / "c", Slow(Failure("server", "500"), ANSWER))
        await cancelled(stack.model, stack.slow)
        await closed(stack.model, stack.slow)
        return stack

    stack = run(work())
    stack.store.close()
    assert len(stack.slow.calls) == 1


def test_a_caller_who_goes_while_the_budget_is_taken_asks_nothing() -> None:
    async def work() -> Slow:
        slow = Slow(ANSWER, ANSWER)
        model = Budgeted(slow, Budget(Limits(tokens=1000)))
        first = asyncio.create_task(model.complete(ask()))
        await slow.asked.wait()
        second = asyncio.create_task(model.complete(ask("other")))
        await asyncio.sleep(0.01)
        second.cancel()
        with pytest.raises(asyncio.CancelledError):
            await second
        slow.go.set()
        assert await first == ANSWER
        await model.close()
        assert model.budget.reserved == Spent()
        return slow

    assert len(run(work()).calls) == 1


def test_closing_does_not_wait_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flight, "PATIENCE", 0.05)

    async def work() -> Stack:
        stack = Stack(tmp_path / "c", Slow(ANSWER), Limits(calls=5))
        await cancelled(stack.model, stack.slow)
        await stack.model.close()
        return stack

    stack = run(work())
    stack.store.close()
    assert stack.slow.closed
    assert (stack.budget.spent, stack.budget.reserved) == (Spent(), Spent())


def test_an_error_that_nobody_waits_for_is_quiet(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    def gone(_: Request) -> str:
        raise ModelUnavailable("m", "gone", "weep")

    async def work() -> Stack:
        stack = Stack(tmp_path / "c", Slow())
        stack.slow._script = gone  # pyright: ignore[reportPrivateUsage]
        await cancelled(stack.model, stack.slow)
        await closed(stack.model, stack.slow)
        return stack

    run(work()).store.close()
    assert caplog.records == []


def test_an_error_reaches_whoever_waits() -> None:
    def gone(_: Request) -> str:
        raise ModelUnavailable("m", "gone", "weep")

    with pytest.raises(ModelUnavailable, match="gone"):
        run(Budgeted(Scripted(gone), Budget()).complete(ask()))
