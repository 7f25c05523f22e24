"""What a match of Avalon counts as, for the table and for each seat; and how it is told to onlookers."""

from __future__ import annotations

from round_table import (
    ASSASSIN,
    MERLIN,
    MORGANA,
    PERCIVAL,
    SERVANT,
    SIX,
    cards,
    facts,
    propose,
    quest,
    speak,
    stab,
    table,
    vote,
)

from keepmum.games.avalon import KIND
from keepmum.games.avalon.facts import Statement
from keepmum.games.avalon.telling import tell


def test_a_match_that_merlin_survives() -> None:
    t = table()
    propose(t, (0, 4))
    vote(t, (0, 1, 2))
    for good in (True, False, True, True):
        quest(t, good)
    stab(t, PERCIVAL)
    assert KIND.outcomes(t.events) == {
        "good": True,
        "three_quests": True,
        "merlin_found": False,
        "sabotaged": False,
        "rejected_out": False,
        "quest_1": True,
        "quest_2": False,
        "quest_3": True,
        "quest_4": True,
        "quest_5": None,
        "first_approved": False,
        "any_rejected": True,
    }
    seats = KIND.seat_outcomes(t.events)
    assert [seat["won"] for seat in seats] == [1, 1, 1, 1, 0, 0]
    assert [seat["won_good"] for seat in seats] == [1, 1, 1, 1, None, None]
    assert [seat["won_evil"] for seat in seats] == [None, None, None, None, 0, 0]
    assert [seat["found"] for seat in seats] == [0, None, None, None, None, None]
    assert [seat["fails"] for seat in seats] == [None, None, None, None, 1, None]
    assert [seat["on_failed"] for seat in seats] == [1, 1, 0, 0, 1, 0]
    assert seats[MERLIN]["approved_evil"] == 0.5, "the rejected team and the one that failed had Morgana on it"
    assert seats[ASSASSIN]["approved_evil"] == 1
    assert seats[MERLIN]["clean_teams"] == 0
    assert seats[SERVANT]["clean_teams"] == 0
    assert seats[PERCIVAL]["clean_teams"] == 1
    assert seats[ASSASSIN]["clean_teams"] is None


def test_a_leader_that_counts_as_approving_casts_no_vote() -> None:
    t = table(variant="recon", leader=MORGANA)
    for against in (range(6), ()):
        propose(t, (0, 4))
        vote(t, against)
    cards(t, (MORGANA,))
    for _ in range(2):
        quest(t, good=False)
    shares = [seat["approved_evil"] for seat in KIND.seat_outcomes(t.events)]
    assert shares[MORGANA] == 1, "it led the team that was rejected, and cast three votes"
    assert shares[ASSASSIN] == 2 / 3, "it rejected one team, and led the next"
    assert shares[SERVANT] == 3 / 4


def test_evil_may_win_in_three_ways() -> None:
    found = table()
    for _ in range(3):
        quest(found, good=True)
    stab(found, MERLIN)
    sabotaged = table()
    for _ in range(3):
        quest(sabotaged, good=False)
    rejected = table()
    for _ in range(5):
        propose(rejected, (0, 1))
        vote(rejected, range(6))
    ways = ("good", "three_quests", "merlin_found", "sabotaged", "rejected_out", "quest_1", "first_approved")
    told = [tuple(KIND.outcomes(t.events)[way] for way in ways) for t in (found, sabotaged, rejected)]
    assert told == [
        (False, True, True, False, False, True, True),
        (False, False, None, True, False, False, True),
        (False, False, None, False, True, None, False),
    ]
    assert KIND.seat_outcomes(found.events)[MERLIN]["found"] == 1


def test_words_are_counted_and_statements_are_what_is_said() -> None:
    t = table(discussion=1, variant="recon")
    quest(t, good=True)
    for size in (3, 4):
        propose(t, range(size))
        speak(t, "I am good, I swear.")
        vote(t)
    stab(t, PERCIVAL)
    assert [seat["words"] for seat in KIND.seat_outcomes(t.events)] == [11] * 6
    said = [KIND.said(event.fact) for event in t.events]
    assert [each for each in said if each][:1] == [(0, "Hm.")]
    assert len([each for each in said if each]) == len(facts(t, Statement)) == 18


def test_a_forced_team_of_the_very_first_attempt_leaves_no_vote_open() -> None:
    t = table(("servant",) * 4 + ("minion",) * 2, dagger="none", variant="recon")
    for _ in range(3):
        quest(t, good=True)
    outcome = KIND.outcomes(t.events)
    assert (outcome["good"], outcome["merlin_found"], outcome["any_rejected"]) == (True, None, False)


def test_onlookers_are_told_everything_but_own_ballots() -> None:
    t = table(discussion=1)
    for good in (True, False, True, True):
        quest(t, good)
    stab(t, MORGANA - 1)
    silent = {type(event.fact).__name__ for event in t.events if tell(event.fact) is None}
    assert silent == {"Ballot"}
    lines = [tell(event.fact) for event in t.events]
    assert "your role is merlin (good)" in lines
    assert "players 5, 6: evil" in lines
    assert "quest 2 fails, fail cards: 1 (succeeded 1, failed 1)" in lines
    assert "votes: for 1, 2, 3, 4, 5, 6, against nobody: approved" in lines
    assert lines[-1] == ", ".join(f"player {seat + 1} was {role}" for seat, role in enumerate(SIX))
