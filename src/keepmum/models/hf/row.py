"""One request while it is being answered: what was asked, what came so far, and when it is over."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from keepmum.models.answer import Choice, Counts, Details, Said, spoken
from keepmum.models.hf.draw import Dice
from keepmum.models.hf.inside import Inside, Seen, first_chosen
from keepmum.models.hf.layers import Task
from keepmum.models.hf.tokens import Keeper
from keepmum.models.prices import FREE
from keepmum.models.seam import Completion, failed


@dataclass(eq=False, slots=True)
class Row:
    """`ready` tokens are in the pool; `pool` is the row's place there; `found` were known when it began."""

    inside: Inside
    prompt: tuple[int, ...]
    most: int
    dice: Dice
    keeper: Keeper | None = None
    task: Task | None = None
    made: list[int] = field(default_factory=list)
    pool: int = -1
    ready: int = 0
    found: int = 0
    finish: str = ""
    trouble: str = ""
    began: float = field(default_factory=time.perf_counter)

    @property
    def waiting(self) -> tuple[int, ...]:
        """The tokens that the model has not read yet."""
        behind = self.ready - len(self.prompt)
        return tuple(self.made[behind:]) if behind >= 0 else self.prompt[self.ready :] + tuple(self.made)

    @property
    def sound(self) -> int:
        """How many tokens from the first on may come out of memory and go into it: none that is steered or recorded.

        The prompt's last token is always read, because it draws the first of the answer.
        """
        return min(self._unsteered, self._unseen, len(self.prompt) - 1)

    @property
    def kept(self) -> int:
        """How many of the tokens that were read may go into memory: those before the first that is steered."""
        return min(self.ready, self._unsteered)

    @property
    def _unsteered(self) -> int:
        steer = self.inside.steer
        return self.ready + len(self.prompt) if steer is None else first_chosen(steer.positions, len(self.prompt))

    @property
    def _unseen(self) -> int:
        capture = self.inside.capture
        return len(self.prompt) if capture is None else first_chosen(capture.at, len(self.prompt))

    @property
    def tokens(self) -> tuple[int, ...]:
        return (*self.prompt, *self.made)

    def take(self, token: int | None, stops: frozenset[int]) -> None:
        """Add the token that was drawn, or end."""
        if token is None:
            self.finish, self.trouble = "error", "no token of the vocabulary keeps to the shape asked for"
        elif token in stops:
            self.finish = "stop"
        else:
            self.made.append(token)
            if self.keeper is not None:
                self.keeper.take(token)
            if self.keeper is not None and self.keeper.complete:
                self.finish = "stop"
            elif len(self.made) >= self.most:
                self.finish = "length"

    def seen(self, text: str) -> Seen:
        """All that came of it, the answer in words given."""
        states, positions = self.task.log.arrays() if self.task else ({}, ())
        return Seen(self._completion(text), states, positions, self.tokens, len(self.prompt))

    def _completion(self, text: str) -> Completion:
        seconds = time.perf_counter() - self.began
        if self.trouble:
            return failed("rejected", self.trouble, seconds=seconds)
        counts = Counts(len(self.prompt), len(self.made), prompt_tokens_details=Details(cached_tokens=self.found))
        said = spoken(Choice(Said(text), self.finish), counts, FREE)
        return Completion(
            said.text, said.reasoning, said.finish, said.usage, 0.0, seconds, constrained=self.keeper is not None
        )
