"""The bot that tells nothing: its clue never depends on the word, and everybody votes for the first to speak.

The paper's strategy of zero information (section 4.1): the non-chameleons win (K-1)/(N K) of the matches.
"""

from __future__ import annotations

from keepmum.games.chameleon.bland import bland_clue
from keepmum.games.chameleon.bots.bot import Bot


class TrivialBot(Bot):
    """Says a bland word; the caught chameleon knows nothing and guesses any word."""

    def clue(self, taken: tuple[str, ...]) -> str:
        """A bland word."""
        return bland_clue(self.table.words, taken, self.rng)

    def suspects(self) -> list[int]:
        """The first to speak; the chameleon names another when that is itself."""
        return (self.table.others if self.table.chameleon else list(self.table.order))[:1]

    def guess(self) -> str:
        """Any word of the card."""
        return self.drawn(self.table.words)
