"""An occasion holds just what its seat had seen by then, in every game, and nothing of what came later."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from panel import played

from keepmum import registry
from keepmum.asking.occasions import occasions
from keepmum.core import Observation, Reply
from keepmum.core.event import seen
from keepmum.play.folder import read_run
from keepmum.play.match import play_match
from keepmum.play.records import Dealt, events_of, record_of, started

GAMES = ("avalon", "secrets", "chameleon")


class Ear:
    """A player that keeps every observation it was given."""

    def __init__(self, agent: Any, kept: list[Any]) -> None:
        self._agent, self._kept = agent, kept

    async def act(self, observation: Observation) -> Reply:
        kept = (observation.seat, tuple(observation.heard), observation.ask)
        self._kept.append(kept)
        return await self._agent.act(observation)


@pytest.mark.parametrize("game", GAMES)
def test_it_is_the_observation_that_was_played(game: str) -> None:
    kind = registry.game(game)
    deal = kind.deal(kind.options(), 3, 0)
    kept: list[Any] = []
    make = kind.bots["random"]({})
    agents = [Ear(make(Random(seat)), kept) for seat in range(deal.game.players)]
    finished = asyncio.run(play_match(deal, agents, Random(0)))
    record = record_of(deal.game, Dealt(3, 0, deal.roles, tuple("bot:random" for _ in agents)), finished)
    found = [*occasions(record, kind, lambda role, ask: True)]
    assert len(found) == len(kept) > 3
    again = [(each.seat, tuple(each.observation.heard), each.observation.ask) for each in found]
    assert sorted(map(repr, again)) == sorted(map(repr, kept))


@pytest.mark.parametrize("game", GAMES)
def test_it_is_what_the_events_before_it_showed_and_no_more(game: str, tmp_path: Path) -> None:
    kind = registry.game(game)
    (record,) = read_run(played(tmp_path / "run", game, 1))
    events, (_, spans) = events_of(record, kind), started(record, kind)
    for each in occasions(record, kind, lambda role, ask: True):
        assert tuple(each.observation.heard) == seen(events[: spans[each.number][0]], each.seat)
        assert (each.role, each.agent) == (record.roles[each.seat], "bot:random")


def test_what_comes_later_changes_nothing(tmp_path: Path) -> None:
    kind = registry.game("avalon")
    (record,) = read_run(played(tmp_path / "run", "avalon", 1))
    every = [*occasions(record, kind, lambda role, ask: True)]
    half = every[len(every) // 2]
    cut = replace_moves(record, half.number + 1)
    kept = [*occasions(cut, kind, lambda role, ask: True)]
    assert [each.basis for each in kept] == [each.basis for each in every[: len(kept)]]
    assert kept[-1].number == half.number
    assert len({each.basis for each in every}) == len(every)


def replace_moves(record: Any, many: int) -> Any:
    import msgspec

    return msgspec.structs.replace(record, moves=record.moves[:many])


def test_a_basis_tells_asks_apart(tmp_path: Path) -> None:
    kind = registry.game("avalon")
    (record,) = read_run(played(tmp_path / "run", "avalon", 1))
    first = next(occasions(record, kind, lambda role, ask: True))
    other = replace(first, observation=replace(first.observation, seat=(first.seat + 1) % 6))
    assert first.basis != other.basis
