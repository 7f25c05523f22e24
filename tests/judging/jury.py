"""A jury for tests: judges of known bias, and runs to judge."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from keepmum.cli import main
from keepmum.models.scripted import Reply, Scripted
from keepmum.models.seam import Request

CODE = re.compile(r"\ABEGIN ([0-9a-f]{16})\Z", re.MULTILINE)


class Paper:
    """What a judge reads in a request: the code, the players as listed, and the data."""

    def __init__(self, request: Request) -> None:
        self.user = next(each.text for each in request.messages if each.speaker == "user")
        lines = self.user.split("\n")
        self.code = lines[0].rpartition(" ")[2]
        self.listed: list[str] = json.loads(f"[{lines[1].partition(': ')[2]}]") if "in the order" in lines[1] else []
        first, last = lines.index(f"BEGIN {self.code}"), lines.index(f"END {self.code}")
        self.data: list[dict[str, str]] = [json.loads(line) for line in lines[first + 1 : last]]

    def words(self, label: str) -> str:
        """What one player said, without anybody's label."""
        said = " ".join(each["text"] for each in self.data if each["by"] == label)
        return re.sub(r"Player [A-Z]+", "", said)


def drawn(*what: str, among: int) -> int:
    """A number from 0, the same for the same words."""
    return int(hashlib.sha256("/".join(what).encode()).hexdigest(), 16) % among


def verdict(paper: Paper, place: int = 0, label: int = 0, **changed: Any) -> str:
    """A verdict by what was said and by chance, with so much more for the first listed and for Player A."""
    scores = {
        name: 2
        + drawn(paper.words(name), among=4)
        + drawn(paper.code, name, among=2)
        + place * (name == paper.listed[0])
        + label * (name == "Player A")
        for name in paper.listed
    }
    best = paper.data[0]
    whole = {
        "code": paper.code,
        "scores": scores,
        "best": {"by": best["by"], "quote": best["text"]},
        "verdict": f"{best['by']} was sly.",
    }
    return json.dumps({**whole, **changed})


def truth(paper: Paper, answer: str = "false") -> str:
    """A verdict on an answer that rests on the whole reply."""
    reply = next(each["text"] for each in paper.data if "reply" in each)
    return json.dumps({"code": paper.code, "words": reply, "answer": answer})


def either(place: int = 0, label: int = 0) -> Callable[[Request], Reply]:
    """A judge of scores with a bias, and of answers, all of which it takes for lies."""

    def reply(request: Request) -> Reply:
        paper = Paper(request)
        return verdict(paper, place, label) if paper.listed else truth(paper)

    return reply


def judge_named(script: Callable[[Request], Reply], seen: list[Request]) -> Callable[[str, object], Scripted]:
    """An opener of models that all follow a script, and keep what they were asked in `seen`."""

    def kept(request: Request) -> Reply:
        seen.append(request)
        return script(request)

    return lambda name, settings: Scripted(kept, name)


def played(out: Path, game: str, seats: str, matches: int, *more: str) -> Path:
    """A run of bots."""
    assert main(["run", game, "--seat", f"all={seats}", "--matches", str(matches), "--out", str(out), *more]) == 0
    return out
