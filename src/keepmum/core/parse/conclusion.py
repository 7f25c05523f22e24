"""A conclusion is the last line of a longer answer when it says that it is the answer."""

from __future__ import annotations

import re

_NOUN = r"(?:answer|vote|guess|choice|pick|decision|proposal|team)"
_MARK = re.compile(
    rf"(?:\A|(?<=[.!] )|(?<=\n))(?:(?:so|therefore|thus),? )?(?:my )?(?:final {_NOUN}(?: is|\s?:)|{_NOUN}\s?:)"
)


def conclusion(said: str) -> tuple[str, str]:
    """What comes before the conclusion of `said` (plain text), and all that follows from there; empty if there is none.

    What follows a colon may be an example or a quotation and is no conclusion.
    """
    mark = _MARK.search(said)
    before = said[: mark.start()] if mark else said
    if not mark or before.rstrip().endswith(":"):
        return said, ""
    return before, said[mark.start() :]
