"""Whose turn it is in Avalon, and what is asked: the values of a game, and the turn that follows from a state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

from keepmum.core import Asks, Chance, Over
from keepmum.games.avalon import asks
from keepmum.games.avalon.asks import APPROVE, AWAITED, FAIL, QUEST, SPEECH_WORDS, SUCCESS, VOTE, Answers
from keepmum.games.avalon.assignments import Assignments
from keepmum.games.avalon.facts import Ending
from keepmum.games.avalon.legal import (
    check_dagger,
    check_discussion,
    check_floors,
    check_leaders,
    check_roles,
    dagger_seats,
)
from keepmum.games.avalon.tables import EVIL, GOOD, SIDE, TO_WIN, VARIANTS, Side, Variant, VariantName, in_order, sight

Stage: TypeAlias = Literal[
    "roles", "dagger", "leader", "floor", "vote", "quest", "cards", "assassinate", "found", "over"
]

NOBODY = -1
PROPOSES = -1
"""Stands in a floor where the leader names a team."""

WINNER: Mapping[Ending, Side] = {
    "survived": GOOD,
    "fulfilled": GOOD,
    "assassinated": EVIL,
    "sabotaged": EVIL,
    "rejected": EVIL,
}


class State(NamedTuple):
    """The referee's knowledge.

    `results`: each quest so far, whether it succeeded. `rejected`: attempts at this quest that were voted down.
    `teams`: how many floors there have been before this one; `heard`: how much of this one is over. `answers`: by seat,
    those given at once; None where a seat is not asked. A named tuple, and `answers` last: most moves change it alone.
    """

    stage: Stage = "roles"
    roles: tuple[str, ...] = ()
    dagger: int = NOBODY
    leader: int = NOBODY
    results: tuple[bool, ...] = ()
    rejected: int = 0
    teams: int = 0
    heard: int = 0
    team: tuple[int, ...] = ()
    ending: Ending | None = None
    answers: Answers = ()


@dataclass(frozen=True, slots=True)
class Turns:
    """Avalon for 5 to 10 players (`recon`: six).

    `roles`: those in play, one a player, in any order. `discussion`: rounds of talk on each proposal. `dagger`: the
    evil role that may assassinate, "any" (one evil player drawn by lot), or "none" where Merlin is not in play.
    `words`: how many a statement may have. `counted`: whether all are told how many fail cards a quest had, or only
    what it came to.

    The others tell of a match that was played elsewhere. `floors`: who had the floor: for each proposal in turn the
    seats as they spoke, with PROPOSES where the leader named a team (again: the last one counts); a floor more is that
    of the talk before the assassination. Where it does not reach, `discussion` holds. `leaders`: who led each
    proposal; where it does not reach, the lead passes on. `unseen`: quests, from 1, of which it is not on record who
    played which card, and `target_seen`: whether it is on record who was taken for Merlin. Where not, no player is
    asked and no card or target is told; chance says what it came to.
    """

    roles: tuple[str, ...]
    variant: VariantName = "board"
    discussion: int = 1
    dagger: str = "assassin"
    words: int = SPEECH_WORDS
    counted: bool = True
    floors: tuple[tuple[int, ...], ...] = ()
    leaders: tuple[int, ...] = ()
    unseen: tuple[int, ...] = ()
    target_seen: bool = True
    name = "avalon"

    def __post_init__(self) -> None:
        check_roles(self.roles, self.variant)
        check_dagger(self.dagger, self.roles)
        check_floors(self.floors, self.players)
        check_leaders(self.leaders, self.players)
        check_discussion(self.discussion)
        if self.words < 1:
            raise ValueError(f"words is 1 or more, not {self.words}")

    @property
    def players(self) -> int:
        """How many seats."""
        return len(self.roles)

    @property
    def numbers(self) -> Variant:
        """The variant's numbers."""
        return VARIANTS[self.variant]

    def size(self, quest: int) -> int:
        """How many go on quest `quest` (0-based)."""
        return self.numbers.sizes[self.players][quest]

    def fails_needed(self, quest: int) -> int:
        """How many fail cards make quest `quest` (0-based) fail."""
        return self.numbers.fails_needed[self.players][quest]

    def next_leader(self, state: State) -> int:
        """Who leads the next proposal."""
        led = state.teams + 1
        return self.leaders[led] if led < len(self.leaders) else (state.leader + 1) % self.players

    def floor(self, state: State) -> tuple[int, ...]:
        """Who has the floor now, one after another, with PROPOSES where the leader names a team."""
        hunting, given = state.results.count(True) == TO_WIN, state.teams < len(self.floors)
        floor = self.floors[state.teams] if given else _floor(state.leader, self.players, self._rounds(state))
        if hunting:
            return tuple(seat for seat in floor if seat != PROPOSES) if given else ()
        return floor if PROPOSES in floor else (PROPOSES, *floor)

    def _rounds(self, state: State) -> int:
        return 0 if state.rejected == self.numbers.forced_at else self.discussion

    def turn(self, state: State) -> Chance | Asks | Over:
        """The deal, then for each quest talk and vote until a team goes; at the end perhaps the assassination."""
        match state.stage:
            case "vote":
                return asks.of_all(state.answers, VOTE)
            case "quest":
                return asks.of_all(state.answers, QUEST)
            case "floor":
                return self._floor_turn(state)
            case "assassinate":
                return self._assassinate_turn(state)
            case "over":
                return self._over(state)
            case _:
                return self._chance(state)

    def _chance(self, state: State) -> Chance:
        if state.stage == "roles":
            return Chance("roles", Assignments(in_order(self.roles)))
        if state.stage == "dagger":
            return Chance("dagger", dagger_seats(self.dagger, state.roles))
        if state.stage == "cards":
            evil = state.answers.count(AWAITED)
            return Chance("cards", range(evil + 1) if self.counted else (SUCCESS, FAIL))
        if state.stage == "found":
            return Chance("found", (False, True))
        return Chance("leader", range(self.players))

    def _floor_turn(self, state: State) -> Asks:
        seat = self.floor(state)[state.heard]
        if seat == PROPOSES:
            return asks.of_one(state.leader, asks.propose(self.size(len(state.results)), self.players))
        return asks.of_one(seat, asks.speak(self.words))

    def _assassinate_turn(self, state: State) -> Asks:
        seen = sight(state.roles, state.dagger)
        known = (state.dagger, *(seen[1] if seen else ()))
        return asks.of_one(state.dagger, asks.assassinate(self.players, tuple(sorted(known))))

    def _over(self, state: State) -> Over:
        """Each seat of the side that has won gets 1, each other -1: with unequal sides, not a sum of zero."""
        assert state.ending is not None
        won = WINNER[state.ending]
        return Over(tuple(1.0 if SIDE[role] == won else -1.0 for role in state.roles), state.ending)


@lru_cache(maxsize=1024)
def _floor(leader: int, players: int, rounds: int) -> tuple[int, ...]:
    order = tuple((leader + place) % players for place in range(players))
    return (PROPOSES, *order * rounds)


@lru_cache(maxsize=64)
def unvoted(players: int, exempt: int) -> Answers:
    """Everybody's vote is awaited but that of the exempt seat, which counts as approving."""
    return tuple(APPROVE if seat == exempt else AWAITED for seat in range(players))


@lru_cache(maxsize=4096)
def cards_due(roles: tuple[str, ...], team: tuple[int, ...]) -> Answers:
    """A quest card is awaited of the evil players of a team."""
    return tuple(AWAITED if seat in team and SIDE[role] == EVIL else None for seat, role in enumerate(roles))
