"""Transcripts replay, and moves that do not fit are refused by number."""

from __future__ import annotations

import pytest

from keepmum.core import Chance, Move, Over, Step, replay
from keepmum.core.transcript import ReplayError
from keepmum.games.chameleon.rules import Chameleon
from keepmum.games.kuhn import Kuhn

GAME = [Move(None, "cards", ("king", "jack")), Move(0, "move", "bet"), Move(1, "move", "bet")]


def test_a_whole_game_replays_to_its_end() -> None:
    replayed = replay(Kuhn(), GAME)
    assert replayed.over == Over((2, -2), "player 1 wins 2")
    assert replay(Kuhn(), GAME[:2]).over is None


@pytest.mark.parametrize(
    ("moves", "says"),
    [
        ([Move(0, "move", "bet")], "move 0 .*expect chance to draw cards"),
        ([GAME[0], Move(1, "move", "bet")], "move 1 .*player 1 to answer move"),
        ([GAME[0], Move(0, "vote", "bet")], "move 1 .*does not fit"),
        ([GAME[0], Move(0, "move", "fold")], "move 1 .*'fold' is not among the options"),
        ([*GAME, Move(0, "move", "bet")], "it is over"),
        ([Move(None, "cards", ("king", "king"))], r"move 0 \(cards, chance\): \('king', 'king'\) cannot be drawn"),
    ],
)
def test_what_does_not_fit_is_refused(moves: list[Move], says: str) -> None:
    with pytest.raises(ReplayError, match=says):
        replay(Kuhn(), moves)


TIED = [
    Move(None, "secret", "cat"),
    Move(None, "chameleon", 0),
    Move(None, "order", (2, 0, 3, 1)),
    *(Move(seat, "clue", said) for seat, said in ((2, "fur"), (0, "tail"), (3, "milk"), (1, "paw"))),
    *(Move(seat, "vote", voted) for seat, voted in enumerate("2323")),
]


def test_chance_draws_only_what_it_can() -> None:
    game = Chameleon("Animals", ("cat", "dog", "cow"), players=4)
    assert replay(game, [*TIED, Move(None, "tie_break", 2)]).over
    edits = ((11, "tie_break", 0), (0, "secret", "hen"), (1, "chameleon", 4), (2, "order", (0, "a", 1, None)))
    for number, about, choice in edits:
        with pytest.raises(ReplayError, match=f"move {number} .*{about}, chance.*cannot be drawn"):
            replay(game, [*TIED[:number], Move(None, about, choice)])


class Loaded:
    """A coin that falls on its head, always."""

    name, players = "loaded", 1

    def start(self) -> Step[str]:
        return Step("")

    def turn(self, state: str) -> Chance | Over:
        return Over((0.0,), state) if state else Chance("coin", ("head", "tail"), (1, 0))

    def draw(self, state: str, outcome: str) -> Step[str]:
        return Step(outcome)

    def play(self, state: str, seat: int, action: object) -> Step[str]:
        raise AssertionError


def test_an_outcome_of_weight_nothing_is_never_drawn() -> None:
    assert replay(Loaded(), [Move(None, "coin", "head")]).over
    with pytest.raises(ReplayError, match="'tail' cannot be drawn"):
        replay(Loaded(), [Move(None, "coin", "tail")])
