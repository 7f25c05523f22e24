"""Lines that lie beside a run's records: of two with the same key the later counts, and a wrong one is an error."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from pathlib import Path
from typing import Protocol, TypeVar

import msgspec

from keepmum.play.records import RecordError

LONGEST_LINE = 4 * 1024 * 1024


class VerdictError(RecordError):
    """A line that cannot be read. The text names file, line and what was wrong."""


class Line(Protocol):
    """One line: a frozen msgspec.Struct."""

    @property
    def key(self) -> Hashable:
        """What a later line replaces."""
        ...


T = TypeVar("T", bound=Line)


def latest(path: Path, kind: type[T], wrong: Callable[[T], str]) -> Iterator[T]:
    """Every line of a file, the later of two with the same key; none where there is no file.

    `wrong` says what cannot be in a line that its types allow, or nothing. Raises VerdictError.
    """
    found: dict[Hashable, T] = {}
    for each in _read(path, kind, wrong):
        found[each.key] = each
    return iter(found.values())


def _read(path: Path, kind: type[T], wrong: Callable[[T], str]) -> Iterator[T]:
    decoder = msgspec.json.Decoder(kind)
    if not path.is_file():
        return
    with path.open("rb") as file:
        number = 0
        while line := file.readline(LONGEST_LINE + 1):
            number += 1
            if not line.endswith(b"\n") and len(line) <= LONGEST_LINE:
                return  # torn by a kill; it is mended when the folder is next written
            try:
                yield _decoded(decoder, line, wrong)
            except VerdictError as error:
                advice = "take the line out, and the same command asks for it again"
                raise VerdictError(f"{path}:{number}: {error}; {advice}") from error


def _decoded(decoder: msgspec.json.Decoder[T], line: bytes, wrong: Callable[[T], str]) -> T:
    if len(line) > LONGEST_LINE:
        raise VerdictError(f"a line is longer than any verdict ({LONGEST_LINE} bytes at most)")
    try:
        each = decoder.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise VerdictError(f"not a verdict: {error}") from error
    if found := wrong(each):
        raise VerdictError(f"not a verdict: {found}")
    return each
