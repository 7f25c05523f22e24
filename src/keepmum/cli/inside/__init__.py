"""`keepmum inside …`: states of an open-weight model at its clues, directions in them, steering, and their figures."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from keepmum.cli.second_word import Group

WHAT = {
    "collect": "play or replay matches up to the clue, and keep the model's states there",
    "direction": "find the direction of the instructed level at every layer, beside its controls",
    "sweep": "play runs at several strengths and layers, and see what steering does to play",
    "clues": "clues before and after steering, deal by deal",
    "figure": "draw states by level, the layers' profile, or a sweep",
}
EXTRAS = {"safetensors": "hf", "torch": "hf", "transformers": "hf", "matplotlib": "figures"}


def call(command: str, parser: argparse.ArgumentParser, words: Sequence[str]) -> int:
    """Do what the second word says. What cannot be is refused with OptionError or ModelUnavailable."""
    return Group(command, WHAT, EXTRAS).call(parser, words)
