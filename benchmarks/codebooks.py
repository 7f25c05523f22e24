"""The code of bot:schedule over all cards: how exact, how often no code by nearness exists, how long one takes.

    python benchmarks/codebooks.py [paths a card]

Paths follow the best sizes at 4 players and 16 words. On "announced" paths the clues are the code's own, on "any" paths
any clue of the code, as an adversary might say; three clues in a row, the earlier ones taken.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from random import Random

import numpy as np

from keepmum.games.chameleon.bots.schedule import best_sizes
from keepmum.games.chameleon.cards import Card, load_cards
from keepmum.games.chameleon.clues import clues_for
from keepmum.games.chameleon.code import Codebook, codebook


def follow(card: Card, announced: bool, rng: Random) -> list[Codebook]:
    """The codebooks along one path."""
    books: list[Codebook] = []
    still, taken = frozenset(card.words), list[str]()
    for size in best_sizes(4, 16)[1:]:
        book = codebook(card.words, still, size, taken)
        clue = book.announce(rng.choice(sorted(still)), rng) if announced else rng.choice(book.clues.clues)
        left = book.denotes(clue)
        still, taken = left or still, [*taken, clue]
        books += [] if book.silent else [book]
    return books


def main() -> None:
    """Print a line for each kind of path."""
    paths = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    cards = load_cards()
    used = time.process_time()
    counts = [len(clues_for(card.words).clues) for card in cards]
    print(
        f"{len(cards)} cards, {min(counts)} to {max(counts)} clues; {time.process_time() - used:.1f} s to choose them"
    )
    for announced in (True, False):
        used = time.process_time()
        rng = Random(1)
        books = [book for card in cards for _ in range(paths) for book in follow(card, announced, rng)]
        used = time.process_time() - used
        worst = max(float(np.abs(book.sets.T @ book.chance - 1).max()) for book in books)
        sizes = Counter((len(book.still), book.size) for book in books if book.arbitrary)
        kind = "announced" if announced else "any"
        print(
            f"{kind:9}  {len(books)} announcements, off by at most {worst:.1e}, {used / len(books) * 1e3:.2f} ms each,"
        )
        print(f"{'':9}  {sizes.total()} without a code by nearness {dict(sizes) or ''}")


if __name__ == "__main__":
    main()
