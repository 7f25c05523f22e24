"""A vote by number: one plain answer counts, and no digit is ever fished out of prose."""

import pytest

from keepmum.core.agent import Status
from keepmum.core.ask import Choice
from keepmum.core.parse import read

VOTE = Choice("vote", ("1", "2", "3", "4"))
TWELVE = Choice("vote", tuple(str(player) for player in range(1, 13)))

TWO = [
    *[
        "2",
        " 2 ",
        "2\n",
        "\t2",
        "2.",
        "2!",
        "2)",
        "(2)",
        "[2]",
        "{2}",
        "<2>",
        "((2))",
        "[[2]]",
        "#2",
        "# 2",
        "- 2",
        "* 2",
    ],
    *[
        "No. 2",
        "№ 2",
        "number 2",
        "Seat 2",
        "seat #2",
        "option 2",
        "P2",
        "P 2",
        "p2.",
        "Spieler 2",
        "Joueur 2",
        "the 2",
    ],
    *["Player 2", "player 2", "PLAYER 2!", "Player2", "player_2", "player  2", "Player number 2", "the player 2"],
    *['"2"', "'2'", "“2”", "«2»", "`2`", "```2```", "```\n2\n```", "**2**", "__2__", "***2***", "*Player 2*"],
    *[
        "Player **2**",
        "**Player 2**",
        "**Final Vote: Player 2**",
        "[Player 2]",
        "[vote: 2]",
        "\\boxed{2}",
        "$\\boxed{2}$",
    ],
    *["<answer>2</answer>", "<vote>Player 2</vote>", "２", "Player ２", "②", "٢", "2️⃣", "\ufeff2", "\u200b2\u200b"],
    *[
        "I vote for Player 2.",
        "I vote for 2",
        "i vote 2",
        "I'll vote for Player 2",
        "I will vote for 2",
        "Vote for player 2",
    ],
    *[
        "I'd like to vote for Player 2.",
        "I want to vote for Player 2.",
        "I am voting for Player 2.",
        "I'm voting for 2",
    ],
    *[
        "I choose 2",
        "I pick Player 2",
        "I select 2",
        "I accuse Player 2!",
        "I suspect Player 2",
        "I guess 2",
        "I go with 2",
    ],
    *[
        "I'm going with Player 2",
        "I definitely suspect Player 2",
        "I nominate 2",
        "Definitely 2",
        "definitely Player 2!",
    ],
    *["My vote is 2", "My vote is for Player 2.", "My vote goes to Player 2.", "My vote: 2", "My vote is: 2", "vote=2"],
    *[
        "Vote: 2",
        "vote 2",
        "**Vote:** Player 2",
        "**Vote**: 2",
        "Answer: 2",
        "Answer:\n\n2",
        "The answer is 2",
        "answer = 2",
    ],
    *["Final answer: 2", "final answer is 2", "My final answer is **2**.", "The answer is \\boxed{2}", "The vote is 2"],
    *["It is 2", "It's Player 2.", "I think it is Player 2.", "I think it's 2", "I believe it is 2", "2 is my vote"],
    *[
        "Player 2 is the chameleon",
        "I think Player 2 is the chameleon.",
        "I'm sure it's Player 2.",
        "I am voting Player 2",
        "The chameleon is Player 2.",
        "I think the chameleon is Player 2",
        "2 is the answer",
    ],
    *["Player 2 gets my vote", "2, final answer", "2 please", "So, I vote for 2.", "Therefore my vote is 2"],
    *["Sure! My vote is Player 2.", "Okay, I vote for Player 2.", "Here is my vote: 2", "I vote for:\n2"],
    *[
        "2 2 2",
        "2, 2",
        "2. 2. 2.",
        "2\n2",
        "2! 2!",
        "Player 2. Player 2.",
        "Player 2. I vote for Player 2.",
        "Vote: 2\nVote: 2",
    ],
    *["I vote for Player 2 because their clue was vague.", "I vote for Player 2, because Player 2 was vague"],
    *["I vote for Player 2. Their clue was vague.", "Vote: 2\nReason: vague clue"],
    *["Player 3 seems fine to me.\nFinal answer: 2", "Let me see. Player 3 is calm.\n\nAnswer: 2"],
    *["<think>3 or 4?</think>2", "<think>3</think>\n\nPlayer 2", "3</think>2"],
]

SEVERAL = [
    *[
        "1 or 2",
        "1 and 2",
        "both 1 and 2",
        "1, 2",
        "1 2",
        "1\n2",
        "1;2",
        "1/2",
        "1|2",
        "1 & 2",
        "1-2",
        "1–3",
        "2.3",
        "1+2",
    ],
    *["either 2 or 3", "Player 1 or Player 3", "players 2 and 3", "2 then 3", "not 2 but 3", "I vote for 2, not 3"],
    *[
        "Player 2... no wait, Player 3",
        "Player 2, no, 3",
        "2? 4?",
        "Who knows? 2? 4?",
        "4 4 3",
        "3/4 sure",
        "1. Player 3",
    ],
    *[
        "Player 2. I vote for Player 3.",
        "I vote for 2. Final answer: 3",
        "Answer: 2\nAnswer: 3",
        "Final answer: 3 or 4",
    ],
    *[
        "As player 3 I vote for player 4",
        "Player 2 said Steam, so it is Player 3",
        "It is not 2, it is 3",
        "1, 2, 3 and 4",
    ],
    *[
        "Not 1, not 2, not 3.",
        "I vote for Player 3 because Player 2 was fine",
        "Vote: 3\nReason: 2 is fine",
        "1\u20602, 3",
    ],
    *["<think>hm</think>1<think>hm</think>2", 'Player 2 said "Final answer: 3"', "(1) 2", "2 (not 3)"],
]

DOUBTED = [
    *[
        "not 2",
        "Not player 2",
        "Definitely not Player 2.",
        "no 2",
        "No, 2",
        "anyone but 2",
        "anyone except 2",
        "never 2",
    ],
    *[
        "I doubt it is 2",
        "I doubt it's Player 2.",
        "It is not 2",
        "I think Player 2 is not the chameleon",
        "I think not Player 2 is the chameleon",
        "I think Player 2 is the innocent",
        "it isn't 2",
        "I don't think it is 2",
        "clearly not 2",
    ],
    *[
        "I won't vote for 2",
        "I can't vote for 2",
        "I would never vote for 2",
        "vote against 2",
        "I vote against 2",
        "veto 2",
    ],
    *[
        "2 definitely not",
        "2 is wrong",
        "wrong: 2",
        "Wrong answer: 2",
        "2 is innocent",
        "Player 2 is not the chameleon",
    ],
    *[
        "maybe 2",
        "Perhaps Player 2",
        "probably 2",
        "Player 2, probably",
        "I would vote for 2",
        "possibly 2",
        "likely 2",
    ],
    *[
        "2?",
        "Is it 2",
        "Is it 2?",
        "Should I vote for 2?",
        "2 or not",
        "if not 2 then nobody",
        "Only 2",
        "Just 2",
        "2-ish",
    ],
    *["I believe Player 2", "I trust player 2", "I answer player 2", "I agree with Player 2", "I say Player 2"],
    *["I am player 2", "I'm Player 2", "I player 2", "This is player 2", "My name is Player 2", "As Player 2, I pass"],
    *[
        "Player 2:",
        "Player: 2",
        "Okay, Player 2",
        "Sure, Player 2",
        "Thanks, Player 2",
        "Hello Player 2",
        "Clearly, Player 2",
    ],
    *["in 2 rounds", "I have 2 suspects", "2 players", "2 clues", "2 votes", "Round 2", "Clue 2", "Guess 2", "Team 2"],
    *["Player 2's", "I vote for player 2's", "Player 2 (Bob)", "2 👍", "👉 2", "2 👎", "2😀", "'2", "2'", '"2'],
    *[
        "2...",
        "2…",
        "2,",
        "2;",
        "2:",
        "..2",
        "+2",
        "-2",
        "−2",
        "2.0",
        "2.5",
        "2/10",
        "02",
        "2nd",
        "2x",
        "0x2",
        "2%",
        "~2",
        "≈2",
    ],
    *[
        ">2",
        "<2",
        "> 2",
        "!2",
        "! 2",
        ". 2",
        "!2 !2",
        "≠2",
        "¬2",
        "~~2~~",
        "2\u0336",
        "2\u20e0",
        "²",
        "½",
        "2²",
        "2*2",
        "2+2",
        "2_2",
        "2x2",
    ],
    *["I vote for Player 2. Actually, wait.", "I vote for 2 because why not?", "I vote for 2 because I'm kidding"],
    *["I vote for 2 because it would be wrong", "Example:\nAnswer: 2", "Final answer: not 2", "I said Final answer: 2"],
    *[
        "The one who said 2 words",
        "2 because",
        "Player 2 " + "because " * 2000,
        "22",
        "2\u200b2",
        "\u202e2",
        "\x1b[1m2\x1b[0m",
    ],
    *[
        "2\x00",
        "1\x082",
        "<think>2",
        "<think>2</think>",
        "2<think>",
        "<answer>2",
        "2</answer>",
        "not <answer>2</answer>",
    ],
    *[
        "\\boxed{2} or none",
        "玩家不是2",
        "nicht 2",
        "pas 2",
        "2 no",
        "[not 2]",
        "{not: 2}",
        "two",
        "Player two",
        "II",
        "the second",
    ],
]


@pytest.mark.parametrize("text", TWO)
def test_a_plain_answer_counts(text: str) -> None:
    assert (read(VOTE, text).status, read(VOTE, text).action) == (Status.OK, "2")


@pytest.mark.parametrize("text", [*SEVERAL, *DOUBTED])
def test_anything_else_is_not_guessed(text: str) -> None:
    reading = read(VOTE, text)
    assert reading.action is None
    assert reading.status is not Status.OK


@pytest.mark.parametrize("text", [text for text in SEVERAL if "\u2060" not in text])
def test_two_answers_are_ambiguous(text: str) -> None:
    assert read(VOTE, text).status is Status.AMBIGUOUS


@pytest.mark.parametrize(
    "text", ["5", "0", "Player 10", "I vote for Player 7.", "1234", "99999999999999999999", '{"vote": 5}', "１０"]
)
def test_a_number_out_of_range_is_illegal(text: str) -> None:
    reading = read(VOTE, text)
    assert reading.status is Status.ILLEGAL
    assert "1, 2, 3 or 4" in reading.reason


@pytest.mark.parametrize(
    "text", ["None of them", "I am 100% sure", "The one who said Factory", "1st", "12", "everyone"]
)
def test_no_option_is_named(text: str) -> None:
    assert read(VOTE, text).status in (Status.ILLEGAL, Status.UNPARSABLE)


@pytest.mark.parametrize(
    ("text", "action"),
    [("12", "12"), ("Player 1", "1"), ("10!", "10"), ("1 2", None), ("1, 2", None), ("1.2", None), ("1-2", None)],
)
def test_digits_never_run_together(text: str, action: str | None) -> None:
    assert read(TWELVE, text).action == action


@pytest.mark.parametrize(
    "text",
    [
        "I'm sorry, but I can't take part in accusing others.",
        "As an AI, I cannot accuse 2",
        "I cannot vote for anyone.",
        "I refuse.",
        "I’m unable to do that.",
        "I must decline.",
    ],
)
def test_a_refusal_is_told_apart(text: str) -> None:
    assert read(VOTE, text).status is Status.REFUSED


@pytest.mark.parametrize("text", ["", " ", "\n\t ", "\u200b", "<think>hm</think>", "<think>2", "```\n```\n"])
def test_nothing_is_empty(text: str) -> None:
    assert read(VOTE, text).status in (Status.EMPTY, Status.UNPARSABLE)
    assert read(VOTE, text.replace("`", "")).status is Status.EMPTY


@pytest.mark.parametrize("text", ["...", "?", "!!!", "-", "🙂", '""', "**", "{}", "[]"])
def test_signs_are_unparsable(text: str) -> None:
    assert read(VOTE, text).status is Status.UNPARSABLE


def test_the_reason_says_what_was_wrong_and_what_is_allowed() -> None:
    assert read(VOTE, "1 or 3").reason == (
        "It names more than one option: 1, 3. Answer with the number of one player: 1, 2, 3 or 4. Nothing else."
    )


def test_the_reason_shows_nothing_that_moves_a_cursor() -> None:
    assert read(VOTE, "\x1b[2J" + "x" * 500).reason.isprintable()
    assert len(read(VOTE, "x" * 5000).reason) < 250
