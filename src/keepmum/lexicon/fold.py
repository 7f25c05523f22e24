"""How a text is looked up: small letters without accents or apostrophes, hyphens as spaces."""

from __future__ import annotations

import re
import unicodedata


def fold(text: str) -> str:
    """The key of a text: "Valentine's Day" is "valentines day", "X-ray" is "x ray", "crème" is "creme"."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return " ".join(re.findall(r"\w+", re.sub(r"['’]", "", plain.casefold())))
