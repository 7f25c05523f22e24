"""`keepmum leaks` as its user runs it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from keepmum.cli import main


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """A run of a bot that tells nothing, one of a bot in code, one of a bot that tells much, one of the arena."""
    folder = tmp_path_factory.mktemp("runs")
    played = {"quiet": "bot:trivial", "code": "bot:schedule", "loud": "bot:revealing"}
    for name, bot in played.items():
        assert main(["run", "chameleon", "--seat", f"all={bot}", "--matches", "20", "--out", str(folder / name)]) == 0
    arena = ["run", "secrets", "--seat", "all=bot:random", "--rounds", "1", "--matches", "2"]
    assert main([*arena, "--out", str(folder / "arena")]) == 0
    assert main(["run", "kuhn", "--seat", "all=bot:random", "--matches", "1", "--out", str(folder / "kuhn")]) == 0
    return {path.name: str(path) for path in folder.iterdir()}


def test_the_sums_of_some_runs(runs: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert main(["leaks", runs["quiet"], runs["loud"]]) == 0
    said = capsys.readouterr().out
    for told in ("of 4.00 bits", "temperature", "log loss", "Brier", "calibration error", "a word", "moved: added"):
        assert told in said
    assert main(["leaks", runs["quiet"], runs["loud"], "--json"]) == 0
    quiet, loud = json.loads(capsys.readouterr().out)["runs"]
    assert quiet["leak"]["value"] == pytest.approx(0, abs=0.02)
    assert loud["leak"]["value"] > 3.5
    assert quiet["calibration"]["prior_loss"] == 4
    assert [turn["place"] for turn in loud["turns"]] == [1, 2, 3]


def test_a_temperature_may_be_given_or_fitted_elsewhere(
    runs: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    assert main(["leaks", runs["quiet"], "--temperature", "inf", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["runs"][0]["calibration"]["temperature"] is None
    assert main(["leaks", runs["quiet"], "--fit", runs["loud"], "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["runs"][0]
    assert found["calibration"]["temperature"] < 1
    assert found["leak"]["value"] < -1


def test_a_match_is_told_within_eighty_columns(runs: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    for run, spec in (("code", "schedule"), ("loud", "words"), ("arena", "words")):
        assert main(["leaks", runs[run], "--match", "1", "--listener", spec]) == 0
        said = capsys.readouterr().out
        assert max(map(len, said.splitlines())) <= 80
        assert "◄" in said
        assert "bits to find out" in said
    assert main(["leaks", runs["code"], "--match", "1", "--listener", "schedule", "--json"]) == 0
    [hidden] = json.loads(capsys.readouterr().out)["hidden"]
    for said in hidden["utterances"]:
        assert sum(said["posterior"].values()) == pytest.approx(1)
        assert 2 ** said["entropy"] == pytest.approx(sum(each > 0 for each in said["posterior"].values()))


def test_the_figure_is_drawn(runs: dict[str, str], tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    assert main(["leaks", runs["quiet"], runs["code"], "--figure", str(tmp_path / "a.svg")]) == 0
    drawn = (tmp_path / "a.svg").read_text("utf-8")
    assert drawn.startswith("<?xml")
    assert len(drawn) > 20_000


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["{kuhn}"], "nothing is hidden"),
        (["{quiet}", "{arena}"], "is a run of secrets"),
        (["{quiet}", "--match", "99"], "no finished match number 99"),
        (["{quiet}", "{loud}", "--match", "1"], "name one RUN"),
        (["{quiet}", "--listener", "model"], "there is no listener 'model'"),
        (["{quiet}", "--figure", "a.gif"], ".svg"),
        (["{loud}", "--listener", "schedule", "--figure", "nowhere/a.svg"], "there is no folder"),
    ],
)
def test_what_cannot_be_done_is_said(
    words: list[str], why: str, runs: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["leaks", *(word.format(**runs) for word in words)]) == 2
    assert why in capsys.readouterr().err
