"""Which listener finds the word from three clues: 80 hand-made cases (listener_cases.toml), written before any score.

    python benchmarks/listeners.py

Each listener adds up a score for each of the card's sixteen words over the three clues; top-1 is how often the secret
scores highest, with its Wilson interval, and bits is the mean of -log2 of the softmax of the sums at the secret, at the
best of some temperatures (so it flatters all alike). A clue that the lexicon does not know is passed over. Scores are
plain or standardised for each word over the lexicon's clue words; "mix" is what bot:words and bot:schedule use.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from keepmum.games.chameleon.cards import find_card, load_cards
from keepmum.lexicon import Kind, associate, load
from keepmum.measure.stats import ratio

Scores = NDArray[np.float64]
Listener = Callable[[Sequence[str], Sequence[str]], Scores]
TEMPERATURES = (0.02, 0.05, 0.1, 0.2, 0.4, 0.7, 1.0, 1.4, 2.0, 4.0, 8.0)


def cases() -> list[tuple[tuple[str, ...], str, list[str]]]:
    """The card's words, the secret and the clues of each case."""
    text = tomllib.loads((Path(__file__).parent / "listener_cases.toml").read_text(encoding="utf-8"))["cases"]
    rows = [[cell.strip() for cell in line.split("|")] for line in text.strip().splitlines()]
    return [(find_card(load_cards(), card).words, secret, clues.split()) for card, secret, clues in rows]


def plain(by: Kind) -> Listener:
    """Cosines by meaning, dot products by co-occurrence. A word without a vector is as the mean of the others."""

    def listen(words: Sequence[str], clues: Sequence[str]) -> Scores:
        known = [word for word in words if load().knows(word, by)]
        found = dict(zip(known, load().similarity(known, clues, by), strict=True))
        mean = np.mean(list(found.values()), axis=0)
        return np.array([found.get(word, mean) for word in words], dtype=np.float64)

    return listen


def standardised(share: float) -> Listener:
    """Each word's similarities standardised over the clue words; `share` of it by co-occurrence."""

    def listen(words: Sequence[str], clues: Sequence[str]) -> Scores:
        both: list[tuple[Kind, float]] = [("meaning", 1 - share), ("cooccurrence", share)]
        return sum(
            (part * _standard(words, clues, by) for by, part in both if part), np.zeros((len(words), len(clues)))
        )

    return listen


def _standard(words: Sequence[str], clues: Sequence[str], by: Kind) -> Scores:
    rows = np.zeros((len(words), len(clues)))
    for row, word in enumerate(words):
        if load().knows(word, by):
            among = _usual(by) @ _rows(by)([word])[0]
            rows[row] = (load().similarity([word], clues, by)[0] - among.mean()) / among.std()
    return rows


def _rows(by: Kind) -> Callable[[Sequence[str]], NDArray[np.float32]]:
    return load().meaning if by == "meaning" else load().cooccurrence


@cache
def _usual(by: Kind) -> NDArray[np.float32]:
    return _rows(by)(load().clue_words)


def mixed(words: Sequence[str], clues: Sequence[str]) -> Scores:
    """The package's own association."""
    return np.array([[associate(word).score(clue) for clue in clues] for word in words], dtype=np.float64)


LISTENERS: dict[str, Listener] = {
    "meaning, cosine": plain("meaning"),
    "meaning, standardised": standardised(0),
    "co-occurrence, dot product": plain("cooccurrence"),
    "co-occurrence, standardised": standardised(1),
    "mix 1/2 standardised": standardised(0.5),
    "mix 1/4 standardised": standardised(0.25),
    "keepmum.lexicon.associate": mixed,
}


def main() -> None:
    """Print one line a listener."""
    given = cases()
    print(f"{len(given)} cases\n{'listener':30} top-1  95% interval  mean rank  bits")
    for name, listen in LISTENERS.items():
        sums = [listen(words, [c for c in clues if load().knows(c)]).sum(axis=1) for words, _, clues in given]
        places = [words.index(secret) for words, secret, _ in given]
        ranks = [int((row > row[place]).sum()) for row, place in zip(sums, places, strict=True)]
        top = ratio(ranks.count(0), len(ranks))
        bits = min(_bits(sums, places, temperature) for temperature in TEMPERATURES)
        print(f"{name:30} {top.value:.3f}  [{top.low:.3f} {top.high:.3f}] {np.mean(ranks) + 1:10.2f}  {bits:4.2f}")


def _bits(sums: Sequence[Scores], places: Sequence[int], temperature: float) -> float:
    logs = [
        (row / temperature)[place] - np.logaddexp.reduce(row / temperature)
        for row, place in zip(sums, places, strict=True)
    ]
    return float(-np.mean(logs) / np.log(2))


if __name__ == "__main__":
    main()
