"""Rules alone: four-player matches of The Chameleon with random legal actions, on one core.

    python benchmarks/rules.py [matches]

Wanted: 5,000 matches a second. For comparison, TextArena's six-player SecretMafia was measured at 3,200 games a second.
"""

from __future__ import annotations

import sys
import time
from random import Random

from keepmum.core import Chance, Choice, Move, Over, Transcript
from keepmum.games.chameleon.cards import load_cards
from keepmum.games.chameleon.rules import Chameleon
from keepmum.lexicon import load


def play(game: Chameleon, rng: Random, lexicon: tuple[str, ...]) -> None:
    """One match: chance and every ask answered at random."""
    transcript = Transcript(game)
    while not isinstance(turn := transcript.turn, Over):
        if isinstance(turn, Chance):
            transcript.make(Move(None, turn.about, turn.outcomes[int(rng.random() * len(turn.outcomes))]))
            continue
        for seat, ask in turn.owed:
            among = ask.options if isinstance(ask, Choice) else lexicon
            transcript.make(Move(seat, ask.about, among[int(rng.random() * len(among))]))


def main() -> None:
    matches = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    rng = Random(1)
    games = [Chameleon(card.category, card.words) for card in load_cards()]
    lexicon = tuple(load().clue_words[:500])
    for game in games:
        play(game, rng, lexicon)
    started, used = time.perf_counter(), time.process_time()
    for match in range(matches):
        play(games[match % len(games)], rng, lexicon)
    seconds, used = time.perf_counter() - started, time.process_time() - used
    print(f"rules alone: {matches / seconds:,.0f} matches a second, {matches / used:,.0f} a second of processor time")


if __name__ == "__main__":
    main()
