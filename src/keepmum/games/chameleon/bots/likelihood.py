"""What players who talk by association make of clues, and what a chameleon that knows this makes of them.

They vote for the seat with the highest odds of having spoken blind. Blind speech, to them, is honest speech for a word
drawn from the clues before; that the chameleon may know better (`best_clue`) they do not take into account.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING

from keepmum.games.chameleon.clues import Clues
from keepmum.lexicon import associate

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Places = NDArray[np.intp]

WORK = 120_000
"""How many numbers the chameleon works through in each of its two looks at the clues: an action takes a few ms."""

SHORTLIST = 100
"""So many clues are worth a second, longer look."""

NEARLY = 1e-6
"""What one unit of log odds counts for between clues that win as often."""


@dataclass(frozen=True, eq=False)
class Speech:
    """How everybody talks at one level over one card: `log[v, w]` is the logarithm of P(clue v | word w)."""

    clues: Clues
    sharpness: float
    log: Floats
    norm: Floats

    @cached_property
    def sums(self) -> Floats:
        """P(one of the clues up to v | word w), for drawing; shape (clues, words)."""
        import numpy as np

        return np.exp(self.log).cumsum(axis=0)

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
        return _shares(total)

    def odds(self, clues: Sequence[str], sealed: bool) -> Floats:
        """log P(clue | spoken blind) / P(clue | word), shape (clues, words): if that is the word, the highest of a
        column is accused. Whoever speaks blind draws the word from the clues before, if not `sealed`."""
        import numpy as np

        rows = [self._blind([] if sealed else clues[:place], clue) - self.of(clue) for place, clue in enumerate(clues)]
        return np.array(rows).reshape(-1, len(self.clues.words))

    def _blind(self, before: Sequence[str], clue: str) -> float:
        import numpy as np

        return float(np.logaddexp.reduce(np.log(np.maximum(self.posterior(before), 1e-300)) + self.of(clue)))


@dataclass(frozen=True, eq=False)
class Hearing:
    """Where a chameleon stands that is about to speak.

    `heard`: the clues so far, none when `sealed`; `unheard`: how many others have yet to be heard.
    """

    speech: Speech
    heard: tuple[str, ...]
    unheard: int
    sealed: bool

    @cached_property
    def total(self) -> Floats:
        """log P(clues heard | word), shape (words,)."""
        import numpy as np

        return sum((self.speech.of(clue) for clue in self.heard), np.zeros(len(self.speech.clues.words)))

    def wins(self, places: Places, later: Floats) -> Floats:
        """How often each clue at `places` wins for a chameleon that guesses best; shape (places,).

        `later` holds log P(clue | word) of the clues to come, shape (samples, unheard, words). Given all clues of the
        others, the chameleon loses with P(word and accused), less the largest share of it, which is what it guesses.
        """
        import numpy as np

        own = self.speech.log[places]
        odds = self._odds(own)[:, None, :]
        accused = np.repeat(odds > self._highest, len(later), axis=1)
        blind = self._blind(own, later)
        for turn in range(self.unheard):
            accused &= odds > blind[:, :, turn, None] - later[None, :, turn]
        shares = accused * _shares(self.total + later.sum(axis=1))
        return (1 - shares.sum(axis=2) + shares.max(axis=2)).mean(axis=1) - NEARLY * (odds[:, 0] @ _shares(self.total))

    def completions(self, samples: int, rng: Random) -> Floats:
        """Clues to come, as `wins` takes them: a word drawn by what has been heard, and honest clues for it."""
        import numpy as np

        draws = np.array([rng.random() for _ in range(samples * (self.unheard + 1))]).reshape(samples, -1)
        words = np.minimum(_shares(self.total).cumsum().searchsorted(draws[:, 0]), len(self.total) - 1)
        places = np.empty((samples, self.unheard), dtype=np.intp)
        for sample, word in enumerate(words.tolist()):
            sums = self.speech.sums[:, word]
            places[sample] = sums[:-1].searchsorted(draws[sample, 1:] * sums[-1])
        return self.speech.log[places]

    @cached_property
    def _highest(self) -> Floats:
        """The highest odds among those heard, shape (words,)."""
        import numpy as np

        return self.speech.odds(self.heard, self.sealed).max(axis=0, initial=-np.inf)

    def _odds(self, own: Floats) -> Floats:
        return _mass(self.total + own)[:, None] - _mass(self.total) - own

    def _blind(self, own: Floats, later: Floats) -> Floats:
        """log P(later clue | spoken blind), shape (clues, samples, unheard), or (1, samples, unheard) when sealed."""
        import numpy as np

        if self.sealed:
            return (_mass(later) - np.log(later.shape[2]))[None]
        sums = np.concatenate([np.zeros_like(later[:, :1, :]), later], axis=1) if self.unheard else later[:, :0]
        sums = sums.cumsum(axis=1)
        tops = sums.max(axis=2, keepdims=True)
        mass = _shares(self.total + own) @ np.exp(sums - tops).reshape(-1, own.shape[1]).T
        logs = np.log(np.maximum(mass, 1e-300)).reshape(len(own), *sums.shape[:2]) + tops[None, :, :, 0]
        return np.diff(logs, axis=2)


def best_clue(hearing: Hearing, taken: Iterable[str], rng: Random) -> str | None:
    """The chameleon's best clue against a team that votes by `Speech.odds`, none of `taken`; None when none is left.

    Exact, but for not renormalising after `taken`, for the last to speak. Before that it averages over sampled clues
    of those to come: a first look at all clues with a few samples, a second at the best with more. No best response
    among clues outside the card's list, nor to a team that expects it.
    """
    import numpy as np

    said = {hearing.speech.clues.places.get(clue) for clue in taken}
    places = np.array([place for place in range(len(hearing.speech.log)) if place not in said], dtype=np.intp)
    if not len(places):
        return None
    wins = _look(hearing, places, rng)
    if hearing.unheard:
        places = places[np.argsort(-wins, kind="stable")[:SHORTLIST]]
        wins = _look(hearing, places, rng)
    return hearing.speech.clues.clues[int(places[wins.argmax()])]


def _look(hearing: Hearing, places: Places, rng: Random) -> Floats:
    work = len(places) * len(hearing.total) * (hearing.unheard + 2)
    samples = max(1, WORK // work) if hearing.unheard else 1
    return hearing.wins(places, hearing.completions(samples, rng))


def _mass(logs: Floats) -> Floats:
    """The logarithm of the sum along the last axis."""
    import numpy as np

    top = logs.max(axis=-1, keepdims=True)
    return np.log(np.exp(logs - top).sum(axis=-1)) + top[..., 0]


def _shares(logs: Floats) -> Floats:
    """What each adds to the whole, along the last axis."""
    import numpy as np

    weights = np.exp(logs - logs.max(axis=-1, keepdims=True))
    return weights / weights.sum(axis=-1, keepdims=True)
