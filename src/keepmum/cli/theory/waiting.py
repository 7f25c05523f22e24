"""A wait is explained on stderr while it lasts; a result on stdout never is."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

PATIENCE = 2.0
"""Seconds of silence that need no explanation."""


@contextmanager
def explained(what: str, after: float | None = None) -> Iterator[None]:
    """Say `what` on stderr if the block takes longer than `after` seconds (default `PATIENCE`)."""
    timer = threading.Timer(PATIENCE if after is None else after, say, (what,))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def say(what: str) -> None:
    """One line on stderr, at once."""
    print(what, file=sys.stderr, flush=True)
