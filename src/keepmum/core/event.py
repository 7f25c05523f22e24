"""Everything that happens is an event: a fact, and the audience that may know it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Any, ClassVar


@dataclass(frozen=True, slots=True)
class Audience:
    """Who may know: the named seats, or everyone when `seats` is None."""

    seats: frozenset[int] | None

    def __contains__(self, seat: int) -> bool:
        return self.seats is None or seat in self.seats


EVERYONE = Audience(None)
REFEREE = Audience(frozenset())


@lru_cache(maxsize=4096)
def only(*seats: int) -> Audience:
    """The audience of exactly these seats."""
    return Audience(frozenset(seats))


class Fact:
    """What happened, without who may know of it. A game's facts are frozen dataclasses that inherit from this.

    `kind` is the class's name in snake case; records, prompts and scripts know the fact by it.
    """

    __slots__ = ()
    kind: ClassVar[str] = "fact"

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls.kind = re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()

    def named(self) -> dict[str, Any]:
        """The fact's fields by name, as a fresh dict (for templates and records)."""
        return {field.name: getattr(self, field.name) for field in fields(self)}  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class Event:
    """A fact and its audience. There is no default audience: whoever makes an event says who may know."""

    audience: Audience
    fact: Fact


def seen(events: Iterable[Event], seat: int) -> tuple[Fact, ...]:
    """What `seat` knows of these events. The only filter there is; the audience itself is not passed on."""
    return tuple(event.fact for event in events if seat in event.audience)
