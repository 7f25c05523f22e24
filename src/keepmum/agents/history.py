"""A history is what has been said in one seat's talk: it grows by pairs, and its older pairs may give way to a summary.

The opening and the first pair, which say what is played and who one is, always stay.
"""

from __future__ import annotations

from keepmum.models.seam import Message

Messages = tuple[Message, ...]


class History:
    """Messages: at most one of the system's, then the model's listener and the model in turn."""

    def __init__(self) -> None:
        self.messages: Messages = ()
        self.size = 0
        self._opening = 0

    def instruct(self, text: str) -> None:
        """Begin with a message of the system's."""
        self.messages, self.size, self._opening = (Message("system", text),), len(text), 1

    def add(self, said: str, answer: str) -> None:
        """One more pair."""
        self.messages = (*self.messages, Message("user", said), Message("assistant", answer))
        self.size += len(said) + len(answer)

    @property
    def spare(self) -> int:
        """How many pairs a summary may replace at once: the older half of those that are neither first nor last."""
        between = (len(self.messages) - self._opening) // 2 - 2
        return max(between + 1, 0) // 2

    def until(self, pairs: int) -> Messages:
        """The talk up to the first so many of the pairs that may be replaced."""
        return self.messages[: self._place(pairs)]

    def shorten(self, pairs: int, summary: str) -> None:
        """Put `summary` into the place of that many pairs."""
        head, rest = self.messages[: self._place(0)], self.messages[self._place(pairs) :]
        self.messages = (*head, Message("user", f"{summary}\n{rest[0].text}"), *rest[1:])
        self.size = sum(len(message.text) for message in self.messages)

    def _place(self, pairs: int) -> int:
        return self._opening + 2 + 2 * pairs
