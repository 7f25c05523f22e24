"""One moment of play is put in several wordings that differ in one sentence: the level's, a control's, or none."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Any, Literal

from keepmum.agents.script import Script
from keepmum.agents.template import compile_template
from keepmum.core.options import OptionError

Kind = Literal["level", "digits", "words", "none"]
LEVELS = range(1, 11)


@dataclass(frozen=True, slots=True)
class Wording:
    """Which sentence is added. `level` is the number that it tells or stands for, None without a sentence."""

    kind: Kind
    level: int | None = None


def wordings(levels: Sequence[int], controls: bool) -> tuple[Wording, ...]:
    """The instructed levels; with `controls` also the digits, the paraphrases, and nothing. Raises OptionError."""
    for level in levels:
        if level not in LEVELS:
            raise OptionError(f"level {level} is not from 1 (cryptic) to 10 (telling)")
    kinds: tuple[Kind, ...] = ("level", "digits", "words") if controls else ("level",)
    made = tuple(Wording(kind, level) for kind in kinds for level in levels)
    return (*made, Wording("none")) if controls else made


def levelled_ask(script: Script) -> str:
    """The name of the ask that has words for a level. Raises OptionError where there is none."""
    found = [about for about, task in script.asks.items() if task.level]
    if not found:
        raise OptionError(f"the script {script.name!r} has no words for a level, so none can be instructed")
    return found[0]


def worded(script: Script, wording: Wording) -> tuple[Script, int | None]:
    """The script with the sentence of a wording in the level's place, and the level to ask it with."""
    if wording.kind in ("level", "none"):
        return script, wording.level
    about = levelled_ask(script)
    template = compile_template(sentence(wording), f"{wording.kind} {wording.level}", [], ())
    return replace(script, asks={**script.asks, about: replace(script.asks[about], level=template)}), wording.level


def sentence(wording: Wording) -> str:
    """The words of a control."""
    told = _told()
    return told["digits"].format(level=wording.level) if wording.kind == "digits" else told["words"][str(wording.level)]


@cache
def _told() -> dict[str, Any]:
    return tomllib.loads(files("keepmum.interp").joinpath("controls.toml").read_text("utf-8"))
