"""Format adherence (ReCon paper, section 5.5): how often the first reply to an ask can be used, by agent and ask.

Replies that failed for no fault of the player's (transport, budget, context, a rejected request) are left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from keepmum.core import Status
from keepmum.measure.stats import Estimate, ratio

NOT_THE_PLAYERS = frozenset({Status.TRANSPORT, Status.OVER_BUDGET, Status.OVER_CONTEXT, Status.REJECTED})
EVERY_ASK = ""


@dataclass(frozen=True, slots=True)
class FirstTry:
    """The first reply to one ask: whose, to what, what came of it, and the step it ended with, if it took steps."""

    agent: str
    about: str
    status: Status
    step: str = ""


@dataclass(frozen=True, slots=True)
class Adherence:
    """Of one agent under one ask (`about`, or EVERY_ASK): the ratio usable, and the others by what they were."""

    agent: str
    about: str
    usable: Estimate
    otherwise: Mapping[str, int]
    left_out: int


def adherence(tries: Iterable[FirstTry]) -> list[Adherence]:
    """By agent, then by ask in the order it first came, EVERY_ASK last. Reads `tries` once.

    The interval is Wilson's and takes replies for independent, though those of one match are not quite.
    """
    counts: dict[str, dict[str, Counter[tuple[Status, str]]]] = {}
    for each in tries:
        asks = counts.setdefault(each.agent, {})
        for about in (each.about, EVERY_ASK):
            asks.setdefault(about, Counter())[each.status, each.step] += 1
    return [
        _of(agent, about, asks[about])
        for agent, asks in sorted(counts.items())
        for about in (*(name for name in asks if name != EVERY_ASK), EVERY_ASK)
    ]


def _of(agent: str, about: str, found: Counter[tuple[Status, str]]) -> Adherence:
    judged = {key: count for key, count in found.items() if key[0] not in NOT_THE_PLAYERS}
    usable = sum(count for (status, _), count in judged.items() if status is Status.OK)
    otherwise = Counter[str]()
    for (status, step), count in judged.items():
        if status is not Status.OK:
            otherwise[f"{status.value} ({step})" if step else status.value] += count
    n = sum(judged.values())
    return Adherence(agent, about, ratio(usable, n), dict(otherwise.most_common()), found.total() - n)
