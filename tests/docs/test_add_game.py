"""The how-to for adding a game: its example is whole, conforms, and is short."""

from __future__ import annotations

import re
import sys
import types
from dataclasses import replace
from pathlib import Path

import pytest

from keepmum.core.conformance import ConformanceError, check

PAGE = Path(__file__).parents[2] / "docs" / "how-to-add-a-game.md"


def example() -> types.ModuleType:
    code = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    module = types.ModuleType("coin")
    sys.modules["coin"] = module
    exec(compile("\n".join(code), str(PAGE), "exec"), module.__dict__)
    return module


def test_the_example_conforms() -> None:
    check(example().KIND)


def test_the_check_would_find_a_leak_in_it() -> None:
    coin = example()

    class Loud(coin.Coin):
        def play(self, state, seat, action):
            return coin.Coin().play(state, 0, action)

    kind = replace(coin.KIND, deal=lambda *a: replace(coin.KIND.deal(*a), game=Loud()))
    with pytest.raises(ConformanceError):
        check(kind)


def test_the_page_is_short() -> None:
    assert len(PAGE.read_text(encoding="utf-8").splitlines()) <= 60
