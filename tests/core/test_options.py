"""Options by name: an unknown key names the nearest known one, a wrong value what is allowed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import pytest

from keepmum.core.options import OptionError, read_options


@dataclass(frozen=True)
class Some:
    players: int
    rate: float = 0.5
    repeat: bool = True
    hearing: Literal["open", "sealed"] = "open"
    cards: str | None = None
    sizes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.players < 3:
            raise ValueError("at least 3 players")


def test_text_becomes_values() -> None:
    given = {"players": "5", "rate": "1", "repeat": "no", "hearing": "sealed", "cards": "x.toml", "sizes": "3,2"}
    assert read_options(Some, given, "it") == Some(5, 1.0, False, "sealed", "x.toml", ("3", "2"))


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"player": "4"}, "did you mean 'players'"),
        ({"players": "four"}, "whole number"),
        ({"players": "4.5"}, "whole number"),
        ({"players": 4.5}, "whole number"),
        ({"players": "4", "repeat": "maybe"}, "yes or no"),
        ({"players": "4", "hearing": "seald"}, "did you mean 'sealed'"),
        ({"players": "2"}, "at least 3 players"),
        ({"rate": "1"}, "needs the option 'players'"),
        ({"players": "4", "rate": "nan%"}, "a number"),
    ],
)
def test_what_is_wrong_is_said(given: dict[str, object], says: str) -> None:
    with pytest.raises(OptionError, match=says):
        read_options(Some, given, "it")
