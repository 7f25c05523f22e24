"""Transcripts replay, and moves that do not fit are refused by number."""

from __future__ import annotations

import pytest

from keepmum.core import Move, Over, replay
from keepmum.core.transcript import ReplayError
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
    ],
)
def test_what_does_not_fit_is_refused(moves: list[Move], says: str) -> None:
    with pytest.raises(ReplayError, match=says):
        replay(Kuhn(), moves)
