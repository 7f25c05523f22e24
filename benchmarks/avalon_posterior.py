"""Avalon's posterior: milliseconds an event, for an outsider, who starts from all assignments of the roles.

    python benchmarks/avalon_posterior.py [matches]

Wanted: at most 1 ms an event for six players (360 assignments), at most 100 ms for ten (151,200).
"""

from __future__ import annotations

import sys
import time
from random import Random

from keepmum.core import EVERYONE, Chance, Fact, Move, Over, Transcript
from keepmum.core.bot import random_action
from keepmum.games.avalon import Avalon
from keepmum.games.avalon.facts import Proposal, Quest, Votes
from keepmum.games.avalon.posterior import Posterior

SIX = ("merlin", "percival", "servant", "servant", "morgana", "assassin")
TEN = ("merlin", "percival", *["servant"] * 4, "morgana", "assassin", "mordred", "oberon")
TIMED = (Proposal, Votes, Quest)


def heard(roles: tuple[str, ...], seed: int) -> list[Fact]:
    """The public facts of one match of random legal moves, but for the end."""
    rng, t = Random(seed), Transcript(Avalon(roles, discussion=0))
    while not isinstance(turn := t.turn, Over):
        if isinstance(turn, Chance):
            t.make(Move(None, turn.about, rng.choice(turn.outcomes)))
            continue
        for seat, ask in turn.owed:
            t.make(Move(seat, ask.about, random_action(ask, rng)))
    return [event.fact for event in t.events if event.audience == EVERYONE][:-2]


def spent(roles: tuple[str, ...], matches: int) -> list[float]:
    """Milliseconds of processor time of each update and of reading P(evil) after it."""
    took: list[float] = []
    Posterior(roles)
    for seed in range(matches):
        posterior = Posterior(roles)
        for fact in heard(roles, seed):
            started = time.process_time()
            posterior.update(fact)
            posterior.evil()
            if isinstance(fact, TIMED):
                took.append(1000 * (time.process_time() - started))
    return sorted(took)


def main() -> None:
    """Print the mean, the median and the longest of each size."""
    matches = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    for roles, many in ((SIX, matches), (TEN, max(1, matches // 10))):
        took = spent(roles, many)
        table = f"{len(roles)} players, {len(Posterior(roles).worlds):,} assignments"
        print(
            f"{table}: {sum(took) / len(took):.2f} ms an event,"
            f" median {took[len(took) // 2]:.2f}, longest {took[-1]:.2f}, {len(took)} events"
        )


if __name__ == "__main__":
    main()
