"""How an evil player decides: sabotage where it counts, and look like a good player who was shown nothing.

It leads with a team that has as many of its own as the quest needs fails and that a good player in its place would like
best. It votes as such a player would, but for votes that decide the match. On a quest the first of its own around the
table from the leader play the fails that are needed, and with the match at stake all do. Whom it takes for Merlin is
who its posterior does. (Tried against both bots as good and found no better: approving of all that can be sabotaged,
playing success on the first quest, or on the second after a fail.)
"""

from __future__ import annotations

from random import Random

import numpy as np

from keepmum.games.avalon.bots.good import best_team, would_approve
from keepmum.games.avalon.bots.mind import Mind, held
from keepmum.games.avalon.tables import TO_WIN
from keepmum.games.avalon.worlds import Floats, teams

ENOUGH, TOO_MANY = 10.0, 2.0
"""Having as many as are needed counts more than any looks; each one too many may be suspected, or fail as well."""
LIKELY = 0.5
"""From here on Oberon, or those who do not know him, count on one another."""


def evil_team(mind: Mind, size: int, rng: Random) -> tuple[int, ...]:
    """A team that can be sabotaged and looks good."""
    notes, believes = mind.notes, mind.plain() or mind.outsider
    known = np.array([held(team, notes.known_evil) for team in teams(notes.players, size)])
    short, more = np.maximum(notes.needed - known, 0), np.maximum(known - notes.needed, 0)
    looks: Floats = believes.evil_on(size)[:, 0] + mind.success(believes, size)
    return best_team(looks - ENOUGH * short - TOO_MANY * more, notes.players, size, rng)


def evil_vote(mind: Mind, team: tuple[int, ...]) -> bool:
    """As a good player would who was shown nothing, but for what decides the match."""
    notes = mind.notes
    able = held(team, notes.known_evil) >= notes.needed
    if notes.last:
        return False
    if notes.decisive and (able or notes.succeeded == TO_WIN - 1):
        return able
    plain = mind.plain()
    return able if plain is None else would_approve(mind, plain, team)


def evil_card(mind: Mind, team: tuple[int, ...]) -> bool:
    """Whether to play a fail."""
    notes = mind.notes
    known = notes.saboteurs(team)
    unknown = float(sum(mind.own.evil()[seat] for seat in team if seat not in known))
    if len(known) + (unknown >= LIKELY) < notes.needed:
        return False
    if notes.decisive or len(known) < notes.needed:
        return True
    return notes.seat in known[: notes.needed]


def evil_name(mind: Mind, able: tuple[int, ...], rng: Random) -> int:
    """The likeliest Merlin, chance deciding between equals."""
    likely = mind.own.role("merlin")
    return max(able, key=lambda seat: (round(float(likely[seat]), 9), rng.random()))
