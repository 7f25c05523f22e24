"""P(what a seat does | who everybody is), under the model of acts.py, for all worlds at once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from keepmum.games.avalon.acts import Acts, Inclination
from keepmum.games.avalon.suspicion import fail_chances
from keepmum.games.avalon.worlds import KINDS, ONES, Floats, Ints, Worlds, mask_of, masks, shared, teams

_PERCIVAL, _MERLIN, _EVIL = (KINDS.index(kind) for kind in ("percival", "merlin", "evil"))
_LEVELS = 3
_COMBINED = _LEVELS**3
_OF_COMBINED = np.zeros((len(KINDS), _COMBINED), dtype=np.intp)
"""The level that counts for each kind, by the three levels taken together."""
for _place, _kind in enumerate((_EVIL, _MERLIN, _PERCIVAL)):
    _OF_COMBINED[_kind] = np.arange(_COMBINED) // _LEVELS**_place % _LEVELS


def _levels(worlds: Worlds, team: int) -> Ints:
    """How many on the team each kind minds (at most 2), the three in one number; shape (worlds,)."""
    found = np.minimum(ONES[worlds.minds[[_EVIL, _MERLIN, _PERCIVAL]] & np.uint16(team)], 2).astype(np.intp)
    return found[0] + _LEVELS * found[1] + _LEVELS**2 * found[2]


def vote_logs(worlds: Worlds, acts: Acts, votes: dict[int, bool], team: tuple[int, ...], view: VoteView) -> Floats:
    """log P(votes | world), shape (worlds,). `votes` are those to go by: seat, whether it approves."""
    where = _levels(worlds, mask_of(team)) * len(KINDS)
    total = np.zeros(len(worlds))
    for seat, approve in votes.items():
        total += _vote_table(acts, seat, approve, seat in team, view)[worlds.kinds[seat] + where]
    return total


class VoteView:
    """How a proposed team looks to the public: each seat's trust in it (see Suspicion), and whether it is the last."""

    __slots__ = ("last", "trust")

    def __init__(self, trust: Floats, last: bool) -> None:
        self.trust, self.last = trust, last


def _vote_table(acts: Acts, seat: int, approve: bool, own: bool, view: VoteView) -> Floats:
    """log P(vote), by combined levels and kind; shape (_COMBINED * KINDS,)."""
    odds = np.empty((_COMBINED, len(KINDS)))
    for place, kind in enumerate(KINDS):
        row = acts.votes[kind]
        start = row.start + row.trust * float(view.trust[seat]) + row.own * own
        odds[:, place] = start + _by_level(row, view.last)[_OF_COMBINED[place]]
    return -np.logaddexp(0.0, -odds if approve else odds).ravel()


def _by_level(row: Inclination, last: bool) -> Floats:
    return np.array(row.levels) + (np.array(row.last) if last else 0.0)


def proposal_logs(worlds: Worlds, acts: Acts, leader: int, team: tuple[int, ...], trust: Floats) -> Floats:
    """log P(the leader names this team | world), shape (worlds,). `trust` is the leader's in each team."""
    table = np.array([_proposal_table(acts.proposals[kind], leader, team, trust, worlds.players) for kind in KINDS])
    kinds = worlds.kinds[leader].astype(np.intp)
    return table[kinds, worlds.minds[kinds, np.arange(len(worlds))]]


def _proposal_table(row: Inclination, leader: int, team: tuple[int, ...], trust: Floats, players: int) -> Floats:
    """log P(team), for each mask of those whom the leader minds; shape (2^players,)."""
    every, levels = teams(players, len(team)), shared(players, len(team))
    on = (masks(players, len(team)) >> np.uint16(leader)) & np.uint16(1)
    weights = np.exp(row.trust * (trust - 1) + row.own * on)
    named = every.index(team)
    if row.levels == (0.0, 0.0, 0.0):
        return np.full(1 << players, np.log(weights[named] / weights.sum()))
    by_level = np.exp(row.levels)
    return np.log(weights[named] * by_level[levels[:, named]]) - np.log(by_level[levels] @ weights)


def quest_logs(worlds: Worlds, team: tuple[int, ...], fails: Sequence[int], chance: float) -> Floats:
    """log P(so many fail cards, or one of so many | world), shape (worlds,).

    It is -inf where there are too few evil players on the team.
    """
    able = [many for many in fails if 0 <= many <= len(team)]
    with np.errstate(divide="ignore"):
        table = np.log(fail_chances(len(team), chance)[:, able].sum(axis=1))
    return table[ONES[worlds.evil & np.uint16(mask_of(team))]]
