"""A panel for tests: judges of two answers with known leanings, models for methods, and runs to ask about."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from keepmum.cli import main
from keepmum.models.open import OPENERS
from keepmum.models.scripted import Reply, Scripted
from keepmum.models.seam import Request

Leaning = Callable[["Sheet"], str]


class Sheet:
    """What a judge reads: the code, the names it must decide, what the player had been told, and both answers."""

    def __init__(self, request: Request) -> None:
        self.system = request.messages[0].text
        self.user = next(each.text for each in request.messages if each.speaker == "user")
        lines = self.user.split("\n")
        self.code = lines[0].rpartition(" ")[2]
        first, last = lines.index(f"BEGIN {self.code}"), lines.index(f"END {self.code}")
        self.data: list[dict[str, str]] = [json.loads(line) for line in lines[first + 1 : last]]
        self.answers = {each["answer"]: each for each in self.data if "answer" in each}
        self.role = next(each["role"] for each in self.data if "role" in each)
        self.names = lines[last + 2].partition(" by ")[2].partition("?")[0].split(", ")


def choosing(leaning: Leaning) -> Callable[[Request], Reply]:
    """A judge that decides everything by one leaning."""

    def reply(request: Request) -> Reply:
        sheet = Sheet(request)
        return json.dumps({"code": sheet.code, **dict.fromkeys(sheet.names, leaning(sheet))})

    return reply


def longer(sheet: Sheet) -> str:
    """Prefers the longer speech."""
    first, second = (len(sheet.answers[place]["speech"]) for place in ("first", "second"))
    return "tie" if first == second else "first" if first > second else "second"


def opened(patch: pytest.MonkeyPatch, name: str, script: Callable[[Request], Reply]) -> list[Request]:
    """Put a model of this prefix into the house; the requests it will get."""
    seen: list[Request] = []

    def kept(request: Request) -> Reply:
        seen.append(request)
        return script(request)

    patch.setitem(OPENERS, name, lambda model, settings: Scripted(kept, model))
    return seen


def saying(speech: str, thought: str = "I keep this to myself") -> Callable[[Request], Reply]:
    """A method's model: the same speech always, after a thought where one is wanted."""
    return lambda request: (
        f"[THOUGHT]\n{thought}\n[ANSWER]\n{speech}" if "[THOUGHT]" in request.messages[-1].text else speech
    )


def played(out: Path, game: str, matches: int, *more: str, bot: str = "bot:random") -> Path:
    """A run of bots."""
    assert main(["run", game, "--seat", f"all={bot}", "--matches", str(matches), "--out", str(out), *more]) == 0
    return out


def lines(path: Path) -> list[dict[str, Any]]:
    """The lines of a file beside the records."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def report(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    """What a command prints for programs."""
    capsys.readouterr()
    assert main([*words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)
