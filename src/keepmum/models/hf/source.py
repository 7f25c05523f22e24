"""Which weights exactly: a commit of the hub, or the SHA-256 of the files; and where they lie."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path

from keepmum.models.hf.place import Place
from keepmum.models.weights import digest

WANTED = ("*.safetensors", "*.json", "*.jinja", "*.txt", "*.model")


def fetched(place: Place) -> Path:
    """The file or folder; of a model of the hub the folder of its commit, from the cache or over the network.

    Raises ModelUnavailable.
    """
    if place.path is not None:
        return place.path
    from huggingface_hub import snapshot_download
    from huggingface_hub.errors import HfHubHTTPError, HFValidationError, LocalEntryNotFoundError

    try:
        return Path(snapshot_download(place.what, revision=place.revision or None, allow_patterns=list(WANTED)))
    except (HfHubHTTPError, HFValidationError, LocalEntryNotFoundError, OSError) as error:
        raise place.unavailable(
            f"{place.what} could not be fetched from the hub ({first_line(error)})",
            "check the name, HF_TOKEN for a gated model, and the network; or give a folder",
        ) from None


def revision(place: Place) -> str:
    """The commit, or the digest of all files that have a part in an answer."""
    path = fetched(place)
    if place.path is None:
        return path.name
    files = [path] if path.is_file() else sorted(file for form in WANTED for file in path.glob(form))
    return "sha256:" + _digests(tuple((file, file.stat().st_size, file.stat().st_mtime_ns) for file in files))


@lru_cache(maxsize=64)
def _digests(files: tuple[tuple[Path, int, int], ...]) -> str:
    """One digest of several files; again only for files that have changed."""
    if len(files) == 1:
        return digest(files[0][0])
    return hashlib.sha256("".join(f"{file.name} {digest(file)}\n" for file, _, _ in files).encode()).hexdigest()


def first_line(error: BaseException) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0][:300]
