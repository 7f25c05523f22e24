"""A set of seats is a plain list of players counted from 1; nothing is left out, added or guessed."""

import pytest

from keepmum.core.agent import Status
from keepmum.core.ask import Seats
from keepmum.core.parse import read

TEAM = Seats("team", 3, 6)
ONE = Seats("target", 1, 4)

ONE_THREE_FIVE = [
    *[
        "1, 3, 5",
        "1 3 5",
        "1,3,5",
        "1, 3, 5.",
        "1, 3, 5!",
        "[1,3,5]",
        "(1, 3, 5)",
        "{1, 3, 5}",
        "1;3;5",
        "1\n3\n5",
        "1 , 3 , 5",
    ],
    *[
        "- 1\n- 3\n- 5",
        "* Player 1\n* Player 3\n* Player 5",
        "5, 3, 1",
        "3 1 5",
        "１，３，５",
        "1、3、5",
        "1 & 3 & 5",
        "1, 3 & 5",
    ],
    *[
        "Players 1, 3 and 5",
        "Players 1, 3, and 5.",
        "players 1 3 5",
        "the players 1, 3, 5",
        "Player 1, 3 and 5",
        "1 and 3 and 5",
    ],
    *["Player 1, Player 3, Player 5", "Player 1 and Player 3 and Player 5", "Player 1 Player 3 Player 5", "P1, P3, P5"],
    *["#1, #3, #5", "Seats 1, 3 and 5", "seat 1, seat 3, seat 5", "Team: 1, 3, 5", "**Team:** 1, 3, 5", "**1, 3, 5**"],
    *[
        "My team is 1, 3 and 5.",
        "My team: Player 1, Player 3, Player 5",
        "The team is 1, 3, 5",
        "The players are 1, 3, 5",
        "My team consists of 1, 3, 5",
        "My proposal: 1, 3, 5",
    ],
    *[
        "I propose player 1, player 3, player 5.",
        "I propose 1, 3, 5",
        "I propose a team of 1, 3 and 5",
        "I choose players 1, 3, 5",
    ],
    *[
        "I propose the following team: 1, 3, 5",
        "I nominate 1, 3 and 5",
        "Final answer: 1, 3, 5",
        '"1, 3, 5"',
        "```\n1, 3, 5\n```",
    ],
    *[
        "Let me think. Final answer: 1, 3, 5",
        "<think>2, 4, 6</think>1, 3, 5",
        "<answer>1, 3, 5</answer>",
        '{"team": [1,3,5]}',
    ],
    *[
        '{"team": ["1","3","5"]}',
        '{"team": ["Player 1", "Player 3", "Player 5"]}',
        '{"team": "1, 3, 5"}',
        '{"players": [5,3,1]}',
    ],
    *[
        '{"team": [1,3,5], "reason": "2 and 4 are evil"}',
        "```json\n[1,3,5]\n```",
        'Here is my team: {"team": [1, 3, 5]}',
    ],
]

ILLEGAL = [
    *[
        "1, 3",
        "1,3",
        "2",
        "1, 3, 5, 6",
        "1, 1, 3",
        "1, 3, 3",
        "0, 1, 2",
        "5, 6, 7",
        "Players 1, 3 and 10",
        "135",
        "1, 3, 05",
    ],
    *[
        '{"team": [1,3]}',
        '{"team": [0,1,2]}',
        '{"team": [1,3,7]}',
        '{"team": [1,3,3]}',
        "1, 3, 5\n2, 4, 6",
    ],
    "99999999999999999999999999, 1, 2",
]

NOT = [
    *["1, 3 or 5", "1 or 3 or 5", "Not 1, 2 or 3", "not 1, 3, 5", "1, 3, not 5", "all but 1, 3, 5",
      "anyone but 2, 4, 6", "1 to 3"],
    *["1-3", "1-3-5", "1..3", "1/3/5", "1+3+5", "1.3.5", "-1, 3, 5", "1, 3, 5%", "1st, 3rd, 5th", "1, 3, 5?",
      "1,,3,5", "1, 3, 5..."],
    *["Everyone", "all", "me and the two next to me", "me, 3 and 5", "I, 3 and 5", "one, three, five",
      "Players one, three and five"],
    *["Team of 3: 1, 2, 4", "3 players: 1, 2, 4", "Quest 1: 2, 3, 4", "Team 2: 1, 3", "first round: 1, 3, 5",
      "Round 1: 3, 5, 6"],
    *["1. Player 2\n2. Player 3\n3. Player 4", "1, 3, 5 or 2, 4, 6", "1, 3, 5. Final answer: 2, 3, 4",
      "1, 3, 5 maybe"],
    *["Players 1, 3 and 5, because player 2 is suspicious", "My team is 2, 3, and 4. I leave out Player 1.",
      "1, 3, 5 but not 2"],
    *['{"team": [1,3,5], "leave_out": [2,4,6]}', '{"foo": [1,3,5]}', '{"team": {"a": 1}}', '{"team": [1,3,null]}',
      "[1,3,true]"],
    *['{"team": [[1,3,5]]}', '{"team": [1.5,3,5]}', '{"team": [1,3,5', '{"team": ["1 or 2", 3, 5]}',
      '{"team": [1,3,5], "team": [1,2,3]}'],
    *["1, 3, \u200b5", "1,\u202e3,5", "", "...", "🙂", "<think>1,3,5", "I'm sorry, I can't.", "Who: 1, 3, 5?",
      "is it 1, 3, 5", '{"team": []}'],
]  # fmt: skip


@pytest.mark.parametrize("text", ONE_THREE_FIVE)
def test_a_plain_list_counts(text: str) -> None:
    assert (read(TEAM, text).status, read(TEAM, text).action) == (Status.OK, (0, 2, 4))


@pytest.mark.parametrize("text", ILLEGAL)
def test_a_list_of_the_wrong_players_is_illegal(text: str) -> None:
    reading = read(TEAM, text)
    assert (reading.status, reading.action) == (Status.ILLEGAL, None)
    assert reading.reason.endswith(
        "Answer with the numbers of 3 different players from 1 to 6, separated by commas. Nothing else."
    )


@pytest.mark.parametrize("text", NOT)
def test_anything_else_is_not_guessed(text: str) -> None:
    assert read(TEAM, text).action is None
    assert not read(TEAM, text).ok


@pytest.mark.parametrize(
    "text", ["2", "Player 2", "I choose Player 2.", '{"target": 2}', "[2]", '{"target": [2]}', "#2", "2."]
)
def test_one_seat_is_named_like_a_vote(text: str) -> None:
    assert read(ONE, text).action == (1,)


@pytest.mark.parametrize("text", ["2 or 3", "2, 3", "not 2", "5", "2 2", "2-3", "I am Player 2", "[2, 3]"])
def test_one_seat_is_no_more_guessed_than_three(text: str) -> None:
    assert not read(ONE, text).ok


def test_the_reason_names_the_strange_player() -> None:
    assert read(TEAM, "1, 3, 9").reason.startswith('There is no player "9".')
