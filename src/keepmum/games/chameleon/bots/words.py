"""The bot that talks by association: likelier the more a clue points at the word, sharper the higher its level.

It says the clue v for the word w with probability exp(sharpness x score(v, w)) / Z(w), over the clues for the card
(clues.py), and expects the same of all others: it votes and guesses by Bayes' rule under that model.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING

from keepmum.core import Agent
from keepmum.core.options import read_options
from keepmum.games.chameleon.bland import bland_clue
from keepmum.games.chameleon.bots.bot import Bot
from keepmum.games.chameleon.clues import Clues, clues_for
from keepmum.lexicon import associate

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

SHARPNESS = (0.544, 0.731, 0.873, 0.999, 1.122, 1.249, 1.389, 1.554, 1.765, 2.074)
"""By level 1 to 10, chosen so that one clue tells 0.3 bits a level about the word, on average over our cards, to a
listener who knows the model (benchmarks/levels.py computes both)."""


@dataclass(frozen=True, slots=True)
class WordsOptions:
    """`level`: from 1, very cryptic, to 10, very revealing."""

    level: int = 5

    def __post_init__(self) -> None:
        if not 1 <= self.level <= len(SHARPNESS):
            raise ValueError(f"level is from 1 to {len(SHARPNESS)}, not {self.level}")


@dataclass(frozen=True, eq=False)
class Speech:
    """How everybody talks at one level over one card: `log[v, w]` is the logarithm of P(clue v | word w)."""

    clues: Clues
    sharpness: float
    log: Floats
    norm: Floats

    def of(self, clue: str) -> Floats:
        """log P(clue | word) for each word, shape (words,). A clue that the lexicon does not know tells nothing: 0."""
        import numpy as np

        place = self.clues.places.get(clue.casefold())
        if place is not None:
            return self.log[place]
        scores = [associate(word).score(clue) for word in self.clues.words]
        if None in scores:
            return np.zeros(len(scores))
        return self.sharpness * np.array(scores, dtype=np.float64) - self.norm

    def posterior(self, heard: Iterable[str]) -> Floats:
        """P(word | clues), shape (words,), every word as likely beforehand."""
        import numpy as np

        total = sum((self.of(clue) for clue in heard), np.zeros(len(self.clues.words)))
        weights = np.exp(total - total.max())
        return weights / weights.sum()


def speech(words: Iterable[str], level: int) -> Speech:
    """The model of `level` over a card, whatever the order of its words. Kept for the next caller."""
    return _speech(frozenset(words), level)


@lru_cache(maxsize=256)
def _speech(words: frozenset[str], level: int) -> Speech:
    import numpy as np

    clues, sharpness = clues_for(words), SHARPNESS[level - 1]
    norm = np.logaddexp.reduce(sharpness * clues.scores, axis=0)
    return Speech(clues, sharpness, sharpness * clues.scores - norm, norm)


class WordsBot(Bot):
    """Speaks, votes and guesses by the model of its level."""

    def __init__(self, rng: Random, level: int = 5) -> None:
        super().__init__(rng)
        self._level = level

    @property
    def _speech(self) -> Speech:
        return speech(self.table.words, self._level)

    def clue(self, taken: tuple[str, ...]) -> str:
        """A clue drawn for the secret; the chameleon draws the word first, from what it has heard."""
        import numpy as np

        model = self._speech
        columns = model.clues.columns
        column = columns[self.table.secret] if self.table.secret else self._draw(model.posterior(self.table.heard))
        chances = np.exp(model.log[:, column])
        chances[[model.clues.places[clue] for clue in taken if clue in model.clues.places]] = 0.0
        if not chances.any():
            return bland_clue(self.table.words, taken, self.rng)
        return model.clues.clues[self._draw(chances)]

    def suspects(self) -> list[int]:
        """The others, the likeliest chameleon first."""
        suspicion = self._suspicion()
        return sorted(self.table.others, key=lambda seat: (-suspicion.get(seat, 0.0), self.table.order.index(seat)))

    def guess(self) -> str:
        """The likeliest word, given the others' clues."""
        model = self._speech
        return model.clues.words[int(model.posterior(self.table.heard).argmax())]

    def _suspicion(self) -> dict[int, float]:
        """P(seat is the chameleon | clues) for each other seat; the chameleon averages over what the word may be."""
        import numpy as np

        model = self._speech
        weights = np.zeros(len(model.clues.words))
        if self.table.secret:
            weights[model.clues.columns[self.table.secret]] = 1.0
        else:
            weights = model.posterior(self.table.heard)
        spoken = [(seat, clue) for seat, clue in self.table.clues if seat != self.table.seat]
        odds = np.array([self._blind(model, seat) - model.of(clue) for seat, clue in spoken])
        chances = np.exp(odds - odds.max(axis=0))
        return dict(zip((seat for seat, _ in spoken), (chances / chances.sum(axis=0)) @ weights, strict=True))

    def _blind(self, model: Speech, seat: int) -> float:
        """The logarithm of the probability of a seat's clue, had it been drawn without knowing the word."""
        import numpy as np

        place = [speaker for speaker, _ in self.table.clues].index(seat)
        before = [] if self.table.sealed else [clue for _, clue in self.table.clues[:place]]
        own = model.of(self.table.clues[place][1])
        return float(np.logaddexp.reduce(np.log(np.maximum(model.posterior(before), 1e-300)) + own))

    def _draw(self, chances: Floats) -> int:
        sums = chances.cumsum()
        return int(sums.searchsorted(self.rng.random() * float(sums[-1]), side="right"))


def words_bots(options: Mapping[str, str]) -> Callable[[Random], Agent]:
    """The maker of `bot:words?level=LEVEL`. Raises OptionError."""
    level = read_options(WordsOptions, options, "bot:words").level
    return lambda rng: WordsBot(rng, level)
