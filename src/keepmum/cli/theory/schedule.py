"""`keepmum theory schedule`: the best sizes of nested announcements, or the value of given ones."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from itertools import groupby

from keepmum.cli.theory.numbers import LARGEST, add_json, as_json, exactly, put, row, whole
from keepmum.core.options import OptionError
from keepmum.theory.rounding import Side, rounded

MOST_SIZES = 24
LONGEST_ROW = 36


def call(parser: argparse.ArgumentParser, words: Sequence[str]) -> int:
    """Print a schedule and what it wins against the best chameleon."""
    parser.epilog = (
        "Players announce in turn ever smaller sets of words that hold the secret one,\n"
        "of sizes K = m0 >= m1 >= … >= mN >= 1: the words first, then one size a player."
    )
    parser.add_argument("--players", type=whole, metavar="N", help="players at the table, 3 or more")
    parser.add_argument("--words", type=whole, metavar="K", help="words on the card, 2 or more")
    parser.add_argument("--sizes", metavar="M0,M1,…", help="value these sizes instead of finding the best")
    add_json(parser)
    given = parser.parse_args(words)
    from keepmum.theory.bounds import trivial_value, upper_bound
    from keepmum.theory.schedules import Schedule, best_schedule, schedule_value

    if given.sizes is not None:
        sizes = sizes_of(given.sizes)
        _require_table_of(given, sizes)
        found, best = Schedule(sizes, schedule_value(sizes)), False
    elif given.players is None or given.words is None:
        raise OptionError("say how large the table is: --players 4 --words 16, or --sizes 16,16,11,7,3")
    else:
        found, best = best_schedule(given.players, given.words), True
    table = found.players, found.words
    bounds = {"trivial": trivial_value(*table), "upper": upper_bound(*table)}
    data = {
        "players": found.players,
        "words": found.words,
        "sizes": list(found.sizes),
        "win": as_json(found.value),
        "best": best,
        "gap": found.gap if best else None,
        **{name: as_json(value) for name, value in bounds.items()},
    }
    lines = [*_lines(found.sizes, best), row("wins against the best chameleon", exactly(found.value, Side.LOWER))]
    if best:
        lines.append(row("another schedule may win more by at most", _gap(found.gap)))
    lines.append(row("the trivial strategy wins", exactly(bounds["trivial"], Side.LOWER)))
    lines.append(row("nobody wins more than", exactly(bounds["upper"], Side.UPPER)))
    return put(given.json, data, lines)


def sizes_of(text: str) -> tuple[int, ...]:
    """Sizes as `16,16,11,7,3`. Raises OptionError."""
    try:
        sizes = tuple(int(part) for part in text.split(","))
    except ValueError:
        raise OptionError(f"--sizes {text[:60]!r}: write whole numbers with commas, such as 16,16,11,7,3") from None
    if max(sizes) > LARGEST:
        raise OptionError(f"--sizes: a size is at most {LARGEST:.0e}")
    return sizes


def _require_table_of(given: argparse.Namespace, sizes: Sequence[int]) -> None:
    """Raise OptionError if the sizes belong to another table than the one that was named."""
    players, words = len(sizes) - 1, sizes[0]
    if given.players not in (None, players):
        raise OptionError(
            f"--sizes has {len(sizes)} sizes, which is {players} players (the words first, then one a player); "
            f"--players {given.players} needs {given.players + 1}"
        )
    if given.words not in (None, words):
        raise OptionError(f"--sizes begins with {words}, the number of words; --words says {given.words}")


def _lines(sizes: Sequence[int], best: bool) -> Iterator[str]:
    what = "the best nested schedule" if best else "a nested schedule"
    yield f"The Chameleon · {len(sizes) - 1} players · {sizes[0]} words · {what}"
    yield row("sizes", shown(sizes))


def shown(sizes: Sequence[int]) -> str:
    """The sizes with commas; long rows with repeats counted, and the middle left out."""
    if len(sizes) <= MOST_SIZES:
        told = ",".join(map(str, sizes))
        return told if len(told) <= LONGEST_ROW else told.replace(",", ", ")
    runs = [(size, len(list(same))) for size, same in groupby(sizes)]
    told = [str(size) if times == 1 else f"{size} ({times} times)" for size, times in runs]
    if len(told) > MOST_SIZES:
        half = MOST_SIZES // 2
        told = [*told[:half], f"… {len(told) - 2 * half} more …", *told[-half:]]
    return ", ".join(told)


def _gap(gap: float) -> str:
    """The gap, never less than it is."""
    if gap == 0:
        return "0 (it is the best one, exactly)"
    return f"{_above(gap):.1e} (certified)" if gap < 1e-5 else rounded(gap, Side.UPPER)


def _above(gap: float) -> float:
    """As much more as rounding to two figures may take away."""
    return gap * 1.05
