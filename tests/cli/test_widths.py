"""What is printed fits 80 columns where nobody asked for more, however long agents' names are."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from keepmum import registry
from keepmum.cli.main import main
from keepmum.models.open import OPENERS

sys.path.append(str(Path(__file__).parents[1] / "judging"))
from jury import either, judge_named

LONG = "chat:scripted/PASS|a-model-with-a-name-as-long-as-addresses-of-servers-are-in-a-lab/v1"


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    for name in ("first", "second", "third"):
        monkeypatch.setitem(OPENERS, name, judge_named(either(), []))


def lines(capsys: pytest.CaptureFixture[str], *words: str) -> list[str]:
    capsys.readouterr()
    assert main(list(words)) == 0
    return capsys.readouterr().out.splitlines()


def roster(out: str, *names: str, more: tuple[str, ...] = ()) -> None:
    seats = [word for name in names for word in ("--seat", f"{name}=bot:babble?lie=0.{len(name)}")]
    assert main(["run", "secrets", *seats, "--matches", "2", "--rounds", "2", "--out", out, *more]) == 0


NAMES = ("Ann", "Bertrand", "Cyd", "Dominique-Antoinette", "Eve", "Ferdinand")


@pytest.mark.parametrize(
    "words", [("games",), ("agents",), *(("games", name) for name in registry.names("keepmum.games"))]
)
def test_lists_fit(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert max(map(len, lines(capsys, *words))) <= 80


def test_a_table_fits_and_seats_stand_in_lines_of_their_own(capsys: pytest.CaptureFixture[str]) -> None:
    roster("x", *NAMES)
    told = lines(capsys, "table", "x")
    assert max(map(len, told)) <= 80
    assert "  Ann: bot:babble?lie=0.3" in told
    assert "  Dominique-Antoinette: bot:babble?lie=0.20" in told


def test_runs_without_a_deal_in_common_are_said_to_have_none_once(capsys: pytest.CaptureFixture[str]) -> None:
    roster("x", "Ann", "Bob")
    roster("y", *NAMES)
    told = lines(capsys, "table", "x", "y")
    assert max(map(len, told)) <= 80
    assert "no differences: the two runs have no finished deal in common" in told
    assert sum("absent" in line for line in told) == 2, "no answer of known truth, in either run"
    roster("z", "Eve", "Bob")
    assert "difference, same deals" in lines(capsys, "table", "x", "z")


@pytest.mark.parametrize(
    "judges", [("first/j",), ("first/j", "second/j", "third/j-with-a-name-of-some-length/v1#model")]
)
def test_what_judges_said_fits(judges: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    seats = ["--seat", f"1={LONG}", "--seat", "all=bot:ask"]
    assert main(["run", "secrets", *seats, "--matches", "2", "--out", "x"]) == 0
    told = lines(capsys, "judge", "x", *(word for judge in judges for word in ("--judge", judge)))
    assert max(map(len, told)) <= 80
    columns = {line.index("n=") for line in told if line.startswith(" " * 42) and " n=" in line}
    assert columns, "a long name's numbers stand below it"
    board = lines(capsys, "leaderboard", "x", "--match", "0")
    assert max(map(len, board)) <= 80
    assert sum(judges[-1] in line for line in board) == 1, "a judge is named once"


def test_named_players_are_counted_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    """And who they are is told; by agent only where that is asked for."""
    roster("x", *NAMES)
    board = lines(capsys, "leaderboard", "x")
    assert max(map(len, board)) <= 80
    assert any(line.startswith("Ferdinand ") for line in board)
    assert "Ferdinand: bot:babble?lie=0.9" in board
    whole = json.loads("\n".join(lines(capsys, "leaderboard", "x", "--by", "agent", "--json")))
    assert {entry["who"] for entry in whole["agents"]} == {f"bot:babble?lie=0.{len(name)}" for name in NAMES}
    assert main(["run", "secrets", "--seat", "all=bot:ask", "--matches", "1", "--out", "y"]) == 0
    assert json.loads("\n".join(lines(capsys, "leaderboard", "y", "--json")))["by"] == "agent"
