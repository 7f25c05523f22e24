"""The best teams that were ever found for small games, kept so that anybody can compute what they guarantee."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np

from keepmum.theory.arrays import Reals
from keepmum.theory.teams import Team, guarantee, widened
from keepmum.theory.votes import PrivateBallots, SharedBallots, Unanimous, Votes, private, shared

FILE = Path(__file__).parent / "found.npz"
WIDER = {
    "unanimous": ("unanimous", "unanimous-coin", "split", "split-coin"),
    "unanimous-coin": ("unanimous-coin", "split-coin"),
    "split": ("split", "split-coin"),
    "split-coin": ("split-coin",),
}
"""Which forms of voting can do all that one can do."""


def found_team(players: int, words: int, responses: int, form: str) -> Team | None:
    """The best team known for a game of this size and form of voting, also from fewer responses or a narrower form."""
    teams = [
        widened(told_as(team, form), responses)
        for (narrow, *size), team in _load().items()
        if form in WIDER[narrow] and size[:2] == [players, words] and size[2] <= responses
    ]
    return max(teams, key=guarantee, default=None)


def told_as(team: Team, form: str) -> Team:
    """The same team, its votes told in a wider form."""
    if form == "split-coin":
        return team.voting(shared(team.votes))
    if form == "split" and isinstance(team.votes, Unanimous):
        return team.voting(private(team.votes.blame))
    return team


def save(teams: dict[tuple[str, int, int, int], Team], path: Path = FILE) -> None:
    """Write teams by form, players, words and responses."""
    arrays: dict[str, Reals] = {}
    for (form, *size), team in teams.items():
        name = "/".join((form, *map(str, size)))
        blocks = [team.votes.block(number) for number in range(team.votes.blocks)]
        arrays |= {f"{name}/answers/{i}": each for i, each in enumerate(team.answers)}
        arrays |= {f"{name}/votes/{i}": each for i, each in enumerate(blocks)}
    np.savez_compressed(path, **arrays)  # type: ignore[arg-type]


@cache
def _load() -> dict[tuple[str, int, int, int], Team]:
    with np.load(FILE) as arrays:
        names = sorted({name.rsplit("/", 2)[0] for name in arrays.files})
        return {_key(name): _team(name, {key: arrays[key] for key in arrays.files}) for name in names}


def _key(name: str) -> tuple[str, int, int, int]:
    form, players, words, responses = name.split("/")
    return form, int(players), int(words), int(responses)


def _team(name: str, arrays: dict[str, Reals]) -> Team:
    form, players, _, _ = _key(name)
    answers = tuple(arrays[f"{name}/answers/{seat}"] for seat in range(players))
    blocks = [arrays[f"{name}/votes/{number}"] for number in range(players if form == "split" else 1)]
    return Team(answers, _votes(form, players, blocks))


def _votes(form: str, players: int, blocks: list[Reals]) -> Votes:
    match form:
        case "split":
            return PrivateBallots(tuple(blocks))
        case "split-coin":
            return SharedBallots(players, blocks[0])
        case _:
            return Unanimous(blocks[0])
