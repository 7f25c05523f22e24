"""Prices: known names, dated names, a user's own, and none where none is known."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from keepmum.models.prices import Price, price, tables
from keepmum.models.seam import ModelUnavailable, Usage


@pytest.fixture(autouse=True)
def fresh_tables() -> Iterator[None]:
    tables.cache_clear()
    yield
    tables.cache_clear()


@pytest.mark.parametrize(
    ("prefix", "dated", "plain"),
    [
        ("openai", "gpt-4.1-2025-04-14", "gpt-4.1"),
        ("openai", "gpt-5-mini-2025-08-07", "gpt-5-mini"),
        ("gemini", "gemini-2.0-flash-001", "gemini-2.0-flash"),
    ],
)
def test_a_date_does_not_change_the_price(prefix: str, dated: str, plain: str) -> None:
    assert price(prefix, dated) == price(prefix, plain) is not None


@pytest.mark.parametrize(
    ("prefix", "model"),
    [
        ("openai", "gpt-9"),
        ("openai", "gpt-4.1-mini-tuned"),
        ("http", "gpt-4.1"),
        ("aimlapi", "gpt-4.1"),
        ("openai", ""),
    ],
)
def test_an_unknown_price_stays_unknown(prefix: str, model: str) -> None:
    assert price(prefix, model) is None


def test_an_early_snapshot_that_cost_more_keeps_its_price() -> None:
    early, now = price("openai", "gpt-4o-2024-05-13"), price("openai", "gpt-4o")
    assert early
    assert now
    assert early.input > now.input


def test_cost_counts_held_tokens_once() -> None:
    rate = Price(input=2.0, cached=0.5, output=8.0)
    assert rate.cost(Usage(1_000_000, 0)) == 2.0
    assert rate.cost(Usage(1_000_000, 0, cached_tokens=1_000_000)) == 0.5
    assert rate.cost(Usage(0, 1_000_000, reasoning_tokens=900_000)) == 8.0
    assert rate.cost(Usage(10, 0, cached_tokens=99)) == pytest.approx(10 * 0.5e-6)


def test_every_listed_price_is_plausible() -> None:
    for rows in tables().values():
        for held, cached, output in rows.values():
            assert 0 <= cached <= held <= output < 1000


def test_a_users_own_prices_come_on_top(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = tmp_path / "own.toml"
    own.write_text('[http]\nm = [1, 1, 2]\n[openai]\n"gpt-4.1" = [9, 9, 9]\n')
    monkeypatch.setenv("KEEPMUM_PRICES", str(own))
    assert price("http", "m") == Price(1, 1, 2)
    assert price("openai", "gpt-4.1") == Price(9, 9, 9)
    assert price("openai", "gpt-5") is not None


@pytest.mark.parametrize("text", ["[openai", "[openai]\nm = 3", "[openai]\nm = [1, 2]", 'openai = "x"', None])
def test_prices_that_cannot_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str | None) -> None:
    own = tmp_path / "own.toml"
    if text is not None:
        own.write_text(text)
    monkeypatch.setenv("KEEPMUM_PRICES", str(own))
    with pytest.raises(ModelUnavailable, match=r"own\.toml"):
        price("openai", "gpt-5")
