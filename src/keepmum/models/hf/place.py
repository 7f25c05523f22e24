"""A name says which weights, how to hold and how to steer them: `hf/ORG/NAME`, `hf/FOLDER`, `hf/FILE.gguf`, `#…=…`."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path

from keepmum.models import weights
from keepmum.models.seam import ModelUnavailable

DTYPES = ("float32", "bfloat16", "float16")
STRENGTH = re.compile(r"[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?(norm)?")
POSITIONS = re.compile(r"generated|answer|all|-?\d+(:-?\d+)*")
OPTIONS: dict[str, tuple[str, Callable[[str], bool]]] = {
    "device": ("cpu, cuda, cuda:N or mps", lambda value: bool(re.fullmatch(r"cpu|mps|cuda(:\d+)?", value))),
    "dtype": (", ".join(DTYPES), lambda value: value in DTYPES),
    "bits": ("4 or 8", lambda value: value in ("4", "8")),
    "revision": ("a branch, tag or commit of the hub", bool),
    "steer": ("a file of a direction, its path without a comma", bool),
    "strength": ("a number, or one with `norm` behind it", lambda value: bool(STRENGTH.fullmatch(value))),
    "layer": ("a layer's number, from 0", str.isdecimal),
    "positions": ("generated, answer, all, or numbers with : between", lambda value: bool(POSITIONS.fullmatch(value))),
}
STEERING = ("steer", "strength", "layer", "positions")
HUB = re.compile(r"[\w.-]+/[\w.-]+")
INSTALL = 'install it with pip install "keepmum[hf]"'


@dataclass(frozen=True, slots=True)
class Place:
    """Where the weights are: a file, a folder, or a name on the hub. What is empty is chosen when the model loads."""

    name: str
    what: str
    path: Path | None = None
    device: str = ""
    dtype: str = ""
    bits: str = ""
    revision: str = ""
    steer: str = ""
    strength: str = ""
    layer: str = ""
    positions: str = ""

    @property
    def unsteered(self) -> Place:
        """The same weights, held alike, by a name that does not steer them."""
        held = [f"{name}={value}" for name in OPTIONS if name not in STEERING and (value := getattr(self, name))]
        name = f"{self.name.partition('/')[0]}/{self.what}{'#' if held else ''}{','.join(held)}"
        return replace(self, name=name, **dict.fromkeys(STEERING, ""))

    @property
    def gguf(self) -> bool:
        return self.path is not None and self.path.suffix == ".gguf"

    def unavailable(self, what: str, do: str) -> ModelUnavailable:
        return ModelUnavailable(self.name, what, do)


def read_place(name: str) -> Place:
    """The place a name stands for. Raises ModelUnavailable for an option that is none and for a name of no kind."""
    what, _, given = name.partition("/")[2].partition("#")
    return Place(name, what, located(name, what), **options(name, given))


def located(name: str, what: str) -> Path | None:
    """The file or folder, None for a name on the hub."""
    path = Path(what).expanduser()
    if what.endswith(".gguf") or (what and path.exists()):
        return path
    if what in weights.known():
        return weights.find(what).path
    if HUB.fullmatch(what):
        return None
    raise ModelUnavailable(
        name,
        f"there is no file or folder {what!r}, and it is no ORG/NAME of the hub",
        f"give a folder with config.json and safetensors, a .gguf file, ORG/NAME, or {', '.join(weights.known())}",
    )


def options(name: str, given: str) -> dict[str, str]:
    read: dict[str, str] = {}
    for part in filter(None, given.split(",")):
        option, _, value = part.partition("=")
        if option not in OPTIONS:
            near = difflib.get_close_matches(option, OPTIONS, n=1)
            hint = f"did you mean {near[0]}? known are " if near else "known are "
            raise ModelUnavailable(name, f"{option!r} is no option", hint + ", ".join(OPTIONS))
        allowed, fits = OPTIONS[option]
        if not fits(value):
            raise ModelUnavailable(name, f"{option} is {value!r}", f"give {allowed}")
        read[option] = value
    return read


def check_packages(place: Place) -> None:
    """Raises ModelUnavailable for a package that is not installed. Imports none."""
    needed = ["torch", "transformers", "safetensors", *(["gguf", "accelerate"] if place.gguf else [])]
    for package in needed:
        if not installed(package):
            raise place.unavailable(f"the package {package} is not installed", INSTALL)
    if place.bits and not installed("bitsandbytes"):
        raise place.unavailable(
            f"bits={place.bits} needs the package bitsandbytes, which is not installed",
            "install it with pip install bitsandbytes accelerate, or leave bits out",
        )
    if place.bits and place.gguf:
        raise place.unavailable("a GGUF file is already quantised and is widened when loaded", "leave bits out")


def installed(package: str) -> bool:
    try:
        return find_spec(package) is not None
    except ValueError:  # a module set to None stands for a missing one
        return False


def check_files(place: Place) -> None:
    """Raises ModelUnavailable for files that are missing or of the wrong kind. What is on the hub is not asked for."""
    path = place.path
    if path is None:
        return
    if not path.exists():
        known = place.what in weights.known()
        do = f"run `keepmum models get {place.what}`" if known else "check the path"
        raise place.unavailable(f"there are no weights at {path}", do)
    if path.is_dir():
        check_folder(place, path)
    elif path.suffix != ".gguf":
        raise place.unavailable(f"{path} is neither a folder nor a .gguf file", "give one of these")


def check_folder(place: Place, path: Path) -> None:
    if not (path / "config.json").is_file():
        raise place.unavailable(f"{path} has no config.json", "give the folder that a model was saved in")
    if not any(path.glob("*.safetensors")):
        raise place.unavailable(
            f"{path} has no .safetensors file", "save the weights as safetensors; pickled ones are not loaded"
        )
    if not any((path / file).is_file() for file in ("tokenizer.json", "tokenizer.model", "vocab.json")):
        raise place.unavailable(f"{path} has no tokenizer", "put the model's tokenizer.json beside its weights")
