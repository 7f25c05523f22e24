"""A plain JSON shape for a game of Avalon by the board's rules; players count from 1. docs/avalon.md describes it."""

from __future__ import annotations

from typing import Literal

import msgspec


class Talk(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A message of a player; or, with `team` alone, the leader naming a team."""

    player: int | None = None
    text: str | None = None
    team: tuple[int, ...] | None = None


class Proposed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One proposal: the team that was voted on, and each player's vote, true to approve.

    `leader`: as the lead passes on, where it is left out. `talk`: what was said, after the team was named unless it has
    teams of its own, of which the last must be `team`.
    """

    team: tuple[int, ...]
    votes: tuple[bool, ...]
    leader: int | None = None
    talk: tuple[Talk, ...] = ()


class Quested(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A quest: its proposals, and its fail cards, or `success` where they are not known; neither if no team went."""

    attempts: tuple[Proposed, ...]
    fails: int | None = None
    success: bool | None = None


class Shape(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A whole game.

    `assassination` is the player named as Merlin; `last_talk` was before it. `dagger` is the role that holds it, where
    it is not the usual one, and `holder` the player, where several may.
    """

    roles: tuple[str, ...]
    quests: tuple[Quested, ...]
    winner: Literal["good", "evil"]
    first_leader: int | None = None
    assassination: int | None = None
    dagger: str | None = None
    holder: int | None = None
    agents: tuple[str, ...] = ()
    last_talk: tuple[Talk, ...] = ()
