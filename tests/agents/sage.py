"""A sage is a model that answers any ask, thinks where it is told to, and marks every private word with its seat."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from random import Random
from typing import Any

from puppet import Puppet, setting

from keepmum import registry
from keepmum.agents.seam import Seating, Sitter
from keepmum.agents.spec import parse_spec
from keepmum.core import GameKind
from keepmum.models.seam import Message, Request
from keepmum.play.match import Answer, Played, play_match

FORMS = {
    "one word": "word",
    "one number": "1",
    "player from": "2",
    "number of one player": "2",
    "in at most": "Hm, well.",
}
THINKERS = ("think", "recon", "tot")


def form(text: str) -> str:
    """The last line but for a complaint's: how the answer is to be written."""
    return text.splitlines()[-1]


def answer(text: str) -> str:
    """An answer to the ask that a message ends with, or nothing where it wants a note."""
    line = form(text)
    if "spelled exactly so: " in line:
        return line.split("exactly so: ")[1].split(",")[0].split(" or ")[0].rstrip(".")
    return next((said for sign, said in FORMS.items() if sign in line), "")


def sage(request: Request) -> str:
    scope, text = request.scope, request.messages[-1].text
    mark = f"private-{scope.seat}-{scope.turn}"
    said = answer(text) or mark
    return f"[THOUGHT]\n{mark}\n[ANSWER]\n{said}" if "[THOUGHT]" in text else said


def sitter(kind: GameKind, spec: str, model: Puppet, **rules: Any) -> Sitter:
    parsed = parse_spec(spec)
    return registry.agent(parsed.kind)(parsed, setting(kind, model, **rules))


def match_of(kind: GameKind, specs: Sequence[str], model: Puppet, attempts: int = 3, **rules: Any) -> Played:
    """One match with these agents, seat by seat, all on one model."""
    sitters = [sitter(kind, spec, model, **rules) for spec in specs]
    agents = [sit(Seating("run", 0, seat, Random(seat))) for seat, sit in enumerate(sitters)]
    deal = kind.deal(kind.options(**rules), 1, 0)
    return asyncio.run(play_match(deal, agents, Random(0), attempts))


def steps(answers: Sequence[Answer]) -> list[tuple[str, tuple[str, ...]]]:
    """The call log: what each reply was to, and the steps it took."""
    return [(each.about, tuple(call.step for call in each.reply.calls)) for each in answers]


def texts(messages: Sequence[Message]) -> str:
    return "\n".join(message.text for message in messages)
