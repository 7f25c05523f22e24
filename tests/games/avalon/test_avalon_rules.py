"""Avalon's rules: who is asked what, what a vote and a quest come to, and every way in which it can end."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from round_table import (
    ASSASSIN,
    MERLIN,
    MORGANA,
    PERCIVAL,
    SERVANT,
    SEVEN,
    SIX,
    asked,
    cards,
    facts,
    options_of,
    propose,
    quest,
    speak,
    stab,
    table,
    vote,
)

from keepmum.core import Asks, Chance, IllegalAction, Move, Over, Seats, Speech, Transcript
from keepmum.games.avalon import KIND, Avalon
from keepmum.games.avalon.facts import (
    Assassination,
    Ballot,
    Dagger,
    Drawn,
    Ended,
    Forced,
    Leader,
    Proposal,
    Quest,
    QuestCard,
    Revealed,
    Role,
    Sight,
    Statement,
    Table,
    Votes,
)
from keepmum.games.avalon.tables import FAILS_NEEDED, ROLES, SIDES, TEAM_SIZE
from keepmum.games.avalon.turns import PROPOSES

# -- the deal


def test_all_know_the_numbers_and_the_roles_in_play() -> None:
    t = table()
    assert t.heard(0)[0] == Table(6, 4, 2, SIX, (2, 3, 4, 3, 4), (1, 1, 1, 1, 1), "assassin")


@pytest.mark.parametrize(
    ("seat", "known"),
    [
        (0, [Role("merlin", "good"), Sight("evil", (4, 5))]),
        (1, [Role("percival", "good"), Sight("merlin_or_morgana", (0, 4))]),
        (2, [Role("servant", "good")]),
        (4, [Role("morgana", "evil"), Sight("comrades", (5,))]),
        (5, [Role("assassin", "evil"), Sight("comrades", (4,)), Dagger()]),
    ],
)
def test_a_seat_learns_its_own_role_and_what_it_is_shown(seat: int, known: list[object]) -> None:
    t = table()
    assert t.heard(seat) == [t.heard(seat)[0], *known, Leader(1, 1, 0, 2, 1, "none")]


def test_mordred_hides_from_merlin_and_oberon_from_evil() -> None:
    t = table(
        ("merlin", "percival", "servant", "servant", "servant", "servant", "morgana", "assassin", "mordred", "oberon")
    )
    assert facts(t, Sight, 0) == [Sight("evil", (6, 7, 9))]
    assert facts(t, Sight, 6) == [Sight("comrades", (7, 8))]
    assert facts(t, Sight, 8) == [Sight("comrades", (6, 7))]
    assert facts(t, Sight, 9) == []


def test_the_dagger_goes_to_the_role_that_holds_it() -> None:
    t = table(("merlin", "servant", "servant", "servant", "minion", "oberon"), dagger="oberon")
    assert [seat for seat in range(6) if facts(t, Dagger, seat)] == [5]


@pytest.mark.parametrize(("dagger", "seats"), [("any", (2, 5, 6)), ("minion", (5, 6)), ("mordred", (2,))])
def test_chance_decides_among_those_who_may_hold_it(dagger: str, seats: tuple[int, ...]) -> None:
    roles = ("merlin", "servant", "mordred", "servant", "servant", "minion", "minion")
    t: Transcript[Any] = Transcript(Avalon(roles, discussion=0, dagger=dagger))
    t.make(Move(None, "roles", roles))
    if seats[1:]:
        assert t.turn == Chance("dagger", seats)
        t.make(Move(None, "dagger", seats[-1]))
    assert t.turn == Chance("leader", range(7))
    assert [seat for seat in range(7) if facts(t, Dagger, seat)] == [seats[-1]]


# -- proposals and talk


@pytest.mark.parametrize("players", range(5, 11))
def test_teams_have_the_size_of_the_quest(players: int) -> None:
    roles = ("servant",) * SIDES[players]["good"] + ("minion",) * SIDES[players]["evil"]
    t = table(roles, dagger="none")
    for number, good in enumerate((True, False, False, True, True)):
        turn, size = t.turn, TEAM_SIZE[players][number]
        assert isinstance(turn, Asks)
        assert turn.owed[0][1] == Seats("propose", size, players)
        leads = facts(t, Leader)[-1]
        assert (leads.quest, leads.size) == (number + 1, size)
        assert leads.fails_needed == FAILS_NEEDED[players][number]
        propose(t, range(size) if good else range(players - size, players))
        vote(t)
        cards(t, range(players))
    assert [fact.success for fact in facts(t, Quest)] == [True, False, False, True, True]


@pytest.mark.parametrize("team", [(0,), (0, 1, 2), (0, 6), (1, 0), (0, 0), "1,2"])
def test_other_teams_are_refused(team: Any) -> None:
    t = table()
    with pytest.raises(IllegalAction, match="propose"):
        t.make(Move(0, "propose", team))


@pytest.mark.parametrize("variant", ["board", "recon"])
def test_the_leader_speaks_first_and_then_all_around_the_table(variant: str) -> None:
    t = table(leader=4, discussion=2, variant=variant)
    propose(t, (0, 4))
    spoke = []
    while asked(t)[0][1] == "speak":
        turn = t.turn
        assert isinstance(turn, Asks)
        ((seat, ask),) = turn.owed
        assert ask == Speech("speak", 120)
        spoke.append(seat)
        t.make(Move(seat, "speak", f"I am player {seat + 1}."))
    assert spoke == [4, 5, 0, 1, 2, 3] * 2
    assert facts(t, Statement, 2)[0] == Statement(1, 1, 4, "I am player 5.")


def test_a_long_speech_is_refused() -> None:
    t = table(discussion=1)
    propose(t, (0, 4))
    with pytest.raises(IllegalAction, match="121 words are too many"):
        t.make(Move(0, "speak", "word " * 121))


def test_a_recorded_floor_is_followed() -> None:
    t = table(floors=((3, PROPOSES, 1, 1, PROPOSES), (), (2,)))
    order = []
    while asked(t)[0][1] != "vote":
        ((seat, about),) = asked(t)
        order.append((seat, about))
        t.make(Move(seat, about, (0, len(order)) if about == "propose" else "Hm."))
    assert order == [(3, "speak"), (0, "propose"), (1, "speak"), (1, "speak"), (0, "propose")]
    vote(t, range(6))
    assert facts(t, Proposal)[-1].team == (0, 5)
    assert asked(t) == [(1, "propose")]
    propose(t, (0, 1))
    vote(t, range(6))
    assert asked(t) == [(2, "propose")]
    propose(t, (0, 1))
    assert asked(t) == [(2, "speak")]


def test_a_recorded_floor_may_hold_talk_before_the_assassination() -> None:
    t = table(floors=((PROPOSES,),) * 3 + ((5, 4),))
    for _ in range(3):
        quest(t, good=True)
    assert asked(t) == [(5, "speak")]
    speak(t)
    assert asked(t) == [(5, "assassinate")]


# -- votes


@pytest.mark.parametrize("votes", list(product((True, False), repeat=5)))
def test_more_than_half_must_approve(votes: tuple[bool, ...]) -> None:
    roles = ("servant", "servant", "servant", "minion", "minion")
    t = table(roles, dagger="none")
    propose(t, (0, 1))
    vote(t, [seat for seat, yes in enumerate(votes) if not yes])
    counted = facts(t, Votes)[0]
    assert counted.approved == (sum(votes) >= 3)
    assert counted.approve == tuple(seat for seat, yes in enumerate(votes) if yes)
    assert counted.reject == tuple(seat for seat, yes in enumerate(votes) if not yes)
    assert bool(facts(t, Quest)) == counted.approved


@pytest.mark.parametrize("against", [(0, 1, 2), (3, 4, 5)])
def test_a_tie_rejects(against: tuple[int, ...]) -> None:
    t = table()
    propose(t, (0, 1))
    vote(t, against)
    assert not facts(t, Votes)[0].approved
    assert asked(t) == [(1, "propose")]


def test_in_recon_the_leader_does_not_vote_and_counts_as_approving() -> None:
    t = table(leader=2, variant="recon")
    propose(t, (0, 1))
    assert [seat for seat, _ in asked(t)] == [0, 1, 3, 4, 5]
    vote(t, (3, 4))
    assert facts(t, Votes)[0] == Votes(1, 1, (0, 1, 2, 5), (3, 4), True)
    t = table(leader=2, variant="recon")
    propose(t, (0, 1))
    vote(t, (3, 4, 5))
    assert not facts(t, Votes)[0].approved


def test_no_vote_is_seen_before_all_are_in() -> None:
    t = table()
    propose(t, (0, 1))
    before = [len(t.heard(seat)) for seat in range(6)]
    for seat in range(5):
        t.make(Move(seat, "vote", "approve"))
        assert facts(t, Ballot, seat) == [Ballot(seat, True)]
    assert [len(t.heard(seat)) for seat in range(6)] == [count + 1 for count in before[:5]] + before[5:]
    assert not facts(t, Votes)
    t.make(Move(5, "vote", "reject"))
    assert all(facts(t, Votes, seat) == [Votes(1, 1, (0, 1, 2, 3, 4), (5,), True)] for seat in range(6))


def test_nobody_votes_twice_or_out_of_turn() -> None:
    t = table(variant="recon")
    propose(t, (0, 1))
    t.make(Move(1, "vote", "approve"))
    for seat in (0, 1, -1, 6):
        with pytest.raises(IllegalAction, match="not asked"):
            t.make(Move(seat, "vote", "approve"))
    for word in ("maybe", "", "APPROVE", 1, None, ("approve",)):
        with pytest.raises(IllegalAction, match="vote"):
            t.make(Move(2, "vote", word))


def test_the_lead_goes_around_after_votes_and_quests() -> None:
    t = table(leader=4)
    for against in (range(6), range(6), ()):
        propose(t, (0, 1))
        vote(t, against)
    quest(t, good=True)
    assert [(leads.quest, leads.attempt, leads.seat) for leads in facts(t, Leader)] == [
        (1, 1, 4), (1, 2, 5), (1, 3, 0), (2, 1, 1), (3, 1, 2),
    ]  # fmt: skip


# -- quests


def test_only_evil_is_asked_for_a_card() -> None:
    t = table()
    quest(t, good=True)
    assert not facts(t, QuestCard)
    propose(t, (0, 4, 5))
    vote(t)
    assert asked(t) == [(4, "quest"), (5, "quest")]


def test_cards_stay_secret_and_their_number_is_told() -> None:
    t = table()
    propose(t, (4, 5))
    vote(t)
    t.make(Move(5, "quest", "fail"))
    assert not facts(t, Quest)
    t.make(Move(4, "quest", "success"))
    assert facts(t, QuestCard, 5) == [QuestCard(1, 5, "fail")]
    assert facts(t, QuestCard, 4) == [QuestCard(1, 4, "success")]
    assert [facts(t, QuestCard, seat) for seat in range(4)] == [[]] * 4
    assert facts(t, Quest, 0) == [Quest(1, (4, 5), 1, False, 0, 1)]


@pytest.mark.parametrize(("fails", "success"), [((), True), ((4,), True), ((5, 4), False), ((4, 5, 6), False)])
def test_the_fourth_quest_of_seven_players_needs_two_fails(fails: tuple[int, ...], success: bool) -> None:
    t = table(SEVEN)
    for number, good in enumerate((True, False, True)):
        propose(t, (0, 1, 2)[: (2, 3, 3)[number]] if good else (0, 1, 4))
        vote(t)
        cards(t, () if good else (4,))
    assert facts(t, Leader)[-1].fails_needed == 2
    propose(t, (0, 4, 5, 6))
    vote(t)
    cards(t, fails)
    assert facts(t, Quest)[-1].success is success
    assert facts(t, Quest)[-1].fails == len(fails)


def test_one_fail_is_enough_on_the_other_quests() -> None:
    t = table(SEVEN)
    propose(t, (0, 4))
    vote(t)
    cards(t, (4,))
    assert facts(t, Quest)[-1] == Quest(1, (0, 4), 1, False, 0, 1)


# -- ends


def ended(t: Transcript[Any], how: str, winner: str) -> None:
    """It has ended so, all know it, and the payoffs say so."""
    turn = t.turn
    assert isinstance(turn, Over)
    assert turn.ending == how
    side = {**dict.fromkeys(range(6), "good"), 4: "evil", 5: "evil"}
    assert turn.returns == tuple(1.0 if side[seat] == winner else -1.0 for seat in range(6))
    winners = tuple(seat for seat in range(6) if side[seat] == winner)
    for seat in range(6):
        assert t.heard(seat)[-2:] == [Ended(how, winner), Revealed(t.state.roles, winners)]  # type: ignore[arg-type]


def test_three_failed_quests_give_evil_the_game() -> None:
    t = table()
    for good in (False, True, False, False):
        quest(t, good)
    ended(t, "sabotaged", "evil")
    assert not facts(t, Drawn)


@pytest.mark.parametrize(
    ("target", "how", "winner"), [(MERLIN, "assassinated", "evil"), (PERCIVAL, "survived", "good")]
)
def test_after_three_successes_the_dagger_decides(target: int, how: str, winner: str) -> None:
    t = table()
    for good in (True, False, True, True):
        quest(t, good)
    assert facts(t, Drawn, SERVANT) == [Drawn(ASSASSIN)]
    assert asked(t) == [(ASSASSIN, "assassinate")]
    stab(t, target)
    assert facts(t, Assassination) == [Assassination(ASSASSIN, target, target == MERLIN)]
    ended(t, how, winner)


def test_without_merlin_three_successes_are_enough() -> None:
    t = table(("percival", "servant", "servant", "servant", "morgana", "assassin"), dagger="none")
    for _ in range(3):
        quest(t, good=True)
    ended(t, "fulfilled", "good")


def test_the_fifth_rejection_in_a_row_gives_evil_the_game() -> None:
    t = table()
    quest(t, good=True)
    for attempt in range(1, 6):
        assert facts(t, Leader)[-1].attempt == attempt
        assert facts(t, Leader)[-1].stake == ("last" if attempt == 5 else "none")
        propose(t, (0, 1, 2))
        vote(t, (3, 4, 5))
    ended(t, "rejected", "evil")


def test_rejections_are_counted_anew_for_each_quest() -> None:
    t = table()
    for _ in range(4):
        propose(t, (0, 1))
        vote(t, range(6))
    quest(t, good=True)
    for _ in range(4):
        propose(t, (0, 1, 2))
        vote(t, range(6))
    assert asked(t) == [(3, "propose")]


def test_in_recon_the_fourth_proposal_goes_without_talk_or_vote() -> None:
    t = table(variant="recon", discussion=1)
    for _ in range(3):
        assert facts(t, Leader)[-1].stake == "none"
        propose(t, (0, 1))
        speak(t)
        vote(t, range(6))
    assert facts(t, Leader)[-1].stake == "forced"
    propose(t, (3, 4))
    assert facts(t, Forced, 0) == [Forced(1, 4, (3, 4))]
    assert asked(t) == [(MORGANA, "quest")]
    cards(t, (MORGANA,))
    assert facts(t, Leader)[-1] == Leader(2, 1, 4, 3, 1, "none")


def test_in_recon_six_rejections_do_not_end_it() -> None:
    t = table(variant="recon")
    for size in (2, 3):
        for _ in range(3):
            propose(t, range(size))
            vote(t, range(6))
        propose(t, range(size))
    assert isinstance(t.turn, Asks)


@pytest.mark.parametrize(
    ("roles", "dagger", "seat", "targets"),
    [
        (SIX, "assassin", 5, "1234"),
        (SIX, "morgana", 4, "1234"),
        (("merlin", "servant", "servant", "servant", "oberon", "assassin"), "oberon", 4, "12346"),
        (("merlin", "servant", "servant", "servant", "oberon", "assassin"), "assassin", 5, "12345"),
    ],
)
def test_the_dagger_may_point_at_all_who_are_not_known_to_be_evil(
    roles: tuple[str, ...], dagger: str, seat: int, targets: str
) -> None:
    t = table(roles, dagger=dagger)
    for _ in range(3):
        quest(t, good=True)
    assert asked(t) == [(seat, "assassinate")]
    assert options_of(t) == tuple(targets)


# -- what may not be


@pytest.mark.parametrize(
    ("roles", "rules", "why"),
    [
        (SIX[:4], {}, "players is 5 to 10"),
        (SEVEN, {"variant": "recon"}, "players is 6 in the recon variant, not 7"),
        (("merlin", *SIX[:5]), {}, "one merlin at most, not 2"),
        (("merlin", "servant", "servant", "minion", "morgana", "assassin"), {}, "4 good and 2 evil"),
        (("merlin", "servant", "servant", "lancelot", "morgana", "assassin"), {}, "no role 'lancelot'"),
        (SIX, {"dagger": "mordred"}, "dagger is one of assassin, morgana, any"),
        (SIX, {"dagger": "none"}, "dagger is one of"),
        (("servant", *SIX[1:]), {}, "without Merlin there is no assassination"),
        (SIX, {"variant": "house"}, "no variant 'house'"),
        (SIX, {"discussion": -1}, "discussion"),
        (SIX, {"discussion": 10**9}, "from 0 to 10 rounds"),
        (SIX, {"floors": ((6,),)}, "floors name seats"),
    ],
)
def test_impossible_tables_are_refused(roles: tuple[str, ...], rules: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        Avalon(roles, **rules)


def test_every_role_and_fact_is_declared() -> None:
    assert set(KIND.roles) == set(ROLES)
    assert set(KIND.sides.values()) == {"good", "evil"}
