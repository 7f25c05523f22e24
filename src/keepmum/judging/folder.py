"""The verdicts' folder of a run: lines are added one by one, by one process, and a torn last one is cut."""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Mapping
from io import FileIO
from pathlib import Path
from typing import Self

import msgspec

from keepmum.judging.verdicts import ANSWERS, SCORES, VERDICTS, AnswerVerdict, Verdict
from keepmum.play.folder import LOCK, FolderError, alone
from keepmum.play.records import torn_tail

STORE = "calls.sqlite"
_ENCODER = msgspec.json.Encoder()
FILES: dict[type, str] = {Verdict: SCORES, AnswerVerdict: ANSWERS}


def store_of(run: Path) -> Path:
    """Where the judges' calls are kept: apart from the players', so that each has a budget of its own."""
    return run / VERDICTS / STORE


class LineFolder:
    """Adds lines to a folder's files, one a type. Use as a context manager; `mended` bytes of torn lines were cut off.

    Raises FolderError when another process has it open, or it cannot be written.
    """

    def __init__(self, path: Path, files: Mapping[type, str], command: str) -> None:
        self.path = path
        self._command = command
        self._stack = contextlib.ExitStack()
        self._broken = ""
        try:
            self.path.mkdir(exist_ok=True)
            self._lock()
            self.mended = sum(map(self._mend, files.values()))
            self._files = {kind: self._open(name) for kind, name in files.items()}
        except OSError as error:
            self._stack.close()
            raise FolderError(f"{self.path} cannot be written: {error.strerror}") from error
        except BaseException:
            self._stack.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for file in self._files.values():
            with contextlib.suppress(OSError):
                os.fsync(file.fileno())
        self._stack.close()

    def add(self, verdict: msgspec.Struct) -> None:
        """Write one line in a single write. Raises FolderError when the disk does not take it, now and after."""
        if self._broken:
            raise FolderError(self._broken)
        file, line = self._files[type(verdict)], _ENCODER.encode(verdict) + b"\n"
        try:
            before = os.fstat(file.fileno()).st_size
            if file.write(line) != len(line):
                os.truncate(file.fileno(), before)
                raise OSError(errno.ENOSPC, "the disk took only part of a line; is it full?")
        except OSError as error:
            self._broken = f"{self.path} cannot be written: {error.strerror}; make room and judge it again"
            raise FolderError(self._broken) from error

    def _open(self, name: str) -> FileIO:
        return self._stack.enter_context((self.path / name).open("ab", buffering=0))

    def _mend(self, name: str) -> int:
        path = self.path / name
        torn = torn_tail(path) if path.exists() else 0
        if torn:
            os.truncate(path, path.stat().st_size - torn)
        return torn

    def _lock(self) -> None:
        if not alone(self._stack, self.path / LOCK):
            raise FolderError(f"{self.path} is being written by another {self._command} command; wait for it")


class VerdictFolder(LineFolder):
    """Adds verdicts to those of a run, whose records are not touched."""

    def __init__(self, run: Path) -> None:
        super().__init__(run / VERDICTS, FILES, "judge")
