"""A conversation as the model's own chat template writes it, in tokens.

Where a template has no system speaker, its text stands before the first user message. Words of a message that look
like the template's marks are written apart, so that no player can speak for another.
"""

from __future__ import annotations

import re
from typing import Any

from keepmum.models.hf.place import Place
from keepmum.models.seam import Message, Sampling

MARK = "keepmumwashere"
PLAIN = Sampling()


class Unspeakable(ValueError):
    """A conversation that the template refuses."""


class Template:
    """One model's chat template; `stops` are the tokens that end a reply, `closing` is the usual one."""

    def __init__(self, place: Place, tokenizer: Any, ends: frozenset[int]) -> None:
        self._place, self._tokenizer = place, tokenizer
        marks = {token.content for token in tokenizer.added_tokens_decoder.values() if token.special}
        marks.update(tokenizer.all_special_tokens)
        longest_first = sorted(filter(None, marks), key=len, reverse=True)
        self._marks = re.compile("|".join(map(re.escape, longest_first)) or r"(?!)")
        self.has_system = self.present and self._says_system()
        mark = self._turn_end()
        self.stops = ends | mark
        self.closing = tuple(mark) or tuple(end for end in (tokenizer.eos_token_id,) if end is not None)

    @property
    def present(self) -> bool:
        return bool(self._tokenizer.chat_template)

    def prompt(self, messages: tuple[Message, ...], sampling: Sampling = PLAIN) -> list[int]:
        """The tokens up to where the model speaks. Raises ModelUnavailable and Unspeakable."""
        if not self.present:
            raise self._place.unavailable(
                "its tokenizer has no chat template",
                "put a chat_template.jinja beside the weights, or take a chat model",
            )
        return self.tokens(self._written(self._spoken(messages), self._thinking(sampling)))

    def tokens(self, text: str) -> list[int]:
        """A text as it is, without any mark added."""
        return self._tokenizer(text, add_special_tokens=False)["input_ids"]

    def plain(self, text: str) -> list[int]:
        """A text for a model to go on with, as the tokenizer begins one."""
        return self._tokenizer(text)["input_ids"]

    def _spoken(self, messages: tuple[Message, ...]) -> list[dict[str, str]]:
        said = [{"role": message.speaker, "content": self._apart(message.text)} for message in messages]
        if self.has_system or not said or said[0]["role"] != "system":
            return said
        first, *rest = said
        if not rest or rest[0]["role"] != "user":
            return [{"role": "user", "content": first["content"]}, *rest]
        return [{"role": "user", "content": f"{first['content']}\n\n{rest[0]['content']}"}, *rest[1:]]

    def _apart(self, text: str) -> str:
        return self._marks.sub(lambda found: f"{found[0][0]} {found[0][1:]}", text)

    def _thinking(self, sampling: Sampling) -> dict[str, Any]:
        if sampling.effort is None:
            return {}
        if sampling.effort.isdigit():
            raise self._place.unavailable(
                "it takes a word for the reasoning effort, not tokens", "use none, low or high"
            )
        return {"enable_thinking": sampling.effort != "none", "reasoning_effort": sampling.effort}

    def _written(self, said: list[dict[str, str]], thinking: dict[str, Any], opened: bool = True) -> str:
        from jinja2 import TemplateError

        try:
            return self._tokenizer.apply_chat_template(said, tokenize=False, add_generation_prompt=opened, **thinking)
        except (TemplateError, TypeError, ValueError) as error:
            raise Unspeakable(f"the chat template does not take this conversation ({error})") from None

    def _says_system(self) -> bool:
        said = [{"role": "system", "content": MARK}, {"role": "user", "content": "hi"}]
        try:
            return MARK in self._written(said, {})
        except Unspeakable:
            return False

    def _turn_end(self) -> frozenset[int]:
        """The mark that the template puts after a reply, where it puts one."""
        if not self.present:
            return frozenset()
        said = [{"role": "user", "content": "hi"}, {"role": "assistant", "content": MARK}]
        try:
            after = self._written(said, {}, opened=False).rpartition(MARK)[2].lstrip()
        except Unspeakable:
            return frozenset()
        found = self._marks.match(after)
        return frozenset(self.tokens(found[0])[:1]) if found else frozenset()
