"""A reader makes a reading of a text: the plain answers at once, all others with care."""

from __future__ import annotations

from keepmum.core.agent import Reading, Status
from keepmum.core.ask import Ask, Choice, Seats, Speech, Word
from keepmum.core.parse.choice import read_choice
from keepmum.core.parse.fault import fault, quoted
from keepmum.core.parse.frame import introduces
from keepmum.core.parse.keyed import NotJson, decoded, is_json, read_value
from keepmum.core.parse.plain import BLANK, hidden, plain, trimmed
from keepmum.core.parse.seats import read_seats
from keepmum.core.parse.speech import longest, read_speech
from keepmum.core.parse.thought import split_thought
from keepmum.core.parse.word import read_word, settled_word

LONGEST_ANSWER = 10_000


def read(ask: Ask, text: str) -> Reading:
    """What a player's free text comes to under `ask`.

    An action counts only if the text clearly commits to exactly this one; anything else gets the status that says why
    not, and a reason fit to be shown to the player. Never raises; takes time linear in the length of `text`.
    """
    if isinstance(ask, Choice) and text in ask.options:
        return Reading(Status.OK, text)
    if isinstance(ask, Word) and text.isascii() and text.isalpha():
        return settled_word(ask, text)
    return _read_answer(ask, _without_thought(text))


def _without_thought(text: str) -> str:
    """The answer in `text`. JSON is an answer as a whole: a tag in one of its texts is not the reply's own."""
    if "<" in text and text.lstrip()[:1] in ("{", "[") and len(text) <= LONGEST_ANSWER and is_json(text):
        return text
    return split_thought(text)[0]


def _read_answer(ask: Ask, answer: str) -> Reading:
    answer = trimmed(answer)
    if not answer:
        return fault(ask, Status.EMPTY, "There is no answer.")
    if len(answer) > _limit(ask):
        return fault(ask, Status.TOO_LONG, f"The answer has {len(answer)} characters.")
    if answer[0] in "{[":
        return _read_json(ask, answer)
    announced = "" if isinstance(ask, Speech) else _announced(answer)
    return _read_json(ask, announced) if announced else _read_text(ask, answer)


def _limit(ask: Ask) -> int:
    return LONGEST_ANSWER + (longest(ask) if isinstance(ask, Speech) else 0)


def _announced(answer: str) -> str:
    """The JSON after an introduction such as "Here is my vote:", or nothing."""
    if not answer.endswith(("}", "```")):
        return ""
    before, fence, after = answer.partition("```" if answer.endswith("```") else "{")
    value = trimmed(fence + after)
    return value if value[:1] == "{" and introduces(plain(before)) else ""


def _read_json(ask: Ask, answer: str) -> Reading:
    try:
        value = decoded(answer)
    except NotJson as error:
        if answer[1:].lstrip()[:1] == '"':
            return fault(ask, Status.UNPARSABLE, f"{quoted(answer)} is broken JSON: {error}.")
        return _read_text(ask, answer)
    return read_value(ask, value, _read_text)


def _read_text(ask: Ask, text: str) -> Reading:
    if isinstance(ask, Speech):
        return read_speech(ask, text)
    if isinstance(ask, Choice) and text in ask.options:
        return Reading(Status.OK, text)
    text = text.strip(BLANK)
    if not text:
        return fault(ask, Status.UNPARSABLE, "The answer is an empty text.")
    if hidden(text):
        return fault(ask, Status.UNPARSABLE, f"{quoted(text)} has invisible or control characters.")
    return _read_visible(ask, text)


def _read_visible(ask: Choice | Seats | Word, text: str) -> Reading:
    match ask:
        case Choice():
            return read_choice(ask, text)
        case Seats():
            return read_seats(ask, text)
        case Word():
            return read_word(ask, text)
