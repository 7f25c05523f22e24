"""Ratios as tables print them."""

from __future__ import annotations


def short(value: float, digits: int = 2) -> str:
    """A ratio as tables print it, without the leading zero; never a negative zero."""
    text = f"{value:.{digits}f}"
    text = text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text
    return text.lstrip("-") if float(text) == 0 else text
