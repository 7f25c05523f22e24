"""A guard says the draft that tells nearest to its target, loses no call, remembers what it said, and knows no more."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from puppet import Puppet, act, play
from puppet import setting as plain_setting

from keepmum import assembly, registry
from keepmum.agents.drafts import together
from keepmum.agents.guard import GuardOptions, guard, taken_apart
from keepmum.agents.seam import Seating, Setting
from keepmum.agents.spec import parse_spec
from keepmum.core import Call, Choice, GameKind, Observation, Reading, Reply, Speech, Status, Word
from keepmum.core.options import OptionError
from keepmum.core.view import Metered, Told, View
from keepmum.games import chameleon, kuhn, secrets
from keepmum.games.chameleon.facts import Card, Clue, Identity, Order
from keepmum.games.secrets.facts import Message, Secret, Table
from keepmum.play.match import Played, play_match

WORDS = ("pizza", "taco", "soup", "curry")
KNOWS = (Card("Food", WORDS, 4), Identity(False, "taco"), Order((2, 0, 1, 3)), Clue(2, "hot"))
CLUE = Observation(0, 4, KNOWS, Word("clue"))
BITS = {"shell": 1.9, "corn": 1.2, "food": 0.1, "maize": 1.2, "ice": -1.0, "tortilla": 1.9}
"""What each text adds, to a meter that is told."""


def told(view: View, texts: Sequence[str]) -> Metered:
    shows = {"maize": 2.0}
    return Metered(0.25, tuple(Told(BITS[text], shows.get(text, BITS[text])) for text in texts))


class Drafter:
    """An agent that drafts what it is given, one line for each twin, and remembers what it was asked."""

    def __init__(self, lines: Sequence[Any], made: list[Drafter]) -> None:
        self.lines, self.made, self.place = lines, made, len(made)
        self.asked: list[Observation] = []
        made.append(self)

    async def act(self, observation: Observation) -> Reply:
        self.asked.append(observation)
        if observation.ask.about != "clue":
            return Reply.of("2")
        line = self.lines[(self.place - 1) % len(self.lines)]
        line = line[len(self.asked) - 1] if isinstance(line, list) else line
        call = Call("drafter", "p", str(line))
        if isinstance(line, Status):
            return Reply(Reading(line, None, f"why {self.place}"), "mumble", calls=(call,))
        return Reply(Reading(Status.OK, line), line, f"thought {line}", (call,))


def guarded(lines: Sequence[Any], options: str = "", meter: Any = told) -> tuple[Any, list[Drafter]]:
    made: list[Drafter] = []

    def prepare(spec: Any, setting: Setting) -> Any:
        return lambda seating: Drafter(lines, made)

    base = plain_setting(chameleon.KIND, Puppet([]))
    setting = replace(base, meter=lambda listener, temperature: meter, prepare=prepare)
    spec = f"guard:bot:words?guard.n={len(lines)}" + (f"&{options}" if options else "")
    return guard(parse_spec(spec), setting)(Seating("run", 0, 0, Random(0))), made


@pytest.mark.parametrize(
    ("target", "lines", "said"),
    [
        ("guard.target=1.0", ["shell", "corn", "food"], "corn"),
        ("guard.target=0.5bits", ["shell", "corn", "food"], "food"),
        ("guard.target=0", ["ice", "shell", "food"], "food"),
        ("guard.target=1.55", ["shell", "corn"], "shell"),  # as near: what shows friends most
        ("guard.target=1.2", ["corn", "maize"], "maize"),
        ("guard.target=3", ["tortilla", "shell"], "tortilla"),  # alike in all: the first
        ("guard.target=schedule", ["shell", "food", "ice"], "food"),  # of 4 words 4 players the second says nothing
    ],
)
def test_the_draft_nearest_to_the_target_is_said(target: str, lines: list[str], said: str) -> None:
    agent, _ = guarded(lines, target)
    assert act(agent, CLUE).reading == Reading(Status.OK, said)


def test_the_schedules_next_step_is_what_is_left_of_it() -> None:
    asked: list[View] = []

    def meter(view: View, texts: Sequence[str]) -> Metered:
        asked.append(view)
        return told(view, texts)

    words = (*(f"word{n}" for n in range(15)), "taco")
    heard = (Card("Food", words, 4), Identity(False, "taco"), Order((2, 3, 1, 0)), *(Clue(s, "hot") for s in (2, 3, 1)))
    agent, _ = guarded(["shell", "corn"], "guard.target=schedule", meter)
    reply = act(agent, Observation(0, 4, heard, Word("clue")))
    assert asked[0].step == pytest.approx(2.415037, abs=1e-6)  # log2(16 / 3), the last of 16 16 11 7 3
    assert "to add 2.165 bits" in reply.thought
    assert reply.reading.action == "shell"


def test_the_thought_holds_target_drafts_and_measures_and_no_call_is_lost() -> None:
    agent, _ = guarded(["shell", Status.UNPARSABLE, "corn"])
    reply = act(agent, CLUE)
    for part in ("thought corn", "target 1.0", "0.250 were told before", "'shell' adds 1.900", "> 3 'corn' adds 1.200"):
        assert part in reply.thought
    assert "2 'mumble' cannot be used: unparsable" in reply.thought
    assert [call.step for call in reply.calls] == ["draft 1", "draft 2", "draft 3"]
    assert reply.text == "corn"


def test_a_draft_that_the_ask_does_not_allow_is_not_said() -> None:
    agent, _ = guarded(["shell", "corn"])
    reply = act(agent, replace(CLUE, ask=Word("clue", ("corn",))))
    assert reply.reading.action == "shell"


def test_where_no_draft_can_be_used_the_first_is_the_reply_and_each_hears_its_own_complaint() -> None:
    agent, made = guarded([[Status.UNPARSABLE, Status.EMPTY], [Status.REFUSED, "corn"]])
    first = act(agent, CLUE)
    assert first.reading == Reading(Status.UNPARSABLE, None, "why 1")
    assert len(first.calls) == 2
    assert "no draft can be used" in first.thought
    again = act(agent, replace(CLUE, attempt=1, complaint=first.reading.reason))
    assert again.reading.action == "corn"
    assert [made[n].asked[1].complaint for n in (1, 2)] == ["why 1", "why 2"]
    assert len(made) == 3


def test_a_budget_used_up_during_drafts_ends_it() -> None:
    agent, _ = guarded(["corn", Status.OVER_BUDGET])
    reply = act(agent, CLUE)
    assert reply.reading.status is Status.OVER_BUDGET
    assert len(reply.calls) == 2


def test_all_other_asks_are_the_agents_own_and_the_one_that_spoke_goes_on() -> None:
    agent, made = guarded(["shell", "corn"])
    vote = Observation(0, 4, KNOWS, Choice("vote", ("1", "2")))
    assert act(agent, vote) == Reply.of("2")
    act(agent, CLUE)
    act(agent, vote)
    assert [len(each.asked) for each in made] == [1, 1, 2]


def test_one_who_does_not_know_has_nothing_to_guard() -> None:
    agent, made = guarded(["shell", "corn"])
    blind = (Card("Food", WORDS, 4), Identity(True, None), *KNOWS[2:])
    made[0].place = 1
    reply = act(agent, replace(CLUE, heard=blind))
    assert reply.reading.action == "shell"
    assert "has nothing to keep" in reply.thought
    assert len(made) == 1


def test_what_a_model_remembers_is_what_it_said() -> None:
    """The vote's request holds the clue that was said as the model's own, and no other draft; no draw is shared."""
    lines = iter(["shell", "corn", "food"])
    model = Puppet(lambda request: "2" if "Vote now" in request.messages[-1].text else next(lines))
    agent = real(chameleon.KIND, "guard:chat:puppet?guard.n=3", model, meter=told)
    act(agent, CLUE)
    vote = Observation(0, 4, (*KNOWS, Clue(0, "corn")), Choice("vote", ("1", "2", "3", "4")))
    assert act(agent, vote).reading.action == "2"
    last = model.requests[-1]
    assert [line.text for line in last.messages if line.speaker == "assistant"][-1] == "corn"
    assert not {"shell", "food"} & {line.text for line in last.messages}
    scopes = [request.scope for request in model.requests]
    assert len(set(scopes)) == len(scopes)


def real(kind: GameKind, spec: str, model: Any, meter: Any = None, **rules: Any) -> Any:
    """A guard as a run makes it."""
    make = assembly.meter_for(kind) if meter is None else lambda listener, temperature: meter
    setting = replace(plain_setting(kind, model, **rules), meter=make, prepare=assembly.prepared)
    return guard(parse_spec(spec), setting)(Seating("run", 0, 0, Random(0)))


def first_clue(**draws: Any) -> tuple[list[Reply], list[Any]]:
    """What a guarded model replied to the clue's ask, and all it was sent until then, in a match dealt so."""
    model = Puppet(lambda request: f"word{request.scope.run[-1]}" if "one word" in request.messages[-1].text else "2")
    agent = real(chameleon.KIND, "guard:chat:puppet?guard.n=3", model)
    replies: list[Reply] = []

    class Watched:
        async def act(self, observation: Observation) -> Reply:
            replies.append(await agent.act(observation))
            return replies[-1]

    actions = {**{(who, "clue"): f"clue{who}" for who in (1, 2, 3)}, "vote": "2", "guess": "soup"}
    dealt = {"secret": "taco", "chameleon": 3, "order": (2, 0, 1, 3), **draws}
    play(chameleon.Chameleon("Food", WORDS), dealt, {0: Watched()}, actions)
    return replies[:1], model.requests[:3]


def test_what_a_seat_may_not_know_changes_nothing_that_a_guard_does() -> None:
    """Who else is the chameleon, to one who speaks early; the secret, to the chameleon; and it shows where it may."""
    assert first_clue() == first_clue(chameleon=2) == first_clue(chameleon=1)
    assert first_clue(chameleon=0) == first_clue(chameleon=0, secret="curry")
    assert first_clue() != first_clue(secret="curry")


def test_drafts_differ() -> None:
    thought = act(real(chameleon.KIND, "guard:bot:words?level=1&guard.n=8", Puppet([])), CLUE).thought
    assert len({line.split("'")[1] for line in thought.splitlines() if "adds" in line}) > 3


def played(kind: GameKind, spec: str, model: Any, **rules: Any) -> Played:
    options = kind.options(**rules)
    setting = replace(plain_setting(kind, model, **rules), meter=assembly.meter_for(kind), prepare=assembly.prepared)
    parsed = parse_spec(spec)
    sit = registry.agent(parsed.kind)(parsed, setting)
    deal = kind.deal(options, 1, 0)
    agents = [sit(Seating("run", 0, seat, Random(seat))) for seat in range(deal.game.players)]
    return asyncio.run(play_match(deal, agents, Random(0), 3))


@pytest.mark.parametrize(
    ("kind", "spec", "rules", "about", "speakers"),
    [
        (chameleon.KIND, "guard:bot:words?level=9&guard.n=3", {}, "clue", 3),
        (
            chameleon.KIND,
            "guard:bot:words?guard.target=schedule&guard.listener=counts",
            {"discussion": 1},
            "statement",
            3,
        ),
        (chameleon.KIND, "guard:bot:words?guard.listener=speech?level=5", {"hearing": "sealed"}, "clue", 3),
        (secrets.KIND, "guard:bot:ask?guard.target=0.5&guard.n=3", {"rounds": 2}, "message", 8),
    ],
)
def test_whole_matches_are_played(kind: GameKind, spec: str, rules: dict[str, Any], about: str, speakers: int) -> None:
    match = played(kind, spec, Puppet([]), **rules)
    assert match.over, match.void
    said = [each for each in match.answers if each.about == about and "guard: to add" in each.reply.thought]
    assert len(said) == speakers


def test_a_model_that_says_nothing_of_use_makes_the_match_void_for_what_it_said() -> None:
    match = played(chameleon.KIND, "guard:chat:puppet?guard.n=2", Puppet(lambda _: "two words"), hearing="open")
    assert match.void
    assert match.void.cause in (Status.ILLEGAL, Status.UNPARSABLE)
    clues = [each for each in match.answers if each.seat == match.void.seat and each.about == match.void.about]
    assert len(clues) == 3


def test_a_pass_tells_nothing_and_a_pool_is_measured_in_secrets() -> None:
    view = secrets.KIND.viewing
    assert view
    heard = (Table(2, 3, False, ()), Secret("glacier"), Message(1, 0, "It is cold up there."), Message(1, 1, "ice"))
    found = view.of(heard, 0, Speech("message", 60))
    assert found
    assert found.candidates[found.truth or 0] == "glacier"
    assert found.said == ((0, "It is cold up there."),)
    told = assembly.meter_for(secrets.KIND)("", None)(found, ["pass", "PASS", "A slow river of ice."])
    assert told.each[0].adds == told.each[1].adds == pytest.approx(0.0)
    assert told.each[2].adds > 1


def test_the_meter_agrees_with_the_leak_meter_on_the_same_talk() -> None:
    from keepmum.core.hidden import Hidden, Utterance, evenly
    from keepmum.measure.leaks.listener import Case
    from keepmum.measure.leaks.spec import listener
    from keepmum.measure.leaks.trace import trace

    viewing = chameleon.KIND.viewing
    assert viewing
    view = viewing.of(KNOWS, 0, Word("clue"))
    assert view
    found = assembly.meter_for(chameleon.KIND)("words", 2.0)(view, ["tortilla"])
    said = (Utterance(0, 2, "hot", True), Utterance(1, 0, "tortilla", True))
    case = Case(0, Hidden("word", "words", WORDS, 1, evenly(4), None, (), said), ())
    heard = trace(case, listener("words", {}).evidence([case])[0], 0.5)
    assert found.before == pytest.approx(heard.leak[1])
    assert found.each[0].adds == pytest.approx(heard.added[1])
    assert found.each[0].shows == pytest.approx(heard.alone[1])


@pytest.mark.parametrize(
    ("kind", "spec", "says"),
    [
        (kuhn.KIND, "guard:bot:random", "nothing measures what is said.*seat bot:random itself"),
        (chameleon.KIND, "guard", "guard needs an agent"),
        (chameleon.KIND, "guard:human", "human drafts nothing"),
        (chameleon.KIND, "guard:guard:bot:words", "guard drafts nothing"),
        (chameleon.KIND, "guard:bot:wards", "no bot 'wards'"),
        (chameleon.KIND, "guard:bot:words?guard.levl=3", "no option 'levl'"),
        (chameleon.KIND, "guard:bot:words?target=3", "'target'"),
        (chameleon.KIND, "guard:bot:words?guard.target=some", "target is a number of bits from 0, or 'schedule'"),
        (chameleon.KIND, "guard:bot:words?guard.n=0", "n is from 1 to 64"),
        (chameleon.KIND, "guard:bot:words?guard.temperature=0", "temperature is a number above 0"),
        (chameleon.KIND, "guard:bot:words?guard.listener=schedule", "cannot measure what is not said yet"),
        (secrets.KIND, "guard:bot:ask?guard.target=schedule", "has no best schedule"),
    ],
)
def test_what_cannot_be_is_said_before_the_first_match(kind: GameKind, spec: str, says: str) -> None:
    with pytest.raises(OptionError, match=says):
        real(kind, spec, Puppet([]))


def test_avalon_has_no_listener_to_talk_and_says_so() -> None:
    if registry.game("avalon").viewing is None:
        with pytest.raises(OptionError, match="in Avalon nothing measures what is said"):
            real(registry.game("avalon"), "guard:bot:bayes", Puppet([]))


def test_the_guards_options_and_the_agents_own_come_apart() -> None:
    inner, own = taken_apart(parse_spec("guard:chat:http://h:1/v1#m?level=9&guard.listener=words*0.5+counts*0.5"))
    assert str(inner) == "chat:http://h:1/v1#m?level=9"
    assert own == {"listener": "words*0.5+counts*0.5"}
    assert GuardOptions("2.5bits").bits == 2.5


def test_tuning_and_instructions_reach_the_model_behind_a_guard() -> None:
    seats = ("others=guard:chat:scripted/a", "chameleon=guard:bot:words")
    request = assembly.Request(
        chameleon.KIND, chameleon.KIND.options(), seats, tuning={"temperature": "0.5"}, instructions=("others=Hush.",)
    )
    found = assembly.seats_of(request)
    assert found["others"] == "guard:chat:scripted/a?temperature=0.5&instruct=Hush."
    assert found["chameleon"] == "guard:bot:words"


def test_the_others_are_called_off_where_one_draft_fails() -> None:
    ended: list[str] = []

    async def slow() -> None:
        try:
            await asyncio.sleep(60)
        finally:
            ended.append("slow")

    async def fails() -> None:
        await asyncio.sleep(0)
        raise LookupError

    with pytest.raises(LookupError):
        asyncio.run(together([slow(), fails()]))
    assert ended == ["slow"]
