"""The published values of theory, read from golden.json beside this file."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

GOLDEN: dict[str, Any] = json.loads(Path(__file__).with_name("golden.json").read_text())


def exact(value: dict[str, Any]) -> Fraction:
    """The fraction a golden value states."""
    return Fraction(value["frac"])


def matrix(rows: list[list[str]]) -> list[list[Fraction]]:
    """A golden matrix of response distributions."""
    return [[Fraction(cell) for cell in row] for row in rows]
