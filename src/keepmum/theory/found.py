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
        for (narrow, *size), team in _load(FILE).items()
        if form in WIDER[narrow] and size[:2] == [players, words] and size[2] <= responses
    ]
    return max(teams, key=guarantee, default=None)


def best_kept(players: int, words: int, form: str) -> Team | None:
    """The best team known for a table that votes in this form or a narrower one, with as many responses as it has."""
    kept = _load(FILE).items()
    teams = [team for (narrow, *size), team in kept if form in WIDER[narrow] and size[:2] == [players, words]]
    return max(teams, key=guarantee, default=None)


def most_guaranteed(players: int, words: int, form: str) -> float:
    """What that team guarantees, whatever else may be said: it is taken for the last response; 0 where none is kept."""
    team = best_kept(players, words, form)
    return guarantee(team) if team else 0.0


def kept_sizes(form: str) -> list[tuple[int, int]]:
    """The players and words of which teams are kept for this form of voting."""
    return sorted({(size[0], size[1]) for narrow, *size in _load(FILE) if form in WIDER[narrow]})


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
def _load(path: Path) -> dict[tuple[str, int, int, int], Team]:
    with np.load(path) as arrays:
        blocks = {key: arrays[key] for key in arrays.files}
    names = sorted({key.rsplit("/", 2)[0] for key in blocks})
    return {_key(name): _team(name, blocks) for name in names}


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
