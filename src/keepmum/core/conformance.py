"""What every game must keep to. `check(kind)` plays random matches of a game, anyone's, and names the first breach."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

from keepmum.core.ask import Action, Ask, Choice, IllegalAction, Seats, Speech, Word
from keepmum.core.bot import random_action
from keepmum.core.event import Event, Fact
from keepmum.core.game import Asks, Chance, Game, Over, Step
from keepmum.core.kind import Deal, GameKind
from keepmum.core.transcript import Move, Transcript, can_draw, replay
from keepmum.core.tree import TreeSize, tree_size

WORDS = ("copper", "Furnace", "naïve", "steam-engine", "O'Reilly", "日本", "x")
SPEECHES = ("I say nothing.", "It is player 2, I am sure of it.", "“Quoted” — and\nover two lines.")
NEVER_LEGAL: tuple[Any, ...] = ("", " ", "two\twords", "\x00", (-1,), (0, 0), (999,), None, 7)
LONGEST_MATCH = 10_000


class ConformanceError(AssertionError):
    """A game broke one of the rules that all games keep. The text says which, and where."""


def check(kind: GameKind, options: Any = None, matches: int = 25, seed: int = 0) -> None:
    """Play `matches` random matches of `kind` and raise ConformanceError at the first breach.

    Held: rules are pure; illegal actions and seats out of turn are refused; answers given at once stay unseen until all
    are in; a seat sees its own action; equal knowledge gets equal asks; only declared facts happen; deals and matches
    repeat exactly; recorded moves replay to the same events; payoffs fit the seats; every measure has its outcome.
    """
    options = kind.options() if options is None else options
    asked: dict[tuple[int, tuple[Fact, ...]], Ask] = {}
    for match in range(matches):
        where = f"{kind.name}, seed {seed}, match {match}"
        deal = kind.deal(options, seed, match)
        _hold(deal == kind.deal(options, seed, match), where, "the same deal differs when dealt again")
        _hold(len(deal.roles) == deal.game.players, where, "there is not one role for each seat")
        played = _Playthrough(deal, where, asked).play(Random(f"{seed}/{match}"))
        again = _Playthrough(deal, where, asked).play(Random(f"{seed}/{match}"))
        _hold(played.events == again.events, where, "the same moves give other events when played again")
        _hold(tuple(played.events) == replay(deal.game, played.moves).events, where, "the moves replay to other events")
        _check_outcomes(kind, played.events, where)


def check_tree(game: Game[Any], expected: TreeSize) -> None:
    """Count a finite game's tree. More information sets than expected: something leaks; fewer: something is hidden."""
    size = tree_size(game)
    _hold(size == expected, game.name, f"its tree is {size}, not {expected}")


def _hold(kept: bool, where: str, breach: str) -> None:
    if not kept:
        raise ConformanceError(f"{where}: {breach}")


def _check_outcomes(kind: GameKind, events: Sequence[Event], where: str) -> None:
    known = set(kind.facts)
    for event in events:
        _hold(type(event.fact) in known, where, f"{type(event.fact).__name__} is not among the kind's facts")
        hash(event.fact)
    outcomes = kind.outcomes(events)
    for measure in kind.measures:
        _hold(measure.name in outcomes, where, f"measure {measure.name!r} has no outcome")


@dataclass
class _Playthrough:
    """One random match, watched closely."""

    deal: Deal
    where: str
    asked: dict[tuple[int, tuple[Fact, ...]], Ask]

    def play(self, rng: Random) -> Transcript[Any]:
        transcript: Transcript[Any] = Transcript(self.deal.game)
        fixed = dict(self.deal.draws)
        for _ in range(LONGEST_MATCH):
            turn = self.deal.game.turn(transcript.state)
            _hold(turn == self.deal.game.turn(transcript.state), self.where, "turn() is not pure")
            if isinstance(turn, Over):
                _hold(len(turn.returns) == self.deal.game.players, self.where, "there is not one payoff for each seat")
                _hold(bool(turn.ending), self.where, "the ending has no name")
                return transcript
            if isinstance(turn, Chance):
                self._draw(transcript, turn, fixed, rng)
            else:
                self._answer(transcript, turn, rng)
        raise ConformanceError(f"{self.where}: no end after {LONGEST_MATCH} turns")

    def _draw(self, transcript: Transcript[Any], chance: Chance, fixed: dict[str, Any], rng: Random) -> None:
        outcome = fixed.pop(chance.about, None)
        if outcome is None:
            outcome = _drawn(chance, rng)
        _hold(can_draw(chance, outcome), self.where, f"the deal fixes {chance.about} to what chance cannot draw")
        self._pure(transcript, lambda: self.deal.game.draw(transcript.state, outcome), f"draw({chance.about})")
        transcript.make(Move(None, chance.about, outcome))

    def _answer(self, transcript: Transcript[Any], turn: Asks, rng: Random) -> None:
        self._refuse_others(transcript, turn)
        owing = list(turn.owed)
        rng.shuffle(owing)
        waiting = {seat: list(transcript.heard(seat)) for seat, _ in owing}
        for seat, ask in owing:
            self._same_ask(seat, ask, transcript)
            self._refuse(transcript, seat, ask)
            _hold(waiting.pop(seat) == transcript.heard(seat), self.where, f"seat {seat} saw an answer before its own")
            action = _any_action(ask, rng)
            play = partial(self.deal.game.play, transcript.state, seat, action)
            self._pure(transcript, play, f"play({ask.about})")
            before = len(transcript.heard(seat))
            transcript.make(Move(seat, ask.about, action))
            _hold(len(transcript.heard(seat)) > before, self.where, f"seat {seat} does not see its own {ask.about}")

    def _pure(self, transcript: Transcript[Any], step: Callable[[], Step[Any]], name: str) -> None:
        before = copy.deepcopy(transcript.state)
        first = step()
        _hold(first == step(), self.where, f"{name} gives another answer the second time")
        _hold(before == transcript.state, self.where, f"{name} changed the state it was given")

    def _same_ask(self, seat: int, ask: Ask, transcript: Transcript[Any]) -> None:
        known = (seat, tuple(transcript.heard(seat)))
        before = self.asked.setdefault(known, ask)
        _hold(before == ask, self.where, f"seat {seat} knows the same but is asked {ask}, not {before}")

    def _refuse(self, transcript: Transcript[Any], seat: int, ask: Ask) -> None:
        for action in _illegal(ask):
            try:
                self.deal.game.play(transcript.state, seat, action)
            except IllegalAction as refusal:
                _hold(ask.about in str(refusal), self.where, f"the refusal of {action!r} does not name {ask.about!r}")
            else:
                raise ConformanceError(f"{self.where}: {ask.about} took the illegal action {action!r}")

    def _refuse_others(self, transcript: Transcript[Any], turn: Asks) -> None:
        owing = {seat for seat, _ in turn.owed}
        for seat in set(range(self.deal.game.players)) - owing:
            try:
                self.deal.game.play(transcript.state, seat, _any_action(turn.owed[0][1], Random(0)))
            except ValueError:
                continue
            raise ConformanceError(f"{self.where}: seat {seat} could act out of turn")


def _drawn(chance: Chance, rng: Random) -> Any:
    if chance.weights is None:
        return chance.outcomes[rng.randrange(len(chance.outcomes))]
    return rng.choices(chance.outcomes, chance.weights)[0]


def _illegal(ask: Ask) -> Iterator[Any]:
    return (action for action in NEVER_LEGAL if ask.refusal(action))


def _any_action(ask: Ask, rng: Random) -> Action:
    match ask:
        case Choice() | Seats():
            return random_action(ask, rng)
        case Word():
            return rng.choice([word for word in WORDS if ask.refusal(word) is None])
        case Speech():
            return rng.choice(SPEECHES)
