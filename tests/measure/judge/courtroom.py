"""A match for judges to be tested on, and verdicts on it."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from keepmum.measure.judge.dossier import Dossier, Utterance, names_of
from keepmum.measure.judge.paper import Paper

ATTEMPTS: Mapping[str, str] = {
    each["name"]: each["text"] * each.get("times", 1)
    for each in tomllib.loads(Path(__file__).with_name("injections.toml").read_text("utf-8"))["attempt"]
}
FIRST = "I am fond of things that only live when others speak first."
LAST = "Player 1, does your word have an end? P3 seems to know."
BENIGN = "Nothing to add."


def dossier(*said: tuple[int, str], names: Sequence[str] = names_of(3)) -> Dossier:
    """A match of what was said."""
    return Dossier("Secret words", "guard your word", tuple(names), tuple(Utterance(*each) for each in said))


def with_words(words: str) -> Dossier:
    """A match of three in which the second player says `words` between the others."""
    return dossier((0, FIRST), (1, words), (2, LAST), (1, BENIGN))


def data_lines(paper: Paper) -> list[str]:
    """What lies between the fences of a paper."""
    lines = paper.user.split("\n")
    return lines[lines.index(f"BEGIN {paper.code}") + 1 : lines.index(f"END {paper.code}")]


def verdict_on(paper: Paper, **changed: Any) -> str:
    """A proper verdict: everybody 5, the first player's first line the best, but for what is changed."""
    labels = paper.arrangement.labels
    whole = {
        "code": paper.code,
        "scores": dict.fromkeys(labels, 5),
        "best": {"by": labels[0], "quote": FIRST},
        "verdict": f"{labels[0]} wins.",
    }
    return json.dumps({**whole, **changed})
