"""A stated belief is a probability for each role, as an agent gave it: how it is read, and how it is scored.

It is taken as it stands. Where its probabilities do not sum up to 1, it is no belief; it is never put right.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from keepmum.core import Status
from keepmum.measure.beliefs import FLOOR
from keepmum.measure.judge.reply import Refused, Unusable, object_of, whole

Roles: TypeAlias = Mapping[str, float]
TOLERANCE = 0.02
"""How far from 1 the sum may be: stated numbers are rounded."""


@dataclass(frozen=True, slots=True)
class Scores:
    """Of one belief about one seat. Against the truth: log2 of what it gave to the true role, and the Brier score.

    Against the exact posterior: `divergence` in bits (Kullback and Leibler, from the posterior), and `distance`, the
    sum of squared differences. `exact_log` and `exact_brier` are the posterior's own scores against the truth.
    None where there is no truth, or no posterior.
    """

    log: float | None
    brier: float | None
    divergence: float | None
    distance: float | None
    exact_log: float | None
    exact_brier: float | None


def beliefs_schema(players: Sequence[str], roles: Sequence[str]) -> dict[str, Any]:
    """The form of a reply: for each player a probability for each role."""
    return _object(dict.fromkeys(players, _object({role: {"type": "number"} for role in roles})))


def _object(properties: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(properties),
        "additionalProperties": False,
    }


def read_beliefs(reply: str, players: Sequence[str], roles: Sequence[str]) -> Mapping[str, Roles] | Unusable:
    """What a reply comes to: for each player, by its name, what was given to each role."""
    try:
        found = whole(reply, tuple(players), "the reply")
        return {player: _chances(found[player], player, tuple(roles)) for player in players}
    except Refused as refused:
        return refused.unusable


def _chances(found: Any, player: str, roles: tuple[str, ...]) -> Roles:
    table = object_of(found, roles, f'"{player}"')
    chances = {role: _chance(table[role], player, role) for role in roles}
    total = math.fsum(chances.values())
    if abs(total - 1) > TOLERANCE:
        raise Refused(Status.ILLEGAL, f'The probabilities of "{player}" sum up to {total:.3g}, not to 1.')
    return chances


def _chance(found: Any, player: str, role: str) -> float:
    number = isinstance(found, int | float) and not isinstance(found, bool)
    if not number or not 0 <= found <= 1:
        raise Refused(Status.ILLEGAL, f'The probability of "{player}" being "{role}" must be a number from 0 to 1.')
    return float(found)


def scores(belief: Roles, truth: str | None, exact: Roles | None) -> Scores:
    """How good a belief about a seat is, for one whose true role is `truth` and whose exact posterior is `exact`."""
    return Scores(
        None if truth is None else _log(belief.get(truth, 0.0)),
        None if truth is None else brier(belief, truth),
        None if exact is None else divergence(exact, belief),
        None if exact is None else distance(exact, belief),
        None if truth is None or exact is None else _log(exact.get(truth, 0.0)),
        None if truth is None or exact is None else brier(exact, truth),
    )


def _log(chance: float) -> float:
    return math.log2(max(chance, FLOOR))


def brier(belief: Roles, truth: str) -> float:
    """The sum of squared errors over roles (G. W. Brier, 1950): 0 is perfect, 2 the worst."""
    return distance(belief, {truth: 1.0})


def distance(one: Roles, other: Roles) -> float:
    """The sum of squared differences over roles."""
    roles = sorted({*one, *other})
    return math.fsum((one.get(role, 0.0) - other.get(role, 0.0)) ** 2 for role in roles)


def divergence(exact: Roles, belief: Roles) -> float:
    """The bits lost by going by `belief` where `exact` holds; what `belief` gives counts as FLOOR at least.

    Not below 0: a belief whose sum is above 1, within what is tolerated, is not better than the exact one.
    """
    bits = (chance * math.log2(chance / max(belief.get(role, 0.0), FLOOR)) for role, chance in exact.items() if chance)
    return max(0.0, math.fsum(bits))
