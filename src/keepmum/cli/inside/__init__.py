"""`keepmum inside …`: states of an open-weight model at its clues, directions in them, steering, and their figures."""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Sequence
from importlib import import_module

from keepmum.core.options import OptionError, unknown

WHAT = {
    "collect": "play or replay matches up to the clue, and keep the model's states there",
    "direction": "find the direction of the instructed level at every layer, beside its controls",
    "sweep": "play runs at several strengths and layers, and see what steering does to play",
    "clues": "clues before and after steering, deal by deal",
    "figure": "draw states by level, the layers' profile, or a sweep",
}
EXTRAS = {"safetensors": "hf", "torch": "hf", "transformers": "hf", "matplotlib": "figures"}
FAILED = 2
WIDTH = 79


def call(command: str, parser: argparse.ArgumentParser, words: Sequence[str]) -> int:
    """Do what the second word says. What cannot be is refused with OptionError or ModelUnavailable."""
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
        return int(import_module(f"keepmum.cli.inside.{what}").call(own, words[1:]))
    except ModuleNotFoundError as error:
        if error.name not in EXTRAS:
            raise
        raise OptionError(f"{error.name} is not installed: pip install 'keepmum[{EXTRAS[error.name]}]'") from error


def _about(parser: argparse.ArgumentParser, what: str) -> int:
    width = max(map(len, WHAT))
    listed = "\n".join(f"  {name:<{width}}  {told}" for name, told in WHAT.items())
    parser.description = textwrap.fill(parser.description or "", WIDTH)
    parser.usage = "keepmum inside WHAT [options]"
    parser.epilog = f"what:\n{listed}\n\nkeepmum inside WHAT --help tells more about one; each prints --json."
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    if what and not what.startswith("-"):
        parser.error(f"there is no {unknown(what, WHAT)}")
    parser.parse_args([what] if what else [])
    parser.print_help()
    return FAILED
