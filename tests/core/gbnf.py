"""A small reader of GBNF: draws texts that a grammar of ours allows."""

from __future__ import annotations

import re

from hypothesis import strategies as st

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|\[(?:[^\]\\]|\\.)*\]|\{\d+,\d+\}|[a-z0-9-]+|[()|]')
WRITABLE = st.characters(exclude_categories=["Cs"])


def texts(grammar: str) -> st.SearchStrategy[str]:
    """Texts that `grammar` allows."""
    rules = dict(line.split(" ::= ", 1) for line in grammar.strip().split("\n"))
    return _Reader(rules).rule("root")


class _Reader:
    def __init__(self, rules: dict[str, str]) -> None:
        self.rules = rules
        self.made: dict[str, st.SearchStrategy[str]] = {}

    def rule(self, name: str) -> st.SearchStrategy[str]:
        if name not in self.made:
            self.made[name] = self._either(_TOKEN.findall(self.rules[name]))
        return self.made[name]

    def _either(self, tokens: list[str]) -> st.SearchStrategy[str]:
        """Consumes `tokens` up to a closing bracket."""
        branches: list[list[st.SearchStrategy[str]]] = [[]]
        while tokens:
            token = tokens.pop(0)
            if token == ")":
                break
            if token == "|":
                branches.append([])
            elif token[0] == "{":
                low, high = map(int, token[1:-1].split(","))
                branches[-1].append(st.lists(branches[-1].pop(), min_size=low, max_size=high).map("".join))
            else:
                branches[-1].append(self._one(token, tokens))
        return st.one_of([st.tuples(*branch).map("".join) for branch in branches])

    def _one(self, token: str, tokens: list[str]) -> st.SearchStrategy[str]:
        if token == "(":
            return self._either(tokens)
        if token[0] == '"':
            return st.just(re.sub(r"\\(.)", r"\1", token[1:-1]))
        if token[0] == "[":
            return st.from_regex(re.compile(token), fullmatch=True, alphabet=WRITABLE)
        return self.rule(token)
