"""`keepmum theory …`: what is possible, said so that exact, bounded, found and simulated are never mixed up."""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Sequence
from importlib import import_module

from keepmum.core.options import OptionError, unknown

WHAT = {
    "bounds": "what is trivially reachable, and what nobody can beat",
    "schedule": "the best schedule of nested announcements, and its exact value",
    "simulate": "play a strategy millions of times, beside its exact value",
    "solve": "a whole small game: equilibrium by CFR+, and how far from Nash",
    "value": "the value of the game itself between two bounds",
    "figure": "draw win probability against the number of players",
    "read": "read a run: do its clues conceal or reveal, what the chameleon gains",
}
EXTRAS = {"numba": "theory", "matplotlib": "figures"}
FAILED = 2
WIDTH = 79


def call(command: str, parser: argparse.ArgumentParser, words: Sequence[str]) -> int:
    """Do what the second word says. What cannot be is refused with OptionError or DomainError."""
    what = words[0] if words else ""
    if what not in WHAT:
        return _about(parser, what)
    own = argparse.ArgumentParser(
        prog=f"keepmum {command} {what}",
        description=f"{WHAT[what][0].upper()}{WHAT[what][1:]}.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    try:
        return int(import_module(f"keepmum.cli.theory.{what}").call(own, words[1:]))
    except ModuleNotFoundError as error:
        if error.name not in EXTRAS:
            raise
        extra = EXTRAS[error.name]
        raise OptionError(f"{error.name} is not installed: pip install 'keepmum[{extra}]'") from error


def _about(parser: argparse.ArgumentParser, what: str) -> int:
    width = max(map(len, WHAT))
    listed = "\n".join(f"  {name:<{width}}  {told}" for name, told in WHAT.items())
    parser.description = textwrap.fill(parser.description or "", WIDTH)
    parser.usage = "keepmum theory WHAT [options]"
    parser.epilog = f"what:\n{listed}\n\nkeepmum theory WHAT --help tells more about one; each prints --json."
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    if what and not what.startswith("-"):
        parser.error(f"there is no {unknown(what, WHAT)}")
    parser.parse_args([what] if what else [])
    parser.print_help()
    return FAILED
