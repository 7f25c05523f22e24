"""What can be known in Avalon equals plain enumeration; slips are those that a reader of the record would find."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import permutations
from pathlib import Path

import pytest

from keepmum import registry
from keepmum.cli import main
from keepmum.core import Event, Fact
from keepmum.core.event import only, seen
from keepmum.games.avalon.facts import Leader, Proposal, Quest, QuestCard, Revealed, Role, Sight, Table, Votes
from keepmum.games.avalon.knowing import chances, deeds, possible
from keepmum.games.avalon.tables import SIDE, sight
from keepmum.play.folder import read_run
from keepmum.play.records import events_of

KIND = registry.game("avalon")


def matches(out: Path, *more: str) -> list[tuple[Event, ...]]:
    words = ["run", "avalon", "--seat", "good=bot:random", "--seat", "evil=bot:rules", "--matches", "6"]
    assert main([*words, "--discussion", "0", "--out", str(out), *more]) == 0
    return [events_of(record, KIND) for record in read_run(out)]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[Event, ...]]:
    return matches(tmp_path_factory.mktemp("knowing") / "run")


def agrees(roles: Sequence[str], facts: Sequence[Fact], seat: int) -> bool:
    """Whether an assignment is possible for a seat that has seen these facts, in the plainest way."""
    if any(isinstance(fact, Sight) for fact in facts) != (sight(roles, seat) is not None):
        return False
    cards = {fact.quest: fact.card for fact in facts if isinstance(fact, QuestCard)}
    for fact in facts:
        match fact:
            case Role(role=role):
                fits = roles[seat] == role
            case Sight(label=label, seats=seats):
                fits = sight(roles, seat) == (label, seats)
            case Quest(quest=quest, team=team, fails=fails):
                others = sum(SIDE[roles[each]] == "evil" for each in team if each != seat)
                fits = (fails or 0) - (cards.get(quest) == "fail") <= others
            case Revealed(roles=true):
                fits = tuple(roles) == tuple(true)
            case _:
                fits = True
        if not fits:
            return False
    return True


def enumerated(facts: Sequence[Fact], seat: int) -> tuple[frozenset[str], ...]:
    table = next(fact for fact in facts if isinstance(fact, Table))
    able = [roles for roles in {*permutations(table.roles)} if agrees(roles, facts, seat)]
    return tuple(frozenset(roles[each] for roles in able) for each in range(table.players))


def test_what_is_possible_equals_enumeration(played: list[tuple[Event, ...]]) -> None:
    narrowed = 0
    for events in played[:3]:
        quests = [n + 1 for n, event in enumerate(events) if isinstance(event.fact, Quest)]
        for cut in (quests[0], quests[-1]):
            for seat in range(6):
                facts = seen(events[:cut], seat)
                found = possible(facts, seat)
                assert found == enumerated(facts, seat)
                narrowed += any(len(each) == 1 for each in found)
                assert [len(each) == 1 for each in found][seat]
    assert narrowed


def test_the_posterior_keeps_to_what_is_possible(played: list[tuple[Event, ...]]) -> None:
    for events in played[:3]:
        for seat in range(6):
            facts = seen(events[:-3], seat)
            for given, able in zip(chances(facts, seat), possible(facts, seat), strict=True):
                assert sum(given.values()) == pytest.approx(1)
                assert {role for role, chance in given.items() if chance > 0} <= able


def expected(events: Sequence[Event]) -> Iterator[tuple[int, int, str, bool]]:
    """Deeds by `possible` alone: its sets are checked above."""
    leader, team = Leader(1, 1, 0, 2, 1, "none"), ()
    roles = next(event.fact.roles for event in events if isinstance(event.fact, Revealed))
    for number, event in enumerate(events):
        fact = event.fact
        if isinstance(fact, Leader):
            leader = fact
        if isinstance(fact, Proposal):
            team = fact.team
            if SIDE[roles[fact.leader]] == "good" and (known := evil(events[:number], fact.leader)):
                yield number, fact.leader, named("proposal", roles[fact.leader]), bool(known & {*team})
        if isinstance(fact, Votes) and leader.stake != "last":
            for seat in sorted((*fact.approve, *fact.reject)):
                on = evil(events[:number], seat) & {*team}
                if SIDE[roles[seat]] == "good" and seat != leader.seat and len(on) >= leader.fails_needed:
                    yield number, seat, named("approval", roles[seat]), seat in fact.approve


def evil(events: Sequence[Event], seat: int) -> set[int]:
    able = possible(seen(events, seat), seat)
    return {each for each, roles in enumerate(able) if all(SIDE[role] == "evil" for role in roles)}


def named(kind: str, role: str) -> str:
    return f"{kind} as merlin" if role == "merlin" else kind


def test_deeds_are_those_of_the_good_who_knew(played: list[tuple[Event, ...]]) -> None:
    kinds = set()
    for events in played:
        found = deeds(events)
        assert [(each.number, each.seat, each.kind, each.slip) for each in found] == [*expected(events)]
        kinds |= {(each.kind, each.slip) for each in found}
    assert {("approval as merlin", True), ("approval as merlin", False), ("proposal as merlin", True)} <= kinds


def test_seven_players_too_where_two_fails_are_needed(tmp_path: Path) -> None:
    for events in matches(tmp_path / "run", "--players", "7"):
        assert [(each.number, each.seat, each.kind, each.slip) for each in deeds(events)] == [*expected(events)]


def test_what_a_seat_did_not_see_is_no_slip(played: list[tuple[Event, ...]]) -> None:
    """Merlin's sight told to nobody: the same acts are no slips any more, unless quests told it."""
    (first, *_) = played
    blind = [
        Event(only(), event.fact) if isinstance(event.fact, Sight) and event.fact.label == "evil" else event
        for event in first
        if not isinstance(event.fact, Quest)
    ]
    assert any(each.kind.endswith("as merlin") for each in deeds(first))
    assert not [each for each in deeds(blind) if each.kind.endswith("as merlin")]


def with_leaders(events: Sequence[Event], **changed: object) -> list[Event]:
    return [
        Event(event.audience, replace(event.fact, **changed)) if isinstance(event.fact, Leader) else event  # type: ignore[arg-type]
        for event in events
    ]


def test_a_vote_that_saves_the_game_or_a_team_that_cannot_fail_is_no_occasion(
    played: list[tuple[Event, ...]],
) -> None:
    approvals = [sum(each.kind.startswith("approval") for each in deeds(events)) for events in played]
    assert sum(approvals)
    for events, many in zip(played, approvals, strict=True):
        last = deeds(with_leaders(events, stake="last"))
        assert not any(each.kind.startswith("approval") for each in last)
        two = deeds(with_leaders(events, fails_needed=2))
        assert sum(each.kind.startswith("approval") for each in two) <= many
        assert all(each.why.count(",") for each in two if each.kind.startswith("approval"))
    whole = sum(
        each.kind.startswith("approval") for events in played for each in deeds(with_leaders(events, fails_needed=2))
    )
    assert whole < sum(approvals)
