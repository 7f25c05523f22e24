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


def test_one_match_has_one_mean_and_one_best_moment(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Also where one judge was asked in more orders than the other, and they quote different moments."""
    assert main(["judge", str(run), "--judge", "fair/x", "--what", "scores", "--orders", "1"]) == 0
    assert main(["judge", str(run), "--judge", "biased/y", "--what", "scores", "--orders", "4"]) == 0
    ranking = shown(capsys, "leaderboard", str(run), "--match", "1")
    assert main(["judge", str(run), "--show", "1"]) == 0
    said = capsys.readouterr().out.splitlines()
    for name, score in ranking["leaderboard"]:
        assert any(line.split()[:3] == [f"{score:.1f}", *name.split()] for line in said), (name, score)
    assert f"best moment: {ranking['best_moment'][0]}: “{ranking['best_moment'][1]}”" in "\n".join(said)
    exported = shown_export(capsys, run)
    assert [score for _, score in exported["leaderboard"]] == pytest.approx(
        [score for _, score in ranking["leaderboard"]], abs=0.005
    )
    assert exported["best_moment"] == "{} — “{}”".format(*ranking["best_moment"])


def shown_export(capsys: pytest.CaptureFixture[str], run: Path) -> Any:
    assert main(["export", str(run), "--format", "arena", "--match", "1"]) == 0
    return json.loads(capsys.readouterr().out)
