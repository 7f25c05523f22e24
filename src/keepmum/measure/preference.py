"""What many comparisons add up to (ReCon paper, section 4.2): who is preferred by what, and how far to trust the judge.

An answer's rival is judged with it in both orders, and only pairs with a choice in both count, so that a judge who
likes whatever comes first favours nobody. A match is a cluster throughout.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from keepmum.measure.contrasts import mean_difference
from keepmum.measure.judge.comparison import Which
from keepmum.measure.stats import Estimate, clustered_ratio

ORDERS = 2


@dataclass(frozen=True, slots=True)
class Choice:
    """What a judge chose by one criterion between the answers of two methods at one occasion of one match.

    `first` and `second` are the methods in the order in which the judge saw them. `match` tells matches apart.
    """

    judge: str
    match: Hashable
    occasion: Hashable
    first: str
    second: str
    criterion: str
    which: Which

    @property
    def pair(self) -> tuple[str, str]:
        """The two methods, whichever came first."""
        low, high = sorted((self.first, self.second))
        return low, high

    @property
    def winner(self) -> str | None:
        """The method preferred; None for a tie."""
        return {"first": self.first, "second": self.second, "tie": None}[self.which]


@dataclass(frozen=True, slots=True)
class Preference:
    """Of one judge, pair of methods and criterion: how often each is preferred, and how often neither.

    The three are shares of all choices that count. `one_order`: occasions left out for want of a choice in one order.
    `n` of each estimate counts matches, `occasions` what was compared in both orders.
    """

    judge: str
    pair: tuple[str, str]
    criterion: str
    preferred: tuple[Estimate, Estimate]
    tie: Estimate
    occasions: int
    one_order: int


@dataclass(frozen=True, slots=True)
class Steadiness:
    """Of one judge by one criterion ("" for all): how often both orders gave the same choice, and the bias of places.

    `bias`: how often the first answer was preferred less how often the second was, from -1 to 1.
    """

    judge: str
    criterion: str
    same: Estimate
    bias: Estimate
    n: int


Both: TypeAlias = tuple[Choice, Choice]
Key: TypeAlias = tuple[str, tuple[str, str], str]


def preferences(choices: Iterable[Choice]) -> list[Preference]:
    """By judge, pair and criterion, in the order in which each first came."""
    groups: defaultdict[Key, list[list[Choice]]] = defaultdict(list)
    for unit in _units(choices):
        groups[unit[0].judge, unit[0].pair, unit[0].criterion].append(unit)
    return [_preference(key, units) for key, units in groups.items()]


def steadiness(choices: Iterable[Choice]) -> list[Steadiness]:
    """By judge and criterion, and for each judge over all of them."""
    groups: defaultdict[tuple[str, str], list[Both]] = defaultdict(list)
    for both in _twice(_units(choices)):
        for criterion in ("", both[0].criterion):
            groups[both[0].judge, criterion].append(both)
    return [_steadiness(*key, units) for key, units in sorted(groups.items())]


def _units(choices: Iterable[Choice]) -> list[list[Choice]]:
    """The choices on the same thing, one or two of them: one an order."""
    groups: defaultdict[Hashable, dict[str, Choice]] = defaultdict(dict)
    for each in choices:
        groups[each.judge, each.pair, each.match, each.occasion, each.criterion][each.first] = each
    return [list(group.values()) for group in groups.values()]


def _twice(units: Iterable[Sequence[Choice]]) -> list[Both]:
    return [(unit[0], unit[1]) for unit in units if len(unit) == ORDERS]


def _preference(key: Key, units: Sequence[Sequence[Choice]]) -> Preference:
    judge, pair, criterion = key
    kept = _twice(units)
    low, high, neither = (_share(kept, method) for method in (*pair, None))
    return Preference(judge, pair, criterion, (low, high), neither, len(kept), len(units) - len(kept))


def _share(units: Sequence[Both], winner: str | None) -> Estimate:
    """How often this one is the winner."""
    return clustered_ratio(
        list(_clusters((both[0].match, [float(each.winner == winner) for each in both]) for both in units).values())
    )


def _clusters(values: Iterable[tuple[Hashable, Sequence[float]]]) -> Mapping[Hashable, list[float]]:
    clusters: defaultdict[Hashable, list[float]] = defaultdict(list)
    for match, each in values:
        clusters[match] += each
    return clusters


_LEAN: Mapping[Literal["first", "second", "tie"], float] = {"first": 1.0, "second": -1.0, "tie": 0.0}


def _steadiness(judge: str, criterion: str, units: Sequence[Both]) -> Steadiness:
    same = _clusters((one.match, [float(one.winner == other.winner)]) for one, other in units)
    lean = [(one.match, (_LEAN[one.which] + _LEAN[other.which]) / ORDERS) for one, other in units]
    bias = mean_difference([value for _, value in lean], [match for match, _ in lean])
    return Steadiness(judge, criterion, clustered_ratio(list(same.values())), bias, len(units))
