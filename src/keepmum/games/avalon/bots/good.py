"""How a good player decides by expected value: whether this quest succeeds, with this team or with one after it.

Winning a quest stands for winning the match. Merlin must not be found, so until two quests have failed it does what a
good player would who was shown nothing (`Mind.plain`); with the match at stake it does what it can, and among clean
teams names the one that such a player would like best. (Whatever it showed earlier cost more matches by the dagger than
it won by quests, even where an outsider took it for Merlin less than for others: both evil bots were tried.)
Percival, who would rather be named himself, goes by what he knows whatever that looks like.
"""

from __future__ import annotations

from random import Random

import numpy as np

from keepmum.games.avalon.bots.mind import Mind
from keepmum.games.avalon.posterior import Posterior
from keepmum.games.avalon.tables import TO_WIN
from keepmum.games.avalon.worlds import Floats, teams

MARGIN = 0.02
"""A team this little worse than waiting is still approved of."""
LOOKS = 0.3
"""What Merlin gives for a team that would look good to one who was shown nothing, beside its being good."""
TIE = 1e-6


def best_team(values: Floats, players: int, size: int, rng: Random) -> tuple[int, ...]:
    """The team of the highest value, chance deciding between equals."""
    best = np.nonzero(values >= values.max() - TIE)[0]
    return teams(players, size)[int(best[int(rng.random() * len(best))])]


def good_team(mind: Mind, size: int, rng: Random) -> tuple[int, ...]:
    """The team whose quest most likely succeeds; Merlin minds how that looks."""
    believes, plain = shown(mind), mind.plain() if mind.notes.role == "merlin" else None
    values = believes.evil_on(size)[:, 0] + mind.success(believes, size)
    if plain is not None:
        values = values + LOOKS * plain.evil_on(size)[:, 0]
    return best_team(values, mind.notes.players, size, rng)


def would_approve(mind: Mind, posterior: Posterior, team: tuple[int, ...]) -> bool:
    """Whether a good player who believes this approves: the quest is as likely to succeed as after waiting."""
    if mind.notes.last:
        return True
    here = float(mind.success(posterior, len(team))[mind.index(team)])
    return here >= mind.waiting(posterior, len(team)) - MARGIN


def good_vote(mind: Mind, team: tuple[int, ...]) -> bool:
    """The vote of a good player."""
    return would_approve(mind, shown(mind), team)


def shown(mind: Mind) -> Posterior:
    """The beliefs that a good player acts by: its own, but Merlin's only with the match at stake."""
    hides = mind.notes.role == "merlin" and mind.notes.failed < TO_WIN - 1
    return (mind.plain() if hides else None) or mind.own
