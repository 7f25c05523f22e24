"""What the commands share that ask models about finished matches: limits, progress, and how they end."""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Sequence
from pathlib import Path

from keepmum import registry
from keepmum.asking.work import Kept
from keepmum.core import GameKind
from keepmum.core.options import OptionError
from keepmum.core.visible import visible
from keepmum.models.budget import Limits, Spent
from keepmum.models.house import House, paid
from keepmum.play.folder import read_manifest

UNFINISHED = 3
AT_ONCE = 8


def add_limits(parser: argparse.ArgumentParser) -> None:
    """The options that all of them have."""
    parser.add_argument("--attempts", type=int, default=3, metavar="N", help="tries at a reply (default 3)")
    parser.add_argument("--concurrency", type=int, default=AT_ONCE, metavar="N", help=f"at once (default {AT_ONCE})")
    parser.add_argument("--json", action="store_true", help="print the report for programs")
    limits = parser.add_argument_group("budget of each run: asking stops cleanly when it is spent")
    limits.add_argument("--max-cost", type=float, metavar="DOLLARS")
    limits.add_argument("--max-calls", type=int, metavar="N")
    limits.add_argument("--max-tokens", type=int, metavar="N")


def check_numbers(given: argparse.Namespace) -> None:
    """Raises OptionError for a number that cannot be."""
    for name, value, most in (
        ("--attempts", given.attempts, 100),
        ("--concurrency", given.concurrency, 10_000),
        ("--limit", 1 if given.limit is None else given.limit, 10_000_000),
    ):
        if not 1 <= value <= most:
            raise OptionError(f"{name} is from 1 to {most}, not {value}")
    for name in ("max_cost", "max_calls", "max_tokens"):
        value = getattr(given, name)
        if value is not None and not 0 < value < math.inf:
            raise OptionError(f"--{name.replace('_', '-')} must be a number above 0, not {value}")


def kind_of(runs: Sequence[Path]) -> GameKind:
    """The game of some runs. Raises OptionError where they are of several, or one is given twice."""
    games = {read_manifest(run).game for run in runs}
    if len(games) > 1:
        raise OptionError(f"the runs are of different games ({', '.join(sorted(games))}); give those of one")
    if len({run.resolve() for run in runs}) < len(runs):
        raise OptionError("a run is given twice")
    return registry.game(games.pop())


def house_of(given: argparse.Namespace, store: Path) -> House:
    """The models, behind the budget that was given and what has been spent of it."""
    limits = Limits(given.max_calls, given.max_tokens, given.max_cost)
    return House(limits, paid(store) if store.exists() else Spent(), store)


def stopped(command: str, runs: Sequence[Path], why: Sequence[str]) -> int:
    """Say which runs are unfinished and why; the exit code."""
    for run, reason in zip(runs, why, strict=False):
        if reason:
            print(visible(f"keepmum {command}: {run}: {reason}; the same command goes on"), file=sys.stderr)
    return UNFINISHED if any(why) else 0


class Counter:
    """Counts replies on a terminal as they come; silent elsewhere."""

    def __init__(self, run: Path) -> None:
        self._run = visible(str(run))
        self._count = self._failed = 0
        self._shown = sys.stderr.isatty()

    def mended(self, many: int) -> None:
        """Say that torn lines were cut."""
        if many:
            print(f"{self._run}: torn last lines ({many} bytes) were cut off", file=sys.stderr)

    def told(self, line: Kept) -> None:
        """Hear of one reply."""
        self._count += 1
        self._failed += line.cause is not None
        if self._shown:
            print(f"\r{self._run}: {self._count} replies, {self._failed} failed", end="", file=sys.stderr, flush=True)

    def close(self) -> None:
        """End the line."""
        if self._shown and self._count:
            print(file=sys.stderr)
