"""A task is how an ask is put to a player: in words that may depend on what the player has been told."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, MutableMapping
from dataclasses import dataclass, fields
from typing import Any, TypeAlias

from keepmum.agents.source import ScriptError, Source, require_keys
from keepmum.agents.telling import Telling, all_words, read_telling, require_every_case, words_for
from keepmum.agents.template import Template
from keepmum.core import Fact

Known: TypeAlias = Mapping[str, Any]
"""What a player was last told, by "fact.field"."""

NOTHING: Known = {}
_KEYS = ("task", "level", "explain", "hidden")


@dataclass(frozen=True, slots=True)
class Task:
    """The task, what a revealing level adds to it, what is asked once it is answered, and what the answer must not
    give away.
    """

    task: Telling
    level: Template | None = None
    explain: Template | None = None
    hidden: Telling | None = None

    @property
    def names(self) -> frozenset[str]:
        """Every "fact.field" that its words depend on."""
        return self.task.names | (self.hidden.names if self.hidden else frozenset[str]())


class Memory:
    """What one seat was told of the fields that its script's tasks depend on, the latest value of each."""

    def __init__(self, names: frozenset[str]) -> None:
        self._fields: dict[str, list[str]] = {}
        for name in names:
            kind, _, field = name.partition(".")
            self._fields.setdefault(kind, []).append(field)
        self.known: MutableMapping[str, Any] = {}

    def copy(self) -> Memory:
        """The same, to be added to apart."""
        new = Memory(frozenset())
        new._fields, new.known = self._fields, {**self.known}
        return new

    def hear(self, fact: Fact) -> None:
        """Keep what the fact says, if it matters."""
        for name in self._fields.get(fact.kind, ()):
            self.known[f"{fact.kind}.{name}"] = getattr(fact, name)


def rendered(telling: Telling, known: Known, you: int) -> str:
    """The words for what a player knows; what it has not been told counts as none of the cases but "other"."""
    return words_for(telling, known.get, you).template.render(_nothing, you)


def _nothing(name: str) -> Any:
    raise KeyError(name)


def read_task(table: Mapping[str, Any], source: Source, facts: Mapping[str, type[Fact]]) -> Task:
    """Read [asks.NAME]. `task` and `hidden` are text, or tables with `by` = "fact.field" and its cases. ScriptError."""
    require_keys(table, _KEYS, source.place)
    known = source.knowing(_fields(facts))
    return Task(
        task=_telling(table.get("task"), known),
        level=source.knowing(["level"]).template(table["level"]) if "level" in table else None,
        explain=source.template(table["explain"]) if "explain" in table else None,
        hidden=_telling(table["hidden"], known.at("hidden")) if "hidden" in table else None,
    )


def _fields(facts: Mapping[str, type[Fact]]) -> Iterator[str]:
    for kind, fact in facts.items():
        yield from (f"{kind}.{field.name}" for field in fields(fact))  # type: ignore[arg-type]


def _telling(entry: Any, source: Source) -> Telling:
    telling = read_telling(entry, source)
    require_every_case(telling)
    if any(words.confirm for words in all_words(telling)):
        raise ScriptError(f"{source.place}: an ask has nothing to confirm; confirm belongs to a fact or the opening")
    return telling
