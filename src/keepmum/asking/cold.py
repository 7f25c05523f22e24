"""A cold agent sits down in the middle of a match: it is told all that its seat has seen, its own words too.

Scripts are silent on what a player remembers, such as what it said itself. One that was not there is told of it in the
words in which the game tells onlookers; and nothing has to be confirmed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from random import Random
from typing import Any, cast

import msgspec

from keepmum import registry
from keepmum.agents.opening import Opening
from keepmum.agents.script import Script
from keepmum.agents.seam import Seating, Setting, Sitter, described
from keepmum.agents.spec import parse_spec
from keepmum.agents.telling import Told
from keepmum.agents.template import one_line
from keepmum.asking.occasions import Occasion, digest
from keepmum.core import Agent, Fact, GameKind
from keepmum.core.kind import Teller
from keepmum.core.options import OptionError
from keepmum.models.seam import Model
from keepmum.play.folder import FolderError, Manifest, read_manifest, read_run
from keepmum.play.records import game_of

PEOPLE = "human"
IMPORTER = "importer"
"""The option of a run whose matches were played elsewhere."""


@dataclass(frozen=True, slots=True)
class Retold(Script):
    """A script that is not silent where the game has words for onlookers, and has nothing confirmed."""

    plainly: Teller

    def tell(self, fact: Fact, you: int, players: int) -> Told | None:
        """A fact in the script's words, or else in the game's."""
        told = Script.tell(self, fact, you, players)
        if told is not None and told.text:
            return Told(told.text)
        line = self.plainly(fact)
        return Told(one_line(line)) if line else None


@dataclass(frozen=True, slots=True)
class ColdSetting(Setting):
    """The setting of agents that were not there."""

    def script(self, name: str) -> Script:
        """The script of that name, retold. Raises OptionError."""
        found = Setting.script(self, name)
        given = {field.name: getattr(found, field.name) for field in fields(found)}
        told = found.opening.told
        given["opening"] = Opening(Told(told.text) if told else None, found.opening.speaker)
        return Retold(**given, plainly=self.kind.tell_of(self.names))


def setting_of(
    run: Path, kind: GameKind, open_model: Callable[[str], Model], prompts: Path | None = None
) -> ColdSetting:
    """The setting of a run that was played. Raises FolderError where its rules cannot be told."""
    manifest = read_manifest(run)
    rules = _elsewhere(run, kind) if IMPORTER in manifest.options else _options(manifest, kind)
    return ColdSetting(kind, rules, open_model, prompts)


def _options(manifest: Manifest, kind: GameKind) -> Mapping[str, Any]:
    given = {name: value for name, value in manifest.options.items() if not name.endswith("_sha256")}
    try:
        options: Any = msgspec.convert(given, kind.options)
    except (msgspec.ValidationError, ValueError) as error:
        raise FolderError(f"the run's options are none of {kind.title}: {error}") from error
    return asdict(options)


def _elsewhere(run: Path, kind: GameKind) -> Mapping[str, Any]:
    """The rules of matches that were played elsewhere, by their records; those of all valid ones must be alike."""
    if kind.announced is None:
        raise FolderError(f"{run}: there are no words for the rules of {kind.title} as it was played elsewhere")
    try:
        found = [dict(kind.announced(game_of(record, kind))) for record in read_run(run) if not record.void]
    except ValueError as error:
        raise FolderError(f"{run}: {error}") from error
    if not found:
        raise FolderError(f"{run}: no match of it is valid")
    for rules in found[1:]:
        for name, value in rules.items():
            if value != found[0][name]:
                raise FolderError(
                    f"{run}: its matches have different rules ({name}: {_plain(found[0][name])} in one, {_plain(value)}"
                    " in another), and agents are told one set; import those of each kind into a run of their own"
                )
    return found[0]


def _plain(value: object) -> str:
    return ", ".join(map(str, cast("tuple[object, ...]", value))) if isinstance(value, tuple) else str(value)


@dataclass(frozen=True, slots=True)
class Method:
    """A way of answering: its specification, what makes its agents, and a digest of the words it uses."""

    name: str
    sitter: Sitter
    wording: str

    def agent(self, occasion: Occasion, what: str) -> Agent:
        """A fresh agent for one occasion; no two occasions share a draw."""
        rng = Random(f"{what}/{self.name}/{occasion.match}/{occasion.number}")
        return self.sitter(Seating(f"{what}/{occasion.number}", occasion.match, occasion.seat, rng))


def method_of(text: str, setting: Setting) -> Method:
    """The method of a specification, such as recon:MODEL?second=off. Raises OptionError, and what opening raises."""
    spec = parse_spec(text)
    if spec.kind == PEOPLE:
        raise OptionError(f"{text} is a person, who cannot be asked again; name an agent such as think:MODEL")
    sitter = registry.agent(spec.kind)(spec, setting)
    return Method(str(spec), sitter, digest(sorted(described(sitter).items())))
