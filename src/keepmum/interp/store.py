"""Hidden states lie in safetensors files, and an index beside them says line by line what each row is.

The index holds secrets and clues in plain words, as a run's records do: it is no less private than they are. A batch of
rows is written whole before the index names it, so that a kill costs at most the batch being written.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from keepmum.core.options import OptionError
from keepmum.play.folder import LOCK, alone

FORMAT = "keepmum-states-1"
ABOUT, INDEX = "store.json", "index.jsonl"
GO_ON = "the same collect command mends what a kill left behind; otherwise collect into a new folder"


class StoreError(OptionError):
    """A store that cannot be used. The text says what disagrees and what to do."""


class About(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What all rows have in common. `agent` is the model's specification, `script_sha256` of its prompts."""

    format: str
    model: str
    revision: str
    layers: tuple[int, ...]
    width: int
    game: str
    agent: str
    script_sha256: str


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One answering token: when it was (seat and turn from 0), what was instructed, and where its states lie.

    `kind`: "level", "digits", "words" or "none" (see wordings.py). `steer` is what it was steered by, as the digest of
    a vector or "random", at `steer_layer`; `token` is the position in the conversation, `place` the row in `file`.
    """

    match: int
    seat: int
    turn: int
    kind: str
    level: int | None
    category: str
    secret: str
    layers: tuple[int, ...]
    token: int
    revision: str
    source: str = ""
    steer: str = ""
    strength: str = ""
    steer_layer: int | None = None
    clue: str = ""
    status: str = ""
    file: str = ""
    place: int = -1

    @property
    def key(self) -> str:
        """Which row it is, wherever it lies."""
        when = f"{self.source}/{self.match}/{self.seat}/{self.turn}"
        return f"{when}/{self.kind}/{self.level}/{self.steer}/{self.strength}/{self.steer_layer}"


@dataclass(frozen=True, slots=True, eq=False)
class Collected:
    """A store as it was read: what is common, and the rows in order. States are read a layer at a time."""

    path: Path
    about: About
    rows: tuple[Row, ...]

    def states(self, layer: int) -> NDArray[np.float32]:
        """The states of a layer, shape (rows, width). Raises StoreError for a layer that was not collected."""
        from safetensors import safe_open

        if layer not in self.about.layers:
            raise StoreError(f"{self.path} has no layer {layer}; it has {', '.join(map(str, self.about.layers))}")
        found: list[NDArray[np.float32]] = []
        for name in dict.fromkeys(row.file for row in self.rows):
            with safe_open(self.path / name, framework="numpy") as file:
                found.append(file.get_tensor(f"layer.{layer}"))
        return np.concatenate(found)


def read_store(path: Path) -> Collected:
    """Read a store and hold its index against its files. Raises StoreError that names the first disagreement."""
    about = read_about(path)
    rows, torn = _index(path)
    if torn:
        raise StoreError(f"{path / INDEX} ends in half a line ({torn} bytes); {GO_ON}")
    for file, held in _by_file(rows).items():
        fault = _fault(path, about, file, held)
        if fault:
            raise StoreError(f"{path / INDEX} and {file} disagree: {fault}; {GO_ON}")
    named = {row.file for row in rows}
    for file in sorted(path.glob("states-*.safetensors")):
        if file.name not in named:
            raise StoreError(f"{path / INDEX} and {file.name} disagree: the index does not name it; {GO_ON}")
    if not rows:
        raise StoreError(f"{path} holds no states yet; collect some first")
    return Collected(path, about, tuple(rows))


def read_about(path: Path) -> About:
    """What a store's rows have in common. Raises StoreError where there is no store."""
    try:
        about = msgspec.json.decode((path / ABOUT).read_bytes(), type=About)
    except FileNotFoundError:
        raise StoreError(f"{path} is no store of states: it has no {ABOUT}; make one with inside collect") from None
    except (OSError, msgspec.DecodeError) as error:
        raise StoreError(f"{path / ABOUT} cannot be read: {error}") from error
    if about.format != FORMAT:
        raise StoreError(f"{path} has format {about.format}; this version reads {FORMAT}")
    return about


def _index(path: Path) -> tuple[list[Row], int]:
    """The rows, and how many bytes of half a line follow them."""
    file = path / INDEX
    data = file.read_bytes() if file.exists() else b""
    whole, end, torn = data.rpartition(b"\n")
    rows: list[Row] = []
    for number, line in enumerate(whole.split(b"\n") if end else (), 1):
        try:
            rows.append(msgspec.json.decode(line, type=Row))
        except msgspec.DecodeError as error:
            raise StoreError(f"{file}:{number}: {error}; take the line out, or collect into a new folder") from error
    return rows, len(torn)


def _by_file(rows: Iterable[Row]) -> dict[str, list[Row]]:
    held: dict[str, list[Row]] = {}
    for row in rows:
        held.setdefault(row.file, []).append(row)
    return held


def _fault(path: Path, about: About, file: str, rows: Sequence[Row]) -> str:
    """In what a file of states and its lines of the index disagree, or nothing."""
    from safetensors import SafetensorError, safe_open

    if Path(file).name != file or not (path / file).is_file():
        return "the file is not there"
    try:
        with safe_open(path / file, framework="numpy") as held:
            told = held.metadata() or {}
            shapes = {name: tuple(held.get_slice(name).get_shape()) for name in held.keys()}  # noqa: SIM118
    except (SafetensorError, OSError) as error:
        return f"the file cannot be read ({error})"
    if set(shapes) != {f"layer.{layer}" for layer in about.layers}:
        return f"the file has {', '.join(sorted(shapes)) or 'nothing'}, {ABOUT} says layers {about.layers}"
    shape = next(iter(shapes.values()))
    if set(shapes.values()) != {(len(rows), about.width)}:
        return f"the file has states of shape {shape}, the index {len(rows)} rows of width {about.width}"
    revisions = {about.revision, told.get("revision", ""), *(row.revision for row in rows)}
    if len(revisions) > 1:
        return f"they are of several models: {', '.join(sorted(revisions))}"
    if [row.place for row in rows] != list(range(len(rows))) or told.get("keys") != keys_digest(rows):
        return "the rows are not those that the states were written with"
    return ""


def keys_digest(rows: Sequence[Row]) -> str:
    """Of the rows of one file, in order."""
    return hashlib.sha256("\n".join(row.key for row in rows).encode()).hexdigest()


class Store:
    """A store being written. Use as a context manager; one writer at a time.

    Raises StoreError for a folder that holds states of another model or configuration, or is in use.
    """

    def __init__(self, path: Path, about: About) -> None:
        self.path, self.about = path, about
        self.mended = 0
        self._stack = contextlib.ExitStack()
        try:
            path.mkdir(parents=True, exist_ok=True)
            self._lock()
            self._claim()
            self._rows = self._mend()
        except OSError as error:
            self._stack.close()
            raise StoreError(f"{path} cannot be written: {error.strerror}") from error
        except BaseException:
            self._stack.close()
            raise

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    @property
    def keys(self) -> frozenset[str]:
        """The rows that are there."""
        return frozenset(row.key for row in self._rows)

    def add(self, rows: Sequence[Row], states: Mapping[int, NDArray[np.float32]]) -> None:
        """Write a batch: first its states, then its lines. Raises StoreError where the disk does not take it."""
        from safetensors.numpy import save

        name = f"states-{1 + len({row.file for row in self._rows}):05}.safetensors"
        placed = [msgspec.structs.replace(row, file=name, place=place) for place, row in enumerate(rows)]
        told = {"revision": self.about.revision, "keys": keys_digest(placed)}
        data = save({f"layer.{layer}": states[layer] for layer in self.about.layers}, metadata=told)
        draft = self.path / f"{name}.tmp"
        try:
            draft.write_bytes(data)
            draft.replace(self.path / name)
            with (self.path / INDEX).open("ab", buffering=0) as index:
                index.write(b"".join(msgspec.json.encode(row) + b"\n" for row in placed))
                os.fsync(index.fileno())
        except OSError as error:
            raise StoreError(f"{self.path} cannot be written: {error.strerror}; make room, and run it again") from error
        self._rows += placed

    def _lock(self) -> None:
        if not alone(self._stack, self.path / LOCK):
            raise StoreError(f"{self.path} is being written by another process; wait, or use another --out")

    def _claim(self) -> None:
        if (self.path / ABOUT).exists():
            there, here = (msgspec.structs.asdict(about) for about in (read_about(self.path), self.about))
            other = [f"{name}: {there[name]} there, {here[name]} now" for name in here if there[name] != here[name]]
            if other:
                what = f"{self.path} holds states of another collection; use another --out, or the same one"
                raise StoreError("\n  ".join([f"{what}:", *other]))
            return
        draft = self.path / f"{ABOUT}.tmp"
        draft.write_bytes(msgspec.json.format(msgspec.json.encode(self.about), indent=2) + b"\n")
        draft.replace(self.path / ABOUT)

    def _mend(self) -> list[Row]:
        """Take away what a kill left behind: half a line, and the last file where the index does not name all of it."""
        rows, torn = _index(self.path)
        held = _by_file(rows)
        last = next(reversed(held), None)
        if last and _fault(self.path, self.about, last, held[last]):
            self.mended = len(held.pop(last))
        if torn or self.mended:
            rows = [row for each in held.values() for row in each]
            draft = self.path / f"{INDEX}.tmp"
            draft.write_bytes(b"".join(msgspec.json.encode(row) + b"\n" for row in rows))
            draft.replace(self.path / INDEX)
        for file in self.path.glob("states-*"):
            if file.name not in held:
                file.unlink()
        for file, mine in held.items():
            fault = _fault(self.path, self.about, file, mine)
            if fault:
                raise StoreError(f"{self.path / INDEX} and {file} disagree: {fault}; collect into a new folder")
        return rows


def bytes_of(rows: int, layers: int, width: int) -> int:
    """What so many rows take on disk, about."""
    return rows * (layers * width * 4 + 500)


def as_json(collected: Collected) -> dict[str, Any]:
    """A store in numbers, for programs."""
    kinds: dict[str, int] = {}
    for row in collected.rows:
        name = f"{row.kind} steered" if row.steer else row.kind
        kinds[name] = kinds.get(name, 0) + 1
    secrets = {(row.category, row.secret) for row in collected.rows}
    told = {"store": str(collected.path), "rows": len(collected.rows), "kinds": kinds, "secrets": len(secrets)}
    return {**told, **msgspec.to_builtins(collected.about)}
