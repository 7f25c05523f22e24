"""`keepmum theory figure`: win probability against the number of players, as a drawing and as numbers."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from keepmum.cli.theory.numbers import add_json, level, put, whole
from keepmum.core.options import OptionError

FORMATS = (".svg", ".png", ".pdf")


def call(parser: argparse.ArgumentParser, words: Sequence[str]) -> int:
    """Draw the figure to files, print its curves, or both."""
    parser.epilog = (
        "Drawn lines can be reached, broken ones not exceeded: the upper one by any strategy, the concealing and\n"
        "revealing ones by strategies of the given α. Dots: K = l(N+1), where π^amb is defined as it stands."
    )
    parser.add_argument("--out", type=Path, action="append", default=[], metavar="FILE", help=".svg, .png or .pdf")
    parser.add_argument("--words", type=whole, default=16, metavar="K", help="words on the card (default 16)")
    parser.add_argument("--players", type=whole, default=32, metavar="N", help="at most so many players (default 32)")
    parser.add_argument("--alpha-kl", type=level, default=0.01, metavar="NATS", help="of concealing (default 0.01)")
    parser.add_argument("--alpha-l1", type=level, default=1.5, metavar="L1", help="of revealing (default 1.5)")
    add_json(parser)
    given = parser.parse_args(words)
    _check(given.out, given.json)
    from keepmum.theory.figure import Plan, curves, draw

    plan = Plan(given.words, given.players, given.alpha_kl, given.alpha_l1)
    try:
        draw(plan, given.out) if given.out else None
    except OSError as error:
        raise OptionError(f"{error.filename or given.out[0]} cannot be written: {error.strerror}") from error
    if given.json:
        drawn = [asdict(curve) for curve in curves(plan)]
        return put(True, {**asdict(plan), "curves": drawn, "files": [str(path) for path in given.out]}, ())
    return put(False, {}, [f"drawn: {path}" for path in given.out])


def _check(out: Sequence[Path], as_program: bool) -> None:
    if not out and not as_program:
        raise OptionError("--out FILE: say where to draw it, such as --out figure.svg (or --json for the numbers)")
    for path in out:
        if path.suffix.lower() not in FORMATS:
            raise OptionError(f"--out {path}: the name ends in one of {', '.join(FORMATS)}")
