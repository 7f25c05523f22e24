"""A source is where a script's words come from: a folder, a place in its script.toml, the variables known there."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast

from keepmum.agents.template import ScriptError, Template, compile_template
from keepmum.core.options import unknown

FILE = "script.toml"

__all__ = ["FILE", "ScriptError", "Source", "digest_of", "find_script", "read_table", "require_keys"]


@dataclass(frozen=True, slots=True)
class Source:
    """Where an entry stands (`place`, for errors), its script's folder, the variables its templates may use, and
    what the players are called, where they go by names."""

    folder: Path
    place: str
    known: frozenset[str] = frozenset()
    names: tuple[str, ...] = ()

    def at(self, key: str) -> Source:
        """The same, one step further in."""
        return replace(self, place=f"{self.place}.{key}")

    def knowing(self, names: Iterable[str]) -> Source:
        """The same, with other variables."""
        return replace(self, known=frozenset(names))

    def text(self, entry: Any) -> tuple[str, str]:
        """The text of an entry, or of the file that a name ending in .md stands for; and where it stands."""
        if not isinstance(entry, str):
            raise ScriptError(f"{self.place}: text or the name of a .md file is needed, not {entry!r}")
        if not entry.endswith(".md") or "\n" in entry:
            return entry, self.place
        path = self.folder / entry
        return _read(path).strip(), str(path)

    def template(self, entry: Any) -> Template:
        """The compiled template of an entry. Raises ScriptError."""
        text, place = self.text(entry)
        return compile_template(text, place, self.known, self.names)

    def table(self, entries: Mapping[str, Any], key: str) -> dict[str, Any]:
        """The table under a key, empty where there is none. Raises ScriptError."""
        found = entries.get(key, {})
        if not isinstance(found, dict):
            raise ScriptError(f"{self.place}: {key} is a table, [{key}], not {found!r}")
        return cast("dict[str, Any]", found)


def require_keys(table: Mapping[str, Any], known: Iterable[str], place: str) -> None:
    """Raises ScriptError for an entry that does not exist."""
    names = tuple(known)
    for key in table:
        if key not in names:
            raise ScriptError(f"{place}: there is no entry {unknown(key, names)}")


def read_table(folder: Path) -> dict[str, Any]:
    """The script.toml of a folder. Raises ScriptError."""
    path = folder / FILE
    try:
        return tomllib.loads(_read(path))
    except tomllib.TOMLDecodeError as error:
        raise ScriptError(f"{path}: {error}") from error


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ScriptError(f"{path}: cannot be read ({error}); a script names files of its own folder") from error


def find_script(name: str, folder: Path) -> Path:
    """The script `name` of a folder of scripts, or the folder itself where it is one. Raises ScriptError."""
    if (folder / FILE).is_file():
        return folder
    known = sorted(path.parent.name for path in folder.glob(f"*/{FILE}"))
    if not known:
        raise ScriptError(f"{folder} holds no script: a script is a folder with a {FILE}")
    if name not in known:
        raise ScriptError(f"{folder} has no script {unknown(name, known)}")
    return folder / name


def digest_of(folder: Path) -> str:
    """The SHA-256, in hexadecimal, of the names and contents of a script's files."""
    digest = hashlib.sha256()
    for path in sorted(path for path in folder.iterdir() if path.suffix in (".toml", ".md")):
        content = path.read_bytes()
        digest.update(f"{path.name}\0{len(content)}\0".encode())
        digest.update(content)
    return digest.hexdigest()
