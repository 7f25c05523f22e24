"""What a million tokens cost, for the models whose price is known; an unknown price stays unknown."""

from __future__ import annotations

import os
import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from keepmum.models.seam import ModelUnavailable, Usage

DATED = re.compile(r"-(\d{4}-\d{2}-\d{2}|\d{4}|\d{2}-\d{4}|preview-\d{2}-\d{2}|\d{3})$")
Table = dict[str, dict[str, list[float]]]


@dataclass(frozen=True, slots=True)
class Price:
    """Dollars per million tokens."""

    input: float
    cached: float
    output: float

    def cost(self, usage: Usage) -> float:
        """Dollars for one call; cached input tokens are part of the input tokens."""
        held = min(usage.cached_tokens, usage.input_tokens)
        fresh = usage.input_tokens - held
        return (fresh * self.input + held * self.cached + usage.output_tokens * self.output) / 1e6


FREE = Price(0.0, 0.0, 0.0)


def price(prefix: str, model: str) -> Price | None:
    """The price of `PREFIX/MODEL`, with or without a date at its end; None when it is not known."""
    known = tables().get(prefix, {})
    row = known.get(model) or known.get(DATED.sub("", model))
    return Price(*row) if row else None


@cache
def tables() -> Table:
    """The built-in table, with the user's own (`KEEPMUM_PRICES`) on top."""
    tables = read(Path(__file__).with_name("prices.toml"))
    if own := os.environ.get("KEEPMUM_PRICES"):
        for prefix, rows in read(Path(own)).items():
            tables[prefix] = {**tables.get(prefix, {}), **rows}
    return tables


def read(path: Path) -> Table:
    try:
        table = tomllib.loads(path.read_text("utf-8"))
        for rows in table.values():
            for row in rows.values():
                Price(*map(float, row))
    except (OSError, ValueError, TypeError, AttributeError) as error:
        raise ModelUnavailable(
            str(path), f"the prices cannot be read ({error})",
            'write a table of rows like "gpt-5" = [1.25, 0.125, 10.0] under [openai]',
        ) from None  # fmt: skip
    return table
