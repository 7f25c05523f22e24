"""`keepmum theory …`: what is possible, said so that exact, bounded, found and simulated are never mixed up."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from keepmum.cli.second_word import Group

WHAT = {
    "bounds": "what is trivially reachable, and what nobody can beat",
    "schedule": "the best schedule of nested announcements, and its exact value",
    "simulate": "play a strategy millions of times, beside its exact value",
    "solve": "a whole small game: equilibrium by CFR+, and how far from Nash",
    "value": "the value of the game itself between two bounds",
    "figure": "draw win probability against the number of players",
    "read": "read a run: do its clues conceal or reveal, what the chameleon gains",
}
EXTRAS = {"numba": "theory", "matplotlib": "figures"}


def call(command: str, parser: argparse.ArgumentParser, words: Sequence[str]) -> int:
    """Do what the second word says. What cannot be is refused with OptionError or DomainError."""
    return Group(command, WHAT, EXTRAS).call(parser, words)
