"""How a team votes once all have answered: with one voice or each its own way, with a coin or without.

Shapes: K words, L = |R|^N answer rows (the first seat's answer most significant), N seats. A chameleon in seat c sees
one of B_c views, the others' ballots, and has some replies, its own ballot; `rates[c]` (replies, B_c) is how likely a
view and a reply get it caught.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product

import numpy as np

from keepmum.theory.arrays import Indices, Reals
from keepmum.theory.zero_information import all_profiles, caught


class Votes(ABC):
    """A voting rule, piecewise linear: each of its blocks can be optimised with everything else held fixed."""

    blocks: int

    @property
    @abstractmethod
    def rates(self) -> Sequence[Reals]: ...

    @abstractmethod
    def seen(self, seat: int) -> Reals:
        """P(view | word, answers) for a chameleon in `seat`: shape (K, L, B)."""

    @abstractmethod
    def terms(self, block: int, seat: int, columns: Indices) -> tuple[Reals, Indices] | None:
        """`seen(seat)` as a sum over a last axis of coefficient times block entry: both (K, L, B, T).

        None where it does not depend on the block.
        """

    @abstractmethod
    def block(self, number: int) -> Reals:
        """The probabilities of one block, which sum to 1 along its last axis."""

    @abstractmethod
    def having(self, block: int, values: Reals) -> Votes:
        """The same rule with one block replaced."""

    def over(self, rows: Indices) -> Votes:
        """The rule over other rows of answers, each voted on as the row of this rule that `rows` names."""
        votes: Votes = self
        for number in range(self.blocks):
            votes = votes.having(number, self.block(number)[:, rows])
        return votes

    def mixed(self, other: Votes, share: float) -> Votes:
        """Each block mixed with a share of the other rule's; both must be of one kind."""
        votes: Votes = self
        for number in range(self.blocks):
            votes = votes.having(number, (1 - share) * self.block(number) + share * other.block(number))
        return votes


@dataclass(frozen=True, slots=True)
class Unanimous(Votes):
    """All non-chameleons blame the same seat: `blame` (K, L, N). A pure one needs no coin."""

    blame: Reals
    blocks = 1

    @property
    def rates(self) -> Sequence[Reals]:
        return [np.ones((1, 1))] * self.blame.shape[2]

    def seen(self, seat: int) -> Reals:
        return self.blame[:, :, seat : seat + 1]

    def block(self, number: int) -> Reals:
        return self.blame

    def terms(self, block: int, seat: int, columns: Indices) -> tuple[Reals, Indices]:
        each = columns[:, :, seat, None, None]
        return np.ones(each.shape), each

    def having(self, block: int, values: Reals) -> Unanimous:
        return Unanimous(values)


@dataclass(frozen=True, slots=True)
class SharedBallots(Votes):
    """A coin that all but the chameleon see picks a ballot profile: `profiles` (K, L, (N-1)^N)."""

    players: int
    profiles: Reals
    blocks = 1

    @property
    def rates(self) -> Sequence[Reals]:
        return reply_rates(self.players)

    def seen(self, seat: int) -> Reals:
        return self.profiles[:, :, _profiles_by_view(self.players, seat)].sum(axis=3)

    def block(self, number: int) -> Reals:
        return self.profiles

    def terms(self, block: int, seat: int, columns: Indices) -> tuple[Reals, Indices]:
        each = columns[:, :, _profiles_by_view(self.players, seat)]
        return np.ones(each.shape), each

    def having(self, block: int, values: Reals) -> SharedBallots:
        return replace(self, profiles=values)


@dataclass(frozen=True, slots=True)
class PrivateBallots(Votes):
    """Each seat casts its own ballot, by a coin of its own if any: for each seat (K, L, N-1), its others in order."""

    ballots: tuple[Reals, ...]

    @property
    def blocks(self) -> int:  # type: ignore[override]
        return len(self.ballots)

    @property
    def rates(self) -> Sequence[Reals]:
        return reply_rates(len(self.ballots))

    def seen(self, seat: int) -> Reals:
        return self._without(seat, seat)

    def block(self, number: int) -> Reals:
        return self.ballots[number]

    def terms(self, block: int, seat: int, columns: Indices) -> tuple[Reals, Indices] | None:
        if seat == block:
            return None
        own = [view[block - (block > seat)] for view in _views(len(self.ballots), seat)]
        places = [ballot - (ballot > block) for ballot in own]
        return self._without(seat, block)[..., None], columns[:, :, places][..., None]

    def having(self, block: int, values: Reals) -> PrivateBallots:
        return PrivateBallots((*self.ballots[:block], values, *self.ballots[block + 1 :]))

    def _without(self, seat: int, block: int) -> Reals:
        """P(view) for a chameleon in `seat`, leaving out the factor of the seat `block`: shape (K, L, B)."""
        views = np.array(_views(len(self.ballots), seat))
        seen = np.ones((*self.ballots[0].shape[:2], len(views)))
        others = [other for other in range(len(self.ballots)) if other != seat]
        for other, ballot in zip(others, views.T, strict=True):
            if other != block:
                seen *= self.ballots[other][:, :, ballot - (ballot > other)]
        return seen


def shared(votes: Votes) -> SharedBallots:
    """The same votes by a shared coin: any rule is one of these."""
    match votes:
        case SharedBallots():
            return votes
        case Unanimous(blame=blame):
            players, profiles = blame.shape[2], np.zeros((*blame.shape[:2], (blame.shape[2] - 1) ** blame.shape[2]))
            for seat in range(players):
                profiles[:, :, all_profiles(players).index(_all_for(seat, players))] += blame[:, :, seat]
            return SharedBallots(players, profiles)
        case PrivateBallots(ballots=ballots):
            choices = product(range(len(ballots) - 1), repeat=len(ballots))
            each = [np.prod([b[:, :, c] for b, c in zip(ballots, choice, strict=True)], axis=0) for choice in choices]
            return SharedBallots(len(ballots), np.stack(each, axis=2))
        case _:
            raise TypeError(f"{type(votes).__name__} cannot be told as ballots by a shared coin")


def private(blame: Reals) -> PrivateBallots:
    """Pure unanimous votes (K, L, N) as ballots of one's own: all for the seat blamed, which votes for the next."""
    players = blame.shape[2]
    chosen = blame.argmax(axis=2)
    profiles = np.array([_all_for(seat, players) for seat in range(players)])
    ballots = [profiles[:, seat][chosen] for seat in range(players)]
    return PrivateBallots(tuple(np.eye(players - 1)[b - (b > seat)] for seat, b in enumerate(ballots)))


def _all_for(seat: int, players: int) -> tuple[int, ...]:
    return tuple((seat + 1) % players if by == seat else seat for by in range(players))


@lru_cache(maxsize=16)
def reply_rates(players: int) -> list[Reals]:
    """For each seat of the chameleon: P(caught), by its own ballot (N-1) and the others' (N-1)^(N-1)."""
    return [
        np.array(
            [
                [float(caught(seat, (*view[:seat], reply, *view[seat:]))) for view in _views(players, seat)]
                for reply in range(players)
                if reply != seat
            ]
        )
        for seat in range(players)
    ]


@lru_cache(maxsize=64)
def _views(players: int, seat: int) -> list[tuple[int, ...]]:
    """All ballots of all but `seat`, nobody for itself."""
    return list(product(*([to for to in range(players) if to != by] for by in range(players) if by != seat)))


@lru_cache(maxsize=64)
def _profiles_by_view(players: int, seat: int) -> Indices:
    """For each view of `seat`, the profiles that show it: shape (B, N-1)."""
    profiles = [(*each[:seat], *each[seat + 1 :]) for each in all_profiles(players)]
    places: dict[tuple[int, ...], list[int]] = {view: [] for view in _views(players, seat)}
    for place, view in enumerate(profiles):
        places[view].append(place)
    return np.array(list(places.values()), dtype=np.int64)
