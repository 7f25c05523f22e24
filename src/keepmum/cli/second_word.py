"""Commands of two words, such as `keepmum theory bounds`: the second word is a module, loaded only when it is said."""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module

from keepmum.core.options import OptionError, unknown

FAILED = 2
WIDTH = 79


@dataclass(frozen=True, slots=True)
class Group:
    """The second words of a command and what each does; `extras` names the extra that brings a package."""

    name: str
    what: Mapping[str, str]
    extras: Mapping[str, str]

    def call(self, parser: argparse.ArgumentParser, words: Sequence[str]) -> int:
        """Do what the second word says. Raises OptionError where an extra is missing, and what the module raises."""
        what = words[0] if words else ""
        if what not in self.what:
            return self._about(parser, what)
        own = argparse.ArgumentParser(
            prog=f"keepmum {self.name} {what}",
            description=f"{self.what[what][0].upper()}{self.what[what][1:]}.",
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        try:
            return int(import_module(f"keepmum.cli.{self.name}.{what}").call(own, words[1:]))
        except ModuleNotFoundError as error:
            extra = self.extras.get(error.name or "")
            if extra is None:
                raise
            raise OptionError(f"{error.name} is not installed: pip install 'keepmum[{extra}]'") from error

    def _about(self, parser: argparse.ArgumentParser, what: str) -> int:
        width = max(map(len, self.what))
        listed = "\n".join(f"  {name:<{width}}  {told}" for name, told in self.what.items())
        parser.description = textwrap.fill(parser.description or "", WIDTH)
        parser.usage = f"keepmum {self.name} WHAT [options]"
        parser.epilog = f"what:\n{listed}\n\nkeepmum {self.name} WHAT --help tells more about one; each prints --json."
        parser.formatter_class = argparse.RawDescriptionHelpFormatter
        if what and not what.startswith("-"):
            parser.error(f"there is no {unknown(what, self.what)}")
        parser.parse_args([what] if what else [])
        parser.print_help()
        return FAILED
