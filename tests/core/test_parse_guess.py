"""A guess among words: folded spelling counts, parts and inflections do not, and two candidates are ambiguous."""

import pytest

from keepmum.core.agent import Status
from keepmum.core.ask import Choice
from keepmum.core.parse import read

PERIODS = Choice(
    "guess",
    ("roman empire", "bronze age", "iron age", "stone age", "cold war", "ancient egypt", "renaissance", "age of sail"),
)
THINGS = Choice("guess", ("car", "scarf", "card", "plane", "planet", "tv", "television set", "art", "party", "war"))
FOOD = Choice(
    "guess", ("kfc", "in-n-out", "papa john's", "mcdonald's", "wendy's", "chick-fil-a", "burger king", "five guys")
)
BALLOT = Choice("vote", ("approve", "reject"))
YES_NO = Choice("confirmation", ("yes", "no"))
LANGUAGES = Choice("guess", ("C", "C++", "C#", "Java", "JavaScript"))

COUNTS = [
    *[(PERIODS, text, "bronze age") for text in (
        "bronze age", "Bronze Age", "BRONZE AGE!", "the bronze age", "bronze  age", "bronze-age", "bronze_age",
        "bronzeage",
        "bronze\nage", "Bronzé Age", "ｂｒｏｎｚｅ ａｇｅ",
        "“Bronze Age”", "«bronze age»", "*bronze age*", "bronze *age*",
        "It is the bronze age", "I guess bronze age", "I'll guess bronze age", "My guess is the Bronze Age.",
        "The secret word is \"bronze age\".", "Secret word: bronze age", "I think the secret word is bronze age.",
        "I think it's the bronze age", "Final answer: bronze age",
        "I considered the stone age. Final answer: bronze age",
        "The bronze age is my guess", "<answer>Bronze Age</answer>", "bronze age bronze age",
        "Bronze Age. Bronze Age.",
        "I guess the bronze age because the clues were about metal", "<think>stone age? iron age?</think>Bronze Age",
    )],
    *[(THINGS, text, "card") for text in ("card", "a card", "The card.", "Card!", "My word is card", "It's a card")],
    *[(THINGS, text, "television set") for text in ("television set", "a television set", "Television-Set",
      "televisionset")],
    *[(THINGS, text, "tv") for text in ("TV", "the tv", "T.V.", "a TV!")],
    *[(THINGS, text, "party") for text in ("party", "a party", "The word is party", "the word is a party")],
    *[(FOOD, text, "in-n-out") for text in ("In-N-Out", "In N Out", "in n out", "InNOut", "In'n'Out", "In‑N‑Out")],
    *[(FOOD, text, "mcdonald's") for text in ("mcdonalds", "McDonald’s", "MCDONALD'S", "McDonalds.", "Mc Donald's",
      "Mcdonaldʼs")],
    *[(FOOD, text, "wendy's") for text in ("Wendys", "wendy's.", "'Wendy's'", "Wendy’s!", "I choose Wendy's")],
    *[(FOOD, text, "chick-fil-a") for text in ("chick fil a", "Chickfila", "Chick-Fil-A.", "CHICK FIL-A")],
    *[(FOOD, text, "papa john's") for text in ("Papa Johns", "PAPA JOHN’S", "Papa-John's", "papajohns")],
    *[(BALLOT, text, "approve") for text in (
        "approve", "APPROVE", "Approve.", "[approve]", "I approve", "I approve.", "I approve this team",
        "I will approve",
        "I approve of this team.", "I vote approve", "I vote to approve", "My vote is approve",
        "My vote is to approve",
        "Vote: approve", "Approve! Approve!", "approve approve", "Approve. I approve.", "Approve the team",
        "I choose to approve", "I approve because the team is fine", '{"vote":"approve"}',
    )],
    *[(BALLOT, text, "reject") for text in ("reject", "I reject the proposal", "I must reject",
      "<think>approve?</think>reject")],
    *[(YES_NO, text, "yes") for text in ("Yes.", "Yes!", "Yes, I understand.", "Yes, I do",
      "Yes, I understand the rules.")],
    *[(YES_NO, text, "no") for text in ("No", "no no", "No, I don't", "No, I am not the chameleon",
      "My answer is no")],
    *[(LANGUAGES, text, text.strip(".").replace("c++", "C++").replace("c#", "C#")) for text in ("C", "C++", "c++",
      "C#.", "c#")],
]  # fmt: skip

NOT = [
    *[(PERIODS, text) for text in (
        "bronze", "age", "Roman", "Empire", "Romans", "roman empires", "roman empire's", "Ancient Egyptian",
        "age bronze",
        "bronze age or iron age", "bronze age / iron age", "stone age, iron age", "bronze and iron age", "cold wars",
        "It is not the bronze age", "not the bronze age", "anything but cold war", "cold war?", "Is it the cold war?",
        "It is not the bronze age, it is the iron age.", "The clues point to war, so cold war or something", "3",
        "#2",
        "2. cold war", "the third one", "the cold war or so", "cold war (maybe)", "I doubt it is the cold war",
        "ice age",
        "I guess the cold war because the iron age is too old", "no cold war", "~~cold war~~", "cold war 🙂",
        "no idea",
        "I'd have said cold war", "cold\u202ewar", "c\u0336o\u0336l\u0336d\u0336 war", "Renaissance fair",
        "pre-renaissance",
        "bronze, age", "It starts with bronze", "What about the cold war", "Player 2 thinks cold war",
        "cold war cold",
    )],
    *[(THINGS, text) for text in (
        "cars", "cards", "scarfs", "planes", "planets", "planetary", "start", "arts", "wars", "warplane", "carpet",
        "ar",
        "television", "set", "tv set", "car d", "car-d", "car card", "plane/planet", "a car or a card", "no car",
        "anti-war",
        "The word is card, like a car", "It is a bird, it is a plane", "not art", "art?", "carscarf", "2",
    )],
    *[(FOOD, text) for text in ("Burger", "King", "Kentucky Fried Chicken", "mcdonald", "Wendy", "5 guys",
      "In or out", "kfc or wendys")],
    *[(BALLOT, text) for text in (
        "approved", "approving", "approval", "disapprove", "I do not approve", "I don't approve", "not approve",
        "dis approve",
        "approve not", "neither", "both", "yes", "no", "approve?", "approve / reject", "approve or reject?",
        "I'd approve",
        "I can neither approve nor reject", "I cannot approve", "I refuse to approve", "I would approve",
        "non-approve",
        "[x] approve\n[ ] reject", "[ ] approve", "~~approve~~", "!approve", "-approve", "¬approve", "👎 approve", "✅",
        "approve ❌", "I approve, but reject next time", "Approve... no, reject", "approve reject approve",
        "unapprove",
        "a\u0336p\u0336p\u0336r\u0336o\u0336v\u0336e\u0336", '{"vote": true}', '{"approve": true}',
        '{"vote": "disapprove"}',
    )],
    *[(YES_NO, text) for text in ("yes no", "Yes and no", "No. Yes.", "Yes, I am not", "No, I understand", "not yes",
      "yeah", "No problem")],
    *[(LANGUAGES, text) for text in ("C+", "c plus plus", "Java or JavaScript", "Script", "C/C++")],
]  # fmt: skip


@pytest.mark.parametrize(("ask", "text", "action"), COUNTS)
def test_a_spelling_of_one_option_counts(ask: Choice, text: str, action: str) -> None:
    assert (read(ask, text).status, read(ask, text).action) == (Status.OK, action)


@pytest.mark.parametrize(("ask", "text"), NOT)
def test_anything_else_is_not_guessed(ask: Choice, text: str) -> None:
    assert read(ask, text).action is None
    assert not read(ask, text).ok


@pytest.mark.parametrize("text", ["Roman", "empire", "the Roman", "Bronze."])
def test_part_of_an_option_is_ambiguous(text: str) -> None:
    reading = read(PERIODS, text)
    assert reading.status is Status.AMBIGUOUS
    assert "only part of an option" in reading.reason


def test_what_no_option_spells_is_illegal() -> None:
    assert read(THINGS, "start").status is Status.ILLEGAL


def test_options_that_fold_to_the_same_need_their_own_spelling() -> None:
    ask = Choice("guess", ("re-cover", "recover"))
    assert read(ask, "re-cover").action == "re-cover"
    assert read(ask, "Recover").action == "recover"
    assert read(ask, "re cover").action is None


def test_an_option_that_reads_like_a_frame_is_still_itself() -> None:
    ask = Choice("guess", ("the word is", "word", "it is", "i"))
    for option in ask.options:
        assert read(ask, option.upper()).action == option


def test_an_option_inside_the_frame_makes_it_ambiguous() -> None:
    assert read(Choice("guess", ("vote", "steam")), "My vote is steam").action is None
