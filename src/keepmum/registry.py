"""Games and agents by name, through entry points. The built-ins use the same door as anyone's own.

Groups: `keepmum.games` names a GameKind; `keepmum.agents` names a factory (see agents/seam.py); `keepmum.importers`
names an Importer (see importing/seam.py).
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING, Any

from keepmum.core.options import OptionError, unknown

if TYPE_CHECKING:
    from keepmum.core.kind import GameKind

GAMES = "keepmum.games"
AGENTS = "keepmum.agents"
IMPORTERS = "keepmum.importers"


class RegistryError(OptionError):
    """A name that nothing is registered under, or a registration that does not load."""


@cache
def _entries(group: str) -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group=group)}


def names(group: str) -> list[str]:
    """The registered names of a group."""
    return sorted(_entries(group))


def _load(group: str, name: str, what: str) -> Any:
    entries = _entries(group)
    if name not in entries:
        raise RegistryError(f"there is no {what} {unknown(name, entries)}")
    try:
        return entries[name].load()
    except (ImportError, AttributeError) as error:
        raise RegistryError(f"the {what} {name!r} ({entries[name].value}) does not load: {error}") from error


def game(name: str) -> GameKind:
    """The game registered under `name`. Raises RegistryError."""
    return _load(GAMES, name, "game")


def agent(name: str) -> Any:
    """The agent factory registered under `name`. Raises RegistryError."""
    return _load(AGENTS, name, "kind of agent")


def importer(name: str) -> Any:
    """The importer registered under `name`. Raises RegistryError."""
    return _load(IMPORTERS, name, "importer")
