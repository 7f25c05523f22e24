"""Other people's text shown safely."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keepmum.core.visible import visible


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", "plain"),
        ("\x1b[2Jgone", "␛[2Jgone"),
        ("two\nlines", "two␊lines"),
        ("a\u202eb", "a<U+202E>b"),
        ("Ärger 日本", "Ärger 日本"),
        ("\x7f\x00", "␡␀"),
        ("\x9b31m", "<U+009B>31m"),
    ],
)
def test_shown(text: str, shown: str) -> None:
    assert visible(text) == shown


@given(st.text())
def test_nothing_that_moves_or_hides_gets_through(text: str) -> None:
    assert not any(unicodedata.category(c) in ("Cc", "Cf", "Zl", "Zp", "Cs") for c in visible(text))


def test_long_text_is_cut() -> None:
    assert visible("x" * 10, longest=3) == "xxx…"
