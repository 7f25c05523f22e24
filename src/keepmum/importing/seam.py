"""An importer: what is registered in the entry point group `keepmum.importers`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from keepmum.importing.plain import Read

Reader: TypeAlias = Callable[[Path], Iterator[Read]]
Files: TypeAlias = Callable[[Path], list[Path]]

MOST_BYTES = 64 * 1024 * 1024


class ImportRefused(ValueError):
    """A path that nothing can be imported from. The text says why and what to do."""


def files_in(path: Path) -> list[Path]:
    """The file itself, or the *.json of a folder by name. Raises ImportRefused where there are none."""
    if path.is_file():
        return [path]
    found = sorted(each for each in path.glob("*.json") if each.is_file()) if path.is_dir() else []
    if not found:
        why = "it has no *.json" if path.is_dir() else "there is no such file or folder"
        raise ImportRefused(f"{path} cannot be imported: {why}")
    return found


def content(path: Path) -> bytes:
    """What is in a file. Raises ImportRefused where it cannot be read or is larger than any such file."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise ImportRefused(f"{path.name} has {path.stat().st_size} bytes; {MOST_BYTES} are the most")
        return path.read_bytes()
    except OSError as error:
        raise ImportRefused(f"{path} cannot be read: {error.strerror}") from error


@dataclass(frozen=True, slots=True)
class Importer:
    """A way to read games that were played elsewhere.

    `read(file)` yields the games of one of the `files(path)`, in order, as plain.Game, or plain.Refused where one
    cannot be read. `partly`: a game that contradicts the rules is kept up to there, as a void match; otherwise it is
    refused. `licence` goes into the run's manifest.
    """

    what: str
    read: Reader
    files: Files = files_in
    partly: bool = False
    licence: str = ""
