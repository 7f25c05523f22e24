"""The command line: parse, call, print."""

from keepmum.cli.main import main

__all__ = ["main"]
