"""The terminal is where a person sits: lines out, lines in, and a loop that is free while the person thinks."""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Callable
from typing import Any, TypeAlias

Reader: TypeAlias = Callable[[str], str]
Writer: TypeAlias = Callable[[str, str], None]


class Terminal:
    """Shows text by `write(text, style)` and reads a line by `read(prompt)`, which raises EOFError at the end.

    `turn` is held by the one player who sits at it now.
    """

    def __init__(self, read: Reader = input, write: Writer | None = None) -> None:
        self._read = read
        self._write = write or standard_writer()
        self.turn = asyncio.Lock()

    def show(self, text: str, style: str = "") -> None:
        """Show lines of text. `style` is one of "", "head", "task", "error"."""
        self._write(text, style)

    async def line(self, prompt: str) -> str:
        """A line from the person. Raises EOFError where there is no more to read.

        A thread of its own, which ends with the program, waits for the line: no executor, whose threads hold up Ctrl-C.
        """
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[str] = loop.create_future()
        threading.Thread(target=self._wait, args=(prompt, loop, answer), daemon=True).start()
        return await answer

    def _wait(self, prompt: str, loop: asyncio.AbstractEventLoop, answer: asyncio.Future[str]) -> None:
        try:
            line = self._read(prompt)
        except BaseException as error:
            _settle(loop, answer, answer.set_exception, error)
        else:
            _settle(loop, answer, answer.set_result, line)


def _settle(loop: asyncio.AbstractEventLoop, answer: asyncio.Future[str], put: Callable[..., None], what: Any) -> None:
    def settle() -> None:
        if not answer.done():
            put(what)

    if not loop.is_closed():
        loop.call_soon_threadsafe(settle)


STYLES = {"head": "bold", "task": "cyan", "error": "red"}


def standard_writer() -> Writer:
    """Writes to standard output: in colour where it is a terminal, plainly where it is not."""
    return _coloured_writer() if sys.stdout.isatty() else _plainly


def _plainly(text: str, style: str) -> None:
    print(text, flush=True)


def _coloured_writer() -> Writer:
    from rich.console import Console
    from rich.text import Text

    console = Console()
    return lambda text, style: console.print(Text(text, style=STYLES.get(style, "")))
