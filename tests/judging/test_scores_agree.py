"""What the judges' report and the leaderboard say of the same verdicts is the same."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jury import either, judge_named, played

from keepmum.cli import main
from keepmum.models.open import OPENERS


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setitem(OPENERS, "fair", judge_named(either(), []))
    monkeypatch.setitem(OPENERS, "biased", judge_named(either(place=3), []))
    return played(tmp_path / "run", "secrets", "bot:random", 3, "--seat", "1=bot:ask", "--seat", "2=bot:babble")


def shown(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    capsys.readouterr()
    assert main([*words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("judges", [("fair/x",), ("fair/x", "biased/y")])
def test_means_and_intervals_are_those_of_the_leaderboard(
    judges: tuple[str, ...], run: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = [word for judge in judges for word in ("--judge", judge)]
    report = shown(capsys, "judge", str(run), *asked, "--what", "scores")
    board = shown(capsys, "leaderboard", str(run))
    close: Callable[[Any], Any] = lambda each: pytest.approx(each, abs=1e-9)  # noqa: E731
    assert len(board["agents"]) == 3
    for entry in board["agents"]:
        assert report["means"][entry["who"]] == close(entry["judge"])
        assert 0 <= entry["judge"]["low"] < entry["judge"]["high"] <= 10
        for judge in report["judges"]:
            assert judge["means"][entry["who"]] == close(entry["judges"][judge["judge"]])
