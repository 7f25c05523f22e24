"""Avalon's rules alone: six-player matches with random legal actions and no speech, on one core.

    python benchmarks/avalon.py [matches] [players] [variant]

Wanted: 1,500 matches a second for six players.
"""

from __future__ import annotations

import sys
import time
from random import Random

from keepmum.core import Chance, Choice, Move, Over, Seats, Transcript
from keepmum.games.avalon import Avalon, Options, deal

Teams = dict[int, list[tuple[int, ...]]]


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
    options = Options(players=players, discussion=0, variant="recon" if "recon" in sys.argv else "board")
    game = deal(options, 1, 0).game
    assert isinstance(game, Avalon)
    teams = {size: [*Seats("propose", size, players).actions()] for size in range(2, 6)}  # type: ignore[misc]
    rng = Random(1)
    for _ in range(200):
        play(game, rng, teams)  # type: ignore[arg-type]
    started, used = time.perf_counter(), time.process_time()
    moves = sum(play(game, rng, teams) for _ in range(matches))  # type: ignore[arg-type]
    seconds, used = time.perf_counter() - started, time.process_time() - used
    print(
        f"Avalon alone, {players} players: {matches / seconds:,.0f} matches a second,"
        f" {matches / used:,.0f} a second of processor time, {moves / matches:.0f} moves each"
    )


if __name__ == "__main__":
    main()
