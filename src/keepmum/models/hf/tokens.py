"""What each token adds to a text, and which tokens keep a text within a shape.

A token is taken by the whole letters it adds; tokens that are parts of a letter, and the template's own marks, never
stand in a shaped text.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from torch import Tensor

from keepmum.models.hf.draw import best
from keepmum.models.hf.gbnf import Automaton

BROKEN = "\ufffd"
ANCHOR = "a"
FEW = 12


class Vocabulary:
    """The text of every token, behind a letter: some tokenizers drop a space that begins a text."""

    def __init__(self, tokenizer: Any) -> None:
        (anchor, *_) = tokenizer.encode(ANCHOR, add_special_tokens=False)
        before = tokenizer.decode([anchor], clean_up_tokenization_spaces=False)
        special = {*tokenizer.all_special_ids, *(n for n, t in tokenizer.added_tokens_decoder.items() if t.special)}
        self.texts: list[str | None] = [None] * len(tokenizer)
        self.by_first: dict[str, list[int]] = defaultdict(list)
        for token in range(len(tokenizer)):
            both = tokenizer.decode([anchor, token], clean_up_tokenization_spaces=False)
            text = both.removeprefix(before)
            if token not in special and text and both.startswith(before) and BROKEN not in text:
                self.texts[token] = text
                self.by_first[text[0]].append(token)


class Keeper:
    """Keeps one reply within a shape, token by token."""

    def __init__(self, vocabulary: Vocabulary, automaton: Automaton, stops: frozenset[int]) -> None:
        self._vocabulary, self._automaton, self._stops = vocabulary, automaton, stops
        self._state = automaton.start

    @property
    def complete(self) -> bool:
        """Whether nothing can follow any more."""
        return self._automaton.ends(self._state) and not self._automaton.next_letters(self._state)

    def choose(self, scores: Tensor) -> int | None:
        """The highest token that the shape allows; None where no token does."""
        letters = self._automaton.next_letters(self._state)
        if len(letters) > FEW or any(low != high for low, high in letters):
            return best(scores, self.allows)
        near = [token for low, _ in letters for token in self._vocabulary.by_first.get(low, ()) if self.allows(token)]
        near += [token for token in self._stops if self.allows(token)]
        return near[int(scores[near].argmax())] if near else None

    def allows(self, token: int) -> bool:
        if token in self._stops:
            return self._automaton.ends(self._state)
        text = self._vocabulary.texts[token] if token < len(self._vocabulary.texts) else None
        return text is not None and bool(self._automaton.step(self._state, text))

    def take(self, token: int) -> None:
        text = self._vocabulary.texts[token]
        assert text is not None
        self._state = self._automaton.step(self._state, text)
