"""Avalon's rules alone: matches with random legal actions and no speech, on one core.

    python benchmarks/avalon.py [matches] [players] [variant]

Wanted: 1,500 matches a second for six players. Matches are played in rounds of 100; the best round tells what the rules
take where nothing else runs, all rounds together what they took here.
"""

from __future__ import annotations

import sys
import time
from itertools import combinations
from random import Random
from typing import cast

from keepmum.core import Chance, Choice, Move, Over, Seats, Transcript
from keepmum.games.avalon import Avalon, Options, deal
from keepmum.games.avalon.tables import VariantName

Teams = dict[int, list[tuple[int, ...]]]
ROUND = 100


def play(game: Avalon, rng: Random, teams: Teams) -> int:
    """One match: chance and every ask answered at random. How many moves it took."""
    transcript, draw = Transcript(game), rng.random
    while not isinstance(turn := transcript.turn, Over):
        if isinstance(turn, Chance):
            transcript.make(Move(None, turn.about, turn.outcomes[int(draw() * len(turn.outcomes))]))
            continue
        for seat, ask in turn.owed:
            among = ask.options if isinstance(ask, Choice) else teams[ask.k] if isinstance(ask, Seats) else ()
            transcript.make(Move(seat, ask.about, among[int(draw() * len(among))]))
    return len(transcript.moves)


def main() -> None:
    """Print matches and moves a second."""
    matches = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    players = int(sys.argv[2]) if len(sys.argv) > 2 else 6
    variant: VariantName = "recon" if "recon" in sys.argv else "board"
    options = Options(players=players, discussion=0, variant=variant)
    game = cast("Avalon", deal(options, 1, 0).game)
    teams: Teams = {size: list(combinations(range(players), size)) for size in range(2, 6)}
    rng, moves, seconds = Random(1), 0, list[float]()
    for _ in range(max(1, matches // ROUND)):
        used = time.process_time()
        moves += sum(play(game, rng, teams) for _ in range(ROUND))
        seconds.append(time.process_time() - used)
    played = ROUND * len(seconds)
    print(
        f"Avalon alone, {players} players, {variant}: {ROUND / min(seconds):,.0f} matches a second of processor time at"
        f" best, {played / sum(seconds):,.0f} over all; {moves / played:.0f} moves a match"
    )


if __name__ == "__main__":
    main()
