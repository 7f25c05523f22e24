"""What stands beside the records of games played elsewhere: marks on messages, stated beliefs, where it is from.

Each is a file of JSON lines in the run's folder, by match and by number of event in its record.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TypeVar

import msgspec

from keepmum.play.folder import FolderError

LABELS, BELIEFS, SOURCES = "labels.jsonl", "beliefs.jsonl", "sources.jsonl"


class Label(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a message persuades and deceives, by those who marked it. `event` is the statement's number in the record.

    A message that was marked twice has two.
    """

    match: int
    event: int
    seat: int
    entry: int
    persuasion: str
    deception: str | None


class Belief(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What `seat` said, outside the talk, that it took seat `about` for.

    It had surely seen the first `seen` events (those it may know of), and none after the first `until`.
    """

    match: int
    seat: int
    about: int
    belief: str
    entry: int
    seen: int
    until: int


class Source(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a match is from, what there contradicts the rules, and what it leaves open, each (kind, where, what)."""

    match: int
    source: str
    sha256: str
    contradictions: tuple[tuple[str, str, str], ...]
    unknown: tuple[tuple[str, str, str], ...]


T = TypeVar("T", Label, Belief, Source)


def write_lines(path: Path, items: Iterable[msgspec.Struct]) -> None:
    """Write the file anew. Raises FolderError where the disk does not take it."""
    try:
        path.write_bytes(b"".join(msgspec.json.encode(item) + b"\n" for item in items))
    except OSError as error:
        raise FolderError(f"{path} cannot be written: {error.strerror}") from error


def read_labels(run: Path) -> list[Label]:
    """The marks on a run's messages; none where it has no such file. Raises FolderError for one that is not right."""
    return list(_lines(run / LABELS, Label))


def read_beliefs(run: Path) -> list[Belief]:
    """The beliefs stated in a run; none where it has no such file. Raises FolderError for one that is not right."""
    return list(_lines(run / BELIEFS, Belief))


def read_sources(run: Path) -> list[Source]:
    """Where a run's matches are from; nothing where they were played here. Raises FolderError."""
    return list(_lines(run / SOURCES, Source))


def _lines(path: Path, kind: type[T]) -> Iterator[T]:
    if not path.exists():
        return
    decoder = msgspec.json.Decoder(kind)
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            try:
                yield decoder.decode(line)
            except (msgspec.DecodeError, RecursionError) as error:
                raise FolderError(f"{path}:{number}: {error}; import the games again into another folder") from error
