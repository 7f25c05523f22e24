"""An agent's specification is one text: what plays, with which model or bot, and with which options."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import quote, unquote

from keepmum.core.options import OptionError

EXAMPLE = "write KIND:TARGET?OPTION=VALUE&OPTION=VALUE, such as chat:openai/gpt-4.1?temperature=0&level=3"


@dataclass(frozen=True, slots=True)
class AgentSpec:
    """What plays (`kind`, such as "chat"), with what (`target`, empty for some kinds), and how."""

    kind: str
    target: str = ""
    options: Mapping[str, str] = field(default_factory=dict[str, str])

    @property
    def name(self) -> str:
        """Kind and target without the options, as errors call it."""
        return f"{self.kind}:{self.target}" if self.target else self.kind

    def __str__(self) -> str:
        """The text that parses to this specification."""
        given = "&".join(f"{name}={quote(value, safe=' /:,.')}" for name, value in self.options.items())
        return f"{self.name}?{given}" if given else self.name


def parse_spec(text: str) -> AgentSpec:
    """Read KIND[:TARGET][?OPTION=VALUE&…]; %26 stands for & in a value. Raises OptionError."""
    who, _, given = text.partition("?")
    kind, colon, target = who.partition(":")
    if not kind:
        raise OptionError(f"{text!r} names no kind of agent: {EXAMPLE}")
    if colon and not target:
        raise OptionError(f"{text!r} has nothing after {kind}: {EXAMPLE}")
    return AgentSpec(kind, target, _options(given, text))


def _options(given: str, text: str) -> dict[str, str]:
    options: dict[str, str] = {}
    for part in given.split("&") if given else ():
        name, equals, value = part.partition("=")
        if not equals or not name:
            raise OptionError(f"{text!r}: {part!r} is not an option; {EXAMPLE} (an & in a value is written %26)")
        if name in options:
            raise OptionError(f"{text!r} gives the option {name!r} twice; give it once")
        options[name] = unquote(value)
    return options
