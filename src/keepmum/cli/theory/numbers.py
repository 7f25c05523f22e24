"""A number is printed with what it is: an exact fraction beside its decimals, or decimals alone."""

from __future__ import annotations

import argparse
import json
import math
import textwrap
from collections.abc import Iterable
from fractions import Fraction
from typing import Any, TypeAlias

from keepmum.theory.rounding import Side, rounded

Number: TypeAlias = float | Fraction

LARGEST = 1e20
LONGEST_SHOWN = 24  # digits of a fraction in a line
LONGEST_WRITTEN = 4000  # digits of a fraction for programs
NAME_WIDTH = 42
WIDTH = 80
BRIEF = 21


def add_table(parser: argparse.ArgumentParser) -> None:
    """The size of the table, and `--json`."""
    parser.add_argument("--players", type=whole, required=True, metavar="N", help="players at the table, 3 or more")
    parser.add_argument("--words", type=whole, required=True, metavar="K", help="words on the card, 2 or more")
    add_json(parser)


def add_json(parser: argparse.ArgumentParser) -> None:
    """The switch that every command has."""
    parser.add_argument("--json", action="store_true", help="print it for programs")


def whole(text: str) -> int:
    """A whole number, `1e7` and `1_000` included. Raises what argparse wants."""
    plain = text.replace("_", "")
    try:
        number = Fraction(plain) if abs(float(plain)) < LARGEST else None
    except ValueError:
        number = None
    if number is None or number.denominator != 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number such as 1000 or 1e7")
    return int(number)


def level(text: str) -> float:
    """A finite number. Raises what argparse wants."""
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number such as 0.05")
    return number


def digits(value: Fraction) -> int:
    """About how many digits the fraction takes to write."""
    bits = value.numerator.bit_length() + value.denominator.bit_length()
    return int(bits * 0.30103) + 2


def as_json(value: Number) -> dict[str, Any]:
    """The value, and the exact fraction where there is one that is not too long to write."""
    if not isinstance(value, Fraction):
        return {"value": value}
    return {"value": float(value), "fraction": str(value) if digits(value) <= LONGEST_WRITTEN else None}


def exactly(value: Number, side: Side = Side.NEAREST) -> str:
    """Six decimals, rounded to the side on which a bound stays true, and the fraction they stand for, if any."""
    told = rounded(value, side)
    if not isinstance(value, Fraction) or value.denominator == 1:
        return told
    if digits(value) > LONGEST_SHOWN:
        return f"{told} (fraction: {digits(value):,} digits)"
    return f"{told} = {value}"


def row(name: str, value: str) -> str:
    """A line of a list: what it is, then the number; more lines where it is long."""
    return hung(f"  {name:<{NAME_WIDTH}}{value}", NAME_WIDTH + 2)


def hung(line: str, indent: int) -> str:
    """The line, broken at blanks where it is too wide; what follows is indented."""
    first = line[:indent]
    room = WIDTH - indent
    told = textwrap.wrap(line[indent:], room, break_long_words=False, break_on_hyphens=False) or [""]
    return f"\n{' ' * indent}".join([first + told[0], *told[1:]])


def brief(value: Number, side: Side = Side.NEAREST) -> str:
    """A probability in a narrow column: no fraction that is long; a bound of 1 or more says nothing."""
    if value >= 1:
        return f"{float(value):.6g} (no limit)"
    told = exactly(value, side)
    return told if len(told) <= BRIEF else rounded(value, side)


def put(as_program: bool, data: dict[str, Any], lines: Iterable[str]) -> int:
    """Print the data for programs, or the lines; the command's exit code."""
    if as_program:
        print(json.dumps(data, indent=2, allow_nan=False, ensure_ascii=False))
    else:
        print("\n".join(lines))
    return 0
