"""A template is text with slots, {{name}} or {{name|form}}, filled strictly and safely on one line each.

Whatever fills a slot is data: line breaks are folded and control characters made visible, so that nothing a player
says can start a line of the referee's.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeAlias

from keepmum.core.options import OptionError, unknown
from keepmum.core.visible import visible

YOU = "you"
_SLOT = re.compile(r"\{\{\s*(\w+)\s*(?:\|\s*(\w+)\s*)?\}\}")

Form: TypeAlias = Callable[[Any, int], str]
Slot: TypeAlias = tuple[str, Form]


class ScriptError(OptionError):
    """A script that cannot be used. The text names the file and what is wrong in it."""


def one_line(text: str) -> str:
    """White space folded to single spaces, and what does not print made visible."""
    return text if text.isascii() and text.isprintable() else visible(" ".join(text.split()))


def quoted(text: str) -> str:
    """One line of text between quotation marks; those inside are escaped, so that where it ends is certain."""
    line = one_line(text)
    if '"' in line or "\\" in line:
        line = line.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{line}"'


def _plain(value: Any, you: int) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "not told" if value is None else one_line(str(value))


@lru_cache(maxsize=4096)
def _listed(values: tuple[Any, ...]) -> str:
    """A card is put before every player in the same words."""
    return ", ".join(one_line(str(value)) for value in values)


def _in_words(parts: Sequence[str]) -> str:
    return f"{', '.join(parts[:-1])} and {parts[-1]}" if parts[1:] else "".join(parts)


def _each(values: Sequence[Any], you: int, player: Form, tell: Form) -> str:
    return ", ".join(f"{player(seat, you)}: {tell(value, you)}" for seat, value in enumerate(values))


@lru_cache(maxsize=64)
def forms_of(names: tuple[str, ...] = ()) -> Mapping[str, Form]:
    """The forms that a slot may have, for players of these names, seat by seat; without names they go by numbers."""

    def called(seat: int | None) -> str:
        if seat is None:
            return "a player not on record"
        return names[seat] if 0 <= seat < len(names) else f"player {seat + 1}"

    def player(seat: int | None, you: int) -> str:
        return "you" if seat == you else called(seat)

    def capital(seat: int) -> str:
        return called(seat) if names else f"Player {seat + 1}"

    return {
        "quoted": lambda value, you: quoted(str(value)),
        "player": player,
        "Player": lambda seat, you: "You" if seat == you else capital(seat),
        "name": lambda seat, you: capital(seat),
        "number": lambda seat, you: str(seat + 1),
        "players": lambda seats, you: _in_words([player(seat, you) for seat in seats]) or "nobody",
        "order": lambda seats, you: ", ".join(player(seat, you) for seat in seats),
        "list": lambda values, you: _listed(tuple(values)),
        "second": lambda values, you: one_line(str(values[1])),
        "count": lambda value, you: str(value if isinstance(value, int) else len(value)),
        "each": lambda values, you: _each(values, you, player, _plain),
        "each_player": lambda seats, you: _each(seats, you, player, player),
    }


@dataclass(frozen=True, slots=True)
class Template:
    """A compiled template: `pattern` has a %s for each of the `slots`. `source` names its file in errors."""

    source: str
    pattern: str
    slots: tuple[Slot, ...]

    @property
    def names(self) -> frozenset[str]:
        """The variables it uses, without `you`, which every template may."""
        return frozenset(name for name, _ in self.slots) - {YOU}

    def render(self, value: Callable[[str], Any], you: int) -> str:
        """Fill the slots. `value(name)` gives a variable, `you` is the seat that is spoken to."""
        return self.pattern % tuple([form(you if name == YOU else value(name), you) for name, form in self.slots])


def try_render(template: Template, value: Callable[[str], Any], you: int) -> str:
    """Render once before it counts. Raises ScriptError where a form does not suit its variable."""
    try:
        return template.render(value, you)
    except (TypeError, AttributeError) as error:
        raise ScriptError(f"{template.source}: a form does not suit its variable: {error}") from error


def compile_template(text: str, source: str, known: Iterable[str], names: tuple[str, ...] = ()) -> Template:
    """Read a template, for players of these names.

    Raises ScriptError for a slot that is malformed or names an unknown variable or form.
    """
    texts, slots, end, forms = list[str](), list[Slot](), 0, forms_of(names)
    variables = {*known, YOU}
    for match in _SLOT.finditer(text):
        texts.append(text[end : match.start()])
        slots.append(_slot(match, source, variables, forms))
        end = match.end()
    texts.append(text[end:])
    for literal in texts:
        if "{{" in literal or "}}" in literal:
            raise ScriptError(f"{source}: a slot is written {{{{name}}}} or {{{{name|form}}}}, not as in {literal!r}")
    return Template(source, "%s".join(text.replace("%", "%%") for text in texts), tuple(slots))


def _slot(match: re.Match[str], source: str, variables: Iterable[str], forms: Mapping[str, Form]) -> Slot:
    name, form = match[1], match[2]
    if name not in variables:
        raise ScriptError(f"{source}: there is no variable {unknown(name, variables)}")
    if form is not None and form not in forms:
        raise ScriptError(f"{source}: {{{{{name}|{form}}}}}: there is no form {unknown(form, forms)}")
    return name, forms[form] if form else _plain
