"""The tables against the published rules of the board game, and what each role is shown."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

from keepmum.games.avalon.assignments import Assignments
from keepmum.games.avalon.tables import FAILS_NEEDED, ROLES, SIDE, SIDES, TEAM_SIZE, VARIANTS, sight

ALL_EVIL = ("merlin", "percival", "servant", "morgana", "assassin", "mordred", "oberon", "minion")
MERLIN, PERCIVAL, SERVANT, MORGANA, ASSASSIN, MORDRED, OBERON, MINION = range(8)


def test_the_board_has_the_published_numbers() -> None:
    assert {players: (many["good"], many["evil"]) for players, many in SIDES.items()} == {
        5: (3, 2), 6: (4, 2), 7: (4, 3), 8: (5, 3), 9: (6, 3), 10: (6, 4),
    }  # fmt: skip
    assert TEAM_SIZE == {
        5: (2, 3, 2, 3, 3), 6: (2, 3, 4, 3, 4), 7: (2, 3, 3, 4, 4),
        8: (3, 4, 4, 5, 5), 9: (3, 4, 4, 5, 5), 10: (3, 4, 4, 5, 5),
    }  # fmt: skip
    assert {players: needed.index(2) + 1 for players, needed in FAILS_NEEDED.items() if 2 in needed} == dict.fromkeys(
        (7, 8, 9, 10), 4
    )
    assert all(sorted(set(needed)) in ([1], [1, 2]) and needed.count(2) <= 1 for needed in FAILS_NEEDED.values())


def test_the_variants_are_those_published() -> None:
    board, recon = VARIANTS["board"], VARIANTS["recon"]
    assert (board.lost_at, board.leader_votes, sorted(board.sizes)) == (5, True, [5, 6, 7, 8, 9, 10])
    assert (recon.forced_at, recon.leader_votes) == (3, False)
    assert recon.sizes == {6: (2, 3, 4, 3, 4)}
    assert recon.fails_needed == {6: (1, 1, 1, 1, 1)}
    assert board.forced_at > board.lost_at
    assert recon.lost_at > recon.forced_at


@pytest.mark.parametrize(
    ("seat", "shown"),
    [
        (MERLIN, ("evil", (MORGANA, ASSASSIN, OBERON, MINION))),
        (PERCIVAL, ("merlin_or_morgana", (MERLIN, MORGANA))),
        (SERVANT, None),
        (MORGANA, ("comrades", (ASSASSIN, MORDRED, MINION))),
        (ASSASSIN, ("comrades", (MORGANA, MORDRED, MINION))),
        (MORDRED, ("comrades", (MORGANA, ASSASSIN, MINION))),
        (OBERON, None),
        (MINION, ("comrades", (MORGANA, ASSASSIN, MORDRED))),
    ],
    ids=ALL_EVIL,
)
def test_each_role_is_shown_what_the_rules_say(seat: int, shown: object) -> None:
    assert sight(ALL_EVIL, seat) == shown


def test_every_role_has_a_side() -> None:
    assert set(SIDE) == set(ROLES)
    assert Counter(SIDE.values()) == {"good": 3, "evil": 5}


@pytest.mark.parametrize(
    ("roles", "many"),
    [
        (("merlin", "percival", "servant", "servant", "morgana", "assassin"), 360),
        (("merlin", "percival", *["servant"] * 4, "morgana", "assassin", "mordred", "oberon"), 151_200),
        (("servant", "servant", "servant", "minion", "minion"), 10),
    ],
)
def test_there_are_so_many_ways_to_deal(roles: tuple[str, ...], many: int) -> None:
    assert len(Assignments(roles)) == many


def test_every_deal_comes_once() -> None:
    roles = ("merlin", "servant", "servant", "minion", "minion")
    dealt = Assignments(roles)
    assert len(set(dealt)) == len(dealt)
    assert set(dealt) == set(permutations(roles))
    assert all(each in dealt for each in permutations(roles))
    assert ("merlin", *["servant"] * 3, "minion") not in dealt
    assert list(roles) not in dealt
    with pytest.raises(IndexError):
        dealt[len(dealt)]
