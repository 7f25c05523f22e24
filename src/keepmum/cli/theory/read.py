"""`keepmum theory read RUN`: how far a run's clues conceal or reveal the word, beside what theory allows."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from keepmum.cli.theory.numbers import add_json, put, whole


def call(parser: argparse.ArgumentParser, words: Sequence[str]) -> int:
    """Read the clues of a run of The Chameleon."""
    parser.epilog = (
        "For each card that was dealt often enough: the clues counted by secret word and\n"
        "by turn, α-KL and α-L1 of their distributions, the bits a clue tells, what the\n"
        "theory allows at these alphas, and what the best-responding chameleon and a\n"
        "listener make of them. What too few clues cannot show is absent, with the number\n"
        "of clues that it takes: 5 of every word for each different clue, at least 20."
    )
    parser.add_argument("run", type=Path, metavar="RUN", help="the run's folder")
    parser.add_argument("--card", metavar="CATEGORY", help="this card alone")
    parser.add_argument("--seed", type=whole, default=0, help="of the resampling behind the intervals (default 0)")
    add_json(parser)
    given = parser.parse_args(words)
    from keepmum.report.reading import read_a_run
    from keepmum.report.reading_text import reading_json, reading_lines

    reading = read_a_run(given.run, given.card, given.seed)
    return put(given.json, reading_json(reading), reading_lines(reading))
