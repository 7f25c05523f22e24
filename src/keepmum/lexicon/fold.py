"""How a text is looked up: small letters without accents or apostrophes, hyphens as spaces."""

from __future__ import annotations

from keepmum.core.fold import fold_words


def fold(text: str) -> str:
    """The key of a text: "Valentine's Day" is "valentines day", "X-ray" is "x ray", "crème" is "creme"."""
    return " ".join(fold_words(text))
