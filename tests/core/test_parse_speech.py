"""A speech is what was said, without private thought and without what would play tricks on a screen."""

import pytest

from keepmum.core.agent import Status
from keepmum.core.ask import Speech
from keepmum.core.parse import read

TALK = Speech("statement", 12)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("I think Player 2 knows the word.", "I think Player 2 knows the word."),
        ("  Hm.\n", "Hm."),
        ("one\ntwo", "one\ntwo"),
        ("one\r\ntwo\tthree", "one\ntwo three"),
        ("\x1b[2J\x1b[31mred\x1b[0m alert", "red alert"),
        ("\x1b]0;title\x07hello", "hello"),
        ("be\x07ep\x00", "beep"),
        ("abc\u202edef\u2066", "abcdef"),
        ("hidden\U000e0041\U000e0042", "hidden"),
        ("lone\ud83d", "lone"),
        ("👩\u200d🚒 and नहीं", "👩\u200d🚒 and नहीं"),
        ("<think>it is me</think>It is not me.", "It is not me."),
        ("it is me</think>It is not me.", "It is not me."),
        ('{"statement": "Not me."}', "Not me."),
        ('```json\n{"statement": "Not me."}\n```', "Not me."),
        ('{"statement": "Not me.", "reason": "I hide"}', "Not me."),
        ('{"statement": "<think>it is me</think>Not me."}', "Not me."),
        ("I'm sorry, I can't say.", "I'm sorry, I can't say."),
        ("[laughs] Me?", "[laughs] Me?"),
        ("{shrugs}", "{shrugs}"),
        ("...", "..."),
    ],
)
def test_what_is_said(text: str, said: str) -> None:
    assert read(TALK, text).action == said


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("", Status.EMPTY),
        (" \n\u200b", Status.EMPTY),
        ("\x1b[0m", Status.EMPTY),
        ("\u200d", Status.EMPTY),
        ("<think>only thought</think>", Status.EMPTY),
        ("<think>never ends. Not me.", Status.EMPTY),
        ("<th\x1b[0mink>it is me</th\x1b[0mink>", Status.EMPTY),
        ('{"statement": ""}', Status.EMPTY),
        ('{"statement": null}', Status.UNPARSABLE),
        ('{"statement": ["Not", "me"]}', Status.UNPARSABLE),
        ('{"mood": "Not me."}', Status.UNPARSABLE),
        ('{"statement": "Not me.', Status.UNPARSABLE),
        ('{"statement": "Not me.", "statement": "Me."}', Status.AMBIGUOUS),
        ("word " * 13, Status.TOO_LONG),
        ('{"statement": "' + "word " * 13 + '"}', Status.TOO_LONG),
        ("x" * 481, Status.TOO_LONG),
        ("x" * 1_000_000, Status.TOO_LONG),
    ],
)
def test_what_is_no_speech(text: str, status: Status) -> None:
    assert (read(TALK, text).status, read(TALK, text).action) == (status, None)


def test_the_limit_is_the_last_word_allowed() -> None:
    assert read(TALK, "word " * 12).ok


def test_the_reason_counts() -> None:
    assert read(TALK, "word " * 13).reason == "It has 13 words. Answer in at most 12 words. Nothing else."


@pytest.mark.parametrize("text", ["Not me.<|im_end|>", "<|assistant|>Not me.", "<|begin_of_thought|>it is me"])
def test_a_speech_with_a_models_control_tokens_is_no_speech(text: str) -> None:
    reading = read(TALK, text)
    assert (reading.status, reading.action) == (Status.UNPARSABLE, None)
    assert "control token" in reading.reason


def test_bars_and_brackets_of_ones_own_may_be_said() -> None:
    assert read(TALK, "a <| b |> c").action == "a <| b |> c"
