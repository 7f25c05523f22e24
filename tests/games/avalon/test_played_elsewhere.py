"""Matches of Avalon that were played elsewhere: who led, what was told, and what is not on record."""

from __future__ import annotations

import math
from typing import Any

import pytest
from round_table import ASSASSIN, MERLIN, MORGANA, SEVEN, SIX, asked, facts, propose, quest, speak, table, vote

from keepmum.core import Chance, IllegalAction, Move, Over, Transcript
from keepmum.core.transcript import ReplayError, replay
from keepmum.games.avalon import KIND
from keepmum.games.avalon.facts import Assassination, Ended, Leader, Quest, QuestCard
from keepmum.games.avalon.posterior import Posterior, believed
from keepmum.games.avalon.telling import tell

BOTH = (0, MORGANA, ASSASSIN)


def second_quest(**settings: Any) -> Transcript[Any]:
    """A table at its second quest, both evil players on the team, which is approved."""
    t = table(**settings)
    quest(t, good=True)
    propose(t, BOTH)
    vote(t)
    return t


def test_the_lead_goes_where_the_record_says_and_then_passes_on() -> None:
    t = table(leaders=(0, 2, 5))
    led = []
    for _ in range(4):
        led.append(facts(t, Leader)[-1].seat)
        propose(t, (0, 1))
        vote(t, range(6))
    assert led == [0, 2, 5, 0]


def test_cards_that_are_not_on_record_are_nobodys() -> None:
    t = second_quest(unseen=(2,))
    assert t.turn == Chance("cards", range(3))
    before = len(t.events)
    t.make(Move(None, "cards", 1))
    assert facts(t, Quest)[-1] == Quest(2, BOTH, 1, False, 1, 1)
    assert not any(isinstance(event.fact, QuestCard) for event in t.events[before:])
    assert all(fact.quest != 2 for seat in range(6) for fact in facts(t, QuestCard, seat))


@pytest.mark.parametrize("fails", [-1, 3])
def test_chance_cannot_play_cards_that_are_not_there(fails: int) -> None:
    t = second_quest(unseen=(2,))
    with pytest.raises(ReplayError, match="cannot be drawn"):
        replay(t.game, [*t.moves, Move(None, "cards", fails)])


def test_only_the_quests_named_are_unseen() -> None:
    t = second_quest(unseen=(3,))
    assert asked(t) == [(MORGANA, "quest"), (ASSASSIN, "quest")]


def test_a_team_without_evil_leaves_nothing_to_chance() -> None:
    t = table(unseen=(1,))
    propose(t, (0, 1))
    vote(t)
    assert facts(t, Quest)[-1].success


def test_where_cards_are_not_counted_out_only_the_result_is_told() -> None:
    t = second_quest(counted=False)
    assert facts(t, Quest)[-1].fails == 0  # with one fail enough, a success says that there was none
    for seat in (MORGANA, ASSASSIN):
        t.make(Move(seat, "quest", "fail"))
    assert facts(t, Quest)[-1] == Quest(2, BOTH, None, False, 1, 1)
    assert facts(t, QuestCard, ASSASSIN)[-1].card == "fail"
    assert "not told" in str(tell(facts(t, Quest)[-1]))


def test_a_success_that_a_fail_would_not_have_stopped_says_nothing_of_it() -> None:
    t = table(SEVEN, counted=False)
    for good in (True, True, False):
        quest(t, good=good)
    quest(t, good=True)
    assert facts(t, Leader)[-1].fails_needed == 2 or facts(t, Quest)[-1].quest == 4
    assert facts(t, Quest)[-1].fails is None


def test_unseen_and_uncounted_is_a_result() -> None:
    t = second_quest(counted=False, unseen=(2,))
    assert t.turn == Chance("cards", ("success", "fail"))
    t.make(Move(None, "cards", "fail"))
    assert facts(t, Quest)[-1] == Quest(2, BOTH, None, False, 1, 1)


def hunt(**settings: Any) -> Transcript[Any]:
    """A table at which good has won three quests."""
    t = table(target_seen=False, **settings)
    for _ in range(3):
        quest(t, good=True)
    return t


def test_a_target_that_is_not_on_record_is_not_made_up() -> None:
    t = hunt()
    assert t.turn == Chance("found", (False, True))
    t.make(Move(None, "found", False))
    assert facts(t, Assassination)[-1] == Assassination(ASSASSIN, None, False)
    assert isinstance(t.turn, Over)
    assert t.turn.ending == "survived"
    assert "not on record" in str(tell(facts(t, Assassination)[-1]))
    assert set(KIND.outcomes(t.events)) == {measure.name for measure in KIND.measures}
    assert [seat["won"] for seat in KIND.seat_outcomes(t.events)] == [1, 1, 1, 1, 0, 0]


def test_a_target_that_was_right_is_merlin() -> None:
    t = hunt()
    t.make(Move(None, "found", True))
    assert facts(t, Assassination)[-1] == Assassination(ASSASSIN, MERLIN, True)
    assert facts(t, Ended)[-1].how == "assassinated"


def test_talk_before_an_unseen_assassination() -> None:
    t = hunt(floors=((-1,),) * 3 + ((2,),))
    speak(t)
    assert t.turn == Chance("found", (False, True))


def test_statements_may_be_as_long_as_the_table_allows() -> None:
    t = table(discussion=1, words=200)
    propose(t, (0, 4))
    t.make(Move(0, "speak", "word " * 200))
    with pytest.raises(IllegalAction, match="at most 200"):
        t.make(Move(1, "speak", "word " * 201))


@pytest.mark.parametrize(
    ("settings", "why"), [({"leaders": (6,)}, "leaders are seats"), ({"words": 0}, "words is 1 or more")]
)
def test_settings_that_cannot_be_are_refused(settings: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        table(**settings)


# -- what the posterior makes of it


def test_a_bare_result_is_the_sum_of_what_it_may_have_been() -> None:
    """P(failed) is P(one fail) + P(two) + P(three), world by world, and nothing but the quest differs."""
    t = second_quest(counted=False, unseen=(2,))
    heard = [event.fact for event in t.events if event.audience.seats is None]
    before = believed(heard)
    after = {}
    for fails in (None, 1, 2, 3):
        posterior = before.copy()
        try:
            posterior.update(Quest(2, BOTH, fails, False, 1, 1))
        except ValueError:
            continue
        pairs = zip(map(bytes, posterior.worlds.roles), posterior.weights, strict=True)
        after[fails] = {world: weight for world, weight in pairs if weight}
    assert 3 not in after
    bare, one, two = after[None], after[1], after[2]
    assert set(bare) == set(one) | set(two)
    assert sum(bare.values()) == pytest.approx(1)
    mix = [(bare[w] - two.get(w, 0)) / (one.get(w, 0) - two.get(w, 0)) for w in bare if one.get(w, 0) != two.get(w, 0)]
    assert mix == pytest.approx([mix[0]] * len(mix))
    assert 0 < mix[0] < 1


def test_an_evil_player_knows_its_own_card_where_only_the_result_is_told() -> None:
    """Who played a success on a failed quest of two evil players knows what the other played; it tells no roles."""
    t = second_quest(counted=False)
    t.make(Move(MORGANA, "quest", "success"))
    t.make(Move(ASSASSIN, "quest", "fail"))
    assert believed(t.heard(MORGANA), MORGANA).evil() == pytest.approx([0, 0, 0, 0, 1, 1])


def test_a_target_not_on_record_tells_nothing() -> None:
    t = hunt()
    heard = [event.fact for event in t.events if event.audience.seats is None]
    posterior: Posterior = believed(heard)
    before = posterior.weights.copy()
    posterior.update(Assassination(ASSASSIN, None, False))
    assert posterior.weights == pytest.approx(before)
    assert math.isfinite(posterior.log_score(SIX))
