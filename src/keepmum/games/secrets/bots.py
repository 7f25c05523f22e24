"""The arena's bots: one that asks and deduces, one that is silent, one that babbles, one that does anything."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from random import Random

from keepmum.core import Agent, Observation, Reply
from keepmum.core.kind import BotMaker, NoOptions
from keepmum.core.options import read_options
from keepmum.games.secrets.dialogue import PASS, Answer
from keepmum.games.secrets.forms import ask_line, query_in
from keepmum.games.secrets.guesses import guess_line
from keepmum.games.secrets.names import Roster
from keepmum.games.secrets.nearness import places
from keepmum.games.secrets.notes import Notes
from keepmum.games.secrets.pool import load_pool
from keepmum.games.secrets.suspicion import Suspicion
from keepmum.games.secrets.talk import Draft, answer_all, barred_landmarks, saying

LONGEST_RANDOM = 60
WORTH_TELLING = 0.05
GUESSING = 0.2
"""How readily the babbler adds a guess to a message."""


@dataclass(frozen=True, slots=True)
class AskOptions:
    """`questions`: at most so many a message. `sure`: how likely a word must be to be guessed.

    `lie`: how often it lies.
    """

    questions: int = 4
    sure: float = 0.7
    lie: float = 0.0

    def __post_init__(self) -> None:
        if not 1 <= self.questions <= 10:
            raise ValueError(f"questions is from 1 to 10, not {self.questions}")
        for name, value in (("sure", self.sure), ("lie", self.lie)):
            if not 0 <= value <= 1:
                raise ValueError(f"{name} is from 0 to 1, not {value}")


@dataclass(frozen=True, slots=True)
class BabbleOptions:
    """`lie`: how often it lies."""

    lie: float = 0.0

    def __post_init__(self) -> None:
        if not 0 <= self.lie <= 1:
            raise ValueError(f"lie is from 0 to 1, not {self.lie}")


def candidates(notes: Notes) -> tuple[str, ...]:
    """The words that another's secret may be: those listed, or else those of the project's pool; never one's own."""
    words = notes.listed or tuple(entry.word for entry in load_pool())
    return tuple(word for word in words if word != notes.secret)


class AskBot:
    """Asks one player what halves its candidates, guesses when sure, and in the last round all the same."""

    def __init__(self, options: AskOptions, rng: Random) -> None:
        self._options = options
        self._rng = rng
        self._notes: Notes | None = None
        self._suspicions: dict[int, Suspicion] = {}
        self._guessed: dict[int, str] = {}

    async def act(self, observation: Observation) -> Reply:
        """Answer, guess, ask."""
        notes = self._notes or Notes(observation.seat, observation.players)
        self._notes = notes
        answers = notes.hear(observation)
        self._deduce(notes, answers)
        draft = Draft()
        answer_all(notes, draft, self._options.lie, self._rng)
        chosen = self._guess(notes, draft)
        self._ask(notes, draft)
        return Reply.of(draft.text(), self._thought(notes.roster, chosen))

    def _deduce(self, notes: Notes, answers: list[Answer]) -> None:
        if not self._suspicions:
            words = candidates(notes)
            self._suspicions = {seat: Suspicion(words) for seat in range(notes.players) if seat != notes.seat}
        for answer in answers:
            query = query_in(answer.question.text)
            if query and answer.polarity in ("yes", "no") and answer.question.asked in self._suspicions:
                self._suspicions[answer.question.asked].learn(query, answer.polarity == "yes")
        for victim, word in notes.cracked.items():
            for seat, suspicion in self._suspicions.items():
                if seat != victim:
                    suspicion.rule_out(word)

    def _open(self, notes: Notes) -> Iterator[int]:
        """Whose word is still worth finding: nearest to certainty first, and those that do not answer last."""
        seats = [seat for seat in self._suspicions if seat not in notes.cracked and seat not in self._guessed]
        order = {seat: self._rng.random() for seat in seats}
        return iter(
            sorted(seats, key=lambda seat: (notes.evaded[seat], -self._suspicions[seat].likeliest()[1], order[seat]))
        )

    def _guess(self, notes: Notes, draft: Draft) -> set[int]:
        """Guess; whose words."""
        chosen: set[int] = set()
        for victim in self._open(notes):
            _, weight = self._suspicions[victim].likeliest()
            word = self._suspicions[victim].any_likeliest(self._rng)
            if (weight >= self._options.sure or notes.last_round) and draft.may(
                guess_line(notes.roster.name_of(victim), word)
            ):
                self._guessed[victim] = word
                chosen.add(victim)
        return chosen

    def _ask(self, notes: Notes, draft: Draft) -> None:
        if notes.last_round:
            return  # the answer would come too late
        for victim in self._open(notes):
            most = self._options.questions
            queries = self._suspicions[victim].questions(most, barred_landmarks(notes.secret), self._rng)
            while queries and not draft.may(ask_line(notes.roster.name_of(victim), queries)):
                queries.pop()
            if queries:
                return

    def _thought(self, roster: Roster, chosen: set[int]) -> str:
        """The likeliest word of each, of equals the one guessed, where it is worth telling or was guessed just now."""
        found: list[str] = []
        for seat, suspicion in self._suspicions.items():
            word, weight = suspicion.likeliest(self._guessed.get(seat))
            if weight >= WORTH_TELLING or seat in chosen:
                found.append(f"{roster.told(seat)}: {word} {weight:.2f}")
        return "; ".join(found)


class BabbleBot:
    """Answers what it is asked, talks of nothing, and now and then guesses at random."""

    def __init__(self, options: BabbleOptions, rng: Random) -> None:
        self._options = options
        self._rng = rng
        self._notes: Notes | None = None

    async def act(self, observation: Observation) -> Reply:
        """Answer, and babble."""
        notes = self._notes or Notes(observation.seat, observation.players)
        self._notes = notes
        notes.hear(observation)
        draft = Draft()
        answer_all(notes, draft, self._options.lie, self._rng)
        draft.may(saying(barred_landmarks(notes.secret), self._rng))
        if self._rng.random() < GUESSING:
            draft.may(random_guess(notes, self._rng))
        return Reply.of(draft.text())


class SilentBot:
    """Always passes, whatever it is asked."""

    async def act(self, observation: Observation) -> Reply:
        """Pass."""
        return Reply.of(PASS)


class RandomBot:
    """Passes, guesses, asks or says any words, each as likely, with no regard for its word or the length asked for."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._notes: Notes | None = None

    async def act(self, observation: Observation) -> Reply:
        """Do anything."""
        notes = self._notes or Notes(observation.seat, observation.players)
        self._notes = notes
        notes.hear(observation)
        doings: tuple[Callable[[Notes], str], ...] = (self._words, self._guess, self._ask, lambda _: PASS)
        return Reply.of(self._rng.choice(doings)(notes))

    def _words(self, notes: Notes) -> str:
        known = (*candidates(notes), notes.secret, *places())
        return " ".join(self._rng.choice(known) for _ in range(self._rng.randint(1, LONGEST_RANDOM)))

    def _guess(self, notes: Notes) -> str:
        return random_guess(notes, self._rng)

    def _ask(self, notes: Notes) -> str:
        queries = Suspicion(candidates(notes)).questions(1, (), self._rng)
        return ask_line(notes.roster.name_of(_other(notes, self._rng)), queries)


def random_guess(notes: Notes, rng: Random) -> str:
    """A guess of any word at any other player."""
    return guess_line(notes.roster.name_of(_other(notes, rng)), rng.choice(candidates(notes)))


def _other(notes: Notes, rng: Random) -> int:
    return rng.choice([seat for seat in range(notes.players) if seat != notes.seat])


def _ask(options: Mapping[str, str]) -> Callable[[Random], Agent]:
    read = read_options(AskOptions, options, "bot:ask")
    return lambda rng: AskBot(read, rng)


def _babble(options: Mapping[str, str]) -> Callable[[Random], Agent]:
    read = read_options(BabbleOptions, options, "bot:babble")
    return lambda rng: BabbleBot(read, rng)


def _silent(options: Mapping[str, str]) -> Callable[[Random], Agent]:
    read_options(NoOptions, options, "bot:silent")
    return lambda rng: SilentBot()


def _random(options: Mapping[str, str]) -> Callable[[Random], Agent]:
    read_options(NoOptions, options, "bot:random")
    return RandomBot


BOTS: Mapping[str, BotMaker] = {"ask": _ask, "silent": _silent, "babble": _babble, "random": _random}
