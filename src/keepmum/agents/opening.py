"""The opening tells the rules as they are executed: phrases are chosen by the options of the game that is played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from keepmum.agents.source import ScriptError, Source, require_keys
from keepmum.agents.telling import YES_NO, Confirm, Told, read_telling, words_for
from keepmum.agents.template import Template, compile_template, try_render
from keepmum.core import Choice
from keepmum.core.options import unknown

NOBODY = -1
SPEAKERS = ("system", "user")
_KEYS = ("tell", "speaker", "confirm", "unused")


@dataclass(frozen=True, slots=True)
class Opening:
    """What a player hears before anything has happened, and which side of a chat says it: "system" or "user"."""

    told: Told | None = None
    speaker: str = "user"


def read_opening(script: Mapping[str, Any], source: Source, rules: Mapping[str, Any]) -> Opening:
    """Put [opening] into words for these rules, by [phrases]. Raises ScriptError.

    A phrase goes by the rule of its own name, or by the one that its `by` names. A rule that neither uses is an error
    unless [opening] lists it as `unused`.
    """
    table, phrases = source.table(script, "opening"), source.table(script, "phrases")
    here, known = source.at("opening"), source.knowing(rules)
    require_keys(table, _KEYS, here.place)
    lines = _lines(table.get("tell", ""), here.knowing({*rules, *phrases}))
    said = {name: _phrase(name, cases, known.at("phrases"), rules) for name, cases in phrases.items()}
    _require_used(lines, phrases, {*rules} - {*table.get("unused", ())}, here.place)
    text = _render(lines, {**rules, **said})
    confirm = Confirm(Choice("confirmation", YES_NO), str(table["confirm"])) if "confirm" in table else None
    return Opening(Told(text, confirm) if text else None, _speaker(table, here.place))


def _speaker(table: Mapping[str, Any], place: str) -> str:
    speaker = str(table.get("speaker", "user"))
    if speaker not in SPEAKERS:
        raise ScriptError(f"{place}: speaker cannot be {unknown(speaker, SPEAKERS)}")
    return speaker


def _lines(entry: Any, source: Source) -> list[Template]:
    text, place = source.text(entry)
    return [compile_template(line, place, source.known, source.names) for line in text.split("\n")]


def _phrase(name: str, cases: Any, source: Source, rules: Mapping[str, Any]) -> str:
    by = _by(name, cases)
    if by not in rules or not isinstance(cases, dict):
        raise ScriptError(f"{source.place}: a phrase is a table by the values of a rule, not {unknown(by, rules)}")
    telling = read_telling({"by": by, **cases}, source.at(name))
    return try_render(words_for(telling, rules.__getitem__, NOBODY).template, rules.__getitem__, NOBODY)


def _by(name: str, cases: Any) -> str:
    """The rule that a phrase goes by."""
    return str(cases.get("by", name)) if isinstance(cases, dict) else name


def _require_used(lines: Sequence[Template], phrases: Mapping[str, Any], rules: set[str], place: str) -> None:
    used = frozenset[str]().union(*(line.names for line in lines))
    for name in phrases:
        if name not in used:
            raise ScriptError(f"{place}: the phrase {name!r} is never told; put {{{{{name}}}}} into the opening")
    for name in sorted(rules - used - {_by(name, cases) for name, cases in phrases.items()}):
        raise ScriptError(f"{place}: the rule {name!r} is never told; use {{{{{name}}}}} or list it as unused")


def _render(lines: Sequence[Template], values: Mapping[str, Any]) -> str:
    """Lines whose slots all came out empty are left out."""
    told = [(line, try_render(line, values.__getitem__, NOBODY)) for line in lines]
    return "\n".join(text for line, text in told if text.strip() or not line.slots).strip()
