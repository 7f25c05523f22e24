"""A scoring agent answers with what is best by its model's numbers, exactly, and shows them in private."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from math import log
from random import Random
from typing import Any

import pytest
from puppet import Puppet, act, setting

from keepmum import registry
from keepmum.agents.score import score, spelled
from keepmum.agents.seam import Seating
from keepmum.agents.spec import parse_spec
from keepmum.agents.weighing import MOST_WORDS, likely
from keepmum.core import Choice, GameKind, Observation, Seats, Status, Word
from keepmum.core.view import View
from keepmum.games import avalon, chameleon, kuhn, secrets
from keepmum.games.chameleon.facts import Card, Clue, Identity, Order
from keepmum.models.budget import Budget, Budgeted, Limits
from keepmum.models.scoring import BudgetSpent, Scorer
from keepmum.models.seam import Message, ModelUnavailable, Request
from keepmum.play.match import play_match

WORDS = ("pizza", "taco", "soup", "curry")
CHANCES = {
    "pizza": {"cheese": 0.5, "hot": 0.2, "shell": 0.01, "bowl": 0.02, "food": 0.1},
    "taco": {"cheese": 0.1, "hot": 0.3, "shell": 0.4, "bowl": 0.01, "food": 0.1},
    "soup": {"cheese": 0.01, "hot": 0.3, "shell": 0.01, "bowl": 0.4, "food": 0.1},
    "curry": {"cheese": 0.01, "hot": 0.4, "shell": 0.01, "bowl": 0.2, "food": 0.1},
    "": {"cheese": 0.2, "hot": 0.3, "shell": 0.1, "bowl": 0.1, "food": 0.3},
}
"""P(clue | word), and by the topic alone."""


class Teller(Puppet):
    """Completes like a puppet, and scores by the word that a prompt names, or by `liking` for anything else."""

    def __init__(self, answers: Any = (), liking: Callable[[str], float] = len) -> None:
        super().__init__(answers)
        self.liking = liking
        self.scored: list[tuple[tuple[Message, ...], tuple[str, ...]]] = []

    async def score(self, prefix: Sequence[Message], continuations: Sequence[str]) -> tuple[float, ...]:
        self.scored.append((tuple(prefix), tuple(continuations)))
        text = prefix[-1].text
        if "guessing game" not in text:
            return tuple(float(self.liking(each)) for each in continuations)
        word = text.split('secret word is "')[1].split('"')[0] if "secret word is" in text else ""
        return tuple(log(CHANCES.get(word, {}).get(each, 0.001)) for each in continuations)


def told(secret: str | None, *clues: tuple[int, str]) -> tuple[Any, ...]:
    order = Order((1, 2, 3, 0))
    return (Card("Food", WORDS, 4), Identity(secret is None, secret), order, *(Clue(*clue) for clue in clues))


def scorer(model: Any, options: str = "", kind: GameKind = chameleon.KIND, number: int = 0) -> Any:
    spec = f"score:puppet?{options}" if options else "score:puppet"
    return score(parse_spec(spec), setting(kind, model))(Seating("run", 0, number, Random(0)))


VOTE, GUESS = Choice("vote", ("1", "2", "3", "4")), Choice("guess", WORDS)
CLUES = ((1, "shell"), (2, "bowl"), (3, "hot"), (0, "food"))


def test_the_vote_is_for_the_clue_least_likely_by_the_word_against_the_topic() -> None:
    """log(P(clue) / P(clue | taco)): shell -1.39, bowl 2.30, hot 0; its own (1.10) does not count."""
    model = Teller()
    reply = act(scorer(model), Observation(0, 4, told("taco", *CLUES), VOTE))
    assert reply.reading.action == "3"
    assert "scores: 3 2.30, 4 0.00, 2 -1.39" in reply.thought
    assert [call.text for call in reply.calls] == ["3"]
    assert len(model.scored) == 2
    assert model.requests == []


def test_what_a_seat_said_counts_together() -> None:
    clues = ((1, "shell"), (2, "hot"), (3, "cheese"), (0, "food"))
    assert act(scorer(Teller()), Observation(0, 4, told("taco", *clues), VOTE)).reading.action == "4"


def test_the_guess_is_the_word_by_which_the_others_clues_are_likeliest() -> None:
    """Sums of log P: soup .3 * .4 * .1 is ahead of curry .4 * .2 * .1; its own clue (cheese) does not count."""
    clues = ((1, "hot"), (2, "bowl"), (3, "food"), (0, "cheese"))
    reply = act(scorer(Teller()), Observation(0, 4, told(None, *clues), GUESS))
    assert reply.reading.action == "soup"
    assert f"soup {log(0.3 * 0.4 * 0.1):.2f}, curry {log(0.4 * 0.2 * 0.1):.2f}" in reply.thought


def test_one_who_does_not_know_suspects_by_what_the_others_said() -> None:
    """After shell, shell and bowl taco is all but certain, by which bowl is the least likely."""
    clues = ((1, "shell"), (2, "shell"), (3, "bowl"), (0, "food"))
    assert act(scorer(Teller()), Observation(0, 4, told(None, *clues), VOTE)).reading.action == "4"


@pytest.mark.parametrize(
    ("options", "said", "bits"),
    [
        ("", "shell", "tells 1.896 bits"),  # the likeliest; log2(4 * .4 / .43)
        ("level=1", "hot", "tells 0.000 bits"),  # 0.3 bits wanted: food 0, hot 0, cheese -0.63
        ("level=10", "shell", "tells 1.896 bits"),
    ],
)
def test_the_clue_is_the_likeliest_or_nearest_to_the_level(options: str, said: str, bits: str) -> None:
    model = Teller(["cheese", "hot", "two words", "shell", "food"])
    spec = "n=5" + (f"&{options}" if options else "")
    reply = act(scorer(model, spec), Observation(0, 4, told("taco"), Word("clue")))
    assert reply.reading.action == said
    assert bits in next(line for line in reply.thought.splitlines() if line.startswith(">"))
    assert "3 'two words' cannot be used" in reply.thought
    assert [call.step for call in reply.calls] == [*(f"draft {n}" for n in range(1, 6)), "score"]
    assert len({request.scope for request in model.requests}) == 5


def test_one_who_does_not_know_says_what_fits_what_was_said() -> None:
    model = Teller(["cheese", "shell", "bowl"])
    reply = act(scorer(model, "n=3"), Observation(0, 4, told(None, (1, "bowl")), Word("clue")))
    assert reply.reading.action == "bowl"


def test_what_was_said_is_in_the_talk_and_no_other_draft() -> None:
    model = Teller(lambda request: ["food", "shell", "hot"][len(model.requests) % 3])
    agent = scorer(model, "n=3")
    clue = act(agent, Observation(0, 4, told("taco"), Word("clue"))).reading.action
    assert clue == "shell"
    statement = Observation(0, 4, told("taco"), Choice("else", ("a", "bbb")))
    with pytest.raises(Exception, match="has no ask"):
        act(agent, statement)
    assert act(agent, Observation(0, 4, told("taco", (0, "shell")), VOTE)).reading.ok
    mine = [line.text for line in model.scored[-1][0] if line.speaker == "assistant"]
    assert mine == ["shell"]


def test_where_no_draft_can_be_used_the_reply_is_the_first_drafts() -> None:
    model = Teller(["two words", "", "three more words"])
    reply = act(scorer(model, "n=3"), Observation(0, 4, told("taco"), Word("clue")))
    assert reply.reading.status in (Status.UNPARSABLE, Status.ILLEGAL)
    assert len(reply.calls) == 3


def test_a_choice_about_nothing_hidden_is_the_likeliest_reply_to_the_talk() -> None:
    """Kuhn poker has no view: the options stand after the conversation, whose script is the game's."""
    if kuhn.KIND.prompts is None:
        kind = avalon.KIND
    else:
        kind = kuhn.KIND
    model = Teller(liking=lambda text: -len(text))
    agent = scorer(model, kind=kind)
    deal = kind.deal(kind.options(), 1, 0)
    match = asyncio.run(play_match(deal, [agent] * deal.game.players, Random(0), 1))
    first = model.scored[0]
    assert match.answers
    assert len(first[0]) >= 1
    assert all(isinstance(text, str) for text in first[1])


def test_seats_are_spelled_as_players_write_them() -> None:
    assert [spelled(action) for action in Seats("team", 2, 3).actions()] == ["1, 2", "1, 3", "2, 3"]


def mouth(request: Request) -> str:
    return "hot" if "one word" in request.messages[-1].text.splitlines()[-1] else "Hm, I wonder."


@pytest.mark.parametrize(
    ("kind", "rules"), [(chameleon.KIND, {}), (secrets.KIND, {"rounds": 1}), (avalon.KIND, {"players": 5})]
)
def test_whole_matches_are_played_in_every_game(kind: GameKind, rules: dict[str, Any]) -> None:
    model = Teller(mouth)
    sit = score(parse_spec("score:puppet?n=2"), setting(kind, model, **rules))
    deal = kind.deal(kind.options(**rules), 1, 0)
    agents = [sit(Seating("run", 0, seat, Random(seat))) for seat in range(deal.game.players)]
    match = asyncio.run(play_match(deal, agents, Random(0), 1))
    assert match.over, match.void


def test_a_model_without_log_probabilities_is_refused_by_name() -> None:
    with pytest.raises(ModelUnavailable, match=r"gives no log-probabilities.*hf/"):
        scorer(Puppet([]))


def test_the_wrappers_of_a_model_let_its_scores_through_and_count_them() -> None:
    budget = Budget(Limits(calls=2))
    model = Teller()
    found = Scorer(Budgeted(model, budget))
    line = (Message("user", "x"),)

    async def work() -> None:
        assert await found.score(line, ["a", "bb"]) == (1.0, 2.0)
        await found.score(line, ["a"])
        with pytest.raises(BudgetSpent, match="2 of 2 calls"):
            await found.score(line, ["a"])

    asyncio.run(work())
    assert budget.spent.calls == 2


@pytest.mark.parametrize("about", [VOTE, Word("clue")])
def test_a_budget_used_up_by_scores_is_the_replys_status(about: Any) -> None:
    model = Teller(["hot"])
    wrapped = Budgeted(model, Budget(Limits(calls=1)))
    agent = scorer(wrapped, "n=1")
    reply = act(agent, Observation(0, 4, told("taco", *CLUES), about))
    assert reply.reading.status is Status.OVER_BUDGET


def test_a_text_too_long_for_the_model_is_over_context() -> None:
    class Short(Teller):
        async def score(self, prefix: Sequence[Message], continuations: Sequence[str]) -> tuple[float, ...]:
            raise ValueError("9000 tokens are more than 8192")

    reply = act(scorer(Short()), Observation(0, 4, told("taco", *CLUES), VOTE))
    assert reply.reading.status is Status.OVER_CONTEXT


def test_of_many_words_some_are_weighed_and_the_truth_is_among_them() -> None:
    view = View("speak", "all", tuple(f"w{n}" for n in range(500)), 333, (), False)
    found = asyncio.run(likely(Scorer(Teller()), view, ["hot"]))
    assert len(found.words) <= MOST_WORDS
    assert found.truth is not None
    assert found.words[found.truth] == "w333"


def test_names_are_registered() -> None:
    assert registry.agent("score") is score
