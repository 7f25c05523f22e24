"""The live display of a run: matches, voids by cause, tokens, cost and time left. Quiet when not a terminal."""

from __future__ import annotations

import sys
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from keepmum.play.records import Record

if TYPE_CHECKING:
    from rich.progress import Progress as RichProgress


class Progress:
    """Counts what a run does and, on a terminal, shows it. Use as a context manager; it is the run's watcher.

    `quiet`: show nothing while it runs, for what else is shown then.
    """

    def __init__(self, matches: int, quiet: bool = False) -> None:
        self._matches = matches
        self._before = self._now = 0
        self._voids: Counter[str] = Counter()
        self._tokens = self._calls = 0
        self._cost: float | None = 0.0
        self._started = time.monotonic()
        self._bar = _bar() if sys.stderr.isatty() and not quiet else None
        self._task = self._bar.add_task("", total=matches, notes="") if self._bar else None

    def __enter__(self) -> Progress:
        if self._bar:
            self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar:
            self._show()
            self._bar.stop()

    def say(self, text: str) -> None:
        """A remark, beside the display."""
        print(text, file=sys.stderr)

    def already(self, record: Record) -> None:
        """Count a match that was on record before."""
        self._before += 1
        self._count(record)

    def finished(self, record: Record) -> None:
        """Count a match that was played just now."""
        self._now += 1
        self._count(record)
        if self._bar:
            self._show()

    def _show(self) -> None:
        assert self._bar is not None
        assert self._task is not None
        notes = f"void {self._void_words()}" + (f" · {self._took()}" if self._calls else "")
        self._bar.update(self._task, completed=self._before + self._now, notes=notes)

    def _count(self, record: Record) -> None:
        if record.void:
            self._voids[record.void.cause.value] += 1
        for reply in record.replies:
            for call in reply.calls:
                self._calls += 1
                self._tokens += call.input_tokens + call.output_tokens
                self._cost = None if self._cost is None or call.cost is None else self._cost + call.cost

    @property
    def all_void(self) -> bool:
        """Whether there are matches on record, and none that was played to its end."""
        total = self._before + self._now
        return 0 < total == self._voids.total()

    def counts(self) -> dict[str, Any]:
        """What was counted, for programs."""
        return {
            "matches": self._before + self._now,
            "played_now": self._now,
            "voids": dict(self._voids),
            "calls": self._calls,
            "tokens": self._tokens,
            "cost": self._cost,
            "seconds": round(time.monotonic() - self._started, 3),
        }

    def sentence(self, folder: Path) -> str:
        """What the run came to, for people."""
        parts = [f"{self._before + self._now} of {self._matches} matches on record in {folder}"]
        if self._before:
            parts.append(f"{self._now} played now")
        parts.append(f"void: {self._void_words()}")
        if self._calls:
            parts.append(f"{self._calls} calls, {self._took()}")
        seconds = time.monotonic() - self._started
        return "; ".join(parts) + f"; {seconds:.1f} s\nsee it: keepmum table {folder}"

    def nothing_played(self) -> str:
        """What is to be said when every match is void."""
        return f"every match on record is void ({self._void_words()}): nothing was played to its end"

    def _void_words(self) -> str:
        return ", ".join(f"{count} {cause.replace('_', ' ')}" for cause, count in self._voids.most_common()) or "none"

    def _took(self) -> str:
        return f"{self._tokens:,} tokens, {'price unknown' if self._cost is None else f'${self._cost:.4f}'}"


def _bar() -> RichProgress:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    notes = TextColumn("{task.fields[notes]}", markup=False)
    return Bar(BarColumn(24), MofNCompleteColumn(), notes, TimeRemainingColumn(), console=Console(stderr=True))
