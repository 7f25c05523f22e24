"""The rules of the secret-word arena, from the article: speak in turn, keep your word, be first to guess another's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from keepmum.core import EVERYONE, REFEREE, Action, Asks, Chance, Event, Fact, Over, Speech, Step, only
from keepmum.core.ask import require
from keepmum.core.game import Outcome, ask_of
from keepmum.games.chameleon.orders import Orders
from keepmum.games.chameleon.reveal import fold
from keepmum.games.secrets.dialogue import is_pass
from keepmum.games.secrets.facts import (
    Announced,
    Extracted,
    Message,
    Order,
    Passed,
    Revealed,
    Round,
    Seated,
    Secret,
    Table,
)
from keepmum.games.secrets.naming import require_harmless, require_names
from keepmum.games.secrets.referee import Book, Hidden, Said, judge

MESSAGE_WORDS = 200
"""A longer message is refused, and asked for again."""

NOTHING_NOTED = Book()
MESSAGE = Speech("message", MESSAGE_WORDS)


class State(NamedTuple):
    """The referee's knowledge: the words dealt so far by seat, the order of speaking, turns taken, what is noted."""

    words: tuple[str, ...] = ()
    order: tuple[int, ...] = ()
    turns: int = 0
    book: Book = NOTHING_NOTED


@dataclass(frozen=True, slots=True)
class Secrets:
    """The arena for N >= 2 players over some rounds; each player's secret is another of `words`.

    `categories[i]` names the obvious category of `words[i]` (perhaps by nothing). `listed`: whether all are shown
    `words`. `announce`: whether a right first guess is told to all at once; otherwise, as in the article, nobody learns
    before the end whether a guess was right. `scores`: "cracks", the words a seat was first to guess, or "zero_sum",
    those less one for each seat that was so guessed. `names`: what the players are called, seat by seat, and all know;
    without names they go by numbers.
    """

    words: tuple[str, ...]
    categories: tuple[tuple[str, ...], ...]
    players: int = 4
    rounds: int = 5
    listed: bool = False
    announce: bool = False
    scores: Literal["cracks", "zero_sum"] = "cracks"
    names: tuple[str, ...] = ()
    name = "secrets"

    def __post_init__(self) -> None:
        if self.players < 2:
            raise ValueError(f"the arena needs at least 2 players, not {self.players}")
        if self.rounds < 1:
            raise ValueError(f"the arena needs at least 1 round, not {self.rounds}")
        if len(set(map(fold, self.words))) < max(len(self.words), self.players):
            raise ValueError(f"{self.players} players need as many words at least, all different: {self.words}")
        if len(self.categories) != len(self.words):
            raise ValueError(f"{len(self.words)} words need as many categories (an empty one will do)")
        if self.names:
            require_names(self.names, self.players)
            require_harmless(self.names, self.words, self.categories)

    def start(self) -> Step[State]:
        """All learn how the match goes, the words where they are listed, and who is called what."""
        listed = self.words if self.listed else ()
        table = Event(EVERYONE, Table(self.players, self.rounds, self.listed, listed))
        return Step(State(), (table, *([Event(EVERYONE, Seated(self.names))] if self.names else ())))

    def turn(self, state: State) -> Chance | Asks | Over:
        """The words one by one, the order, and then everybody in turn, round after round."""
        if len(state.words) < self.players:
            left = tuple(word for word in self.words if word not in state.words)
            return Chance(word_of(len(state.words)), left)
        if not state.order:
            return Chance("order", Orders(self.players))
        if state.turns < self.rounds * self.players:
            return Asks(((state.order[state.turns % self.players], MESSAGE),))
        return Over(tuple(map(float, self._scores(state))), "cracked" if state.book.cracks else "kept")

    def draw(self, state: State, outcome: Outcome) -> Step[State]:
        """A seat's word, which it alone learns, or the order of speaking."""
        if len(state.words) < self.players:
            told = Event(only(len(state.words)), Secret(str(outcome)))
            return Step(state._replace(words=(*state.words, str(outcome))), (told,))
        order = tuple(map(int, outcome))
        return Step(state._replace(order=order), (Event(EVERYONE, Order(order)), self._round(1)))

    def play(self, state: State, seat: int, action: Action) -> Step[State]:
        """What follows from a message or a pass: all hear it, and the referee notes what it comes to."""
        require(ask_of(self.turn(state), seat), action)
        said = Said(state.turns // self.players + 1, seat, str(action))
        book, noted = judge(state.book, said, self._hidden(state))
        after = state._replace(turns=state.turns + 1, book=book)
        spoken = Passed(said.round, seat) if is_pass(said.text) else Message(said.round, seat, said.text)
        told = (Event(EVERYONE, spoken), *(Event(REFEREE, fact) for fact in noted), *self._announced(state, noted))
        return Step(after, (*told, *self._next(after)))

    def _hidden(self, state: State) -> Hidden:
        names = tuple(self.categories[self.words.index(word)] for word in state.words)
        return Hidden(tuple(fold(word) for word in state.words), names, self.names)

    def _announced(self, state: State, noted: tuple[Fact, ...]) -> tuple[Event, ...]:
        if not self.announce:
            return ()
        cracks = [fact for fact in noted if isinstance(fact, Extracted) and fact.how == "guess"]
        return tuple(
            Event(EVERYONE, Announced(each.round, each.seat, each.victim, state.words[each.victim])) for each in cracks
        )

    def _next(self, state: State) -> tuple[Event, ...]:
        done, more = divmod(state.turns, self.players)
        if more:
            return ()
        return (self._round(done + 1) if done < self.rounds else self._revealed(state),)

    def _round(self, number: int) -> Event:
        return Event(EVERYONE, Round(number, self.rounds))

    def _revealed(self, state: State) -> Event:
        return Event(EVERYONE, Revealed(state.words, self._scores(state)))

    def _scores(self, state: State) -> tuple[int, ...]:
        made = [sum(seat == by for by, _ in state.book.cracks) for seat in range(self.players)]
        if self.scores == "cracks":
            return tuple(made)
        return tuple(count - state.book.cracked(seat) for seat, count in enumerate(made))


def word_of(seat: int) -> str:
    """What chance is asked for a seat's word."""
    return f"word_{seat + 1}"
