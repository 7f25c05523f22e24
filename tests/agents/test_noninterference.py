"""What a seat may not know changes no byte of what its model is sent."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest
from puppet import Puppet, chatter, play

from keepmum.games import chameleon
from keepmum.games.chameleon import Chameleon
from keepmum.models.seam import Request

WORDS = ("pizza", "taco", "soup", "curry")
ACTIONS: dict[Any, Any] = {
    **{(who, "clue"): word for who, word in enumerate(("salt", "bowl", "heat", "lunch"))},
    **{(who, "vote"): vote for who, vote in enumerate(("2", "3", "2", "2"))},
    "statement": "I have nothing to say.",
    "tie_break": "2",
    "guess": "soup",
}
DRAWS: dict[str, Any] = {"secret": "taco", "chameleon": 3, "order": (2, 0, 3, 1), "tie_break": 1, "breaker": 0}


def obedient(request: Request) -> str:
    """Answers any ask, and any confirmation by what the prompt itself says."""
    text = request.messages[-1].text
    if "are you the chameleon" in text:
        return "no" if "not been picked" in text else "yes"
    if "Answer with one number" in text:
        return text.split("player number ")[1][0]
    last = text.splitlines()[-1]
    if "spelled exactly so: " in last and "yes or no" not in last:
        return last.split("exactly so: ")[1].split(",")[0]
    for sign, answer in {"yes or no": "yes", "one word": "word", "one player": "2"}.items():
        if sign in last:
            return answer
    return "Because."


def sent(who: int, script: str, fixed: dict[Any, Any], **rules: Any) -> list[Request]:
    """Every request of one seat in a match whose moves are all fixed, some of them otherwise than usual."""
    model = Puppet(obedient)
    agent = chatter(chameleon.KIND, model, f"script={script}", who, **rules)
    play(Chameleon("Food", WORDS, **rules), {**DRAWS, **fixed}, {who: agent}, {**ACTIONS, **fixed})
    assert model.requests
    return model.requests


@dataclass(frozen=True)
class Pair:
    """Two matches that differ in nothing that `who` may know."""

    what: str
    who: int
    one: dict[Any, Any]
    other: dict[Any, Any]
    rules: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.what


CAUGHT = {(who, "vote"): "4" for who in (0, 1, 2)}
PAIRS = [
    Pair("the secret, to the chameleon", 3, {}, {"secret": "curry"}),
    Pair("the secret, to the chameleon when caught", 3, CAUGHT, {**CAUGHT, "secret": "curry"}),
    Pair("the secret, to the chameleon in a discussion", 3, {}, {"secret": "soup"}, {"discussion": 2}),
    Pair("the secret, to the chameleon of sealed clues", 3, {}, {"secret": "soup"}, {"hearing": "sealed"}),
    Pair("the chameleon, to an early speaker", 0, {}, {"chameleon": 2}),
    Pair("the chameleon, to the last speaker", 1, {}, {"chameleon": 0}),
    Pair("the ballots, to a voter", 0, {}, {(1, "vote"): "1", (2, "vote"): "4"}),
    Pair("secret ballots, to the caught", 3, CAUGHT, {**CAUGHT, (1, "vote"): "3"}, {"ballots": "secret"}),
    Pair(
        "whose ballots they were, to the caught",
        3,
        {**CAUGHT, (0, "vote"): "1"},
        {**CAUGHT, (2, "vote"): "1"},
        {"ballots": "tally"},
    ),
]


@pytest.mark.parametrize("script", ["plain", "paper"])
@pytest.mark.parametrize("pair", PAIRS, ids=str)
def test_what_may_not_be_known_is_not_sent(script: str, pair: Pair) -> None:
    one, other = (sent(pair.who, script, fixed, **pair.rules) for fixed in (pair.one, pair.other))
    assert one == other
    guesses = [request for request in one if "your one guess" in request.messages[-1].text.casefold()]
    assert bool(guesses) == ("caught" in pair.what and script == "plain")


@pytest.mark.parametrize(("script", "until"), [("plain", 1), ("paper", 5)])
@pytest.mark.parametrize(("who", "hearing"), [(2, "open"), (1, "sealed")])
def test_clues_not_yet_heard_are_not_sent(script: str, until: int, who: int, hearing: str) -> None:
    clues = {(each, "clue"): "unheard" for each in range(4) if each != who}
    one, other = sent(who, script, {}, hearing=hearing), sent(who, script, clues, hearing=hearing)
    assert one[:until] == other[:until]
    assert "one word" in one[until - 1].messages[-1].text
    assert one[until:] != other[until:]


@pytest.mark.parametrize("script", ["plain", "paper"])
def test_what_may_be_known_is_sent(script: str) -> None:
    """The alarm rings: the same comparison finds a difference wherever one is allowed."""
    assert sent(0, script, {}) != sent(0, script, {"secret": "curry"})
    assert sent(0, script, {}) != sent(0, script, {(2, "clue"): "spice"})
    assert sent(3, script, {}) != sent(3, script, {"chameleon": 2})
