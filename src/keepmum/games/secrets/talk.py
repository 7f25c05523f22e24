"""What bots say beside asking, answering and guessing: a draft that keeps to the length, hints at nothing, babble."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from random import Random

from keepmum.core.fold import fold_words
from keepmum.games.chameleon.reveal import self_reveal
from keepmum.games.secrets.dialogue import PASS
from keepmum.games.secrets.forms import answer_line, query_in
from keepmum.games.secrets.nearness import RELATED, cosine, places
from keepmum.games.secrets.notes import Notes
from keepmum.games.secrets.pool import load_pool
from keepmum.games.secrets.questions import Question
from keepmum.games.secrets.referee import ASKED_WORDS

SAYINGS = (
    "They say that {} remembers what {} forgets.",
    "I dreamt of {} again, and of {} after it.",
    "Between {} and {} there is a narrow road, and I walk it.",
    "Give me {} over {} any evening.",
    "Some here fear {}; I would look at {} first.",
    "My grandmother kept {} beside {} and said no more about it.",
    "When {} is quiet, {} begins to speak.",
    "Nobody who has seen {} asks about {} twice.",
)
EMPTY = frozenset(
    """
    your word secret this that with have does more than would could there thing something anything kind sort type
    like from into been were what when which about player people they them find made make used usually often
    """.split()  # noqa: SIM905
)


class Draft:
    """A message as it grows; what does not fit into the length that is asked for is left out."""

    def __init__(self) -> None:
        self._parts: list[str] = []

    @property
    def room(self) -> int:
        """How many words still fit."""
        return ASKED_WORDS - len(" ".join(self._parts).split())

    def must(self, part: str) -> None:
        """Add what has to be said."""
        self._parts.append(part)

    def may(self, part: str) -> bool:
        """Add what fits; whether it did."""
        fits = len(part.split()) <= self.room
        if fits:
            self._parts.append(part)
        return fits

    def text(self) -> str:
        """The message; with nothing to say, the explicit pass."""
        return " ".join(self._parts) or PASS


def answer_all(notes: Notes, draft: Draft, lie: float, rng: Random) -> None:
    """Answer whoever has asked, truly but for one time in 1/`lie`."""
    for asker, questions in notes.asked_me().items():
        truths = [truth(question, notes.secret) for question in questions]
        draft.must(answer_line(notes.roster.name_of(asker), [true != (rng.random() < lie) for true in truths]))


def truth(question: Question, secret: str) -> bool:
    """The true answer, as far as a bot can tell: exact for the bots' own forms.

    To any other question a bot says yes when some word of it is near its own in meaning.
    """
    query = query_in(question.text)
    holds = query.holds(secret) if query else None
    if holds is not None:
        return holds
    content = [word for word in fold_words(question.text) if len(word) > 3 and word not in EMPTY]
    return any((cosine(secret, word) or 0.0) > RELATED for word in content)


@lru_cache(maxsize=1024)
def barred_landmarks(secret: str) -> frozenset[str]:
    """The landmarks that a player with this word had better not say: they give it away or name its category."""
    names = next((entry.names for entry in load_pool() if entry.word == secret), ())
    return frozenset(
        landmark
        for landmark in places()
        if self_reveal(landmark, secret) or any(self_reveal(landmark, name) for name in names)
    )


def saying(barred: Iterable[str], rng: Random) -> str:
    """A sentence that means nothing."""
    unsaid = set(barred)
    words = rng.sample([landmark for landmark in places() if landmark not in unsaid], 2)
    return rng.choice(SAYINGS).format(*words)
