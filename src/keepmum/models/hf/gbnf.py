"""Texts that a shape allows, letter by letter: the grammars and schemas of finite nesting become one automaton."""

from __future__ import annotations

import itertools
import json
import math
import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from keepmum.models.seam import Shape

Chars = frozenset[tuple[str, str]]
State = frozenset[int]
MARK = re.compile(r'\s+|("(?:[^"\\]|\\.)*"|\[(?:[^\]\\]|\\.)+\]|\{\d+(?:,\d*)?\}|[\w-]+|[()|?*+])')
ESCAPE = re.compile(r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|(.))")
PLAIN = {"n": "\n", "t": "\t", "r": "\r"}
MOST_ORDERS, MOST_STATES = 5_000, 200_000


class Unsupported(ValueError):
    """A shape that cannot be kept to."""


class Net:
    """An automaton: arrows on ranges of letters, and arrows without. Fragments are pairs (start, end)."""

    def __init__(self) -> None:
        self.arrows: list[list[tuple[str, str, int]]] = []
        self.free: list[list[int]] = []

    def state(self) -> int:
        if len(self.arrows) > MOST_STATES:
            raise Unsupported("the shape is too large")
        self.arrows.append([])
        self.free.append([])
        return len(self.arrows) - 1

    def letters(self, ranges: list[tuple[str, str]]) -> tuple[int, int]:
        start, end = self.state(), self.state()
        self.arrows[start] = [(low, high, end) for low, high in ranges]
        return start, end

    def text(self, text: str) -> tuple[int, int]:
        return self.chain([self.letters([(letter, letter)]) for letter in text])

    def chain(self, parts: list[tuple[int, int]]) -> tuple[int, int]:
        start = end = self.state()
        for first, last in parts:
            self.free[end].append(first)
            end = last
        return start, end

    def either(self, parts: list[tuple[int, int]]) -> tuple[int, int]:
        start, end = self.state(), self.state()
        for first, last in parts:
            self.free[start].append(first)
            self.free[last].append(end)
        return start, end

    def times(self, part: Callable[[], tuple[int, int]], least: int, most: float) -> tuple[int, int]:
        """`part` makes a fresh fragment for each repetition."""
        pieces = [part() for _ in range(least if most == math.inf else int(most))]
        start, end = self.chain(pieces)
        for first, _ in pieces[least:]:
            self.free[first].append(end)
        if most == math.inf:
            first, last = part()
            self.free[end].append(first)
            self.free[last].append(end)
        return start, end


class Grammar:
    """Reads GBNF without recursion into a net."""

    def __init__(self, text: str) -> None:
        self.net = Net()
        self.rules: dict[str, list[str]] = {}
        for line in filter(None, map(str.strip, text.splitlines())):
            name, arrow, body = line.partition("::=")
            if not arrow:
                raise Unsupported(f"not a rule: {line}")
            self.rules[name.strip()] = marks(body)
        self._open: list[str] = []

    def rule(self, name: str) -> tuple[int, int]:
        if name in self._open or name not in self.rules:
            raise Unsupported(f"the rule {name} is {'recursive' if name in self.rules else 'missing'}")
        self._open.append(name)
        made, rest = self.branches(self.rules[name], 0)
        self._open.pop()
        if rest != len(self.rules[name]):
            raise Unsupported(f"the rule {name} has a bracket too many")
        return made

    def branches(self, given: list[str], at: int) -> tuple[tuple[int, int], int]:
        branches: list[list[tuple[int, int]]] = [[]]
        while at < len(given) and given[at] != ")":
            if given[at] == "|":
                branches.append([])
                at += 1
            else:
                made, at = self.item(given, at)
                branches[-1].append(made)
        return self.net.either([self.net.chain(branch) for branch in branches]), at

    def item(self, given: list[str], at: int) -> tuple[tuple[int, int], int]:
        """One thing with how often it comes."""
        _, after = self.thing(given, at)
        often = counted(given[after]) if after < len(given) else None
        if often is None:
            return self.thing(given, at)
        return self.net.times(lambda: self.thing(given, at)[0], *often), after + 1

    def thing(self, given: list[str], at: int) -> tuple[tuple[int, int], int]:
        mark = given[at]
        if mark == "(":
            made, end = self.branches(given, at + 1)
            if end >= len(given):
                raise Unsupported("a bracket is not closed")
            return made, end + 1
        if mark[0] == '"':
            return self.net.text(unescaped(mark[1:-1])), at + 1
        if mark[0] == "[":
            return self.net.letters(ranges(mark[1:-1])), at + 1
        if mark[0] in "|?*+{":
            raise Unsupported(f"{mark} stands after nothing")
        return self.rule(mark), at + 1


def marks(body: str) -> list[str]:
    found, at = [], 0
    while at < len(body):
        mark = MARK.match(body, at)
        if mark is None:
            raise Unsupported(f"not understood: {body[at:]}")
        if mark[1]:
            found.append(mark[1])
        at = mark.end()
    return found


def counted(mark: str) -> tuple[int, float] | None:
    simple = {"?": (0, 1), "*": (0, math.inf), "+": (1, math.inf)}
    if mark in simple:
        return simple[mark]
    if mark[0] != "{":
        return None
    least, comma, most = mark[1:-1].partition(",")
    return int(least), float(most) if most else (math.inf if comma else int(least))


def unescaped(text: str) -> str:
    def one(found: re.Match[str]) -> str:
        code = found[1] or found[2]
        return chr(int(code, 16)) if code else PLAIN.get(found[3], found[3])

    return ESCAPE.sub(one, text)


def ranges(text: str) -> list[tuple[str, str]]:
    negated = text.startswith("^")
    letters = re.findall(r"(\\x..|\\u....|\\.|[^\\])(?:-(\\x..|\\u....|\\.|[^\\]))?", text.removeprefix("^"), re.DOTALL)
    found = [(unescaped(low), unescaped(high or low)) for low, high in letters]
    return outside(found) if negated else found


def outside(taken: list[tuple[str, str]]) -> list[tuple[str, str]]:
    free, at = [], 0
    for low, high in sorted(taken):
        if ord(low) > at:
            free.append((chr(at), chr(ord(low) - 1)))
        at = max(at, ord(high) + 1)
    return [*free, (chr(at), chr(0x10FFFF))]


class Schema:
    """Reads the JSON schemas of asks into a net, in the one spelling that `json.dumps` has."""

    def __init__(self) -> None:
        self.net = Net()

    def value(self, schema: Mapping[str, Any]) -> tuple[int, int]:
        if "enum" in schema or "const" in schema:
            options = schema.get("enum", [schema.get("const")])
            return self.net.either([self.net.text(spelled(option)) for option in options])
        reader = {"object": self.object, "array": self.array, "string": self.string}.get(str(schema.get("type")))
        if reader is None:
            raise Unsupported(f"no way to keep to {schema}")
        return reader(schema)

    def object(self, schema: Mapping[str, Any]) -> tuple[int, int]:
        """All properties in their order; optional ones would need more."""
        properties = schema.get("properties", {})
        if set(schema.get("required", ())) != set(properties) or schema.get("additionalProperties") is not False:
            raise Unsupported("properties that may be missing or added")
        parts = [self.net.text("{")]
        for n, (name, held) in enumerate(properties.items()):
            parts += [self.net.text((", " if n else "") + spelled(name) + ": "), self.value(held)]
        return self.net.chain([*parts, self.net.text("}")])

    def array(self, schema: Mapping[str, Any]) -> tuple[int, int]:
        items, least, most = schema.get("items", {}), schema.get("minItems", 0), schema.get("maxItems")
        if most is None or "enum" not in items:
            raise Unsupported("a list without end, or of anything")
        lists = itertools.chain.from_iterable(orders(items["enum"], n, schema) for n in range(least, most + 1))
        held = list(itertools.islice(lists, MOST_ORDERS + 1))
        if len(held) > MOST_ORDERS:
            raise Unsupported("too many lists")
        return self.net.either([self.net.text(spelled(list(one))) for one in held])

    def string(self, schema: Mapping[str, Any]) -> tuple[int, int]:
        if set(schema) - {"type", "description", "title"}:
            raise Unsupported(f"a text with {', '.join(sorted(set(schema) - {'type'}))}")
        letter = [(" ", "!"), ("#", "["), ("]", chr(0x10FFFF))]
        inner = self.net.times(lambda: self.net.letters(letter), 0, math.inf)
        return self.net.chain([self.net.text('"'), inner, self.net.text('"')])


def orders(values: list[Any], count: int, schema: Mapping[str, Any]) -> Iterator[tuple[Any, ...]]:
    if schema.get("uniqueItems"):
        return itertools.permutations(values, count)
    return itertools.product(values, repeat=count)


def spelled(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


class Automaton:
    """A net with its states so far: `start`, `step(state, text)`, `ends(state)`, `next_letters(state)`."""

    def __init__(self, net: Net, ends: tuple[int, int]) -> None:
        self._net, self._end = net, ends[1]
        self._steps: dict[tuple[State, str], State] = {}
        self.start = self._closed([ends[0]])

    def step(self, state: State, text: str) -> State:
        """Where a text leads; the empty state where it is not allowed."""
        for letter in text:
            if not state:
                break
            known = self._steps.get((state, letter))
            if known is None:
                known = self._steps[state, letter] = self._closed(
                    [to for at in state for low, high, to in self._net.arrows[at] if low <= letter <= high]
                )
            state = known
        return state

    def ends(self, state: State) -> bool:
        return self._end in state

    def next_letters(self, state: State) -> Chars:
        return frozenset((low, high) for at in state for low, high, _ in self._net.arrows[at])

    def _closed(self, states: list[int]) -> State:
        seen, waiting = set(states), list(states)
        while waiting:
            for to in self._net.free[waiting.pop()]:
                if to not in seen:
                    seen.add(to)
                    waiting.append(to)
        return frozenset(seen)


def automaton(shape: Shape) -> Automaton:
    """The grammar's, or the schema's where there is none. Raises Unsupported."""
    if shape.grammar is not None:
        return _of_grammar(shape.grammar)
    return _of_schema(json.dumps(shape.schema))


@lru_cache(maxsize=256)
def _of_grammar(text: str) -> Automaton:
    grammar = Grammar(text)
    return Automaton(grammar.net, grammar.rule("root"))


@lru_cache(maxsize=256)
def _of_schema(text: str) -> Automaton:
    schema = Schema()
    return Automaton(schema.net, schema.value(json.loads(text)))
