"""The rules of The Chameleon, from section 3.1 of the paper: one clue each, one vote, one second chance."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple

from keepmum.core import EVERYONE, REFEREE, Action, Ask, Asks, Chance, Choice, Event, Over, Speech, Step, Word, only
from keepmum.core.ask import require
from keepmum.core.fold import fold
from keepmum.core.game import Outcome, ask_of
from keepmum.games.chameleon.facts import (
    Accused,
    Appointed,
    Ballot,
    Ballots,
    Card,
    Clue,
    Guess,
    Identity,
    Order,
    Revealed,
    SealedClue,
    SelfReveal,
    Statement,
    Tally,
    Tie,
)
from keepmum.games.chameleon.orders import Orders
from keepmum.games.chameleon.reveal import self_reveal

STATEMENT_WORDS = 60
NOBODY = -1
ANY_WORD = Word("clue")


class State(NamedTuple):
    """The referee's knowledge. Words are indices into the card; clues stand in the order they came in.

    A named tuple and not a dataclass: a match makes a dozen of them, and replacing a field costs a third.
    """

    secret: int = NOBODY
    chameleon: int = NOBODY
    order: tuple[int, ...] = ()
    clues: tuple[tuple[int, str], ...] = ()
    statements: int = 0
    ballots: tuple[int, ...] = ()
    breaker: int = NOBODY
    accused: int = NOBODY
    guess: str | None = None


@dataclass(frozen=True, slots=True)
class Chameleon:
    """The Chameleon for N >= 3 players and a card of K >= 2 words.

    `repeat`: whether a clue may be said again. `discussion`: rounds of talk before the vote. `hearing`: clues are heard
    as they are said ("open") or all at once when the last is in ("sealed"). `ballots`: after the vote everyone learns
    who voted for whom ("open"), the counts ("tally") or only who was accused ("secret"). `tie_break`: among those with
    most votes "chance" decides, or a randomly appointed "player". `lexicon`: the only words that may be said; with one
    the game's tree is finite.
    """

    category: str
    words: tuple[str, ...]
    players: int = 4
    repeat: bool = True
    discussion: int = 0
    hearing: Literal["open", "sealed"] = "open"
    ballots: Literal["open", "tally", "secret"] = "open"
    tie_break: Literal["chance", "player"] = "chance"
    lexicon: tuple[str, ...] = ()
    name = "chameleon"

    def __post_init__(self) -> None:
        if self.players < 3:
            raise ValueError(f"The Chameleon needs at least 3 players, not {self.players}")
        if len(self.words) < 2 or len(set(self.words)) < len(self.words):
            raise ValueError(f"the card {self.category!r} needs at least 2 words, all different")
        if self.lexicon and not self.repeat and len(self.lexicon) < self.players:
            raise ValueError("a lexicon without repeats needs at least as many words as players")

    def start(self) -> Step[State]:
        """Everyone sees the card."""
        return Step(State(), (Event(EVERYONE, Card(self.category, self.words, self.players)),))

    def turn(self, state: State) -> Chance | Asks | Over:
        """The deal, the clues, the talk, the vote, the tie, the guess, the end."""
        return (
            self._deal(state)
            or self._clues(state)
            or self._talk(state)
            or self._vote(state)
            or self._tie(state)
            or self._second_chance(state)
            or self._over(state)
        )

    def draw(self, state: State, outcome: Outcome) -> Step[State]:
        """What follows from the deal or from the breaking of a tie."""
        if state.secret == NOBODY:
            return Step(state._replace(secret=self.words.index(outcome)))
        if state.chameleon == NOBODY:
            return self._identities(state._replace(chameleon=int(outcome)))
        if not state.order:
            return self._ordered(state, tuple(outcome))
        if self.tie_break == "player":
            return Step(state._replace(breaker=int(outcome)), (Event(EVERYONE, Appointed(int(outcome))),))
        return self._accuse(state, int(outcome), ())

    def play(self, state: State, seat: int, action: Action) -> Step[State]:
        """What follows from a clue, a statement, a vote, a tie-breaker's word or a guess."""
        ask = ask_of(self.turn(state), seat)
        require(ask, action)
        said = str(action)
        match ask.about:
            case "clue":
                return self._clue(state, seat, said)
            case "statement":
                return self._statement(state, seat, said)
            case "vote":
                return self._ballot(state, seat, said)
            case "tie_break":
                return self._accuse(state, int(said) - 1, ())
            case _:
                return self._guess(state, seat, said)

    # -- the stages, in order: each gives the turn that is due, or None when it is done

    def _deal(self, state: State) -> Chance | None:
        if state.secret == NOBODY:
            return Chance("secret", self.words)
        if state.chameleon == NOBODY:
            return Chance("chameleon", range(self.players))
        return None if state.order else Chance("order", Orders(self.players))

    def _clues(self, state: State) -> Asks | None:
        given = len(state.clues)
        if given == self.players:
            return None
        if self.hearing == "open":
            return Asks(((state.order[given], self._clue_ask(state)),))
        waiting = set(range(self.players)) - {seat for seat, _ in state.clues}
        return Asks(tuple((seat, self._clue_ask(State())) for seat in sorted(waiting)))

    def _clue_ask(self, state: State) -> Ask:
        taken = () if self.repeat else tuple(fold(clue) for _, clue in state.clues)
        if self.lexicon:
            return Choice("clue", tuple(word for word in self.lexicon if fold(word) not in taken))
        return Word("clue", taken) if taken else ANY_WORD

    def _talk(self, state: State) -> Asks | None:
        if state.statements >= self.discussion * self.players:
            return None
        return Asks(((state.order[state.statements % self.players], Speech("statement", STATEMENT_WORDS)),))

    def _vote(self, state: State) -> Asks | None:
        if NOBODY not in state.ballots:
            return None
        ask = vote_ask(self.players)
        return Asks(tuple((seat, ask) for seat, suspect in enumerate(state.ballots) if suspect == NOBODY))

    def _tie(self, state: State) -> Chance | Asks | None:
        if state.accused != NOBODY:
            return None
        tied = most_voted(state.ballots)
        if self.tie_break == "chance":
            return Chance("tie_break", tied)
        if state.breaker == NOBODY:
            return Chance("breaker", range(self.players))
        return Asks(((state.breaker, Choice("tie_break", tuple(str(seat + 1) for seat in tied))),))

    def _second_chance(self, state: State) -> Asks | None:
        if state.accused != state.chameleon or state.guess is not None:
            return None
        return Asks(((state.chameleon, Choice("guess", self.words)),))

    def _over(self, state: State) -> Over:
        ending = ending_of(state, self.words)
        sign = 1.0 if ending == "caught" else -1.0
        return Over(tuple(-sign if seat == state.chameleon else sign for seat in range(self.players)), ending)

    # -- what follows

    def _identities(self, state: State) -> Step[State]:
        secret = self.words[state.secret]
        return Step(
            state,
            tuple(
                Event(only(seat), Identity(True, None) if seat == state.chameleon else Identity(False, secret))
                for seat in range(self.players)
            ),
        )

    def _ordered(self, state: State, order: tuple[int, ...]) -> Step[State]:
        after = state._replace(order=order, ballots=(NOBODY,) * self.players)
        return Step(after, (Event(EVERYONE, Order(order)),))

    def _clue(self, state: State, seat: int, word: str) -> Step[State]:
        after = state._replace(clues=(*state.clues, (seat, word)))
        how = self_reveal(word, self.words[state.secret])
        aside = (Event(REFEREE, SelfReveal(seat, how)),) if how else ()
        if self.hearing == "open":
            return Step(after, (Event(EVERYONE, Clue(seat, word)), *aside))
        sealed = (Event(only(seat), SealedClue(seat, word)), *aside)
        return Step(after, sealed if len(after.clues) < self.players else (*sealed, *_read_out(after)))

    def _statement(self, state: State, seat: int, text: str) -> Step[State]:
        return Step(state._replace(statements=state.statements + 1), (Event(EVERYONE, Statement(seat, text)),))

    def _ballot(self, state: State, seat: int, suspect: str) -> Step[State]:
        vote = int(suspect) - 1
        ballots = (*state.ballots[:seat], vote, *state.ballots[seat + 1 :])
        after = state._replace(ballots=ballots)
        own = (Event(only(seat), Ballot(seat, vote)),)
        return Step(after, own) if NOBODY in ballots else self._count(after, own)

    def _count(self, state: State, events: tuple[Event, ...]) -> Step[State]:
        if self.ballots == "open":
            events = (*events, Event(EVERYONE, Ballots(state.ballots)))
        elif self.ballots == "tally":
            events = (*events, Event(EVERYONE, Tally(tuple(map(state.ballots.count, range(self.players))))))
        tied = most_voted(state.ballots)
        if tied[1:]:
            return Step(state, (*events, Event(EVERYONE, Tie(tied))))
        return self._accuse(state, tied[0], events)

    def _accuse(self, state: State, seat: int, events: tuple[Event, ...]) -> Step[State]:
        after = state._replace(accused=seat)
        events = (*events, Event(EVERYONE, Accused(seat, seat == state.chameleon)))
        return Step(after, events if seat == state.chameleon else (*events, self._reveal(state)))

    def _guess(self, state: State, seat: int, word: str) -> Step[State]:
        return Step(state._replace(guess=word), (Event(EVERYONE, Guess(seat, word)), self._reveal(state)))

    def _reveal(self, state: State) -> Event:
        return Event(EVERYONE, Revealed(state.chameleon, self.words[state.secret]))


@lru_cache(maxsize=64)
def vote_ask(players: int) -> Choice:
    """The vote: any player by number, oneself too."""
    return Choice("vote", tuple(str(seat + 1) for seat in range(players)))


def most_voted(ballots: tuple[int, ...]) -> tuple[int, ...]:
    """The seats with the most votes, in increasing order."""
    counts = [ballots.count(seat) for seat in range(len(ballots))]
    most = max(counts)
    return tuple(seat for seat, count in enumerate(counts) if count == most)


def ending_of(state: State, words: tuple[str, ...]) -> str:
    """How it ended: the chameleon "escaped" the vote, "guessed" the word, or was "caught" for good."""
    if state.accused != state.chameleon:
        return "escaped"
    return "guessed" if state.guess == words[state.secret] else "caught"


def _read_out(state: State) -> tuple[Event, ...]:
    said = dict(state.clues)
    return tuple(Event(EVERYONE, Clue(seat, said[seat])) for seat in state.order)
