"""Options by name: text from a user turned into a checked frozen dataclass, with errors that help."""

from __future__ import annotations

import difflib
import types
import typing
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, fields
from typing import Any, Literal, TypeVar, Union, get_args, get_origin

T = TypeVar("T")

_TRUTH = {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False, "0": False}


class OptionError(ValueError):
    """An option that does not exist or a value it cannot take. The text says what is allowed."""


def read_options(kind: type[T], given: Mapping[str, Any], what: str) -> T:
    """Make the dataclass `kind` from options by name. `what` names their owner in errors. Raises OptionError."""
    hints = typing.get_type_hints(kind)
    known = [field.name for field in fields(kind)]  # type: ignore[arg-type]
    for name in given:
        if name not in known:
            raise OptionError(f"{what} has no option {unknown(name, known)}")
    missing = [f.name for f in fields(kind) if f.name not in given and f.default is MISSING]  # type: ignore[arg-type]
    if missing:
        raise OptionError(f"{what} needs the option {missing[0]!r}")
    values = {name: _convert(value, hints[name], f"{what}: option {name!r}") for name, value in given.items()}
    try:
        return kind(**values)
    except OptionError:
        raise
    except ValueError as error:
        raise OptionError(f"{what}: {error}") from error


def unknown(name: str, known: Iterable[str]) -> str:
    """The end of an error about an unknown name: the name, the nearest known one, and all that are known."""
    names = sorted(set(known))
    near = difflib.get_close_matches(name, names, n=1, cutoff=0.5)
    hint = f" (did you mean {near[0]!r}?)" if near else ""
    return f"{name!r}{hint}; known: {', '.join(names) or 'none'}"


def _convert(value: Any, hint: Any, what: str) -> Any:
    origin = get_origin(hint)
    if origin is Literal:
        return _one_of(value, get_args(hint), what)
    if origin in (Union, types.UnionType):
        return _optional(value, get_args(hint), what)
    if origin is tuple:
        return tuple(value.split(",")) if isinstance(value, str) else tuple(value)
    if hint is bool:
        return _truth(value, what)
    if hint in (int, float):
        return _number(value, hint, what)
    if hint is str and isinstance(value, str):
        return value
    raise OptionError(f"{what} cannot be {value!r}")


def _one_of(value: Any, allowed: tuple[Any, ...], what: str) -> Any:
    if value not in allowed:
        raise OptionError(f"{what} cannot be {unknown(str(value), map(str, allowed))}")
    return value


def _optional(value: Any, hints: tuple[Any, ...], what: str) -> Any:
    if value is None and type(None) in hints:
        return None
    return _convert(value, next(hint for hint in hints if hint is not type(None)), what)


def _truth(value: Any, what: str) -> bool:
    if isinstance(value, bool):
        return value
    if str(value).casefold() not in _TRUTH:
        raise OptionError(f"{what} is yes or no, not {value!r}")
    return _TRUTH[str(value).casefold()]


def _number(value: Any, kind: type[int] | type[float], what: str) -> int | float:
    try:
        number = kind(value)
    except (TypeError, ValueError):
        number = None
    if number is None or isinstance(value, bool) or (isinstance(value, float) and number != value):
        raise OptionError(f"{what} is {'a whole number' if kind is int else 'a number'}, not {value!r}")
    return number
