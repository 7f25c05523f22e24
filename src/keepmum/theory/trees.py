"""The tree of any finite game as arrays: what a profile is worth, the best response to it, and how far it is from Nash.

A sequence is an action at an information set. A profile is one number a sequence: those of one information set are
probabilities that sum to 1. Shapes: V nodes, S sequences, P players.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from keepmum.core.ask import Action
from keepmum.core.game import Asks, Chance, Game, Over
from keepmum.core.tree import InformationSet, Position, acting, chances, choices, information_set, root
from keepmum.theory.arrays import Indices, Reals
from keepmum.theory.domains import DomainError, require

MAX_NODES = 5_000_000
NONE = -1


@dataclass(frozen=True, slots=True)
class Level:
    """Some nodes other than the root, with the moves that lead to them; none of them lies below another."""

    nodes: Indices
    parents: Indices
    sequences: Indices
    """The sequence that leads to each node, or -1 for one of chance."""
    chance: Reals
    """The probability of chance's move to each node, 1 elsewhere."""
    movers: Indices
    """Whose move leads to each node; -1 for chance."""

    def at(self, places: Indices) -> Level:
        """Some of the nodes."""
        return Level(
            self.nodes[places], self.parents[places], self.sequences[places], self.chance[places], self.movers[places]
        )


class GameTree:
    """A finite game to be solved: information set i has the actions `actions[i]`, from sequence `first[i]` on."""

    def __init__(self, players: int, nodes: _Nodes) -> None:
        self.players = players
        self.information_sets: tuple[InformationSet, ...] = tuple(nodes.sets)
        self.actions: tuple[tuple[Action, ...], ...] = tuple(nodes.actions)
        counts = np.array([len(actions) for actions in nodes.actions], dtype=np.int64)
        self.first: Indices = np.concatenate([[0], np.cumsum(counts)[:-1]]).astype(np.int64)
        self.owner: Indices = np.array([each.seat for each in nodes.sets], dtype=np.int64)
        self.set_of: Indices = np.repeat(np.arange(len(counts)), counts)
        self.returns: Reals = np.array(nodes.returns, dtype=np.float64)
        every = _every_move(nodes, self.first, self.owner)
        depth = _depths(nodes.parent)
        self.levels: tuple[Level, ...] = tuple(_grouped(every, depth[1:]))
        """The nodes by depth."""
        self._backward = [
            tuple(_grouped(every, self._turns(seat, np.array(nodes.set_at), depth)[1:])) for seat in range(players)
        ]

    @property
    def nodes(self) -> int:
        return len(self.returns)

    @property
    def sequences(self) -> int:
        return len(self.set_of)

    def uniform(self) -> Reals:
        """The profile that takes every action with the same probability: shape (S,)."""
        return self.normal(np.zeros(self.sequences))

    def normal(self, weights: Reals) -> Reals:
        """Non-negative weights (S,) as a profile; where all are 0, uniform."""
        sums = np.bincount(self.set_of, weights, len(self.first))[self.set_of]
        share = 1.0 / np.bincount(self.set_of)[self.set_of]
        return np.where(sums > 0, weights / np.where(sums > 0, sums, 1.0), share)

    def reaches(self, profile: Reals) -> Reals:
        """How each player's own moves (and, in the last column, chance's) let each node be reached: shape (V, P+1)."""
        reach = np.ones((self.nodes, self.players + 1))
        for level in self.levels:
            reach[level.nodes] = reach[level.parents]
            moved = np.where(level.sequences >= 0, profile[level.sequences], level.chance)
            reach[level.nodes, level.movers] *= moved
        return reach

    def payoffs(self, profile: Reals) -> Reals:
        """Each player's expected return under a profile: shape (P,)."""
        return self.reaches(profile).prod(axis=1) @ self.returns

    def _turns(self, seat: int, sets: Indices, depth: Indices) -> Indices:
        """For each node a number that grows from turn to turn of `seat`, first for its own moves, then with the depth.

        Perfect recall, which is checked, puts the moves out of one of its information sets at one number, and all that
        may follow them at larger ones. So a best response is found from the largest number down.
        """
        turn, last = np.zeros(self.nodes, dtype=np.int64), np.full(self.nodes, NONE)
        key = depth + 1
        for level in self.levels:
            own = level.movers == seat
            turn[level.nodes] = turn[level.parents] + own
            last[level.nodes] = np.where(own, level.sequences, last[level.parents])
            key[level.nodes[own]] = 0
        asked = np.flatnonzero(np.append(self.owner, NONE)[sets] == seat)
        before = np.full(len(self.first), NONE)
        before[sets[asked]] = last[asked]
        remembered = bool((before[sets[asked]] == last[asked]).all())
        require(remembered, "a game with perfect recall", f"one in which player {seat + 1} forgets what it did")
        return turn * (int(depth.max()) + 2) + key

    def others(self, profile: Reals, seat: int) -> Reals:
        """How likely all but `seat` let each node be reached: shape (V,)."""
        return np.delete(self.reaches(profile), seat, axis=1).prod(axis=1)

    def sequence_values(self, profile: Reals, seat: int, others: Reals) -> Reals:
        """What each sequence of `seat` returns, weighted by `others`, if it goes on by the profile: shape (S,)."""
        value = others * self.returns[:, seat]
        total = np.zeros(self.sequences)
        for level in reversed(self.levels):
            own = level.movers == seat
            moved = level.sequences[own]
            total += np.bincount(moved, value[level.nodes[own]], self.sequences)
            back = np.where(own, profile[level.sequences] * value[level.nodes], value[level.nodes])
            np.add.at(value, level.parents, back)
        return total

    def best_response(self, profile: Reals, seat: int) -> tuple[float, Reals]:
        """What `seat` can return at most against the others' profile, and a profile in which it does: (S,)."""
        value = self.others(profile, seat) * self.returns[:, seat]
        best = profile.copy()
        for level in reversed(self._backward[seat]):
            own = level.movers == seat
            self._choose(level, own, value, best)
            back = np.where(own, best[level.sequences] * value[level.nodes], value[level.nodes])
            np.add.at(value, level.parents, back)
        return float(value[0]), best

    def _choose(self, level: Level, own: NDArray[np.bool_], value: Reals, best: Reals) -> None:
        """Put all of each information set's probability at this level on its best action, the first of equals."""
        moved = level.sequences[own]
        if not moved.size:
            return
        total = np.bincount(moved, value[level.nodes[own]], self.sequences)
        sequences = np.unique(moved)
        order = sequences[np.lexsort((sequences, -total[sequences], self.set_of[sequences]))]
        best[sequences] = 0.0
        best[order[np.unique(self.set_of[order], return_index=True)[1]]] = 1.0

    def nash_conv(self, profile: Reals) -> float:
        """The sum over seats of what each could gain by deviating alone; 0 exactly at a Nash equilibrium."""
        payoffs = self.payoffs(profile)
        return sum(self.best_response(profile, seat)[0] - float(payoffs[seat]) for seat in range(self.players))

    def policy(self, profile: Reals) -> dict[InformationSet, dict[Action, float]]:
        """The profile by information set and action."""
        return {
            each: {action: float(profile[first + i]) for i, action in enumerate(actions)}
            for each, actions, first in zip(self.information_sets, self.actions, self.first, strict=True)
        }


def grow(game: Game[Any]) -> GameTree:
    """The whole tree of a game.

    Raises DomainError beyond `MAX_NODES` nodes, if actions cannot be listed, or if a player forgets what it did.
    """
    nodes = _Nodes(game.players)
    stack = [(root(game), NONE, (NONE, NONE, 1.0))]
    while stack:
        position, parent, move = stack.pop()
        node = nodes.add(parent, move)
        require(node < MAX_NODES, f"a game of at most {MAX_NODES} positions", f"more ({game.name})")
        stack.extend(nodes.expand(game, position, node))
    return GameTree(game.players, nodes)


class _Nodes:
    """The nodes of a tree as they are found."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.parent: list[int] = []
        self.move: list[tuple[int, int, float]] = []
        """What leads to a node: information set and action, or -1 and -1, and the probability of chance's move."""
        self.set_at: list[int] = []
        self.returns: list[tuple[float, ...]] = []
        self.sets: dict[InformationSet, int] = {}
        self.actions: list[tuple[Action, ...]] = []

    def add(self, parent: int, move: tuple[int, int, float]) -> int:
        self.parent.append(parent)
        self.move.append(move)
        self.set_at.append(NONE)
        self.returns.append((0.0,) * self.players)
        return len(self.parent) - 1

    def expand(
        self, game: Game[Any], position: Position[Any], node: int
    ) -> Iterator[tuple[Position[Any], int, tuple[int, int, float]]]:
        """The children of a node, with the moves that lead to them."""
        turn = game.turn(position.state)
        match turn:
            case Over(returns=returns):
                self.returns[node] = returns
            case Chance():
                for (_, after), (_, chance) in zip(choices(game, position), chances(turn), strict=True):
                    yield after, node, (NONE, NONE, float(chance))
            case Asks():
                mover = acting(turn)
                assert mover is not None
                number = self._number(information_set(position, *mover))
                self.set_at[node] = number
                for index, (_, after) in enumerate(choices(game, position)):
                    yield after, node, (number, index, 1.0)

    def _number(self, each: InformationSet) -> int:
        if each not in self.sets:
            self.sets[each] = len(self.sets)
            self.actions.append(_listed(each))
        return self.sets[each]


def _listed(each: InformationSet) -> tuple[Action, ...]:
    try:
        return tuple(each.ask.actions())
    except ValueError as error:
        raise DomainError(f"need a game whose every action can be listed: {error}") from error


def _every_move(nodes: _Nodes, first: Indices, owner: Indices) -> Level:
    """All nodes but the root, as they were found."""
    sets, actions = (np.array([move[part] for move in nodes.move[1:]], dtype=np.int64) for part in (0, 1))
    return Level(
        np.arange(1, len(nodes.parent)),
        np.array(nodes.parent[1:], dtype=np.int64),
        np.where(sets >= 0, np.append(first, 0)[sets] + actions, NONE),
        np.array([chance for _, _, chance in nodes.move[1:]], dtype=np.float64),
        np.append(owner, NONE)[sets],
    )


def _depths(parent: list[int]) -> Indices:
    """How many moves lead to each node; parents come before their children."""
    depth = [0] * len(parent)
    for node in range(1, len(parent)):
        depth[node] = depth[parent[node]] + 1
    return np.array(depth, dtype=np.int64)


def _grouped(every: Level, keys: Indices) -> Iterator[Level]:
    """The nodes of one key after those of the other, the smallest first."""
    order = np.argsort(keys, kind="stable")
    for places in np.split(order, np.flatnonzero(np.diff(keys[order])) + 1):
        yield every.at(places)
