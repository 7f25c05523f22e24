"""The tables of Avalon: sides, team sizes, fails needed, who sees whom, and the two published variants.

The numbers are those of the published board game for 5 to 10 players; `recon` is the game of the ReCon paper
(Appendix A and the authors' program).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

Side: TypeAlias = Literal["good", "evil"]
Label: TypeAlias = Literal["evil", "comrades", "merlin_or_morgana"]
VariantName: TypeAlias = Literal["board", "recon"]

GOOD: Side = "good"
EVIL: Side = "evil"
QUESTS = 5
TO_WIN = 3
"""Quests that a side must win: three succeeded for good, three failed for evil."""

GOOD_ROLES = ("merlin", "percival", "servant")
EVIL_ROLES = ("morgana", "assassin", "mordred", "oberon", "minion")
ROLES = GOOD_ROLES + EVIL_ROLES
SIDE: Mapping[str, Side] = {**dict.fromkeys(GOOD_ROLES, GOOD), **dict.fromkeys(EVIL_ROLES, EVIL)}
PLAIN: Mapping[Side, str] = {"good": "servant", "evil": "minion"}
"""The roles that any number of players may have; each other role is held by one player at most."""

SIDES: Mapping[int, Mapping[Side, int]] = {
    5: {"good": 3, "evil": 2},
    6: {"good": 4, "evil": 2},
    7: {"good": 4, "evil": 3},
    8: {"good": 5, "evil": 3},
    9: {"good": 6, "evil": 3},
    10: {"good": 6, "evil": 4},
}

TEAM_SIZE: Mapping[int, tuple[int, ...]] = {
    5: (2, 3, 2, 3, 3),
    6: (2, 3, 4, 3, 4),
    7: (2, 3, 3, 4, 4),
    8: (3, 4, 4, 5, 5),
    9: (3, 4, 4, 5, 5),
    10: (3, 4, 4, 5, 5),
}

_ONE_FAIL = (1, 1, 1, 1, 1)
_FOURTH_NEEDS_TWO = (1, 1, 1, 2, 1)
FAILS_NEEDED: Mapping[int, tuple[int, ...]] = {
    5: _ONE_FAIL,
    6: _ONE_FAIL,
    7: _FOURTH_NEEDS_TWO,
    8: _FOURTH_NEEDS_TWO,
    9: _FOURTH_NEEDS_TWO,
    10: _FOURTH_NEEDS_TWO,
}


class Seen(NamedTuple):
    """What a role is shown at the start: the seats of these roles, under this label, without which is which."""

    label: Label
    roles: tuple[str, ...]


_COMRADES = Seen("comrades", ("morgana", "assassin", "mordred", "minion"))
SEES: Mapping[str, Seen] = {
    "merlin": Seen("evil", ("morgana", "assassin", "oberon", "minion")),
    "percival": Seen("merlin_or_morgana", ("merlin", "morgana")),
    "morgana": _COMRADES,
    "assassin": _COMRADES,
    "mordred": _COMRADES,
    "minion": _COMRADES,
}
"""A role that is missing here is shown nothing: servants, and Oberon, whom the other evil players do not see either."""

NEVER = 1_000_000


@dataclass(frozen=True, slots=True)
class Variant:
    """A published set of rules, as numbers.

    `lost_at`: so many rejections in a row, on one quest, give evil the game. `forced_at`: after so many the next
    proposal goes without discussion or vote. `leader_votes`: whether the leader votes on its own proposal; if not, it
    counts as approving.
    """

    sizes: Mapping[int, tuple[int, ...]]
    fails_needed: Mapping[int, tuple[int, ...]]
    lost_at: int
    forced_at: int
    leader_votes: bool


VARIANTS: Mapping[VariantName, Variant] = {
    "board": Variant(TEAM_SIZE, FAILS_NEEDED, lost_at=5, forced_at=NEVER, leader_votes=True),
    "recon": Variant({6: TEAM_SIZE[6]}, {6: _ONE_FAIL}, lost_at=NEVER, forced_at=3, leader_votes=False),
}


def sight(roles: Sequence[str], seat: int) -> tuple[Label, tuple[int, ...]] | None:
    """What `seat` is shown when `roles` are dealt: a label and seats; None where its role is shown nothing at all."""
    seen = SEES.get(roles[seat])
    if seen is None:
        return None
    return seen.label, tuple(other for other, role in enumerate(roles) if role in seen.roles and other != seat)


@lru_cache(maxsize=64)
def in_order(roles: tuple[str, ...]) -> tuple[str, ...]:
    """The same roles in the order of ROLES."""
    return tuple(sorted(roles, key=ROLES.index))
