"""Kuhn poker: the smallest complete example of a game, and the first oracle (its value is -1/18 for seat 0).

Two players, three cards, one bet of one chip (H. W. Kuhn, "A simplified two-person poker", 1950).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from pathlib import Path
from random import Random

from keepmum.core import EVERYONE, Action, Asks, Chance, Choice, Deal, Event, Fact, GameKind, Over, Step, only
from keepmum.core.ask import require
from keepmum.core.game import Outcome, ask_of
from keepmum.core.kind import Measure, NoOptions, SeatMeasure

CARDS = ("jack", "queen", "king")
DEALS = tuple(permutations(CARDS, 2))
ENDINGS = {"pass pass": 1.0, "bet bet": 2.0, "pass bet bet": 2.0, "bet pass": 1.0, "pass bet pass": 1.0}


@dataclass(frozen=True, slots=True)
class Dealt(Fact):
    """Your card."""

    card: str


@dataclass(frozen=True, slots=True)
class Acted(Fact):
    """A seat passed or bet."""

    seat: int
    action: str


@dataclass(frozen=True, slots=True)
class Shown(Fact):
    """Both cards, at the end."""

    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class State:
    """The two cards once dealt, and the actions so far."""

    cards: tuple[str, ...] = ()
    actions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Kuhn:
    """The rules of Kuhn poker, for seats 0 and 1."""

    name = "kuhn"
    players = 2

    def start(self) -> Step[State]:
        """Nothing has been dealt and nobody knows anything."""
        return Step(State())

    def turn(self, state: State) -> Chance | Asks | Over:
        """The deal, then pass or bet in turn until the pot is settled."""
        if not state.cards:
            return Chance("cards", DEALS)
        stake = ENDINGS.get(" ".join(state.actions))
        if stake is None:
            return Asks(((len(state.actions) % 2, Choice("move", ("pass", "bet"))),))
        sign = 1 if self._winner(state) == 0 else -1
        return Over((sign * stake, -sign * stake), f"player {self._winner(state) + 1} wins {stake:.0f}")

    def draw(self, state: State, outcome: Outcome) -> Step[State]:
        """Each seat sees its own card."""
        dealt = tuple(Event(only(seat), Dealt(card)) for seat, card in enumerate(outcome))
        return Step(replace(state, cards=tuple(outcome)), dealt)

    def play(self, state: State, seat: int, action: Action) -> Step[State]:
        """Everyone sees what a seat does. Cards are shown when nobody folded."""
        require(ask_of(self.turn(state), seat), action)
        after = replace(state, actions=(*state.actions, str(action)))
        events = (Event(EVERYONE, Acted(seat, str(action))),)
        over = " ".join(after.actions) in ENDINGS
        showdown = over and after.actions[-2:] not in (("bet", "pass"),)
        return Step(after, (*events, Event(EVERYONE, Shown(state.cards))) if showdown else events)

    def _winner(self, state: State) -> int:
        if state.actions[-2:] == ("bet", "pass"):
            return len(state.actions) % 2
        return 0 if CARDS.index(state.cards[0]) > CARDS.index(state.cards[1]) else 1


def deal(options: NoOptions, seed: int, match: int) -> Deal:
    """The six deals in shuffled blocks of six, so that they are balanced over a run."""
    block, place = divmod(match, len(DEALS))
    order = Random(f"kuhn/{seed}/{block}").sample(DEALS, len(DEALS))
    return Deal(Kuhn(), {"cards": order[place]}, ("first", "second"))


def outcomes(events: Sequence[Event]) -> Mapping[str, bool | None]:
    """Whether the first seat won, and whether the cards were shown."""
    actions = [event.fact.action for event in events if isinstance(event.fact, Acted)]
    shown = [event.fact.cards for event in events if isinstance(event.fact, Shown)]
    if shown:
        return {"first": CARDS.index(shown[0][0]) > CARDS.index(shown[0][1]), "showdown": True}
    return {"first": len(actions) % 2 == 0, "showdown": False}


def seat_outcomes(events: Sequence[Event]) -> tuple[Mapping[str, float | None], ...]:
    """Whether each seat won, and how many chips it won or lost."""
    actions = " ".join(event.fact.action for event in events if isinstance(event.fact, Acted))
    chips = ENDINGS[actions] if outcomes(events)["first"] else -ENDINGS[actions]
    return tuple({"won": float(each > 0), "chips": each} for each in (chips, -chips))


def tell(fact: Fact) -> str | None:
    """A fact in words."""
    match fact:
        case Dealt(card=card):
            return f"your card is the {card}"
        case Acted(seat=seat, action=action):
            return f"player {seat + 1}: {action}"
        case Shown(cards=cards):
            return f"shown: {' and '.join(cards)}"
        case _:
            return None


KIND = GameKind(
    name="kuhn",
    title="Kuhn poker",
    summary="two players, three cards, one bet: the smallest game of hidden information",
    rules=Kuhn,
    options=NoOptions,
    deal=deal,
    roles=("first", "second"),
    facts=(Dealt, Acted, Shown),
    measures=(Measure("first", "first seat won"), Measure("showdown", "cards shown")),
    outcomes=outcomes,
    seat_measures=(SeatMeasure("won", "won"), SeatMeasure("chips", "chips won", "count")),
    seat_outcomes=seat_outcomes,
    prompts=Path(__file__).parent / "kuhn_prompts",
    tell=tell,
)
