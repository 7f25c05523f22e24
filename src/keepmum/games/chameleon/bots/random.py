"""The bot that takes any legal action: any clue word, any vote, any guess."""

from __future__ import annotations

from keepmum.games.chameleon.bots.bot import Bot
from keepmum.lexicon import load


class RandomBot(Bot):
    """Every clue word of the lexicon, every seat and every word of the card is as likely."""

    def clue(self, taken: tuple[str, ...]) -> str:
        """Any clue word that is not taken; it may give the secret away."""
        words = load().clue_words
        word = self.drawn(words)
        while word in taken:
            word = self.drawn(words)
        return word

    def suspects(self) -> list[int]:
        """All seats, shuffled."""
        return self.rng.sample(self.table.order, len(self.table.order))

    def guess(self) -> str:
        """Any word of the card."""
        return self.drawn(self.table.words)

    def statement(self) -> str:
        """Nothing."""
        return "I have nothing to add."
