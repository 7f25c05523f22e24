"""Lists of numbers on the command line, and how results are put: as lines for people or as JSON for programs."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from keepmum.core.options import OptionError
from keepmum.core.visible import visible
from keepmum.measure.stats import Estimate

if TYPE_CHECKING:
    from collections.abc import Callable

MOST = 10_000


def whole_numbers(text: str, what: str) -> tuple[int, ...]:
    """1-10, or 1,3,9, or both. Raises OptionError."""
    found: list[int] = []
    try:
        for part in text.split(","):
            first, dash, last = part.strip().partition("-")
            found += range(int(first), int(last) + 1) if dash else [int(first)]
            if len(found) > MOST:
                raise ValueError
    except ValueError:
        raise OptionError(f"{what} is numbers such as 1-10 or 1,3,9, not {text!r}") from None
    if not found:
        raise OptionError(f"{what} {text!r} names no number; the first of a span is the lower one")
    return tuple(dict.fromkeys(found))


def strengths(text: str) -> tuple[str, ...]:
    """-8,0,0.2norm: strengths as the model's name takes them. Raises OptionError."""
    from keepmum.models.hf.place import STRENGTH

    found = tuple(dict.fromkeys(part.strip() for part in text.split(",")))
    for each in found:
        if not STRENGTH.fullmatch(each):
            raise OptionError(f"a strength is a number, or one with norm behind it (-8, 0.2norm), not {each!r}")
    return found


def joined(words: Sequence[str], *options: str) -> list[str]:
    """The words with each option and its value in one, since a value such as -8,8 would be taken for an option."""
    made: list[str] = []
    for word in words:
        if made and made[-1] in options:
            made[-1] = f"{made[-1]}={word}"
        else:
            made.append(word)
    return made


def add_json(parser: argparse.ArgumentParser) -> None:
    """Programs read --json."""
    parser.add_argument("--json", action="store_true", help="print the result for programs")


def put(as_program: bool, data: dict[str, Any], lines: Sequence[str]) -> int:
    """Print one or the other; the exit code of success."""
    print(json.dumps(data) if as_program else "\n".join(map(visible, lines)))
    return 0


def spread(estimate: Estimate, digits: int = 2) -> str:
    """A value with its interval, as short as can be: .83 [.71 .92]."""
    if estimate.value is None:
        return "-"
    value = short(estimate.value, digits)
    if estimate.low is None or estimate.high is None:
        return value
    return f"{value} [{short(estimate.low, digits)} {short(estimate.high, digits)}]"


def short(value: float | None, digits: int = 2) -> str:
    """A number without the nought before its point."""
    if value is None:
        return "-"
    text = f"{value:.{digits}f}"
    return text.replace("0.", ".", 1) if abs(value) < 1 and text.lstrip("-").startswith("0.") else text


def say(text: str) -> None:
    """One line on stderr, at once."""
    print(text, file=sys.stderr, flush=True)


@contextmanager
def progress(total: int) -> Iterator[Callable[[int], None]]:
    """A bar on a terminal, and nothing elsewhere; what it gives is told how many are done."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    with Progress(BarColumn(24), MofNCompleteColumn(), TimeRemainingColumn(), console=Console(stderr=True)) as bar:
        task = bar.add_task("", total=total)
        yield lambda done: bar.advance(task, done)
