"""How each role of Avalon is taken to act: the numbers behind the posterior, set by hand.

ACTS are not fitted to anything. What they claim is only what every player would: Merlin and the evil players vote and
propose by what they know, but hide it at times; good players who know nothing go by the quests; evil players sabotage.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

Levels = tuple[float, float, float]
NEUTRAL: Levels = (0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Inclination:
    """How one kind of role is inclined towards a team, in log odds (a vote) or log weight (a proposal).

    `start`: to approve of any team. `trust`: times how the team compares in the public's eyes with the best one there
    is (0 to 1, see suspicion.py). `own`: when it is on the team itself. `levels`: for none, one, or more on the team of
    those whom it minds (`MINDS`: of Merlin those it sees, of evil players their comrades and themselves, of Percival
    Morgana). `last`: added to `levels` when a rejection gives evil the game.
    """

    start: float = 0.0
    trust: float = 0.0
    own: float = 0.0
    levels: Levels = NEUTRAL
    last: Levels = NEUTRAL


_ALL = (2.5, 2.5, 2.5)


def _votes() -> Mapping[str, Inclination]:
    return {
        "servant": Inclination(-2.2, 3.2, 1.0, NEUTRAL, _ALL),
        "percival": Inclination(-2.2, 3.2, 1.0, (0.3, -0.7, -0.7), _ALL),
        "merlin": Inclination(-1.2, 1.6, 0.5, (1.0, -1.2, -1.8), _ALL),
        "evil": Inclination(-1.6, 1.6, 0.3, (-0.6, 1.2, 0.8), (-2.5, 1.0, 1.0)),
        "oberon": Inclination(-2.2, 2.6, 1.6, NEUTRAL, NEUTRAL),
    }


def _proposals() -> Mapping[str, Inclination]:
    return {
        "servant": Inclination(0.0, 6.0, 2.5),
        "percival": Inclination(0.0, 6.0, 2.5, (0.4, -0.4, -0.4)),
        "merlin": Inclination(0.0, 3.0, 2.0, (1.8, -0.6, -1.6)),
        "evil": Inclination(0.0, 3.0, 2.0, (-1.0, 1.2, 0.0)),
        "oberon": Inclination(0.0, 5.0, 3.0),
    }


@dataclass(frozen=True, slots=True)
class Acts:
    """The whole model. `votes` and `proposals`: by kind of role.

    `fails`: how likely an evil player on a team is to play a fail, each on its own: on the first quest, on a later one,
    and on one that decides the match (two have succeeded, or two have failed).
    """

    votes: Mapping[str, Inclination] = field(default_factory=_votes)
    proposals: Mapping[str, Inclination] = field(default_factory=_proposals)
    fails: tuple[float, float, float] = (0.55, 0.7, 0.93)

    def __post_init__(self) -> None:
        if not all(0 < chance < 1 for chance in self.fails):
            raise ValueError(f"fails are chances between 0 and 1, both excluded, not {self.fails}")

    def failing(self, succeeded: int, failed: int) -> float:
        """P(an evil player on the team plays a fail), after so many quests."""
        if 2 in (succeeded, failed):
            return self.fails[2]
        return self.fails[1 if succeeded + failed else 0]


ACTS = Acts()


def _half(row: Inclination, tends: float) -> Inclination:
    levels = (row.levels[0] / 2, row.levels[1] / 2, row.levels[2] / 2)
    return replace(row, levels=levels, trust=tends * row.trust, own=tends * row.own)


PEOPLE = Acts(
    {kind: _half(row, 1.0) for kind, row in ACTS.votes.items()},
    {kind: _half(row, 0.5) for kind, row in ACTS.proposals.items()},
    (0.35, 0.7, 0.93),
)
"""The same for people, who are less of one mind than bots: half as inclined by what they know, half as particular in
what they propose, and more patient on the first quest. Chosen by hand among nine such variants for its log score on the
20 human games of avalon-nlu; what it scores on those is therefore a little too good."""
