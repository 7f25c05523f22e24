"""A script is a folder of a game's prompts: how its rules, its facts and its asks are put to a player in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from functools import partial
from pathlib import Path
from typing import Any, cast, get_args, get_origin, get_type_hints

from keepmum.agents.opening import NOBODY, Opening, read_opening
from keepmum.agents.source import FILE, ScriptError, Source, digest_of, read_table, require_keys
from keepmum.agents.task import NOTHING, Known, Memory, Task, read_task, rendered
from keepmum.agents.telling import Telling, Told, all_words, read_telling, require_every_case, tell, words_for
from keepmum.agents.template import Template, try_render
from keepmum.core import Fact
from keepmum.core.options import unknown

_TABLES = ("about", "again", "opening", "phrases", "facts", "asks")
_SAMPLES: dict[Any, Any] = {int: 0, str: "word", bool: True, float: 0.5}


@dataclass(frozen=True, slots=True)
class Script:
    """A script made ready for one game and one set of rules. `digest` is the SHA-256 of its files."""

    name: str
    digest: str
    opening: Opening
    facts: Mapping[str, Telling]
    asks: Mapping[str, Task]
    complaint: Template

    @property
    def has_levels(self) -> bool:
        """Whether some ask has words for an information-revealing level."""
        return any(task.level for task in self.asks.values())

    def tell(self, fact: Fact, you: int, players: int) -> Told | None:
        """A fact in words for the seat `you`, or None where the script is silent on it."""
        value = partial(getattr, fact)
        return tell(words_for(self.facts[fact.kind], value, you), value, you, players)

    def memory(self) -> Memory:
        """What a seat must remember of what it is told, so that its tasks can be put to it."""
        return Memory(frozenset[str]().union(*(task.names for task in self.asks.values())))

    def task(self, about: str, you: int, level: int | None = None, known: Known = NOTHING) -> str:
        """The words of an ask, for what the player knows, without its answer's form.

        Raises ScriptError for an ask the script does not have.
        """
        if about not in self.asks:
            raise ScriptError(f"the script {self.name!r} has no ask {unknown(about, self.asks)}; add [asks.{about}]")
        task = self.asks[about]
        text = rendered(task.task, known, you)
        if level is None or task.level is None:
            return text
        return f"{text}\n{task.level.render({'level': level}.__getitem__, you)}"

    def again(self, complaint: str) -> str:
        """What is said when an answer could not be used."""
        return self.complaint.render({"complaint": complaint}.__getitem__, NOBODY)

    def explain(self, about: str) -> str | None:
        """What is asked once `about` is answered, or None."""
        template = self.asks[about].explain
        return template.render(_nothing, NOBODY) if template else None

    def hidden(self, about: str, known: Known = NOTHING) -> str | None:
        """What the answer to `about` must not give away, or None where the script does not say."""
        telling = self.asks[about].hidden
        return (rendered(telling, known, NOBODY) or None) if telling else None


def _nothing(name: str) -> Any:
    raise KeyError(name)


def load_script(folder: Path, facts: Sequence[type[Fact]], rules: Mapping[str, Any]) -> Script:
    """Read and check a script for a game with these facts, under these rules. Raises ScriptError.

    Every fact of the game must be told or silent by its name, and every field of a fact used or listed as unused.
    """
    names = rules.get("names", ())
    called = names if isinstance(names, tuple) else ()
    table, source = read_table(folder), Source(folder, str(folder / FILE), names=called)
    require_keys(table, _TABLES, source.place)
    if "again" not in table:
        raise ScriptError(f"{source.place}: needs again = the words, with {{{{complaint}}}}, when an answer is no use")
    asks, known = source.table(table, "asks"), {fact.kind: fact for fact in facts}
    return Script(
        name=folder.name,
        digest=digest_of(folder),
        opening=read_opening(table, source, rules),
        facts=_facts(source.table(table, "facts"), source.at("facts"), known),
        asks={name: _task(asks, name, source.at("asks"), known) for name in asks},
        complaint=source.at("again").knowing(["complaint"]).template(table["again"]),
    )


def _task(asks: Mapping[str, Any], name: str, source: Source, facts: Mapping[str, type[Fact]]) -> Task:
    return read_task(source.table(asks, name), source.at(name), facts)


def _facts(entries: Mapping[str, Any], source: Source, facts: Mapping[str, type[Fact]]) -> dict[str, Telling]:
    require_keys(entries, facts, source.place)
    for kind in facts:
        if kind not in entries:
            raise ScriptError(
                f"{source.place}: says nothing of the fact {kind!r}; add {kind} = words, or '' for silence"
            )
    return {kind: _fact(entries[kind], source.at(kind), facts[kind]) for kind in entries}


def _fact(entry: Any, source: Source, fact: type[Fact]) -> Telling:
    names = {field.name for field in fields(fact)}  # type: ignore[arg-type]
    table = dict(cast("dict[str, Any]", entry)) if isinstance(entry, dict) else {"tell": entry}
    unused = names if table == {"tell": ""} else {*table.pop("unused", ())}
    telling = read_telling(table, source.knowing(names))
    for name in sorted(names - telling.names - unused):
        raise ScriptError(f"{source.place}: never tells {name!r}; use {{{{{name}}}}} or list it as unused")
    require_every_case(telling)
    samples = {name: _sample(hint) for name, hint in get_type_hints(fact).items() if name in names}
    for words in all_words(telling):
        for template in (words.template, words.confirm):
            try_render(template, samples.__getitem__, NOBODY) if template else ""
    return telling


def _sample(hint: Any) -> Any:
    """A value that a field of this type may hold, to try its templates with before the first match."""
    if get_origin(hint) is tuple:
        return (_sample(get_args(hint)[0]),)
    options = [option for option in get_args(hint) if option in _SAMPLES]
    return _SAMPLES.get(options[0] if options else hint)
