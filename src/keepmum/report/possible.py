"""What theory says is possible, to stand beside what a run reached."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Possible:
    """Win probabilities of the non-chameleons: trivially reachable, guaranteed by the best known schedule, and what
    no strategy exceeds."""

    trivial: float
    schedule: float
    upper: float


def _chameleon(options: Mapping[str, Any]) -> Possible:
    from keepmum.theory.bounds import trivial_value, upper_bound
    from keepmum.theory.schedules import best_schedule

    n, k = options["players"], options["words"]
    return Possible(float(trivial_value(n, k)), float(best_schedule(n, k).value), upper_bound(n, k))


_THEORY: dict[str, Callable[[Mapping[str, Any]], Possible]] = {"chameleon": _chameleon}


def possible(game: str, options: Mapping[str, Any]) -> Possible | None:
    """The theory of a game under these options, or None where there is none yet."""
    theory = _THEORY.get(game)
    return theory(options) if theory else None
