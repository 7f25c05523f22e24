"""The run folder: a manifest, one line a finished match, and one writer at a time."""

from __future__ import annotations

import contextlib
import errno
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from keepmum.play.records import Record, encode, read_records, torn_tail

MANIFEST = "run.json"
MATCHES = "matches.jsonl"
LOCK = ".lock"
SYNC_SECONDS = 1.0
DIGEST = "_sha256"


class FolderError(ValueError):
    """A run folder that cannot be used as asked. The text says why and what to do."""


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a run is: all that decides what its matches are. Two runs with the same manifest are the same run.

    `agents`: what is to be said of agents beyond their specification, such as their prompts' digest.
    """

    format: int
    game: str
    options: dict[str, Any]
    seats: dict[str, str]
    seed: int
    attempts: int
    agents: dict[str, dict[str, str]]


def read_manifest(folder: Path) -> Manifest:
    """The manifest of a run folder. Raises FolderError where there is none that can be read."""
    path = folder / MANIFEST
    try:
        return msgspec.json.decode(path.read_bytes(), type=Manifest)
    except FileNotFoundError:
        raise FolderError(f"{folder} is not a run folder: it has no {MANIFEST}") from None
    except (OSError, msgspec.DecodeError) as error:
        raise FolderError(f"{path} cannot be read: {error}") from error


def read_run(folder: Path) -> Iterator[Record]:
    """Every finished match of a run folder, in the order they finished; of a match on record twice, the first."""
    path = folder / MATCHES
    if not path.exists():
        return
    have: set[int] = set()
    for record in read_records(path):
        if record.match not in have:
            have.add(record.match)
            yield record


def torn(folder: Path) -> int:
    """Bytes of an unfinished last line in the folder's records."""
    path = folder / MATCHES
    return torn_tail(path) if path.exists() else 0


def differences(old: Manifest, new: Manifest) -> list[str]:
    """What differs between two manifests, a line each; digests only where nothing else tells of the difference."""
    before, after = (_flat("", _as_written(each)) for each in (old, new))
    names = [name for name in sorted(before.keys() | after.keys()) if before.get(name) != after.get(name)]
    plain = [name for name in names if not name.endswith(DIGEST)]
    if not plain:
        return [f"{name.removesuffix(DIGEST)}: the content is not what it was there" for name in names]
    return [
        f"{name}: {_word(before.get(name, 'absent'))} there, {_word(after.get(name, 'absent'))} now" for name in plain
    ]


def _as_written(manifest: Manifest) -> Any:
    """A manifest as its file has it, where a tuple is a list."""
    return msgspec.json.decode(msgspec.json.encode(manifest))


def _word(value: Any) -> str:
    """A value as it is given on the command line."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ",".join(map(str, value)) or "none" if isinstance(value, list) else str(value)


def _flat(prefix: str, value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        return {prefix: value}
    return {k: v for key, each in value.items() for k, v in _flat(f"{prefix}.{key}" if prefix else key, each).items()}


def alone(stack: contextlib.ExitStack, lock: Path) -> bool:
    """Whether no other process holds the lock file; then this one does until the stack closes. OSError passes through.

    Where the system has no such locks nobody is kept out.
    """
    file = stack.enter_context(lock.open("w"))
    try:
        import fcntl
    except ImportError:
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


class RunFolder:
    """An open run folder: knows what is finished and adds to it. Use as a context manager.

    Raises FolderError when another process has it open, or when it holds a run with another configuration.
    """

    def __init__(self, path: Path, manifest: Manifest) -> None:
        self.path = path
        self._stack = contextlib.ExitStack()
        self._synced = time.monotonic()
        self._broken = ""
        try:
            path.mkdir(parents=True, exist_ok=True)
            self._lock()
            self._claim(manifest)
            self.mended = self._mend()
            self._file = self._stack.enter_context((path / MATCHES).open("ab", buffering=0))
        except OSError as error:
            self._stack.close()
            raise FolderError(f"{path} cannot be written: {error.strerror}") from error
        except BaseException:
            self._stack.close()
            raise

    def __enter__(self) -> RunFolder:
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(OSError):
            os.fsync(self._file.fileno())
        self._stack.close()

    def finished(self) -> Iterator[Record]:
        """The matches on record."""
        return read_run(self.path)

    def add(self, record: Record) -> None:
        """Write one finished match. A single write, so that a kill leaves a whole line or a torn last one.

        Raises FolderError when the disk does not take it; nothing is written to the folder after that.
        """
        if self._broken:
            raise FolderError(self._broken)
        line = encode(record)
        try:
            before = os.fstat(self._file.fileno()).st_size
            if self._file.write(line) != len(line):
                os.truncate(self._file.fileno(), before)
                raise OSError(errno.ENOSPC, "the disk took only part of a line; is it full?")
            if time.monotonic() - self._synced > SYNC_SECONDS:
                os.fsync(self._file.fileno())
                self._synced = time.monotonic()
        except OSError as error:
            self._broken = f"{self.path / MATCHES} cannot be written: {error.strerror}; make room and run it again"
            raise FolderError(self._broken) from error

    def forget(self, cause: str) -> int:
        """Take the void matches of a cause off the records, so that they are played again; how many there were."""
        path = self.path / MATCHES
        found = list(self.finished())
        kept = [record for record in found if not (record.void and record.void.cause.value == cause)]
        draft = path.with_suffix(".tmp")
        draft.write_bytes(b"".join(map(encode, kept)))
        draft.replace(path)
        self._file = self._stack.enter_context(path.open("ab", buffering=0))
        return len(found) - len(kept)

    def _lock(self) -> None:
        if not alone(self._stack, self.path / LOCK):
            raise FolderError(f"{self.path} is being written by another process; wait for it or use another --out")

    def _claim(self, manifest: Manifest) -> None:
        path = self.path / MANIFEST
        if path.exists():
            different = differences(read_manifest(self.path), manifest)
            if different:
                raise FolderError(
                    f"{self.path} holds a run with another configuration; use another --out, or the same one:\n  "
                    + "\n  ".join(different)
                )
            return
        if (self.path / MATCHES).exists():
            raise FolderError(f"{self.path} has {MATCHES} but no {MANIFEST}: it is not a run of this program")
        draft = path.with_suffix(".tmp")
        with draft.open("wb") as file:
            file.write(msgspec.json.format(msgspec.json.encode(manifest), indent=2) + b"\n")
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)

    def _mend(self) -> int:
        """Cut off an unfinished last line: its match is unfinished and will be played again."""
        bytes_torn = torn(self.path)
        if bytes_torn:
            path = self.path / MATCHES
            os.truncate(path, path.stat().st_size - bytes_torn)
        return bytes_torn
