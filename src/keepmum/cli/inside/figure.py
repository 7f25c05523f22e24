"""`keepmum inside figure DIR --out FILE`: states by level (Figure 5), the layers' profile, or a sweep."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from keepmum.cli.inside.direction import FILE, METHODS, look
from keepmum.cli.inside.numbers import add_json, put
from keepmum.cli.inside.sweep import RESULT
from keepmum.core.options import OptionError

if TYPE_CHECKING:
    from keepmum.interp.findings import Layered

FORMATS = (".svg", ".png", ".pdf")


def call(parser: argparse.ArgumentParser, words: Sequence[str]) -> int:
    """Draw one figure."""
    parser.epilog = (
        "DIR is a store of inside collect, or the folder of a sweep, whose strengths are\n"
        "then drawn. The steered states of the lower panels are collected with\n"
        "inside collect … --steer FILE --controls into the same store."
    )
    parser.add_argument("folder", type=Path, metavar="DIR")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help=".svg, .png or .pdf")
    parser.add_argument("--what", choices=("levels", "profile"), default="levels", help="of a store (default levels)")
    parser.add_argument("--layer", type=int, metavar="L", help=f"of levels (default: the choice of DIR/{FILE})")
    parser.add_argument("--method", choices=METHODS, default=METHODS[0], help="of the profile (default difference)")
    parser.add_argument("--high", type=int, default=9, metavar="LEVEL", help="of the difference (default 9)")
    parser.add_argument("--low", type=int, default=3, metavar="LEVEL", help="of the difference (default 3)")
    add_json(parser)
    given = parser.parse_args(words)
    _check(given.out)
    try:
        data = _draw(given)
    except OSError as error:
        raise OptionError(f"{given.out} cannot be written: {error.strerror}") from error
    return put(given.json, {**data, "file": str(given.out)}, [f"drawn: {given.out}"])


def _check(out: Path) -> None:
    if out.suffix.lower() not in FORMATS:
        raise OptionError(f"--out {out}: the name ends in one of {', '.join(FORMATS)}")
    if not out.parent.is_dir():
        raise OptionError(f"--out {out} cannot be written: there is no folder {out.parent}")


def _draw(given: argparse.Namespace) -> dict[str, Any]:
    if (given.folder / RESULT).exists():
        return _sweep(given)
    from keepmum.interp.findings import layered
    from keepmum.interp.store import read_store

    found = layered(read_store(given.folder))
    return _profile(given, found) if given.what == "profile" else _levels(given, found)


def _sweep(given: argparse.Namespace) -> dict[str, Any]:
    from keepmum.interp.figure import draw_sweep

    path = given.folder / RESULT
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        title = f"{data['model']}: {data['matches']} matches a strength, same deals, 95% intervals"
        draw_sweep(data["cells"], title, given.out)
    except (ValueError, KeyError, TypeError) as error:
        raise OptionError(
            f"{path} is damaged ({error}); run the sweep's command again, it plays nothing twice"
        ) from error
    return {"what": "sweep", "cells": len(data["cells"])}


def _profile(given: argparse.Namespace, found: Layered) -> dict[str, Any]:
    from keepmum.interp.figure import draw_profile

    findings = look(found, "all", (given.high, given.low))
    draw_profile(findings, given.method, found.collected.about.model, given.out)
    return {"what": "profile", "layers": [each.layer for each in findings]}


def _levels(given: argparse.Namespace, found: Layered) -> dict[str, Any]:
    from keepmum.interp.figure import draw_states, plane

    layer = _chosen(given) if given.layer is None else given.layer
    on = plane(found, layer, (given.high, given.low))
    draw_states(found, on, given.out)
    return {"what": "levels", "layer": layer}


def _chosen(given: argparse.Namespace) -> int:
    from keepmum.models.hf.direction import DirectionError, read_direction

    try:
        return read_direction(given.folder / FILE).layer
    except DirectionError as error:
        raise OptionError(f"{error}; or name a layer with --layer") from None
