"""A paper is all that is put to a judge in one asking: the words, the answer's shape, and the key to the labels."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from keepmum.core.kind import Claim
from keepmum.measure.judge.arrangement import Arrangement, arrange
from keepmum.measure.judge.dossier import Dossier
from keepmum.measure.judge.quoting import code_for, data_line, quoted
from keepmum.measure.judge.renaming import Renamed, rename
from keepmum.measure.judge.words import rendered

LOWEST, HIGHEST = 0, 10
NAMING = {False: "Players' names have been replaced by labels.", True: "Players go by their names."}
TRUTHS = ("true", "false", "unclear")


@dataclass(frozen=True)
class Paper:
    """One asking. `system` and `user` are the messages, `code` what the reply must bear; labels are `arrangement`'s.

    `said` is what may be cited, by seat, as the judge reads it.
    """

    system: str
    user: str
    code: str
    schema: Mapping[str, Any]
    arrangement: Arrangement
    names: tuple[str, ...]
    said: Mapping[int, tuple[Renamed, ...]]

    @cached_property
    def basis(self) -> str:
        """A digest of all that is put to the judge: two verdicts with the same basis judge the same thing."""
        whole = json.dumps([self.system, self.user, self.schema])
        return hashlib.sha256(whole.encode()).hexdigest()[:16]

    def again(self, reason: str) -> str:
        """What a judge is told whose reply could not be used."""
        return rendered("again", reason=reason, code=self.code)


def scores_paper(dossier: Dossier, seed: int, match: int, order: int, named: bool = False) -> Paper:
    """What is asked about a whole match, in the arrangement of the order of that number.

    `named`: the same with the players' names in place of labels.
    """
    arranged = arrange(seed, match, order, dossier.players)
    if named:
        arranged = replace(arranged, names=dossier.names)
    said = [(each.seat, rename(each.text, dossier.names, arranged.labels)) for each in dossier.said]
    lines = [data_line({"by": arranged.labels[seat], "text": each.text}) for seat, each in said]
    code = code_for(lines, seed, match, order)
    listed = ", ".join(map(quoted, arranged.listed_labels))
    return Paper(
        rendered("scores", title=dossier.title, summary=dossier.summary, naming=NAMING[named]),
        rendered("scores_data", players=listed, lines="\n".join(lines), code=code),
        code,
        scores_schema(arranged.listed_labels, code),
        arranged,
        dossier.names,
        {seat: tuple(each for by, each in said if by == seat) for seat in range(dossier.players)},
    )


def scores_schema(listed: tuple[str, ...], code: str) -> dict[str, Any]:
    """The form of a verdict on a match."""
    score = {"type": "integer", "enum": list(range(LOWEST, HIGHEST + 1))}
    best = {"by": {"type": "string", "enum": list(listed)}, "quote": {"type": "string"}}
    return _object(
        code=_only(code),
        scores=_object(**dict.fromkeys(listed, score)),
        best=_object(**best),
        verdict={"type": "string"},
    )


def answer_paper(dossier: Dossier, claim: Claim, seed: int, match: int) -> Paper:
    """What is asked about one answer. The judge sees what is hidden, all questions at once answered, and the reply."""
    arranged = arrange(seed, match, 0, dossier.players)
    reply = rename(claim.reply, dossier.names, arranged.labels)
    lines = [
        data_line({"by": "the game", "hidden": claim.hidden, "whose": arranged.labels[claim.seat]}),
        *_questions(claim, dossier, arranged),
        data_line({"by": arranged.labels[claim.seat], "reply": "yes", "text": reply.text}),
    ]
    code = code_for(lines, seed, match, claim.number)
    return Paper(
        rendered("answers", title=dossier.title, summary=dossier.summary),
        rendered("answers_data", lines="\n".join(lines), code=code),
        code,
        _object(code=_only(code), words={"type": "string"}, answer={"type": "string", "enum": list(TRUTHS)}),
        arranged,
        dossier.names,
        {claim.seat: (reply,)},
    )


def _questions(claim: Claim, dossier: Dossier, arranged: Arrangement) -> list[str]:
    return [
        data_line(
            {
                "by": arranged.labels[each.asker],
                "question": "this one" if place == claim.place else "another",
                "text": rename(each.text, dossier.names, arranged.labels).text,
            }
        )
        for place, each in enumerate(claim.questions)
    ]


def _only(text: str) -> dict[str, Any]:
    return {"type": "string", "enum": [text]}


def _object(**properties: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
