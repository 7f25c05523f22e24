"""A listener by what a user writes: `words`, `counts:FILE`, `speech?level=9`, `words*0.7+counts*0.3`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from keepmum.core.hidden import CodeMaker
from keepmum.core.kind import GameKind
from keepmum.core.options import OptionError, unknown
from keepmum.measure.leaks.kinds import ByWords, InCode, Mixture, by_cooccurrence, by_meaning
from keepmum.measure.leaks.listener import Listener
from keepmum.measure.leaks.search import by_search
from keepmum.measure.leaks.tables import read_table

DEFAULT = "words*0.75+counts*0.25"
"""Of the mixtures the best on 80 hand-made cases (benchmarks/listeners.py), and of our bots' clues (docs/leaks.md)."""

SEARCH = "counts:search"
BAYES = "bayes"


def _counts(file: str) -> Listener:
    if not file:
        return by_cooccurrence()
    if file == SEARCH.partition(":")[2]:
        return ByWords(SEARCH, by_search().score)
    return ByWords("counts", read_table(Path(file)).score)


def _meaning(file: str) -> Listener:
    if file:
        raise OptionError(f"words:{file}: only counts are read from a file, as counts:{file}")
    return by_meaning()


KINDS: Mapping[str, Callable[[str], Listener]] = {"words": _meaning, "counts": _counts}
"""Listeners that hear in any game that hides words, by name; what follows a colon is their argument."""


def default(kind: GameKind) -> str:
    """The listener for a game where none is named: its code `bayes` where it has one, else by words."""
    return BAYES if BAYES in kind.codes else DEFAULT


def listener(spec: str, codes: Mapping[str, CodeMaker]) -> Listener:
    """The listener that `spec` names; `codes` are the game's own. Raises OptionError."""
    parts = [_weighed(part, codes) for part in spec.split("+")]
    if len(parts) == 1 and parts[0][0] == 1:
        return parts[0][1]
    return Mixture(tuple(parts))


def _weighed(part: str, codes: Mapping[str, CodeMaker]) -> tuple[float, Listener]:
    name, star, text = part.strip().rpartition("*")
    if not star:
        return 1.0, _one(part.strip(), codes)
    try:
        weight = float(text)
    except ValueError:
        weight = -1.0
    if not 0 < weight < float("inf"):
        raise OptionError(f"--listener {part}: the weight {text!r} is no number above 0, such as words*0.5+counts*0.5")
    return weight, _one(name.strip(), codes)


def _one(spec: str, codes: Mapping[str, CodeMaker]) -> Listener:
    plain, _, argument = spec.partition(":")
    if plain in KINDS:
        return KINDS[plain](argument)
    name, _, options = spec.partition("?")
    if name not in codes:
        raise OptionError(f"there is no listener {unknown(name, [*KINDS, *codes])}")
    given: dict[str, str] = {}
    for each in filter(None, options.split("&")):
        option, _, value = each.partition("=")
        given[option] = value
    code = codes[name](given)
    return InCode(name, code, ordered=getattr(code, "ordered", True))
