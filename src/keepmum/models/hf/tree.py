"""What has been read once is not read again: keys and values by the tokens they belong to, where beginnings are shared.

A tree whose edges are runs of tokens. A lookup follows the tokens as far as they are known; an insertion stores only
what is new. The least recently used ends fall off when the bytes pass the budget.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Generic, Protocol, TypeVar


class Piece(Protocol):
    """Keys and values of a run of tokens."""

    @property
    def bytes(self) -> int:
        """How much memory it takes."""
        ...

    def part(self, start: int, end: int) -> Piece:
        """Those of some of the tokens, in memory of their own."""
        ...


P = TypeVar("P", bound=Piece)


class Node(Generic[P]):
    """The run of tokens that leads here, and the runs that go on from here by their first token."""

    __slots__ = ("children", "parent", "piece", "tokens", "used")

    def __init__(self, tokens: tuple[int, ...], piece: P | None, parent: Node[P] | None) -> None:
        self.tokens, self.piece, self.parent = tokens, piece, parent
        self.children: dict[int, Node[P]] = {}
        self.used = 0


class Tree(Generic[P]):
    """Pieces by tokens, of `budget` bytes at most."""

    def __init__(self, budget: int) -> None:
        self.budget = budget
        self.bytes = 0
        self._root: Node[P] = Node((), None, None)
        self._clock = 0

    def match(self, tokens: Sequence[int]) -> list[tuple[P, int]]:
        """The pieces that `tokens` begin with, each with how many of its tokens are right."""
        return [(node.piece, count) for node, count in self._path(tokens) if node.piece is not None]

    def known(self, tokens: Sequence[int]) -> int:
        """How many of the tokens, from the first on, are here."""
        return sum(count for _, count in self._path(tokens))

    def insert(self, tokens: Sequence[int], take: Callable[[int, int], P]) -> None:
        """Keep all of `tokens`; `take(start, end)` gives the piece of those that are new."""
        path = list(self._path(tokens))
        have = sum(count for _, count in path)
        if have < len(tokens):
            node, count = path[-1] if path else (self._root, 0)
            if count < len(node.tokens):
                node = self._split(node, count)
            new = Node(tuple(tokens[have:]), take(have, len(tokens)), node)
            node.children[new.tokens[0]] = new
            self._touch(new)
            self.bytes += new.piece.bytes if new.piece else 0
        self._shrink()

    def clear(self) -> None:
        self._root, self.bytes = Node((), None, None), 0

    def _path(self, tokens: Sequence[int]) -> Iterator[tuple[Node[P], int]]:
        node, at = self._root, 0
        while at < len(tokens) and (child := node.children.get(tokens[at])) is not None:
            self._touch(child)
            count = alike(child.tokens, tokens[at : at + len(child.tokens)])
            yield child, count
            if count < len(child.tokens):
                return
            node, at = child, at + count

    def _split(self, node: Node[P], count: int) -> Node[P]:
        """Cut a run in two; the first part is returned and takes the node's place."""
        piece, parent = node.piece, node.parent
        assert piece is not None
        assert parent is not None
        first: Node[P] = Node(node.tokens[:count], piece.part(0, count), parent)  # type: ignore[arg-type]
        first.used = node.used
        parent.children[first.tokens[0]] = first
        node.piece = piece.part(count, len(node.tokens))  # type: ignore[assignment]
        node.tokens, node.parent = node.tokens[count:], first
        first.children[node.tokens[0]] = node
        return first

    def _touch(self, node: Node[P]) -> None:
        self._clock += 1
        node.used = self._clock

    def _shrink(self) -> None:
        while self.bytes > self.budget:
            for node in sorted(self._ends(), key=lambda end: end.used):
                if self.bytes <= self.budget or node.parent is None or node.piece is None:
                    break
                del node.parent.children[node.tokens[0]]
                self.bytes -= node.piece.bytes

    def _ends(self) -> list[Node[P]]:
        ends, waiting = [], list(self._root.children.values())
        while waiting:
            node = waiting.pop()
            if node.children:
                waiting.extend(node.children.values())
            else:
                ends.append(node)
        return ends


def alike(one: Sequence[int], other: Sequence[int]) -> int:
    """How many tokens two runs have in common from their beginnings on."""
    if one == tuple(other):
        return len(one)
    return next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
