"""What a finished match of The Chameleon counts as, read off its events (the columns of the paper's Table 1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from keepmum.core import Event
from keepmum.core.kind import Measure
from keepmum.games.chameleon.facts import Accused, Guess, Revealed, SelfReveal

MEASURES = (
    Measure("win", "won"),
    Measure("identified", "caught"),
    Measure("second_chance", "guessed anyway"),
    Measure("self_reveal", "said the word"),
)
GIVEN_AWAY = ("is", "contains", "inflects")


def outcomes(events: Sequence[Event]) -> Mapping[str, bool | None]:
    """The measures of one finished match. `second_chance` is None unless the chameleon was identified.

    `self_reveal`: a non-chameleon's clue was, contained or inflected the secret word.
    """
    facts = [event.fact for event in events]
    revealed = next(fact for fact in facts if isinstance(fact, Revealed))
    identified = any(fact.chameleon for fact in facts if isinstance(fact, Accused))
    guesses = [fact.word for fact in facts if isinstance(fact, Guess)]
    guessed = guesses[0] == revealed.secret if guesses else None
    return {
        "win": identified and guessed is False,
        "identified": identified,
        "second_chance": guessed,
        "self_reveal": any(
            fact.seat != revealed.chameleon and fact.how in GIVEN_AWAY for fact in facts if isinstance(fact, SelfReveal)
        ),
    }
