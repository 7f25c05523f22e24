"""Rules alone: four-player matches of The Chameleon with random legal actions, on one core.

    python benchmarks/rules.py [matches]

Wanted: 5,000 matches a second. For comparison, TextArena's six-player SecretMafia was measured at 3,200 games a second.
"""

from __future__ import annotations

import sys
import time
from random import Random

from keepmum.core import Chance, Choice, Move, Over, Transcript
from keepmum.games.chameleon import KIND, Options


def play(match: int, options: Options, rng: Random, lexicon: tuple[str, ...]) -> None:
    """One match: dealt as in a run, then every ask answered at random."""
    deal = KIND.deal(options, 1, match)
    transcript = Transcript(deal.game)
    while not isinstance(turn := transcript.turn, Over):
        if isinstance(turn, Chance):
            fixed = turn.about in deal.draws
            outcome = deal.draws[turn.about] if fixed else turn.outcomes[int(rng.random() * len(turn.outcomes))]
            transcript.make(Move(None, turn.about, outcome))
            continue
        for seat, ask in turn.owed:
            among = ask.options if isinstance(ask, Choice) else lexicon
            transcript.make(Move(seat, ask.about, among[int(rng.random() * len(among))]))


def main() -> None:
    matches = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    options, rng = Options(), Random(1)
    lexicon = tuple(f"word{number}" for number in range(500))
    play(0, options, rng, lexicon)
    started = time.perf_counter()
    for match in range(matches):
        play(match, options, rng, lexicon)
    seconds = time.perf_counter() - started
    print(f"rules alone: {matches / seconds:,.0f} matches a second ({matches} matches in {seconds:.2f} s, one core)")


if __name__ == "__main__":
    main()
