"""Deals of Avalon: balanced over a run, fixed by seed and number, and refused where no game could come of them."""

from __future__ import annotations

from collections import Counter

import pytest

from keepmum.core.options import OptionError, read_options
from keepmum.games.avalon import KIND, Options, deal
from keepmum.games.avalon.rules import Avalon
from keepmum.games.avalon.tables import ROLES, SIDE, SIDES

EVERY_EVIL = ("merlin", "percival", "morgana", "assassin", "mordred", "oberon")


def read(**given: str) -> Options:
    """Options as they come from a command line."""
    return read_options(Options, given, "Avalon")


@pytest.mark.parametrize("players", range(5, 11))
def test_seats_roles_and_first_leaders_are_balanced(players: int) -> None:
    options = Options(players=players)
    deals = [deal(options, 7, match) for match in range(players * players)]
    roles = Counter((seat, role) for each in deals for seat, role in enumerate(each.roles))
    held = Counter(deals[0].roles)
    assert roles == {(seat, role): players * many for seat in range(players) for role, many in held.items()}
    assert Counter(each.draws["leader"] for each in deals) == dict.fromkeys(range(players), players)
    led = Counter(each.roles[each.draws["leader"]] for each in deals)
    assert led == {role: players * many for role, many in held.items()}


def test_already_as_many_matches_as_players_are_balanced() -> None:
    for block in range(8):
        deals = [deal(Options(), 3, block * 6 + place) for place in range(6)]
        assert sorted(each.draws["leader"] for each in deals) == list(range(6))
        for seat in range(6):
            assert sorted(each.roles[seat] for each in deals) == sorted(deals[0].roles)


def test_blocks_differ_and_so_do_seeds() -> None:
    first = [deal(Options(), 1, match).draws for match in range(36)]
    assert first != [deal(Options(), 1, match + 36).draws for match in range(36)]
    assert first != [deal(Options(), 2, match).draws for match in range(36)]
    assert first == [deal(Options(), 1, match).draws for match in range(36)]


@pytest.mark.parametrize("players", range(5, 11))
def test_each_role_leads_once_in_as_many_matches_as_players_or_as_nearly_as_can_be(players: int) -> None:
    options = Options(players=players)
    for row in range(players):
        deals = [deal(options, 5, row * players + place) for place in range(players)]
        led = Counter(each.roles[each.draws["leader"]] for each in deals)
        missed = Counter(deals[0].roles) - led
        assert missed.total() <= 1 - players % 2


def gaps(matches: range, seed: int = 1) -> Counter[int]:
    """How far behind the assassin Merlin sits, going around the table."""
    dealt = [deal(Options(), seed, match).roles for match in matches]
    return Counter((roles.index("merlin") - roles.index("assassin")) % 6 for roles in dealt)


def test_who_sits_beside_whom_varies_from_the_first_matches_on() -> None:
    assert all(len(gaps(range(18), seed)) >= 4 for seed in range(20))
    assert all(max(gaps(range(36), seed).values()) <= 18 for seed in range(20))


def test_who_sits_beside_whom_is_no_more_alike_than_by_chance() -> None:
    """In how many of 36 matches the assassin sits right before Merlin varies about as the throws of a die do."""
    beside = [gaps(range(block * 36, block * 36 + 36))[1] for block in range(200)]
    mean = sum(beside) / 200
    assert 6.5 < mean < 7.9, "7.2 by chance"
    spread = sum((many - mean) ** 2 for many in beside) / 199
    assert spread < 1.6 * 36 * 0.2 * 0.8


def test_the_dagger_is_dealt_where_any_may_hold_it() -> None:
    options = Options(players=7, dagger="any")
    holders = Counter[str]()
    for match in range(490):
        each = deal(options, 1, match)
        holders[each.roles[each.draws["dagger"]]] += 1
    assert set(holders) == {"assassin", "morgana", "minion"}
    assert all(120 < count < 210 for count in holders.values())
    assert "dagger" not in deal(Options(players=7), 1, 0).draws


@pytest.mark.parametrize(
    ("given", "roles", "dagger"),
    [
        ({}, "merlin percival servant servant morgana assassin", "assassin"),
        ({"roles": "none"}, "servant servant servant servant minion minion", "none"),
        ({"roles": "merlin"}, "merlin servant servant servant minion minion", "minion"),
        ({"roles": "merlin,mordred"}, "merlin servant servant servant mordred minion", "mordred"),
        ({"roles": "mordred,merlin", "dagger": "any"}, "merlin servant servant servant mordred minion", "any"),
        ({"roles": "percival,morgana"}, "percival servant servant servant morgana minion", "none"),
        ({"players": "5", "roles": "merlin,oberon"}, "merlin servant servant oberon minion", "oberon"),
        ({"variant": "recon"}, "merlin percival servant servant morgana assassin", "assassin"),
    ],
)
def test_options_make_tables(given: dict[str, str], roles: str, dagger: str) -> None:
    game = deal(read(**given), 1, 0).game
    assert isinstance(game, Avalon)
    assert game.roles == tuple(roles.split())
    assert game.dagger == dagger


@pytest.mark.parametrize("players", range(5, 11))
def test_everybody_else_is_a_servant_or_a_minion(players: int) -> None:
    dealt = deal(Options(players=players, roles=("merlin", "assassin")), 1, 0).roles
    sides = Counter(SIDE[role] for role in dealt)
    assert sides == SIDES[players]
    assert Counter(dealt)["merlin"] == Counter(dealt)["assassin"] == 1
    assert set(dealt) <= set(ROLES)


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"players": "4"}, "players is 5 to 10 in the board variant, not 4"),
        ({"players": "11"}, "players is 5 to 10"),
        ({"players": "7", "variant": "recon"}, "players is 6 in the recon variant, not 7"),
        ({"roles": "merlin,merlin"}, "one merlin at most, not 2"),
        ({"roles": "merlin,morgana,assassin,mordred"}, "4 good and 2 evil: 3 evil roles"),
        ({"roles": "merlin,lancelot"}, "no role 'lancelot'.*known: assassin"),
        ({"roles": ""}, "no role ''"),
        ({"roles": "merlin,perciva"}, "did you mean 'percival'"),
        ({"dagger": "mordred"}, "dagger is one of assassin, morgana, any with these roles, not 'mordred'"),
        ({"roles": "none", "dagger": "minion"}, "without Merlin there is no assassination"),
        ({"discussion": "11"}, "discussion is from 0 to 10"),
        ({"discussion": "-1"}, "discussion is from 0 to 10"),
        ({"variant": "house"}, "known: board, recon"),
    ],
)
def test_impossible_options_say_what_is_possible(given: dict[str, str], why: str) -> None:
    with pytest.raises(OptionError, match=why):
        read(**given)


def test_ten_players_may_have_every_special_evil_role() -> None:
    dealt = KIND.deal(Options(players=10, roles=EVERY_EVIL), 1, 0)
    assert Counter(dealt.roles) == Counter({**dict.fromkeys(EVERY_EVIL, 1), "servant": 4})
