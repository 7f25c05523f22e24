"""What theory says is possible, to stand beside what a run reached; only what is proven for the run's own rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Any, Literal

from keepmum.core.options import read_options
from keepmum.theory.rounding import Side, rounded

MOST_PLAYERS = 100
MOST_WORDS = 10_000


@dataclass(frozen=True, slots=True)
class Possible:
    """Win probabilities of the non-chameleons: trivially reachable, guaranteed by the best known strategy without a
    coin that is hidden from the chameleon, and what no strategy exceeds. None where nothing is proven for these rules.
    """

    trivial: float
    known: float | None
    upper: float | None


@dataclass(frozen=True, slots=True)
class _Rules:
    """The options of The Chameleon that decide which theory holds."""

    players: int
    words: int
    hearing: Literal["open", "sealed"]
    discussion: int
    tie_break: Literal["chance", "player"]

    def __post_init__(self) -> None:
        if not 3 <= self.players <= MOST_PLAYERS:
            raise ValueError(f"players is from 3 to {MOST_PLAYERS}, not {self.players}")
        if not 2 <= self.words <= MOST_WORDS:
            raise ValueError(f"words is from 2 to {MOST_WORDS}, not {self.words}")


def _chameleon(options: Mapping[str, Any]) -> Possible:
    """The theory is of clues heard as they are said, a vote at once after them, and even ties (docs/theory.md).

    Silence and one agreed seat to vote for need none of these: N - 1 equal ballots decide. Those of a schedule and of a
    team that votes alike are equal too, so ties do not matter to them; to teams that split their ballots and to the
    bound, which holds for such, they do.
    """
    from keepmum.theory.bounds import trivial_value, upper_bound
    from keepmum.theory.found import most_guaranteed
    from keepmum.theory.schedules import best_schedule

    rules = read_options(_Rules, {f.name: options[f.name] for f in fields(_Rules) if f.name in options}, "the run")
    n, k = rules.players, rules.words
    if rules.hearing != "open" or rules.discussion:
        return Possible(float(trivial_value(n, k)), None, None)
    upper = upper_bound(n, k) if rules.tie_break == "chance" else None
    found = most_guaranteed(n, k, "unanimous" if upper is None else "split")
    return Possible(float(trivial_value(n, k)), max(float(best_schedule(n, k).value), found), upper)


_THEORY: dict[str, Callable[[Mapping[str, Any]], Possible]] = {"chameleon": _chameleon}


def possible(game: str, options: Mapping[str, Any]) -> Possible | None:
    """The theory of a game under a run's options, or None where there is none yet.

    Raises OptionError where an option that decides it is missing or of the wrong kind.
    """
    theory = _THEORY.get(game)
    return theory(options) if theory else None


def possible_words(bounds: Possible) -> str:
    """The theory in a line, and what is not known and why."""
    words = [f"trivial {rounded(bounds.trivial, Side.LOWER, 3)}"]
    if bounds.known is None:
        return f"{words[0]} · theory of schedule and bound: open clues without discussion only"
    words.append(f"best known strategy {rounded(bounds.known, Side.LOWER, 3)} (guaranteed)")
    bound = "theory of the bound: ties broken by chance only"
    words.append(bound if bounds.upper is None else f"nobody above {rounded(bounds.upper, Side.UPPER, 3)}")
    return " · ".join(words)
