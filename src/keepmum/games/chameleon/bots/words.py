"""The bot that talks by association: likelier the more a clue points at the word, sharper the higher its level.

It says the clue v for the word w with probability exp(sharpness x score(v, w)) / Z(w), over the clues for the card
(clues.py), and expects the same of all others: it votes by Bayes' rule under that model (likelihood.py). As the
chameleon it knows that the others do, and says and guesses what wins most often against that.
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
from keepmum.games.chameleon.bots.likelihood import Hearing, Speech, best_clue
from keepmum.games.chameleon.clues import clues_for

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
    """Speaks, votes and guesses by the model of its level.

    The chameleon answers the fixed rule by which its own kind votes; see `best_clue` for how far that is exact. The
    team does not expect this of it: they go on taking the chameleon for one who speaks honestly for a word it imagines.
    """

    def __init__(self, rng: Random, level: int = 5) -> None:
        super().__init__(rng)
        self._level = level

    @property
    def _speech(self) -> Speech:
        return speech(self.table.words, self._level)

    def clue(self, taken: tuple[str, ...]) -> str:
        """A clue drawn for the secret; the chameleon's is the one that wins most often for it."""
        clue = self._honest(self.table.secret, taken) if self.table.secret else self._bluff(taken)
        return bland_clue(self.table.words, taken, self.rng) if clue is None else clue

    def suspects(self) -> list[int]:
        """The others, the likeliest chameleon first; to the chameleon, the likeliest to be accused but for itself."""
        suspicion = self._suspicion() if self.table.secret else self._accusable()
        return sorted(self.table.others, key=lambda seat: (-suspicion.get(seat, 0.0), self.table.order.index(seat)))

    def guess(self) -> str:
        """The likeliest word, given the others' clues and that one was accused.

        Whom its own kind accuse has the votes of all others, so open ballots tell no more. Accused by players of
        another kind for what is no reason to its own, it goes by the clues alone.
        """
        model = self._speech
        odds = model.odds([clue for _, clue in self.table.clues], self.table.sealed)
        accused = odds.argmax(axis=0) == [seat for seat, _ in self.table.clues].index(self.table.seat)
        posterior = model.posterior(self.table.heard)
        return model.clues.words[int((posterior * accused if accused.any() else posterior).argmax())]

    def _honest(self, secret: str, taken: tuple[str, ...]) -> str | None:
        import numpy as np

        model = self._speech
        chances = np.exp(model.log[:, model.clues.columns[secret]])
        chances[[model.clues.places[clue] for clue in taken if clue in model.clues.places]] = 0.0
        return model.clues.clues[self._draw(chances)] if chances.any() else None

    def _bluff(self, taken: tuple[str, ...]) -> str | None:
        heard = tuple(self.table.heard)
        unheard = len(self.table.others) - len(heard)
        return best_clue(Hearing(self._speech, heard, unheard, self.table.sealed), taken, self.rng)

    def _suspicion(self) -> dict[int, float]:
        """P(seat is the chameleon | clues, secret) for each other seat."""
        import numpy as np

        seats, odds = self._others()
        column = odds[:, self._speech.clues.columns[self.table.secret or ""]]
        chances = np.exp(column - column.max())
        return dict(zip(seats, (chances / chances.sum()).tolist(), strict=True))

    def _accusable(self) -> dict[int, float]:
        """P(seat has the highest odds of the others | the others' clues) for each other seat."""
        import numpy as np

        seats, odds = self._others()
        weights = self._speech.posterior(self.table.heard)
        return dict(zip(seats, np.bincount(odds.argmax(axis=0), weights, len(seats)).tolist(), strict=True))

    def _others(self) -> tuple[list[int], Floats]:
        """The other seats that have spoken, and their `Speech.odds`."""
        odds = self._speech.odds([clue for _, clue in self.table.clues], self.table.sealed)
        places = [place for place, (seat, _) in enumerate(self.table.clues) if seat != self.table.seat]
        return [self.table.clues[place][0] for place in places], odds[places]

    def _draw(self, chances: Floats) -> int:
        sums = chances.cumsum()
        return int(sums.searchsorted(self.rng.random() * float(sums[-1]), side="right"))


def words_bots(options: Mapping[str, str]) -> Callable[[Random], Agent]:
    """The maker of `bot:words?level=LEVEL`. Raises OptionError."""
    level = read_options(WordsOptions, options, "bot:words").level
    return lambda rng: WordsBot(rng, level)
