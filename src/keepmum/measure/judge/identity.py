"""Whether two names lead to the same model, whoever serves it: a judge must be none of the players' models.

The rule errs on the side of refusing. Of a name counts the family and the version: its words, in whatever order, and
its numbers, in theirs. Left out are who serves or made it, folders, dates and releases (-2025-04-14, -0613, -002,
@20240620, -v1:0), what a model is while it is new or how it is reached (preview, exp, latest, chat, free, thinking …),
and how its weights are stored (instruct, gguf, q4_k_m …). A size (8b) tells two names apart only where both have one.
"""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.parse import unquote

_AGENT = re.compile(r"\A(?:(?!https?:)[a-z_]\w*:)+(?=.*[/#])", re.IGNORECASE)
_MAKER = re.compile(r"\A(?:[a-z]+\.)+(?=[a-z])")
_RELEASES = re.compile(
    r"@.*\Z"
    r"|-v\d+:\d+\w*\Z"
    r"|(?<![\da-z])20\d\d[-._]?[01]\d[-._]?[0-3]\d(?!\d)"
    r"|(?<=-)(?:[01]\d-[0-3]\d|[01]\d-20\d\d)(?![\d.])"
    r"|(?<=-)(?:\d{4}|0\d\d)(?![\da-z.])"
    r"|(?<=[-._:])(?:i?q\d(?:_[a-z0-9]+)*|(?:fp|bf|int)\d+)\b"
)
_SIZE = re.compile(r"(?<![a-z\d])(?:a|\d+x)?\d+(?:\.\d+)?[bm](?![a-z\d])")
_TOKEN = re.compile(r"[a-z]+|\d+")
_SAME = {"chatgpt": "gpt"}
_IDLE = re.compile(
    "preview|exp|experimental|latest|chat|beta|alpha|default|stable|free|nitro|floor|online|extended|exacto"
    "|thinking|reasoning|non|instruct|it|hf|gguf|awq|gptq|quantized|meta|mistralai|v"
)


class Known(NamedTuple):
    """A model by family and version; `size` is empty where the name has none."""

    core: str
    size: str = ""

    def may_be(self, other: Known) -> bool:
        """Whether the two may be the same."""
        return self.core == other.core and (self.size == other.size or not self.size or not other.size)


def models_of(agent: str) -> frozenset[Known]:
    """The models that an agent's specification or a model's name leads to.

    Its own, and any that an option names; none for a bot or a person.
    """
    main, _, options = agent.partition("?")
    values = (unquote(part.partition("=")[2]) for part in options.split("&"))
    found = (known(text) for text in (main, *values) if "/" in text or "#" in text)
    return frozenset(each for each in found if each.core)


def known(text: str) -> Known:
    """What a model is called, without all that the rule leaves out."""
    name = _AGENT.sub("", text.strip()).casefold()
    if name.startswith("scripted/"):
        return Known(name)
    name = name.partition("#")[2] or name if name.startswith(("http://", "https://")) else name
    name = _MAKER.sub("", name.rstrip("/").rpartition("/")[2].removesuffix(".gguf"))
    bare = _RELEASES.sub("", name)
    tokens: list[str] = _TOKEN.findall(_SIZE.sub("", bare))
    telling = [_SAME.get(token, token) for token in tokens if not _IDLE.fullmatch(token)]
    words, numbers = sorted(filter(str.isalpha, telling)), list(filter(str.isdigit, telling))
    size = _SIZE.search(bare)
    return Known("-".join(words + numbers) or name, size[0] if size else "")


def shared(judge: str, agents: frozenset[str]) -> frozenset[str]:
    """Those of the agents that may be the judge's own model."""
    own = models_of(judge)
    return frozenset(agent for agent in agents if any(each.may_be(one) for each in models_of(agent) for one in own))
