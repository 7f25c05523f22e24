"""What a seat may not know changes nothing that it sees or is asked: two matches that differ in it look the same."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from keepmum.core import Asks, Chance, Move, Over, Speech, Transcript
from keepmum.core.bot import random_action
from keepmum.core.event import Fact
from keepmum.core.tree import InformationSet, choices, information_set, root
from keepmum.games.avalon import Avalon
from keepmum.games.avalon.assignments import Assignments
from keepmum.games.avalon.facts import Dagger, QuestCard
from keepmum.games.avalon.tables import EVIL, SIDE, sight

SIX = ("merlin", "percival", "servant", "servant", "morgana", "assassin")
EIGHT = ("merlin", "percival", "servant", "servant", "servant", "mordred", "assassin", "oberon")
Seen = list[tuple[int, object]]


def knows(roles: tuple[str, ...], seat: int) -> tuple[Any, ...]:
    """All that the deal itself tells a seat."""
    return roles[seat], sight(roles, seat)


def answers(t: Transcript[Any], turn: Asks, key: str) -> None:
    """Everybody answers at random, the same in every match with this key, whatever is hidden."""
    rng = Random(f"{key}/{t.state.teams}/{t.state.stage}/{t.state.heard}")
    drawn = {seat: rng.random() for seat in range(t.game.players)}
    for seat, ask in turn.owed:
        if isinstance(ask, Speech):
            t.make(Move(seat, ask.about, f"I have seen {drawn[seat]:.2f}."))
        else:
            t.make(Move(seat, ask.about, random_action(ask, Random(drawn[seat]))))


def play(game: Avalon, roles: tuple[str, ...], key: str, seat: int) -> tuple[list[Fact], Seen]:
    """A match in which no card is a fail: what `seat` saw, and what it was asked when, until all is revealed."""
    t: Transcript[Any] = Transcript(game)
    t.make(Move(None, "roles", roles))
    asked: Seen = []
    while not isinstance(turn := t.turn, Over):
        if isinstance(turn, Chance):
            t.make(Move(None, turn.about, turn.outcomes[0]))
            continue
        if turn.owed[0][1].about == "assassinate":
            break
        asked += [(len(t.heard(seat)), ask) for each, ask in turn.owed if each == seat]
        if turn.owed[0][1].about == "quest":
            for each, _ in turn.owed:
                t.make(Move(each, "quest", "success"))
        else:
            answers(t, turn, key)
    heard = [fact for fact in t.heard(seat) if type(fact).__name__ not in ("Ended", "Revealed", "Drawn")]
    return heard, asked


@pytest.mark.parametrize("variant", ["board", "recon"])
@pytest.mark.parametrize("seat", range(6))
def test_deals_that_a_seat_cannot_tell_apart_look_the_same_to_it(seat: int, variant: Any) -> None:
    game = Avalon(SIX, variant=variant, discussion=1)
    compared = 0
    by_knowledge: dict[tuple[Any, ...], list[tuple[str, ...]]] = {}
    for roles in Assignments(SIX):
        by_knowledge.setdefault(knows(roles, seat), []).append(roles)
    for alike in by_knowledge.values():
        one, other = alike[0], alike[-1]
        if one != other and compared < 24:
            assert play(game, one, "k", seat) == play(game, other, "k", seat)
            compared += 1
    assert compared >= 10


@pytest.mark.parametrize("seat", range(8))
def test_so_it_is_with_mordred_and_oberon(seat: int) -> None:
    game = Avalon(EIGHT, discussion=0)
    rng = Random(1)
    dealt = Assignments(EIGHT)
    by_knowledge: dict[tuple[Any, ...], tuple[str, ...]] = {}
    compared = 0
    for _ in range(300):
        roles = dealt[rng.randrange(len(dealt))]
        before = by_knowledge.setdefault(knows(roles, seat), roles)
        if before != roles and compared < 12:
            assert play(game, before, "k", seat) == play(game, roles, "k", seat)
            compared += 1
    assert compared >= 10


@pytest.mark.parametrize("who", range(6))
def test_who_failed_a_quest_is_known_to_nobody_else(who: int) -> None:
    views = []
    for culprit in (4, 5):
        t: Transcript[Any] = Transcript(Avalon(SIX, discussion=0))
        t.make(Move(None, "roles", SIX))
        t.make(Move(None, "leader", 0))
        t.make(Move(0, "propose", (4, 5)))
        for seat in range(6):
            t.make(Move(seat, "vote", "approve"))
        for seat in (4, 5):
            t.make(Move(seat, "quest", "fail" if seat == culprit else "success"))
        views.append(list(t.heard(who)))
    assert (views[0] == views[1]) == (who < 4)
    assert bool([fact for fact in views[0] if isinstance(fact, QuestCard)]) == (who >= 4)


@pytest.mark.parametrize("who", range(7))
def test_who_holds_the_dagger_is_known_to_the_holder_alone(who: int) -> None:
    roles = (*SIX, "minion")
    views = []
    for holder in (4, 5):
        t: Transcript[Any] = Transcript(Avalon(roles, dagger="any"))
        t.make(Move(None, "roles", roles))
        t.make(Move(None, "dagger", holder))
        t.make(Move(None, "leader", 0))
        views.append(list(t.heard(who)))
    assert (views[0] == views[1]) == (who not in (4, 5))
    assert sum(isinstance(fact, Dagger) for view in views for fact in view) == (who in (4, 5))


@pytest.mark.parametrize("seat", range(8))
def test_what_a_role_is_shown_fits_its_side(seat: int) -> None:
    for index in range(0, len(Assignments(EIGHT)), 97):
        roles = Assignments(EIGHT)[index]
        seen = sight(roles, seat)
        if seen is None:
            assert roles[seat] in ("servant", "oberon")
            continue
        label, shown = seen
        assert seat not in shown
        if label == "evil":
            assert {roles[each] for each in shown} == {"assassin", "oberon"}
        elif label == "comrades":
            assert all(SIDE[roles[each]] == EVIL and roles[each] != "oberon" for each in shown)
        else:
            assert [roles[each] for each in shown] == ["merlin"]


def test_information_sets_of_the_first_quest_are_pinned() -> None:
    """Five players, two of them minions, player 1 leads: a leak makes more sets, something hidden makes fewer.

    A servant knows one thing, a minion one of 4 comrades. There are 10 teams; 16 of the 32 ways to vote approve, and a
    seat is on 4 of the teams.
    """
    roles = ("servant", "servant", "servant", "minion", "minion")
    game = Avalon(roles, discussion=0, dagger="none")
    sets: dict[tuple[int, str], set[InformationSet]] = {}
    for dealt in Assignments(roles):
        position = root(game)
        for outcome in (dealt, 0):
            position = position.after(game.draw(position.state, outcome))
        stack = [position]
        while stack:
            position = stack.pop()
            turn = game.turn(position.state)
            assert isinstance(turn, Asks)
            seat, ask = turn.owed[0]
            sets.setdefault((seat, ask.about), set()).add(information_set(position, seat, ask))
            if position.state.teams == 0:
                stack += [after for _, after in choices(game, position)]
    counts = {key: len(found) for key, found in sets.items()}
    assert counts[0, "propose"] == 5
    assert [counts[seat, "vote"] for seat in range(5)] == [50] * 5
    assert [counts[seat, "quest"] for seat in range(5)] == [4 * 4 * 16] * 5
    rejected = 5 * 10 * 16
    # on the team itself it counts 0 or 1 fails; not on it, 0, 1 or 2
    as_servant = 16 * (4 * 2 + 6 * 3)
    # both minions on the team: two cards are known; one of the two: one card; neither: none
    as_minion = 4 * 16 * (1 * 4 + 3 * 2 + 3 * 2 + 3 * 1)
    assert counts[1, "propose"] == rejected + as_servant + as_minion
