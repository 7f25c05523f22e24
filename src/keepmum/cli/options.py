"""A game's own options on the command line: `--name value`, `--name=value`, `--no-name`."""

from __future__ import annotations

import re
from argparse import ArgumentParser
from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from keepmum.core.kind import GameKind
from keepmum.core.options import OptionError, read_options, unknown
from keepmum.play.seats import with_names

_FLAG = re.compile(r"(?<![\w-])--([a-z][a-z-]*)")


def game_options(kind: GameKind, words: Sequence[str], parser: ArgumentParser, seats: Sequence[str] = ()) -> Any:
    """Read what `parser` left of the command line as the game's options, with the names that --seat gives.

    Raises OptionError; an option that neither has is held against those of both.
    """
    given = _given(words)
    own = [field.name for field in fields(kind.options)]
    for name in given:
        if name not in own:
            raise OptionError(f"neither {kind.title} nor {parser.prog} has an option {_nearest(name, own, parser)}")
    return read_options(kind.options, with_names(kind, given, seats), kind.title)


def _nearest(name: str, own: Sequence[str], parser: ArgumentParser) -> str:
    """The option as it is written, the nearest that there is, and all that there are."""
    flags = _FLAG.findall(parser.format_usage())
    return unknown(name.replace("_", "-"), [*(each.replace("_", "-") for each in own), *flags])


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
