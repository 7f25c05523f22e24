"""What The Chameleon hides, and its bots' own codes: how a chameleon that knows the code reads the clues.

The eavesdropper is the chameleon, who knows which clue is its own and learns nothing from it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import inf

from keepmum.core import Event
from keepmum.core.event import seen
from keepmum.core.hidden import Code, CodeMaker, Hidden, Utterance, evenly
from keepmum.core.kind import NoOptions
from keepmum.core.options import read_options
from keepmum.games.chameleon.bots.revealing import meaning_of
from keepmum.games.chameleon.bots.schedule import Announcement, best_sizes, next_book
from keepmum.games.chameleon.bots.table import Table
from keepmum.games.chameleon.bots.words import WordsOptions, speech
from keepmum.games.chameleon.facts import Card, Clue, Revealed

Row = Sequence[float]


def hidden(events: Sequence[Event]) -> tuple[Hidden, ...]:
    """The secret word among the card's, all as likely, and the clues in order. Only the chameleon does not know it."""
    facts = [event.fact for event in events]
    card = next(fact for fact in facts if isinstance(fact, Card))
    end = next(fact for fact in facts if isinstance(fact, Revealed))
    said = tuple(
        Utterance(number, fact.seat, fact.word, fact.seat != end.chameleon)
        for number, fact in enumerate(facts)
        if isinstance(fact, Clue)
    )
    friends = tuple(seat for seat in range(card.players) if seat != end.chameleon)
    words = card.words
    return (Hidden("word", "words", words, words.index(end.secret), evenly(len(words)), None, friends, said),)


def _only(candidates: Iterable[str], left: Callable[[str], bool]) -> Row:
    return [0.0 if left(word) else -inf for word in candidates]


def revealing_code(events: Sequence[Event], hidden: Hidden) -> Sequence[Row]:
    """A clue of bot:revealing means one word; one that means none tells nothing."""
    meant = [meaning_of(hidden.candidates, said.text) for said in hidden.utterances]
    return [_only(hidden.candidates, lambda word, w=each: w in (None, word)) for each in meant]


@dataclass(frozen=True, slots=True)
class SpeechCode:
    """The code of bot:words at a level: exact where clues may be repeated, which is the default."""

    level: int
    ordered: bool = False

    def __call__(self, events: Sequence[Event], hidden: Hidden) -> Sequence[Row]:
        """Each clue is read for itself."""
        model = speech(hidden.candidates, self.level)
        columns = [model.clues.columns[word] for word in hidden.candidates]
        return [model.of(said.text)[columns].tolist() for said in hidden.utterances]


def schedule_code(events: Sequence[Event], hidden: Hidden) -> Sequence[Row]:
    """The code of bot:schedule, as the chameleon reads it.

    The chameleon announces a word it imagines. Whether the secret was in its set shows in the next clue that is not
    free: the others go on in the code only if it was, and say something bland otherwise.
    """
    chameleon = next(seat for seat in range(len(hidden.friends) + 1) if seat not in hidden.friends)
    table = Table()
    table.read(chameleon, seen(events, chameleon))
    sizes = best_sizes(len(table.order), len(table.words))
    reader = _Reader(table, (), sizes if not table.sealed else (len(table.words),) * len(sizes))
    return [reader.read(said) for said in hidden.utterances]


@dataclass
class _Reader:
    """Decodes one clue after another; `bluff` is the chameleon's set while nobody has shown what it was worth."""

    table: Table
    made: tuple[Announcement, ...]
    sizes: tuple[int, ...]
    bluff: frozenset[str] | None = None

    def read(self, said: Utterance) -> Row:
        book = next_book(self.table, self.made, self.sizes)
        left = book.denotes(said.text) if book else None
        self.made = (*self.made, Announcement(said.seat, book, left))
        if book is None or book.silent:
            return _only(self.table.words, lambda _: True)
        if not said.informed:
            self.bluff = left
            return _only(self.table.words, lambda word: left is None or word in left)
        out, self.bluff = self.bluff or frozenset(), None
        return _only(self.table.words, lambda word: word not in out if left is None else word in left)


def _plain(code: Code, name: str) -> CodeMaker:
    def make(options: Mapping[str, str]) -> Code:
        read_options(NoOptions, options, f"the code {name!r}")
        return code

    return make


def _speech(options: Mapping[str, str]) -> Code:
    return SpeechCode(read_options(WordsOptions, options, "the code 'speech'").level)


CODES: Mapping[str, CodeMaker] = {
    "schedule": _plain(schedule_code, "schedule"),
    "revealing": _plain(revealing_code, "revealing"),
    "speech": _speech,
}
"""The codes of bot:schedule, bot:revealing and bot:words (level=5), by name."""
