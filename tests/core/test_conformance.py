"""The conformance check: every registered game passes it, and each breach is found and named."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest

from keepmum import registry
from keepmum.core import EVERYONE, Action, Asks, Chance, Choice, Deal, Event, Fact, GameKind, Over, Step, only
from keepmum.core.conformance import ConformanceError, check, check_tree
from keepmum.core.tree import TreeSize
from keepmum.games import kuhn


@pytest.mark.parametrize("name", registry.names(registry.GAMES))
def test_every_registered_game_conforms(name: str) -> None:
    check(registry.game(name))


def test_kuhn_has_the_tree_that_is_known() -> None:
    check_tree(kuhn.Kuhn(), TreeSize(positions=55, ends=30, information_sets=12))


class Peeking(kuhn.Kuhn):
    """Everyone sees everyone's card."""

    def draw(self, state: kuhn.State, outcome: object) -> Step[kuhn.State]:
        step = super().draw(state, outcome)
        return Step(step.state, tuple(Event(EVERYONE, event.fact) for event in step.events))


def test_a_leak_changes_the_number_of_information_sets() -> None:
    with pytest.raises(ConformanceError, match="information_sets=24"):
        check_tree(Peeking(), TreeSize(55, 30, 12))


@dataclass(frozen=True, slots=True)
class Shown(Fact):
    """A hand, once both are shown."""

    hands: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Own(Fact):
    """One's own hand."""

    seat: int
    hand: str


@dataclass(frozen=True)
class Hands:
    """Two players choose a hand at once: the smallest simultaneous game."""

    name = "hands"
    players = 2

    def start(self) -> Step[tuple[str, ...]]:
        return Step(("", ""))

    def turn(self, state: tuple[str, ...]) -> Chance | Asks | Over:
        ask = Choice("hand", ("left", "right"))
        owed = tuple((seat, ask) for seat in range(2) if not state[seat])
        won = 1.0 if state[0] == state[1] else -1.0
        return Asks(owed) if owed else Over((won, -won), "shown")

    def draw(self, state: tuple[str, ...], outcome: object) -> Step[tuple[str, ...]]:
        raise AssertionError

    def play(self, state: tuple[str, ...], seat: int, action: Action) -> Step[tuple[str, ...]]:
        from keepmum.core.ask import require
        from keepmum.core.game import ask_of

        require(ask_of(self.turn(state), seat), action)
        after = tuple(str(action) if each == seat else hand for each, hand in enumerate(state))
        own = Event(self.audience(seat), Own(seat, str(action)))
        return Step(after, (own,) if "" in after else (own, Event(EVERYONE, Shown(after))))

    def audience(self, seat: int) -> object:
        return only(seat)


def kind_of(game: Hands) -> GameKind:
    return replace(
        kuhn.KIND,
        name="hands",
        rules=Hands,
        deal=lambda options, seed, match: Deal(game, {}, ("first", "second")),
        facts=(Own, Shown),
        measures=(),
        outcomes=lambda events: {},
    )


def test_a_simultaneous_game_conforms() -> None:
    check(kind_of(Hands()))


class Loud(Hands):
    def audience(self, seat: int) -> object:
        return EVERYONE


class Forgetful(Hands):
    def audience(self, seat: int) -> object:
        return only()


class Lenient(Hands):
    def play(self, state: tuple[str, ...], seat: int, action: Action) -> Step[tuple[str, ...]]:
        return super().play(state, seat, action if action in ("left", "right") else "left")


class OutOfTurn(Hands):
    def turn(self, state: tuple[str, ...]) -> Chance | Asks | Over:
        turn = super().turn(state)
        return Asks(turn.owed[:1]) if isinstance(turn, Asks) else turn

    def play(self, state: tuple[str, ...], seat: int, action: Action) -> Step[tuple[str, ...]]:
        return Hands().play(state, seat, action)


class Mutating(Hands):
    """Remembers outside the state."""

    def __init__(self) -> None:
        object.__setattr__(self, "seen", [])

    def turn(self, state: tuple[str, ...]) -> Chance | Asks | Over:
        self.seen.append(state)  # type: ignore[attr-defined]
        turn = super().turn(state)
        if isinstance(turn, Over) and len(self.seen) % 2:  # type: ignore[attr-defined]
            return Over(turn.returns, "odd")
        return turn


class Undeclared(Hands):
    def start(self) -> Step[tuple[str, ...]]:
        return Step(("", ""), (Event(EVERYONE, kuhn.Dealt("jack")),))


@pytest.mark.parametrize(
    ("game", "breach"),
    [
        (Loud(), "saw an answer before its own"),
        (Forgetful(), "does not see its own hand"),
        (Lenient(), "took the illegal action"),
        (OutOfTurn(), "could act out of turn"),
        (Mutating(), "not pure|differs"),
        (Undeclared(), "not among the kind's facts"),
    ],
)
def test_each_breach_is_named(game: Hands, breach: str) -> None:
    with pytest.raises(ConformanceError, match=breach):
        check(kind_of(game))


class Whispering(kuhn.Kuhn):
    """Asks in another order when the opponent holds the king, which the asked seat cannot know."""

    def turn(self, state: kuhn.State) -> Chance | Asks | Over:
        turn = super().turn(state)
        if isinstance(turn, Asks) and state.cards[1 - turn.owed[0][0]] == "king":
            return Asks(((turn.owed[0][0], Choice("move", ("bet", "pass"))),))
        return turn


def test_equal_knowledge_must_get_equal_asks() -> None:
    def deal(options: object, seed: int, match: int) -> Deal:
        dealt = kuhn.KIND.deal(options, seed, match)
        return replace(dealt, game=Whispering())

    with pytest.raises(ConformanceError, match="knows the same but is asked"):
        check(replace(kuhn.KIND, deal=deal))


class Loaded(kuhn.Kuhn):
    """Only one deal has a weight."""

    def turn(self, state: kuhn.State) -> Chance | Asks | Over:
        turn = super().turn(state)
        return replace(turn, weights=(0, 0, 0, 1, 0, 0)) if isinstance(turn, Chance) else turn


@pytest.mark.parametrize("draws", [{}, {"cards": kuhn.DEALS[3]}])
def test_chance_with_weights_conforms(draws: dict[str, object]) -> None:
    check(replace(kuhn.KIND, deal=lambda options, seed, match: Deal(Loaded(), draws, ("first", "second"))))


def test_a_deal_that_chance_gives_no_weight_is_a_breach() -> None:
    never = Deal(Loaded(), {"cards": kuhn.DEALS[0]}, ("first", "second"))
    with pytest.raises(ConformanceError, match="fixes cards to what chance cannot draw"):
        check(replace(kuhn.KIND, deal=lambda options, seed, match: never))
