"""How good are beliefs: what players say that another is, and what a posterior gives the truth, against chance.

Logs are to base 2, so a difference is bits. A statement counts as certain: 1 for what it claims; the log score counts
FLOOR at least, so that one certain error is not infinitely bad. Intervals take matches whole.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from keepmum.measure.stats import Estimate, clustered_mean, clustered_ratio

FLOOR = 0.01
T = TypeVar("T", "Claim", "Scored")


@dataclass(frozen=True, slots=True)
class Claim:
    """A statement that a seat is of certain roles: in which match, by whom, and whether it is true.

    `exact` is its probability by the posterior of the seat that made it; `outset` the same before anything happened.
    `quote` says it in words.
    """

    match: Hashable
    who: str
    true: bool
    exact: float
    outset: float
    quote: str = ""

    @property
    def slip(self) -> bool:
        """Whether what the seat itself had seen rules it out."""
        return self.exact == 0


@dataclass(frozen=True, slots=True)
class Claims:
    """Of some claims: how many, how many are slips, the share that is true, and what was to be expected of it by the
    posterior and at the outset; and the log and Brier scores of the three."""

    who: str
    many: int
    slips: int
    true: Estimate
    exact: Estimate
    outset: Estimate
    logs: tuple[Estimate, Estimate, Estimate]
    briers: tuple[Estimate, Estimate, Estimate]


@dataclass(frozen=True, slots=True)
class Scored:
    """What a posterior gave the truth, and what chance did, as log2, in one match at one time."""

    match: Hashable
    time: int
    log: float
    chance: float


@dataclass(frozen=True, slots=True)
class Gain:
    """Bits above chance on average, with an interval by matches; `time` is None for all times."""

    time: int | None
    many: int
    chance: float
    log: Estimate
    gain: Estimate


def claims_of(who: str, claims: Sequence[Claim]) -> Claims:
    """The scores of some claims, counted together."""
    means = [_mean(claims, lambda claim, kind=kind: _log(_given(claim, kind), claim.true)) for kind in KINDS]
    briers = [_mean(claims, lambda claim, kind=kind: (_given(claim, kind) - claim.true) ** 2) for kind in KINDS]
    return Claims(
        who,
        len(claims),
        sum(claim.slip for claim in claims),
        clustered_ratio(_clusters(claims, lambda claim: float(claim.true))),
        _mean(claims, lambda claim: claim.exact),
        _mean(claims, lambda claim: claim.outset),
        (means[0], means[1], means[2]),
        (briers[0], briers[1], briers[2]),
    )


KINDS = ("stated", "exact", "outset")


def _given(claim: Claim, kind: str) -> float:
    return {"stated": 1.0, "exact": claim.exact, "outset": claim.outset}[kind]


def _log(given: float, true: bool) -> float:
    return math.log2(max(given if true else 1 - given, FLOOR))


def gains(scored: Iterable[Scored]) -> list[Gain]:
    """At each time, and at all of them together."""
    every = list(scored)
    times = sorted({each.time for each in every})
    return [_gain(time, [each for each in every if each.time == time]) for time in times] + [_gain(None, every)]


def _gain(time: int | None, scored: Sequence[Scored]) -> Gain:
    chance = math.fsum(each.chance for each in scored) / len(scored) if scored else math.nan
    log = _mean(scored, lambda each: each.log)
    return Gain(time, len(scored), chance, log, _mean(scored, lambda each: each.log - each.chance))


def _mean(items: Sequence[T], value: Callable[[T], float]) -> Estimate:
    return clustered_mean(_clusters(items, value))


def _clusters(items: Sequence[T], value: Callable[[T], float]) -> list[list[float]]:
    matches: dict[Hashable, list[float]] = {}
    for item in items:
        matches.setdefault(item.match, []).append(value(item))
    return list(matches.values())
