"""Avalon keeps what all games keep, at every number of players and in both variants."""

from __future__ import annotations

import pytest

from keepmum.core.conformance import check
from keepmum.games.avalon import KIND, Options

EVERY_EVIL = ("merlin", "percival", "morgana", "assassin", "mordred", "oberon")
SETTINGS = [
    *(Options(players=players, discussion=0) for players in range(5, 11)),
    Options(),
    Options(variant="recon", discussion=2),
    Options(variant="recon", discussion=0),
    Options(players=5, roles=("none",), discussion=0),
    Options(players=7, roles=("percival", "morgana"), discussion=0),
    Options(players=10, roles=EVERY_EVIL, dagger="any", discussion=0),
    Options(players=10, roles=EVERY_EVIL, dagger="oberon"),
    Options(players=9, roles=("merlin",), dagger="minion", discussion=0),
]


@pytest.mark.parametrize("options", SETTINGS, ids=str)
def test_it_conforms(options: Options) -> None:
    check(KIND, options, matches=3)
