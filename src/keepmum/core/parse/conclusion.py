"""A conclusion is the last line of a longer answer when it says that it is the answer."""

from __future__ import annotations

import re

_NOUN = r"(?:answer|vote|guess|choice|pick|decision|proposal|team)"
_MARK = re.compile(
    rf"(?:\A|(?<=[.!] )|(?<=\n))(?:(?:so|therefore|thus),? )?(?:my )?(?:final {_NOUN}(?: is|\s?:)|{_NOUN}\s?:)"
)


def conclusion(said: str) -> tuple[str, str]:
    """What comes before the conclusion of `said` (plain text), and the conclusion; empty if there is not just one.

    What follows a colon may be an example or a quotation and is no conclusion.
    """
    marks = list(_MARK.finditer(said))
    if len(marks) != 1:
        return said, ""
    before = said[: marks[0].start()]
    if before.rstrip().endswith(":"):
        return said, ""
    return before, said[marks[0].start() :]
