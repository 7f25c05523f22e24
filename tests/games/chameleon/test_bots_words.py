"""What could be wrong: a chameleon that might as well speak honestly, or misjudges how the others vote."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random

import numpy as np
import pytest
from scipy.stats import binomtest

from keepmum.core import Agent
from keepmum.games.chameleon import KIND
from keepmum.games.chameleon.bots.likelihood import Hearing, best_clue
from keepmum.games.chameleon.bots.words import WordsBot, speech
from keepmum.games.chameleon.cards import load_cards
from keepmum.games.chameleon.deals import Options
from keepmum.games.chameleon.facts import Accused
from keepmum.play.match import play_match

Maker = Callable[[Random], Agent]
FRUITS = next(card.words for card in load_cards() if card.category == "Fruits")


class Honest(WordsBot):
    """Speaks as if a word it imagines were the secret, and guesses by the clues alone."""

    def clue(self, taken: tuple[str, ...]) -> str:
        if not self.table.chameleon:
            return super().clue(taken)
        chances = self._speech.posterior(self.table.heard)
        return self._honest(self._speech.clues.words[self._draw(chances)], taken) or "nice"

    def guess(self) -> str:
        return self._speech.clues.words[int(self._speech.posterior(self.table.heard).argmax())]


async def played(options: Options, chameleon: Maker, match: int) -> tuple[bool, bool]:
    """Whether the chameleon was accused, and whether it lost."""
    deal = KIND.deal(options, 1, match)
    makers = [chameleon if role == "chameleon" else WordsBot for role in deal.roles]
    end = await play_match(deal, [make(Random(f"{match}/{seat}")) for seat, make in enumerate(makers)], Random(match))
    events = end.transcript.events
    accused = any(event.fact.chameleon for event in events if isinstance(event.fact, Accused))
    return accused, bool(KIND.outcomes(events)["win"])


def losses(options: Options, chameleon: Maker, matches: int) -> list[bool]:
    async def count() -> list[bool]:
        return [(await played(options, chameleon, match))[1] for match in range(matches)]

    return asyncio.run(count())


@pytest.mark.slow
@pytest.mark.parametrize(
    "options",
    [Options(card="fruits"), Options(card="fruits", hearing="sealed"), Options(card="jobs", players=3)],
    ids=["open", "sealed", "three"],
)
def test_the_chameleon_beats_one_that_speaks_honestly(options: Options) -> None:
    pairs = list(zip(losses(options, Honest, 300), losses(options, WordsBot, 300), strict=True))
    better, worse = pairs.count((True, False)), pairs.count((False, True))
    assert binomtest(better, better + worse, alternative="greater").pvalue < 0.01


def test_each_half_of_the_answer_helps() -> None:
    class Deaf(WordsBot):
        """Guesses by the clues alone."""

        guess = Honest.guess

    options = Options(card="fruits")
    lost = [sum(losses(options, chameleon, 120)) for chameleon in (Honest, Deaf, WordsBot)]
    assert lost[0] > lost[1] > lost[2]


@pytest.mark.parametrize("sealed", [False, True])
def test_wins_are_what_the_votes_say(sealed: bool) -> None:
    """Against the definition: for each word, who is accused by `Speech.odds`, and what is then guessed."""
    model, rng = speech(FRUITS, 4), Random(3)
    heard = () if sealed else (model.clues.clues[40], model.clues.clues[300])
    unheard = model.clues.clues[200], model.clues.clues[350]
    own = np.array([5, 333, 120, 222, 71])
    later = np.array([[model.of(clue) for clue in unheard]])
    hearing = Hearing(model, heard, len(unheard), sealed)
    expected = [_wins(hearing, model.clues.clues[place], unheard) for place in own.tolist()]
    assert hearing.wins(own, later) == pytest.approx(expected, abs=1e-4)
    assert len(set(np.round(expected, 3).tolist())) > 1, "a case that tells nothing"
    assert hearing.completions(5, rng).shape == (5, 2, len(FRUITS))


def _wins(hearing: Hearing, clue: str, unheard: tuple[str, ...]) -> float:
    odds = hearing.speech.odds([*hearing.heard, clue, *unheard], hearing.sealed)
    posterior = hearing.speech.posterior([*hearing.heard, *unheard])
    caught = posterior * (odds.argmax(axis=0) == len(hearing.heard))
    return float(1 - caught.sum() + caught.max())


def test_the_last_to_speak_says_the_best_of_all_clues() -> None:
    model = speech(FRUITS, 5)
    hearing = Hearing(model, (model.clues.clues[10], model.clues.clues[400], model.clues.clues[20]), 0, False)
    wins = [_wins(hearing, clue, ()) for clue in model.clues.clues]
    best = best_clue(hearing, (), Random(1))
    assert best is not None
    assert _wins(hearing, best, ()) == pytest.approx(max(wins), abs=1e-4)
    assert best_clue(hearing, [best], Random(1)) not in (best, None)
    assert best_clue(hearing, model.clues.clues, Random(1)) is None
