"""A telling says how one thing is put to a player: in which words, by which case, and whether it is to be confirmed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, cast

from keepmum.agents.source import ScriptError, Source, require_keys
from keepmum.agents.template import YOU, Template
from keepmum.core import Choice
from keepmum.core.options import unknown

OTHER = "other"
YES_NO = ("yes", "no")
SEATS = "players"
_KEYS = ("tell", "confirm", "among")


@dataclass(frozen=True, slots=True)
class Confirm:
    """What a player must say back before anything else is told: the ask, and the one right answer to it."""

    ask: Choice
    right: str


@dataclass(frozen=True, slots=True)
class Told:
    """Words for a player, and what is to be said back to them, if anything."""

    text: str
    confirm: Confirm | None = None


@dataclass(frozen=True, slots=True)
class Words:
    """The words themselves. `among` lists the answers of a confirmation; None stands for the players' numbers."""

    template: Template
    confirm: Template | None = None
    among: tuple[str, ...] | None = YES_NO

    @property
    def names(self) -> frozenset[str]:
        """Every variable used."""
        return self.template.names | (self.confirm.names if self.confirm else frozenset[str]())


@dataclass(frozen=True, slots=True)
class Cases:
    """Different words by the value of a variable: yes, no, a text or number, "none" (no value, or an empty list),
    "you" for one's own seat, or "other"."""

    place: str
    by: str
    cases: Mapping[str, Telling]

    @property
    def names(self) -> frozenset[str]:
        """Every variable used or decided by."""
        names: set[str] = {self.by}
        for case in self.cases.values():
            names |= case.names
        return frozenset(names)


Telling: TypeAlias = Words | Cases
Value: TypeAlias = Callable[[str], Any]


def read_telling(entry: Any, source: Source) -> Telling:
    """Read an entry of script.toml: text, a table with `tell`, or a table with `by` and its cases."""
    if not isinstance(entry, dict):
        return Words(source.template(entry))
    table = cast("dict[str, Any]", entry)
    return _cases(table, source) if "by" in table else _words(table, source)


def _cases(table: dict[str, Any], source: Source) -> Cases:
    by = table["by"]
    if by not in source.known:
        raise ScriptError(f"{source.place}: by: there is no variable {unknown(str(by), source.known)}")
    cases = {key: read_telling(entry, source.at(key)) for key, entry in table.items() if key != "by"}
    return Cases(source.place, by, cases)


def _words(table: dict[str, Any], source: Source) -> Words:
    require_keys(table, _KEYS, source.place)
    confirm = source.at("confirm").template(table["confirm"]) if "confirm" in table else None
    return Words(source.template(table.get("tell", "")), confirm, _among(table.get("among", YES_NO), source))


def _among(among: Any, source: Source) -> tuple[str, ...] | None:
    if among == SEATS:
        return None
    options = tuple(cast("Sequence[Any]", among)) if isinstance(among, (list, tuple)) else ()
    if options and all(isinstance(option, str) for option in options):
        return options
    raise ScriptError(f"{source.place}: among is a list of answers or {SEATS!r}, not {among!r}")


def words_for(telling: Telling, value: Value, you: int) -> Words:
    """The words for these values. Raises ScriptError where no case fits."""
    while isinstance(telling, Cases):
        found = value(telling.by)
        mine = YOU in telling.cases and found == you and not isinstance(found, bool)
        key = YOU if mine else _key(found)
        case = telling.cases.get(key) or telling.cases.get(OTHER)
        if case is None:
            raise ScriptError(f"{telling.place}: no case for {telling.by} = {unknown(key, telling.cases)}")
        telling = case
    return telling


def _key(value: Any) -> str:
    if isinstance(value, bool):
        return YES_NO[not value]
    return "none" if value is None or value == () else str(value)


def tell(words: Words, value: Value, you: int, players: int) -> Told | None:
    """What `you` hear, or None for silence."""
    text = words.template.render(value, you)
    if words.confirm is None:
        return Told(text) if text else None
    among = words.among or tuple(str(seat + 1) for seat in range(players))
    return Told(text, Confirm(Choice("confirmation", among), words.confirm.render(value, you)))


def all_words(telling: Telling) -> Iterator[Words]:
    """Every wording of a telling."""
    if isinstance(telling, Words):
        yield telling
    else:
        for case in telling.cases.values():
            yield from all_words(case)


def require_every_case(telling: Telling) -> None:
    """Raises ScriptError where a value may come for which there are no words."""
    if isinstance(telling, Words):
        return
    if OTHER not in telling.cases and not set(YES_NO) <= telling.cases.keys():
        raise ScriptError(f"{telling.place}: cases by {telling.by} need both yes and no, or an {OTHER!r}")
    for case in telling.cases.values():
        require_every_case(case)
