"""`keepmum theory figure`: win probability against the number of players, as a drawing and as numbers."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from keepmum.cli.theory.numbers import add_json, level, put, whole
from keepmum.cli.theory.waiting import say
from keepmum.core.options import OptionError

if TYPE_CHECKING:
    from keepmum.theory.figure import Curve, Plan

FORMATS = (".svg", ".png", ".pdf")
LONG = 3.0  # seconds that are announced


def call(parser: argparse.ArgumentParser, words: Sequence[str]) -> int:
    """Draw the figure to files, print its curves, or both."""
    parser.epilog = (
        "Drawn lines can be reached, broken ones not exceeded: the upper one by any\n"
        "strategy, the concealing and revealing ones by strategies of the given α.\n"
        "Dots: K = l(N+1), where π^amb is defined as it stands. Of more than 64 numbers\n"
        "of players 64 are computed; curves that say nothing are left out, by name."
    )
    parser.add_argument("--out", type=Path, action="append", default=[], metavar="FILE", help=".svg, .png or .pdf")
    parser.add_argument("--words", type=whole, default=16, metavar="K", help="words on the card, 2 to 1e5 (default 16)")
    parser.add_argument("--players", type=whole, default=32, metavar="N", help="up to so many, 4 to 1000 (default 32)")
    parser.add_argument("--alpha-kl", type=level, default=0.01, metavar="NATS", help="of concealing (default 0.01)")
    parser.add_argument("--alpha-l1", type=level, default=1.5, metavar="L1", help="of revealing (default 1.5)")
    add_json(parser)
    given = parser.parse_args(words)
    _check(given.out, given.json)
    from keepmum.theory.figure import Plan, curves, left_out

    plan = Plan(given.words, given.players, given.alpha_kl, given.alpha_l1)
    if plan.seconds > LONG:
        say(f"computing {len(plan.seats)} best schedules: about {plan.seconds:.0f} s (--words, --players: fewer)")
    lines = curves(plan)
    _draw(plan, lines, given.out)
    absent = left_out(plan, lines)
    data = {
        **asdict(plan),
        "curves": [asdict(curve) for curve in lines],
        "left_out": absent,
        "files": [str(path) for path in given.out],
    }
    told = [f"drawn: {path}" for path in given.out]
    return put(given.json, data, [*told, *(f"left out: {name} ({why})" for name, why in absent.items())])


def _draw(plan: Plan, lines: Sequence[Curve], out: Sequence[Path]) -> None:
    """Draw to files, if any. Raises OptionError where one cannot be written."""
    if not out:
        return
    from keepmum.theory.figure import draw

    try:
        draw(plan, lines, out)
    except OSError as error:
        raise OptionError(f"{error.filename or out[0]} cannot be written: {error.strerror}") from error


def _check(out: Sequence[Path], as_program: bool) -> None:
    if not out and not as_program:
        raise OptionError("--out FILE: say where to draw it, such as --out figure.svg (or --json for the numbers)")
    for path in out:
        if not path.parent.is_dir():
            raise OptionError(f"--out {path} cannot be written: there is no folder {path.parent}")
        if path.suffix.lower() not in FORMATS:
            raise OptionError(f"--out {path}: the name ends in one of {', '.join(FORMATS)}")
