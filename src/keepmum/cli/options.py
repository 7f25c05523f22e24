"""A game's own options on the command line: `--name value`, `--name=value`, `--no-name`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from keepmum.core.kind import GameKind
from keepmum.core.options import OptionError, read_options
from keepmum.play.seats import with_names


def game_options(kind: GameKind, words: Sequence[str], seats: Sequence[str] = ()) -> Any:
    """Read what is left of the command line as the game's options, with the names that --seat gives. OptionError."""
    return read_options(kind.options, with_names(kind, _given(words), seats), kind.title)


def _given(words: Sequence[str]) -> dict[str, str]:
    given: dict[str, str] = {}
    left = list(words)
    while left:
        word = left.pop(0)
        if not word.startswith("--"):
            raise OptionError(f"{word!r} is not an option; options start with --")
        name, equals, value = word[2:].replace("-", "_").partition("=")
        if equals:
            value = word.partition("=")[2]
        elif left and not left[0].startswith("--"):
            value = left.pop(0)
        else:
            name, value = (name[3:], "no") if name.startswith("no_") else (name, "yes")
        if name in given:
            raise OptionError(f"--{name.replace('_', '-')} is given twice; give it once")
        given[name] = value
    return given
