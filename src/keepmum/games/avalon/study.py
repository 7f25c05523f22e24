"""What may be studied of Avalon: who has something to hide, what can be known, what is done against it.

The reckoning needs numpy and is loaded when it is asked for (see knowing.py).
"""

from __future__ import annotations

from collections.abc import Sequence

from keepmum.core import Event, Fact
from keepmum.core.study import Deed, Roles, Study, criteria

CONCEALING = ("merlin", "percival")
"""Servants have nothing to conceal, says the ReCon paper (Appendix D), which looks at the good side alone."""


def possible(heard: Sequence[Fact], seat: int) -> tuple[frozenset[str], ...]:
    """See knowing.possible."""
    from keepmum.games.avalon import knowing

    return knowing.possible(heard, seat)


def chances(heard: Sequence[Fact], seat: int) -> tuple[Roles, ...]:
    """See knowing.chances."""
    from keepmum.games.avalon import knowing

    return knowing.chances(heard, seat)


def deeds(events: Sequence[Event]) -> tuple[Deed, ...]:
    """See knowing.deeds."""
    from keepmum.games.avalon import knowing

    return knowing.deeds(events)


STUDY = Study(criteria(CONCEALING), possible, chances, deeds)
