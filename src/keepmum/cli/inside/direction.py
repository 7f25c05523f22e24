"""`keepmum inside direction DIR`: what a direction is worth at every layer beside its controls; a file to steer by."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from keepmum.cli.inside.numbers import add_json, progress, put, short, spread, whole_numbers
from keepmum.core.options import OptionError

if TYPE_CHECKING:
    from keepmum.interp.directions import Method
    from keepmum.interp.findings import Layered, LayerFindings

METHODS = ("difference", "pca-centred", "pca-raw", "probe")
FILE = "direction.safetensors"
HEADINGS = ("layer", "held-out secrets", "categories", "digits", "paraphrased", "shuffled", "random", "cos digits")


def call(parser: argparse.ArgumentParser, words: Sequence[str]) -> int:
    """Tell what is in a store, and write its direction file."""
    parser.epilog = (
        "Numbers are Spearman's correlation of projection and level within a secret, the\n"
        "mean over secrets, with 95% intervals that draw whole secrets; each secret is\n"
        "projected on the direction of the others. Digits: numbers in a sentence that has\n"
        "nothing to do with revealing, on the same direction. A level direction is shown\n"
        "only as far as it does better than the digits and is matched by the paraphrases."
    )
    parser.add_argument("store", type=Path, metavar="DIR", help="a store of inside collect")
    parser.add_argument("--method", choices=METHODS, default=METHODS[0], help="of the table and the file (difference)")
    parser.add_argument("--high", type=int, default=9, metavar="LEVEL", help="of the difference (default 9)")
    parser.add_argument("--low", type=int, default=3, metavar="LEVEL", help="of the difference (default 3)")
    parser.add_argument("--layers", default="all", metavar="LAYERS", help="only these layers (default all collected)")
    parser.add_argument("--layer", type=int, metavar="L", help="the file's choice (default: best on held-out secrets)")
    parser.add_argument("--out", type=Path, metavar="FILE", help=f"the direction file (default DIR/{FILE})")
    add_json(parser)
    given = parser.parse_args(words)
    from keepmum.interp.findings import best_layer, layered
    from keepmum.interp.store import read_store

    found = layered(read_store(given.store))
    findings = look(found, given.layers, (given.high, given.low))
    best = best_layer(findings, given.method)
    chosen = best.layer if given.layer is None else given.layer
    out = given.out or given.store / FILE
    _write(found, findings, given, (chosen, out))
    data = {
        "store": str(given.store), "model": found.collected.about.model, "method": given.method, "best": best.layer,
        "layer": chosen, "file": str(out), "layers": [asdict(each) for each in findings],
    }  # fmt: skip
    return put(given.json, data, _lines(findings, best, given.method, data))


def look(found: Layered, layers: str, levels: tuple[int, int]) -> list[LayerFindings]:
    """The findings at every layer asked for. Raises OptionError for a layer that was not collected."""
    from keepmum.interp.findings import find

    wanted = found.collected.about.layers if layers == "all" else whole_numbers(layers, "--layers")
    findings: list[LayerFindings] = []
    with progress(len(wanted)) as told:
        for layer in wanted:
            findings.append(find(found, layer, *levels))
            told(1)
    return findings


def _write(
    found: Layered, findings: Sequence[LayerFindings], given: argparse.Namespace, where: tuple[int, Path]
) -> None:
    from keepmum.interp.making import direction_of
    from keepmum.models.hf.direction import write_direction

    layer, out = where
    layers = [each.layer for each in findings]
    if layer not in layers:
        raise OptionError(f"--layer {layer} is not among the layers looked at: {', '.join(map(str, layers))}")
    if not out.parent.is_dir():
        raise OptionError(f"--out {out} cannot be written: there is no folder {out.parent}")
    worth = next(each for each in findings if each.layer == layer).worth[given.method]
    how: dict[str, Any] = {"held_out_secrets": worth.secrets.value, "digits": worth.digits.value}
    write_direction(out, direction_of(found, (given.method, given.high, given.low), (layer, layers), how))


def _lines(findings: Sequence[LayerFindings], best: LayerFindings, method: Method, data: dict[str, Any]) -> list[str]:
    about = f"{data['model']}, the direction of the instructed level by {method}"
    others = [
        f"at layer {best.layer}, by every method:",
        *_grid([_method_row(best, each) for each in METHODS], "method"),
    ]
    raw, centred = best.by_secret, best.by_level
    shares = (
        f"first component, share of variance between secrets and between levels: raw {short(raw['raw'])} and "
        f"{short(centred['raw'])}, centred by secret {short(raw['centred'])} and {short(centred['centred'])}"
    )
    sizes = f"there a state is {best.norm:.1f} long, and the difference of the levels {best.gap:.2f}"
    written = f"{data['file']}: a vector of length 1 for each layer; layer {data['layer']} unless another is named"
    table = _grid([_row(each, method, str(each.layer)) for each in findings], "layer")
    notes = ["random and shuffled: mean and the middle 95%; random is without its sign"]
    notes.append(f"the best of {len(findings)} layers is chosen by these same secrets, which flatters it")
    return [about, "", *table, "", *others, shares, sizes, *notes, "", written]


def _row(found: LayerFindings, method: Method, name: str) -> list[str]:
    worth = found.worth[method]
    cells = [worth.secrets, worth.categories, worth.digits, worth.words, worth.shuffled, found.random]
    return [name, *map(spread, cells), short(found.cosine_digits)]


def _method_row(found: LayerFindings, method: Method) -> list[str]:
    return [*_row(found, method, method)[:-1], ""]


def _grid(rows: Sequence[Sequence[str]], first: str) -> list[str]:
    heads = [first, *HEADINGS[1:]] if any(row[-1] for row in rows) else [first, *HEADINGS[1:-1], ""]
    widths = [max(len(cell) for cell in column) for column in zip(heads, *rows, strict=True)]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in (heads, *rows)
    ]
