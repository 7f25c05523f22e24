"""A comparison puts two answers to the same ask before a judge, as first and second, and asks which is the better.

Thought and speech are quoted as data, and so is all that the seat had been told; who gave an answer is not said.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, get_args

from keepmum.core import Status
from keepmum.core.study import Criterion
from keepmum.measure.judge.quoting import code_for, data_line
from keepmum.measure.judge.reply import Refused, Unusable, verdict_in
from keepmum.measure.judge.words import rendered

Which = Literal["first", "second", "tie"]
PLACES: tuple[Which, ...] = get_args(Which)


@dataclass(frozen=True, slots=True)
class Situation:
    """The ask: of which game, to a player of which role, what it is about, and the lines it had been told by then."""

    title: str
    summary: str
    player: str
    role: str
    about: str
    told: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """What is compared: what was said to all, and the private thought beside it."""

    speech: str
    thought: str = ""


@dataclass(frozen=True)
class ComparisonPaper:
    """One asking. `code` is what the reply must bear, `criteria` the names it must decide."""

    system: str
    user: str
    code: str
    criteria: tuple[str, ...]
    schema: Mapping[str, Any]

    @cached_property
    def basis(self) -> str:
        """A digest of all that is put to the judge: two choices with the same basis are on the same thing."""
        whole = json.dumps([self.system, self.user, self.schema])
        return hashlib.sha256(whole.encode()).hexdigest()[:16]

    def again(self, reason: str) -> str:
        """What a judge is told whose reply could not be used."""
        return rendered("again", reason=reason, code=self.code)


def comparison_paper(
    situation: Situation, answers: tuple[Answer, Answer], criteria: Sequence[Criterion], *salt: object
) -> ComparisonPaper:
    """What is asked about two answers, in this order, by criteria that are all judged from the same.

    Raises ValueError for none, or for criteria of which some are judged with the thought and some without.
    """
    if len({each.thought for each in criteria}) != 1:
        raise ValueError("the criteria of one comparison are judged from the same: all with the thought or all without")
    thought, names = criteria[0].thought, tuple(each.name for each in criteria)
    lines = [*_context(situation), *map(_answer, PLACES, answers, (thought, thought))]
    code = code_for(lines, *salt, names)
    shown = "compare_both" if thought else "compare_speech"
    listed = "\n".join(f'- "{name}": {rendered(f"criterion_{name}")}' for name in names)
    return ComparisonPaper(
        rendered("compare", title=situation.title, summary=situation.summary, shown=rendered(shown), criteria=listed),
        rendered("compare_data", lines="\n".join(lines), code=code, criteria=", ".join(names)),
        code,
        names,
        _schema(names, code),
    )


def _context(situation: Situation) -> list[str]:
    told = [data_line({"told": line}) for line in situation.told]
    return [*told, data_line({"player": situation.player, "role": situation.role, "asked": situation.about})]


def _answer(place: Which, answer: Answer, thought: bool) -> str:
    private = {"thought": answer.thought} if thought else {}
    return data_line({"answer": place, **private, "speech": answer.speech})


def _schema(names: tuple[str, ...], code: str) -> dict[str, Any]:
    which = {"type": "string", "enum": list(PLACES)}
    return {
        "type": "object",
        "properties": {"code": {"type": "string", "enum": [code]}, **dict.fromkeys(names, which)},
        "required": ["code", *names],
        "additionalProperties": False,
    }


def read_comparison(reply: str, paper: ComparisonPaper) -> Mapping[str, Which] | Unusable:
    """Which answer a reply prefers, by each criterion."""
    try:
        found = verdict_in(reply, paper)
        return {name: _which(found[name], name) for name in paper.criteria}
    except Refused as refused:
        return refused.unusable


def _which(found: Any, name: str) -> Which:
    for place in PLACES:
        if found == place:
            return place
    raise Refused(Status.ILLEGAL, f'"{name}" must be one of {", ".join(PLACES)}.')
