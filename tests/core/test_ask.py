"""Asks: what is legal, and what a refusal says."""

from __future__ import annotations

import pytest

from keepmum.core import Choice, IllegalAction, Seats, Speech, Word
from keepmum.core.ask import require

LEGAL = [
    (Choice("vote", ("1", "2")), "2"),
    (Seats("team", 2, 4), (0, 3)),
    (Word("clue"), "steam-engine"),
    (Word("clue"), "日本"),
    (Word("clue", taken=("steam",)), "Coal"),
    (Speech("statement", 3), "one two three"),
]
ILLEGAL = [
    (Choice("vote", ("1", "2")), "3", "1, 2"),
    (Choice("vote", ("1", "2")), "2 ", "not among"),
    (Seats("team", 2, 4), (3, 0), "increasing"),
    (Seats("team", 2, 4), (1, 1), "different"),
    (Seats("team", 2, 4), (0,), "set of 2"),
    (Seats("team", 2, 4), (0, 4), "from 1 to 4"),
    (Seats("team", 2, 4), "1,2", "set of 2"),
    (Word("clue"), "two words", "not one word"),
    (Word("clue"), "", "not one word"),
    (Word("clue"), "a\x00b", "not one word"),
    (Word("clue"), "x" * 41, "at most 40"),
    (Word("clue", taken=("steam",)), "STEAM", "said already"),
    (Speech("statement", 3), "one two three four", "at most 3"),
    (Speech("statement", 3), " \n", "says nothing"),
]


@pytest.mark.parametrize(("ask", "action"), LEGAL)
def test_legal(ask: Choice | Seats | Word | Speech, action: str | tuple[int, ...]) -> None:
    assert ask.refusal(action) is None
    require(ask, action)


@pytest.mark.parametrize(("ask", "action", "says"), ILLEGAL)
def test_illegal_is_refused_by_name(ask: Choice | Seats | Word | Speech, action: object, says: str) -> None:
    with pytest.raises(IllegalAction, match=says) as refusal:
        require(ask, action)  # type: ignore[arg-type]
    assert str(refusal.value).startswith(ask.about)


def test_what_can_be_listed_is_listed_and_legal() -> None:
    for ask in (Choice("vote", ("1", "2", "3")), Seats("team", 3, 6)):
        actions = list(ask.actions())
        assert len(actions) == ask.count() == len(set(actions))
        assert all(ask.refusal(action) is None for action in actions)


@pytest.mark.parametrize("ask", [Word("clue"), Speech("statement", 5)])
def test_words_cannot_be_listed(ask: Word | Speech) -> None:
    with pytest.raises(ValueError, match="cannot be listed"):
        ask.actions()
