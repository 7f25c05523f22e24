"""How many numbers a file of weights holds, and of which architecture, from its first bytes alone."""

from __future__ import annotations

import json
import math
import struct
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

GGUF = b"GGUF"
LONGEST_HEADER = 1 << 28
WIDTHS = {0: 1, 1: 1, 2: 2, 3: 2, 4: 4, 5: 4, 6: 4, 7: 1, 10: 8, 11: 8, 12: 8}  # GGUF's plain types, in bytes
STRING, ARRAY = 8, 9


class NotWeights(Exception):
    """A file that does not begin like what its name says."""


@dataclass(frozen=True, slots=True)
class Header:
    """The number of parameters, and the architecture where the file names it."""

    parameters: int
    architecture: str = ""


def safetensors_header(path: Path) -> Header:
    """Raises NotWeights."""
    try:
        with path.open("rb") as file:
            (length,) = struct.unpack("<Q", file.read(8))
            if length > LONGEST_HEADER:
                raise NotWeights(f"{path} is not a safetensors file")
            tensors = json.loads(file.read(length))
        return Header(sum(math.prod(held["shape"]) for name, held in tensors.items() if name != "__metadata__"))
    except (struct.error, ValueError, KeyError, TypeError, AttributeError):
        raise NotWeights(f"{path} is not a whole safetensors file") from None


def folder_header(files: Iterable[Path]) -> Header:
    """All files of a model together. Raises NotWeights."""
    return Header(sum(safetensors_header(file).parameters for file in files))


def gguf_header(path: Path) -> Header:
    """Raises NotWeights."""
    try:
        with path.open("rb") as file:
            if file.read(4) != GGUF:
                raise NotWeights(f"{path} is not a GGUF file")
            _, tensors, fields = struct.unpack("<IQQ", file.read(20))
            named = dict(field(file) for _ in range(fields))
            count = sum(tensor(file) for _ in range(tensors))
        return Header(count, str(named.get("general.architecture") or ""))
    except (struct.error, UnicodeDecodeError, KeyError, OverflowError, MemoryError):
        raise NotWeights(f"{path} is not a whole GGUF file") from None


def field(file: BinaryIO) -> tuple[str, str | None]:
    """One named value; only texts are kept."""
    name = text(file)
    return name, value(file, number(file, "<I"))


def value(file: BinaryIO, kind: int) -> str | None:
    if kind == STRING:
        return text(file)
    if kind != ARRAY:
        skip(file, WIDTHS[kind])
        return None
    inner, count = number(file, "<I"), number(file, "<Q")
    if inner in WIDTHS:
        skip(file, WIDTHS[inner] * count)
    else:
        for _ in range(count):
            value(file, inner)
    return None


def tensor(file: BinaryIO) -> int:
    """How many numbers one tensor has."""
    text(file)
    sizes = [number(file, "<Q") for _ in range(number(file, "<I"))]
    skip(file, 12)
    return math.prod(sizes)


def text(file: BinaryIO) -> str:
    length = number(file, "<Q")
    if length > LONGEST_HEADER:
        raise OverflowError
    read = file.read(length)
    if len(read) < length:
        raise struct.error
    return read.decode("utf-8")


def number(file: BinaryIO, form: str) -> int:
    return struct.unpack(form, file.read(struct.calcsize(form)))[0]


def skip(file: BinaryIO, count: int) -> None:
    if len(file.read(count)) < count:
        raise struct.error
