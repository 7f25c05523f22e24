"""An API key is a value that never shows itself."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping

KEYLIKE = re.compile(r"\b(?:sk|pk|gsk|AIza)[-_]?[\w*.-]{6,}")
HIDDEN = "[key]"
SHORTEST = 8  # what is shorter guards nothing ("none", "EMPTY") and may be a word of the game


class Key:
    """A secret with the name of the variable it came from; only `reveal` gives the value away."""

    __slots__ = ("_value", "variable")

    def __init__(self, variable: str, value: str) -> None:
        self.variable = variable
        self._value = value.strip()

    def __repr__(self) -> str:
        return f"Key({self.variable})"

    def __reduce__(self) -> str:
        raise TypeError("a key is not written anywhere")

    @property
    def usable(self) -> bool:
        """Whether it can stand in an HTTP header: not empty, printable ASCII, no space."""
        return self._value.isascii() and self._value.isprintable() and bool(self._value) and " " not in self._value

    def reveal(self) -> str:
        return self._value

    def strike(self, text: str) -> str:
        """The text without this key. Words that merely look like keys stay: they may be a player's ("skeleton")."""
        return text.replace(self._value, HIDDEN) if len(self._value) >= SHORTEST else text

    def redact(self, text: str) -> str:
        """The text without this key, nor anything that looks like (a part of) one."""
        return KEYLIKE.sub(HIDDEN, text.replace(self._value, HIDDEN) if self._value else text)


def find(variables: tuple[str, ...], environment: Mapping[str, str] | None = None) -> Key | None:
    """The first of the variables that is set and not blank."""
    environment = os.environ if environment is None else environment
    for variable in variables:
        if environment.get(variable, "").strip():
            return Key(variable, environment[variable])
    return None
