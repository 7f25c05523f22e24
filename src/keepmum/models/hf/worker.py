"""One thread owns the device: it waits for calls, a few milliseconds for more of them, and moves all on together."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

WINDOW = 0.003
T = TypeVar("T")


def never() -> bool:
    return False


@dataclass(eq=False, slots=True)
class Job(Generic[T]):
    """One call: what is asked, and where the answer goes. `deserted` says whether it need not be begun any more."""

    asked: Any
    deserted: Callable[[], bool] = never
    future: Future[T] = field(default_factory=Future)

    @property
    def wanted(self) -> bool:
        return not self.future.cancelled() and not self.deserted()

    def answer(self, value: T) -> None:
        if not self.future.done() and self.future.set_running_or_notify_cancel():
            self.future.set_result(value)

    def fail(self, error: BaseException) -> None:
        if not self.future.done() and self.future.set_running_or_notify_cancel():
            self.future.set_exception(error)


class Closed(Exception):
    """The model was closed while it was asked."""


class Bench:
    """What the thread works with: `start` once, then `begin` new jobs and `go_on` with those begun while `busy`."""

    busy: bool
    places: int

    def start(self) -> None: ...
    def begin(self, jobs: list[Job[Any]]) -> None: ...
    def go_on(self) -> None: ...
    def abandon(self, error: BaseException) -> None: ...
    def stop(self) -> None: ...


class Worker:
    """Serves jobs on a bench, in a thread that begins with the first of them."""

    def __init__(self, bench: Bench, window: float = WINDOW) -> None:
        self._bench, self._window = bench, window
        self._jobs: deque[Job[Any]] = deque()
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None
        self._closing = False

    def submit(self, job: Job[Any]) -> None:
        with self._changed:
            self._jobs.append(job)
            if self._thread is None:
                self._closing = False
                self._thread = threading.Thread(target=self._serve, name="keepmum-hf", daemon=True)
                self._thread.start()
            self._changed.notify()

    def close(self) -> None:
        """End after the pass being made; who still waits is told."""
        with self._changed:
            self._closing, thread = True, self._thread
            self._changed.notify()
        if thread is not None:
            thread.join()

    def _serve(self) -> None:
        while self._work():
            pass
        with self._changed:
            left, self._thread = list(self._jobs), None
            self._jobs.clear()
        self._bench.abandon(Closed())
        for job in left:
            job.fail(Closed())
        self._bench.stop()

    def _work(self) -> bool:
        """One round: take what has come, move on what is there. False when closing."""
        self._wait()
        if self._closing:
            return False
        jobs: list[Job[Any]] = []
        try:
            self._bench.start()
            jobs = self._taken(self._bench.places)
            if jobs:
                self._bench.begin(jobs)
            if self._bench.busy:
                self._bench.go_on()
        except Exception as error:
            for job in jobs or self._taken(len(self._jobs)):
                job.fail(error)
            self._bench.abandon(error)
        return True

    def _wait(self) -> None:
        """With nothing to do, wait for a job, and then a little for its like."""
        if self._bench.busy:
            return
        with self._changed:
            self._changed.wait_for(lambda: self._jobs or self._closing)
        time.sleep(self._window)

    def _taken(self, most: int) -> list[Job[Any]]:
        """Jobs that are still wanted, the first come first."""
        with self._changed:
            jobs = [self._jobs.popleft() for _ in range(min(most, len(self._jobs)))]
        return [job for job in jobs if job.wanted]
