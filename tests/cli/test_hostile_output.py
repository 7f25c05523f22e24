"""What players and judges say reaches a terminal, by whatever command, without a character that could command it."""

from __future__ import annotations

import io
import json
import sys
import unicodedata
from pathlib import Path

import pytest

from keepmum.cli import main
from keepmum.models.open import OPENERS
from keepmum.models.scripted import Scripted
from keepmum.models.seam import Request

HOSTILE = "a\x9b2Jb\x1b[2J\u202ec\u2066d\x85e\x7ff\u200bg\u2028h\ufeffi\U000e0041j\x00k\rl"
FORBIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
COMMANDS = [
    "show RUN",
    "show RUN --as 2",
    "show RUN --json",
    "show RUN --as 1 --json",
    "table RUN",
    "table RUN --json",
    "leaderboard RUN",
    "leaderboard RUN --by name",
    "leaderboard RUN --json",
    "leaderboard RUN --match 0",
    "leaderboard RUN --match 0 --json",
    "judge RUN --show 0",
    "judge RUN --json",
    "export RUN --format arena",
    "export RUN --format arena --match all",
]


def _player(request: Request) -> str:
    """Too long at first, so that it is quoted as what could not be used."""
    again = any("l x x" in each.text for each in request.messages)
    return HOSTILE if again else HOSTILE + " x" * 201


def _judge(request: Request) -> str:
    user = next(each.text for each in request.messages if each.speaker == "user")
    lines = user.split("\n")
    code = lines[0].rpartition(" ")[2]
    if "in the order" not in lines[1]:
        return json.dumps({"code": code, "words": HOSTILE, "answer": "false"})
    listed = json.loads(f"[{lines[1].partition(': ')[2]}]")
    first = json.loads(lines[lines.index(f"BEGIN {code}") + 1])
    best = {"by": first["by"], "quote": first["text"]}
    return json.dumps({"code": code, "scores": dict.fromkeys(listed, 5), "best": best, "verdict": HOSTILE})


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("hostile") / "run"
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(OPENERS, "foe", lambda name, settings: Scripted(_player, name))
        patch.setitem(OPENERS, "fiend", lambda name, settings: Scripted(_judge, name))
        patch.setattr(sys, "stdout", io.StringIO())
        words = "run secrets --seat all=chat:foe/one --players 2 --rounds 1 --matches 1 --watch --judge fiend/two --out"
        assert main([*words.split(), str(out)]) == 0
        (out / "told").write_bytes(sys.stdout.getvalue().encode())  # pyright: ignore[reportAttributeAccessIssue]
    return out


def commanding(text: str) -> set[str]:
    return {character for character in text if unicodedata.category(character) in FORBIDDEN} - {"\n"}


def test_the_players_and_the_judge_did_say_it(run: Path) -> None:
    assert json.loads((run / "matches.jsonl").read_text("utf-8"))["replies"][1]["text"] == HOSTILE
    assert "\u202e" in (run / "verdicts" / "scores.jsonl").read_text("utf-8")


def test_while_it_is_watched_and_judged(run: Path) -> None:
    told = (run / "told").read_bytes().decode()
    assert "abcd" in told
    assert "␛" in told
    assert not commanding(told)


@pytest.mark.parametrize("command", COMMANDS)
def test_afterwards(command: str, run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(run) if word == "RUN" else word for word in command.split()]) == 0
    said = capsys.readouterr()
    assert not commanding(said.out + said.err)


def test_nothing_is_lost_on_the_way_to_a_program(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", str(run), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["replies"][1]["text"] == HOSTILE
    assert main(["export", str(run), "--format", "arena"]) == 0
    assert json.loads(capsys.readouterr().out)["verdict"] == HOSTILE


def test_a_terminal_without_letters_is_told_the_story_nevertheless(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding="ascii"))
    words = "run secrets --seat all=bot:ask --players 2 --rounds 1 --matches 1 --watch --out"
    assert main([*words.split(), str(tmp_path / "run")]) == 0
    sys.stdout.flush()
    assert b"match 0" in sys.stdout.buffer.getvalue()  # pyright: ignore[reportAttributeAccessIssue]
