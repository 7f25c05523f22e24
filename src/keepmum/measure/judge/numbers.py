"""What many verdicts add up to: scores, and how far the judges that gave them can be trusted.

A match is a cluster throughout: its players, orders and judges are not independent.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from keepmum.measure.agreement import agreement
from keepmum.measure.contrasts import contrasts_within, mean_difference
from keepmum.measure.seats import BEST, mean_of_ten, over_judges
from keepmum.measure.stats import Estimate


@dataclass(frozen=True, slots=True)
class Scored:
    """One score: which judge gave it to which seat of which match, in which asking, and where that seat stood then.

    `match` is any value that tells matches apart, over several runs too. `place` and `letter` count from 0. `own`: the
    seat is played by the judge's own model. `name`: what its player goes by.
    """

    judge: str
    match: Hashable
    seat: int
    agent: str
    order: int
    place: int
    letter: int
    score: float
    own: bool = False
    name: str = ""


@dataclass(frozen=True, slots=True)
class Biases:
    """For each place in the list, and for each label: the score there less the mean of the others."""

    places: tuple[Estimate, ...]
    letters: tuple[Estimate, ...]


Key = Callable[[Scored], Hashable]


def _player(each: Scored) -> Hashable:
    return each.match, each.seat


def _judged_player(each: Scored) -> Hashable:
    return each.judge, each.match, each.seat


def _grouped(scores: Iterable[Scored], key: Key) -> Mapping[Hashable, list[Scored]]:
    groups: defaultdict[Hashable, list[Scored]] = defaultdict(list)
    for each in scores:
        groups[key(each)].append(each)
    return groups


def mean_scores(scores: Sequence[Scored]) -> Mapping[str, Estimate]:
    """Each agent's mean score, best first. A seat's score in a match is the mean over orders, then over judges."""
    return dict(
        sorted(
            ((agent, _mean(_grouped(own, _player))) for agent, own in _by_agent(scores).items()),
            key=lambda pair: -(pair[1].value or 0.0),
        )
    )


def _by_agent(scores: Iterable[Scored]) -> Mapping[str, list[Scored]]:
    groups: defaultdict[str, list[Scored]] = defaultdict(list)
    for each in scores:
        groups[each.agent].append(each)
    return groups


def _mean(players: Mapping[Hashable, Sequence[Scored]]) -> Estimate:
    matches: defaultdict[Hashable, list[float]] = defaultdict(list)
    for own in players.values():
        matches[own[0].match].append(score_of(own))
    return mean_of_ten(list(matches.values()))


def score_of(scores: Iterable[Scored]) -> float:
    """The score of one player in one match: the mean over orders for each judge, and then over judges."""
    judges = _grouped(scores, lambda each: each.judge)
    return over_judges([each.score for each in own] for own in judges.values())


def between_orders(scores: Sequence[Scored]) -> Estimate:
    """How far a judge agrees with itself from order to order; a unit is a player of a match before one judge."""
    groups = _grouped(scores, _judged_player).values()
    return agreement([(own[0].match, [each.score for each in own]) for own in groups])


def between_judges(scores: Sequence[Scored]) -> Estimate:
    """How far judges agree on a player of a match, each by the mean of its orders."""
    units: list[tuple[Hashable, list[float]]] = []
    for own in _grouped(scores, _player).values():
        judges = _grouped(own, lambda each: each.judge)
        units.append((own[0].match, [fmean(each.score for each in given) for given in judges.values()]))
    return agreement(units)


def biases(scores: Sequence[Scored]) -> Biases:
    """What the place in the list and the label do to a score, both at once, within the same judge, match and player."""
    import numpy as np

    places = max((each.place for each in scores), default=-1) + 1
    letters = max((each.letter for each in scores), default=-1) + 1
    columns = np.zeros((len(scores), places + letters))
    for row, each in enumerate(scores):
        columns[row, each.place] = columns[row, places + each.letter] = 1
    contrast = contrasts_within(
        [each.score for each in scores],
        columns,
        [_judged_player(each) for each in scores],
        [each.match for each in scores],
    )
    return Biases(
        tuple(
            _possible(contrast(_against_the_rest(place, range(places), places + letters))) for place in range(places)
        ),
        tuple(
            _possible(contrast(_against_the_rest(places + letter, range(places, places + letters), places + letters)))
            for letter in range(letters)
        ),
    )


def _possible(difference: Estimate) -> Estimate:
    """A difference of scores that is no larger than scores allow, as few matches with extreme scores may make it."""
    ends = (difference.value, difference.low, difference.high)
    value, low, high = (None if each is None else max(-BEST, min(BEST, each)) for each in ends)
    return Estimate(value, low, high, difference.n)


def _against_the_rest(one: int, among: range, size: int) -> list[float]:
    weights = [0.0] * size
    for each in among:
        weights[each] = 1.0 if each == one else -1 / max(1, len(among) - 1)
    return weights


def self_preference(scores: Sequence[Scored]) -> Estimate:
    """The mean score of the seats of the judge's own model less that of the others, match by match.

    It holds what the model deserves as well as what it is favoured by. Absent where no judge saw its own model beside
    another.
    """
    found: list[tuple[Hashable, float]] = []
    for given in _grouped(scores, lambda each: (each.judge, each.match)).values():
        own = [each.score for each in given if each.own]
        others = [each.score for each in given if not each.own]
        if own and others:
            found.append((given[0].match, fmean(own) - fmean(others)))
    return _possible(mean_difference([difference for _, difference in found], [match for match, _ in found]))


def name_effects(hidden: Sequence[Scored], shown: Sequence[Scored]) -> Mapping[str, Estimate]:
    """For each name: the score where names were shown less that where they were not, same player, judge and order."""
    under_labels = {_asking(each): each.score for each in hidden}
    found: defaultdict[str, defaultdict[Hashable, list[float]]] = defaultdict(lambda: defaultdict(list))
    for each in shown:
        if _asking(each) in under_labels:
            found[each.name][each.match].append(each.score - under_labels[_asking(each)])
    return {
        name: _possible(mean_difference([fmean(own) for own in matches.values()], list(matches)))
        for name, matches in sorted(found.items())
    }


def _asking(each: Scored) -> Hashable:
    return each.judge, each.match, each.seat, each.order
