"""A kind of game: what a name on the command line stands for, and how one match of it is dealt."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Literal, TypeAlias

from keepmum.core.agent import Agent
from keepmum.core.bot import random_bot
from keepmum.core.event import Event, Fact
from keepmum.core.game import Game, Outcome
from keepmum.core.hidden import CodeMaker, Hidden, HiddenOf
from keepmum.core.options import read_options
from keepmum.core.study import UNSTUDIED, Study
from keepmum.core.view import Viewing


@dataclass(frozen=True, slots=True)
class Deal:
    """What is settled before a match begins.

    `draws` are the outcomes of chance that the deal fixes, by what they are about; chance draws the rest. `roles` names
    each seat's role, by which agents are assigned to seats; the referee reads it, no player does.
    """

    game: Game[Any]
    draws: Mapping[str, Outcome]
    roles: tuple[str, ...]


Dealer: TypeAlias = Callable[[Any, int, int], Deal]
Outcomes: TypeAlias = Callable[[Sequence[Event]], Mapping[str, bool | None]]
SeatOutcomes: TypeAlias = Callable[[Sequence[Event]], Sequence[Mapping[str, float | None]]]
Claims: TypeAlias = "Callable[[Sequence[Event]], tuple[Claim, ...]]"
Saying: TypeAlias = Callable[[Fact], "tuple[int, str] | None"]
Teller: TypeAlias = Callable[[Fact], str | None]
TellerOf: TypeAlias = Callable[[tuple[str, ...]], Teller]
BotMaker: TypeAlias = Callable[[Mapping[str, str]], Callable[[Random], Agent]]


@dataclass(frozen=True, slots=True)
class Measure:
    """A yes/no result of a match that a table counts. `label` is a column's heading."""

    name: str
    label: str


@dataclass(frozen=True, slots=True)
class SeatMeasure:
    """A result of one seat in a match, which a leaderboard averages by agent. `label` is a column's heading.

    `scale` says what the numbers are: "ratio" (0 or 1 a match), "share" (from 0 to 1) or "count".
    """

    name: str
    label: str
    scale: Literal["ratio", "share", "count"] = "ratio"


@dataclass(frozen=True, slots=True)
class Asking:
    """A direct question: who asked (0-based), and in which words."""

    asker: int
    text: str


@dataclass(frozen=True, slots=True)
class Claim:
    """An answer whose truth can be judged: event `number`, in which `seat` answers the question at `place`.

    `questions` are all that the `reply` answers, in their order; `hidden` is what the truth is held against.
    `truthful` is known where the game decides it, and is otherwise None.
    """

    number: int
    seat: int
    questions: tuple[Asking, ...]
    place: int
    reply: str
    hidden: str
    truthful: bool | None


@dataclass(frozen=True, slots=True)
class NoOptions:
    """The options of a game or a bot that has none."""


def _no_outcomes(events: Sequence[Event]) -> Mapping[str, bool | None]:
    return {}


def _no_seat_outcomes(events: Sequence[Event]) -> Sequence[Mapping[str, float | None]]:
    return ()


def _nothing_said(fact: Fact) -> tuple[int, str] | None:
    return None


def _nothing_claimed(events: Sequence[Event]) -> tuple[Claim, ...]:
    return ()


def _nothing_hidden(events: Sequence[Event]) -> tuple[Hidden, ...]:
    return ()


def _plainly(fact: Fact) -> str:
    return f"{fact.kind}: " + ", ".join(f"{name} {value}" for name, value in fact.named().items())


def random_bots(options: Mapping[str, str]) -> Callable[[Random], Agent]:
    """The bot that takes any legal action at random; it has no options. Raises OptionError when some are given."""
    read_options(NoOptions, options, "bot:random")
    return random_bot


@dataclass(frozen=True, slots=True)
class GameKind:
    """All that a run must know of a game, so that nothing outside the game's folder names it.

    `rules` is a frozen dataclass that is a Game; `options` one of what a user may set, with defaults.
    `deal(options, seed, match)` depends on its arguments and on nothing else. `outcomes(events)` gives each measure of
    a finished match as True, False, or None where the question did not arise. `bots` make players by name: options,
    then a generator of random numbers, give the agent of one seat in one match. `prompts` has a folder a script;
    without it language models cannot sit down.
    `tell` puts a fact into a line for onlookers, players counted from 1, or None where there is nothing to tell.
    A game whose `options` and `rules` have a field `names: tuple[str, ...] = ()` lets its players go by names, seat by
    seat, instead of by numbers; `teller(names)` is its `tell` for players of these names.
    `opponent` plays the seats that a person at the terminal leaves open.
    `seat_outcomes(events)` gives each seat's measures of a finished match, None where the question did not arise.
    `said(fact)` is the seat (0-based) and the text of a public utterance in free words, None for any other fact.
    `sides` gives the side of each role where several roles play together; a side stands for its roles in `--seat`.
    `claims(events)` are the answers of a match whose truth a judge may be asked.
    `hidden(events)` is what a finished match hid, with all that could tell of it; `codes` are the ways of speaking that
    are known exactly, by name: options give the code.
    `study` says how answers are compared, who can be whom, and what is a logical slip.
    `announced(rules)` are the options by which scripts put the rules of a match into words that was played elsewhere.
    `viewing` gives a seat's view of what is hidden when it is asked something, where what is said can be measured.
    """

    name: str
    title: str
    summary: str
    rules: type[Any]
    options: type[Any]
    deal: Dealer
    roles: tuple[str, ...]
    facts: tuple[type[Fact], ...]
    measures: tuple[Measure, ...] = ()
    outcomes: Outcomes = _no_outcomes
    bots: Mapping[str, BotMaker] = field(default_factory=lambda: {"random": random_bots})
    prompts: Path | None = None
    tell: Teller = _plainly
    opponent: str = "bot:random"
    seat_measures: tuple[SeatMeasure, ...] = ()
    seat_outcomes: SeatOutcomes = _no_seat_outcomes
    said: Saying = _nothing_said
    sides: Mapping[str, str] = field(default_factory=dict[str, str])
    claims: Claims = _nothing_claimed
    teller: TellerOf | None = None
    hidden: HiddenOf = _nothing_hidden
    codes: Mapping[str, CodeMaker] = field(default_factory=dict[str, CodeMaker])
    study: Study = UNSTUDIED
    viewing: Viewing | None = None
    announced: Callable[[Any], Mapping[str, Any]] | None = None

    def tell_of(self, names: tuple[str, ...]) -> Teller:
        """`tell`, for players who go by `names`, if by any."""
        return self.teller(names) if self.teller and names else self.tell
