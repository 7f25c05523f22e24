"""What each level of bot:words tells, and the sharpness that would tell 0.3 bits a level.

    python benchmarks/levels.py

Bits are the mutual information between the word (each as likely) and one clue under the bot's own model, averaged over
the project's cards. `SHARPNESS` in games/chameleon/bots/words.py was read off the last column.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from keepmum.games.chameleon.bots.words import SHARPNESS
from keepmum.games.chameleon.cards import load_cards
from keepmum.games.chameleon.clues import clues_for

BITS_A_LEVEL = 0.3


def bits(sharpness: float, scores: NDArray[np.float64]) -> float:
    """Mutual information of word and clue, in bits."""
    weights = np.exp(sharpness * (scores - scores.max(axis=0)))
    given = weights / weights.sum(axis=0)
    ratios = np.log2(np.where(given > 0, given, 1) / given.mean(axis=1, keepdims=True))
    return float((given * ratios).sum(axis=0).mean())


def main() -> None:
    """Print one line a level."""
    tables = [clues_for(card.words).scores for card in load_cards()]
    print("level  sharpness  bits  sharpness for 0.3 bits a level")
    for level, sharpness in enumerate(SHARPNESS, start=1):
        low, high = 0.1, 5.0
        for _ in range(20):
            middle = (low + high) / 2
            tells = np.mean([bits(middle, table) for table in tables])
            low, high = (middle, high) if tells < BITS_A_LEVEL * level else (low, middle)
        now = np.mean([bits(sharpness, table) for table in tables])
        print(f"{level:5}  {sharpness:9.3f}  {now:4.2f}  {low:.3f}")


if __name__ == "__main__":
    main()
