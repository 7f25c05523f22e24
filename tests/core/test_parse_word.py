"""A word is one word: spelled as the player spelled it, and never picked out of several."""

import pytest

from keepmum.core.agent import Status
from keepmum.core.ask import Word
from keepmum.core.parse import read

CLUE = Word("clue")

STEAM = [
    *[
        "Steam",
        " Steam\n",
        "Steam.",
        "Steam!",
        "Steam,",
        '"Steam"',
        "'Steam'",
        "“Steam”",
        "‘Steam’",
        "«Steam»",
        "„Steam“",
    ],
    *[
        "**Steam**",
        "*Steam*",
        "_Steam_",
        "__Steam__",
        "`Steam`",
        "```\nSteam\n```",
        "```Steam```",
        "- Steam",
        "# Steam",
    ],
    *[
        '"Steam."',
        '"Steam".',
        '**"Steam"**',
        "**Steam**.",
        "Clue: Steam",
        "My clue: Steam",
        "My clue is: Steam",
        "Word: Steam",
    ],
    *[
        "**Clue:** Steam",
        "**Clue**: Steam",
        "Answer: Steam",
        "Final answer: Steam",
        "The word is: Steam",
        'Clue: "Steam"',
    ],
    *['My clue is "Steam"', "My clue is **Steam**.", "my clue is “Steam”.", "<answer>Steam</answer>", "\\boxed{Steam}"],
    *["<think>coal?</think>Steam", "Steam<think>coal</think>", "coal or iron</think>\nSteam", "\ufeffSteam\u200b"],
    *[
        '{"clue": "Steam"}',
        '{"word": "Steam"}',
        '{"clue": "Steam", "reason": "it is hot"}',
        '["Steam"]',
        '{"Clue": "Steam."}',
    ],
    *['```json\n{"clue": "Steam"}\n```', '{"clue": ["Steam"]}', 'Here is my answer: {"clue": "Steam"}'],
]

AS_SPELLED = [
    *[
        "steam",
        "STEAM",
        "日本",
        "Ärger",
        "Straße",
        "пар",
        "हिन्दी",
        "مرحبا",
        "שלום",
        "e\u0301clair",
        "Ｓｔｅａｍ",
        "증기",
    ],
    *[
        "O'Reilly",
        "O’Reilly",
        "rock'n'roll",
        "mother-in-law",
        "co‑op",
        "Jean-Luc",
        "can't",
        "H2O",
        "3D",
        "7up",
        "I",
        "None",
    ],
    *["a" * 40, "Sorry", "no", "true", "in-n-out"],
]

SEVERAL = [
    "Steam or Coal",
    "Steam/Coal",
    '["Steam","Coal"]',
    '{"clue": "Steam", "word": "Coal"}',
    "either Steam or Coal",
]

NOT = [
    *["steam steam", "Steam Steam", "Steam, Coal", "Steam and Coal", "Steam\nCoal", "Steam; Coal", "Steam Engine",
      "Steam—Coal"],
    *["S t e a m", "S-t-e-a-m", "S.T.E.A.M.", "S_t_e_a_m", "steam_engine", "Steam--engine", "-Steam", "Steam-",
      "dogs'", "'tis"],
    *["I'd say it has to do with machines", "My clue is Steam", "My clue is obvious", "I say Steam", "Steam it is",
      "It is Steam"],
    *["Steam (a form of water)", "(Steam)", "[Steam]", "[word]", "<word>", "{Steam}", "1. Steam", "#Steam",
      "Steam 🚂", "🚂 Steam"],
    *["Steam?", "Steam...", "Steam…", "...", "!", "🚂", "123", "42", "²", "x²", "½", "---", '"Steam', 'Steam"',
      "Steam™", "e.g."],
    *["Clue: Steam engine", "Clue: [word]", "Clue: 42", "Clue: 🚂", "Clue: a/b",
      "Reason: Steam", "Steam: hot water", "Steam - hot", "C++", "AT&T", "N/A", "~~Steam~~",
      "St**ea**m"],
    *["St\u200beam", "Steam\u202emaetS", "\u202eSteam", "\x1b[2J\x1b[31mSteam\x1b[0m", "Steam\x07", "Ste\x00am",
      "Steam\ud83d"],
    *["日本、東京", "<b>Steam</b>", '{"clue": "Steam engine"}', '{"clue": 5}', '{"clue": ""}', '{"hint": "Steam"}',
      '{"clue": "Steam'],
    *['{"clue": null}', '{"clue": {"de": "Dampf"}}', '{"clue": "S t e a m"}', '{"clue": "Steam", "clue": "Coal"}',
      "[]", "{}"],
    *["Steam is what I say", "Player 2: Steam", "The word", "<think>Steam", "Steam<think>", "a" * 41, "a" * 20_000],
]  # fmt: skip


@pytest.mark.parametrize("text", STEAM)
def test_one_word_counts(text: str) -> None:
    assert (read(CLUE, text).status, read(CLUE, text).action) == (Status.OK, "Steam")


@pytest.mark.parametrize("word", AS_SPELLED)
@pytest.mark.parametrize("frame", ["{}", "**{}**", "{}.", '{{"clue": "{}"}}'])
def test_the_spelling_is_the_players(word: str, frame: str) -> None:
    assert read(CLUE, frame.format(word)).action == word


@pytest.mark.parametrize("text", [*SEVERAL, *NOT])
def test_anything_else_is_not_guessed(text: str) -> None:
    assert read(CLUE, text).action is None
    assert not read(CLUE, text).ok


@pytest.mark.parametrize("text", SEVERAL)
def test_two_words_left_open_are_ambiguous(text: str) -> None:
    assert read(CLUE, text).status is Status.AMBIGUOUS


@pytest.mark.parametrize("text", ["Coal", "coal", "COAL.", "Côal", '{"clue": "Coal"}', "**coal**", "co-al"])
def test_a_word_that_was_said_is_illegal(text: str) -> None:
    reading = read(Word("clue", taken=("coal", "iron")), text)
    assert reading.status is Status.ILLEGAL
    assert "already" in reading.reason
    assert "coal, iron" in reading.reason


@pytest.mark.parametrize("text", ["a" * 41, "ä" * 50, '{"clue": "' + "a" * 41 + '"}', "x" * 1_000_000])
def test_a_word_beyond_the_limit_is_too_long(text: str) -> None:
    assert read(CLUE, text).status is Status.TOO_LONG


@pytest.mark.parametrize(
    "text", ["I can't", "I'm sorry, I can't give a clue.", "As an AI language model, I cannot", "I refuse"]
)
def test_a_refusal_is_told_apart(text: str) -> None:
    assert read(CLUE, text).status is Status.REFUSED


@pytest.mark.parametrize("text", ["", "  \n", "\u200b", "<think>Steam</think>"])
def test_nothing_is_empty(text: str) -> None:
    assert read(CLUE, text).status is Status.EMPTY


@pytest.mark.parametrize("text", ["🚂", "...", "42", "²", "?!", "½"])
def test_without_a_letter_there_is_no_word(text: str) -> None:
    assert read(CLUE, text).status is Status.UNPARSABLE


def test_the_reason_counts_the_words() -> None:
    assert read(CLUE, "hot white water").reason == '"hot white water" is 3 words. Answer with one word. Nothing else.'
