"""The whole path, with judges of known bias: the report finds the bias, and none where there is none."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jury import Paper, drawn, either, judge_named, played, verdict

from keepmum import registry
from keepmum.cli import main
from keepmum.judging.cases import cases
from keepmum.models.open import OPENERS
from keepmum.models.scripted import Scripted, by_turn
from keepmum.models.seam import Request


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return played(tmp_path_factory.mktemp("biased") / "run", "chameleon", "bot:random", 40)


def report(run: Path, capsys: pytest.CaptureFixture[str], *judges: str) -> dict[str, Any]:
    words = [word for judge in judges for word in ("--judge", judge)]
    assert main(["judge", str(run), *words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def holds(estimate: dict[str, Any], value: float) -> bool:
    return estimate["low"] <= value <= estimate["high"]


def test_both_biases_are_found_and_told_apart(
    run: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before = {path.name: path.read_bytes() for path in run.iterdir() if path.is_file()}
    for name, bias in {"biased": (2, 1), "fair": (0, 0), "places": (2, 0), "labels": (0, 1)}.items():
        monkeypatch.setitem(OPENERS, name, judge_named(either(*bias), []))
        (own,) = [each for each in report(run, capsys, f"{name}/x")["judges"] if each["judge"] == f"{name}/x"]
        place, label = own["biases"]["places"][0], own["biases"]["letters"][0]
        assert holds(place, bias[0]), (name, place)
        assert holds(label, bias[1]), (name, label)
        assert (place["low"] > 0) == (bias[0] > 0), (name, place)
        assert (label["low"] > 0) == (bias[1] > 0), (name, label)
        assert abs(place["value"] - bias[0]) < 0.3
        assert abs(label["value"] - bias[1]) < 0.3
        assert place["n"] == 40 * 3 * 4
        assert own["given"] == 120
        assert own["failures"] == {}
        assert own["uncited"] == 0
    assert {path.name: path.read_bytes() for path in run.iterdir() if path.is_file()} == before
    whole = report(run, capsys)
    alphas = {each["judge"]: each["between_orders"]["value"] for each in whole["judges"]}
    assert alphas["fair/x"] > alphas["biased/x"] + 0.2
    assert whole["between_judges"]["n"] == 40
    assert 0 < whole["between_judges"]["low"] < whole["between_judges"]["value"]
    assert whole["means"]["bot:random"]["n"] == 40


def test_the_page_shows_them(run: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(OPENERS, "biased", judge_named(either(2, 1), []))
    assert main(["judge", str(run), "--judge", "biased/x"]) == 0
    assert main(["judge", str(run), "--show", "3"]) == 0
    said = capsys.readouterr().out
    for what in ("place in the list 1, less the others", "label A, less the others"):
        line = next(line for line in said.splitlines() if what in line and "biased" not in line)
        assert line.rpartition("n=")[2] == "480"
    assert "own model, less the others              absent: it is no player's model" in said
    assert "best moment: Player" in said
    assert "was sly" in said
    assert "truth of answers: absent" in said


def test_own_models_are_refused_or_marked_and_their_favour_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out, seats = (
        tmp_path / "run",
        ["--seat", "all=bot:ask", "--seat", "1=chat:scripted/Hm. I wonder.|I would rather not."],
    )
    assert main(["run", "secrets", *seats, "--players", "3", "--rounds", "1", "--matches", "3", "--out", str(out)]) == 0
    seen: list[Any] = []
    monkeypatch.setitem(OPENERS, "scripted", judge_named(either(), seen))
    judge = "scripted/Hm. I wonder.|I would rather not."
    assert main(["judge", str(out), "--judge", judge]) == 2
    assert "is a player's own model" in capsys.readouterr().err
    assert not seen
    assert not (out / "verdicts").exists()
    assert main(["judge", str(out), "--judge", judge, "--force"]) == 0
    said = capsys.readouterr().out
    assert "FORCED" in said
    lines = [json.loads(line) for line in (out / "verdicts" / "scores.jsonl").read_text("utf-8").splitlines()]
    assert len(lines) == 9
    assert all(line["forced"] for line in lines)
    assert main(["judge", str(out), "--json"]) == 0
    (own,) = json.loads(capsys.readouterr().out)["judges"]
    expected = []
    for match in range(3):
        given = [line["scores"] for line in lines if line["match"] == match]
        means = [sum(each[seat] for each in given) / 3 for seat in range(3)]
        expected.append(means[0] - (means[1] + means[2]) / 2)
    assert own["forced"]
    assert own["self_preference"]["value"] == pytest.approx(sum(expected) / 3)
    assert own["self_preference"]["n"] == 3


def test_lies_are_found_and_the_judge_is_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asks = by_turn("Player 2, is your word alive?|Player 2, does your word have an end?")
    monkeypatch.setitem(OPENERS, "quiz", lambda name, settings: Scripted(asks, name))
    seats = ["--seat", "1=chat:quiz/master", "--seat", "2=chat:scripted/No, it is not."]
    game = ["run", "secrets", *seats, "--players", "2", "--rounds", "2", "--matches", "2", "--out", str(tmp_path / "r")]
    assert main(game) == 0
    monkeypatch.setitem(OPENERS, "stern", judge_named(either(), []))
    capsys.readouterr()
    assert main(["judge", str(tmp_path / "r"), "--judge", "stern/x", "--what", "answers", "--json"]) == 0
    (own,) = json.loads(capsys.readouterr().out)["judges"]
    lies = own["lies"]["chat:scripted/No, it is not."]
    answered = sum(len(case.claims) for case in cases(tmp_path / "r", registry.game("secrets")))
    assert answered >= 2
    assert (lies["counts"]["false"], lies["found"]["value"], lies["found"]["n"]) == (answered, 1.0, 2)
    assert own["given"] == 0
    judged_lies_reach_the_leaderboard_and_the_export(tmp_path / "r", answered, capsys)
    asked = played(tmp_path / "ask", "secrets", "bot:ask", 3, "--rounds", "2")
    capsys.readouterr()
    assert main(["judge", str(asked), "--judge", "stern/x", "--what", "answers", "--known", "7", "--json"]) == 0
    (own,) = json.loads(capsys.readouterr().out)["judges"]
    table = own["truth"]["table"]
    assert table["true"]["false"] + table["false"]["false"] == 7
    assert own["truth"]["right"]["n"] == 3, "matches, not answers"
    assert own["truth"]["truths"]["value"] == 0
    assert own["truth"]["truths"]["high"] < 1
    assert own["lies"] == {}


def judged_lies_reach_the_leaderboard_and_the_export(
    run: Path, answered: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """With the judge named, and apart from those that are known."""
    liar = "chat:scripted/No, it is not."
    assert main(["leaderboard", str(run), "--json"]) == 0
    board = {each["who"]: each for each in json.loads(capsys.readouterr().out)["agents"]}
    assert (board[liar]["judged_lies"]["value"], board[liar]["judged_lies"]["n"]) == (1.0, 2)
    assert board[liar]["judged_lies_by"]["stern/x"]["value"] == 1.0
    assert board[liar]["measures"]["lies"]["value"] is None, "none is known without a judge"
    assert board["chat:quiz/master"]["judged_lies"]["value"] is None
    assert main(["leaderboard", str(run)]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "judged lies: by stern/x, of answers whose truth only a judge can say" in said
    assert main(["export", str(run), "--format", "arena", "--match", "all"]) == 0
    lies = [json.loads(line)["keepmum"]["lies"] for line in capsys.readouterr().out.splitlines()]
    assert [each["known"] for each in lies] == [[], []]
    told = [lie for each in lies for lie in each["judged"]["stern/x"]]
    assert len(told) == answered
    assert {(lie["by"], lie["asker"], lie["reply"]) for lie in told} == {("Player 2", "Player 1", "No, it is not.")}


def fond_of(name: str, place: int) -> Callable[[Request], str]:
    """A judge that gives two more to a name, where it is shown it, and so much more to whom it is listed first."""

    def reply(request: Request) -> str:
        paper = Paper(request)
        scores = {
            each: 3 + 2 * (each == name) + place * (each == paper.listed[0]) + drawn(paper.code, each, among=2)
            for each in paper.listed
        }
        return verdict(paper, scores=scores)

    return reply


def test_biases_by_place_and_by_name_are_found_in_the_arena(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Labels leave a bias by name nothing to go by; where names are shown beside them, the report shows it."""
    seats = [word for name in ("GPT", "Claude", "Grok") for word in ("--seat", f"{name}=bot:babble")]
    words = ["run", "secrets", *seats, "--rounds", "1", "--matches", "24", "--out", str(tmp_path / "r")]
    assert main(words) == 0
    seen: list[Request] = []
    monkeypatch.setitem(OPENERS, "fond", judge_named(fond_of("Claude", 1), seen))
    capsys.readouterr()
    asked = ["judge", str(tmp_path / "r"), "--judge", "fond/x", "--what", "scores", "--json"]
    assert main(asked) == 0
    hidden = json.loads(capsys.readouterr().out)
    put = " ".join(each.text for request in seen for each in request.messages)
    assert not {"GPT", "Claude", "Grok"} & set(re.findall(r"\w+", put))
    assert main(["leaderboard", str(tmp_path / "r"), "--by", "name", "--json"]) == 0
    board = json.loads(capsys.readouterr().out)
    means = {each["who"]: each["judge"]["value"] for each in board["agents"]}
    assert max(means.values()) - min(means.values()) < 0.5, "under labels it favours nobody"
    assert hidden["judges"][0]["names"] == {}
    assert main([*asked, "--show-names"]) == 0
    shown = json.loads(capsys.readouterr().out)
    (own,) = shown["judges"]
    assert abs(own["names"]["Claude"]["value"] - 2) < 0.3
    assert own["names"]["Claude"]["low"] > 1
    assert all(holds(own["names"][name], 0) for name in ("GPT", "Grok"))
    assert own["names"]["Claude"]["n"] == 24
    assert holds(own["biases"]["places"][0], 1)
    assert own["biases"]["places"][0]["low"] > 0
    assert abs(own["biases"]["letters"][0]["value"]) < 0.3, "there is none; its noise may be seen"
    assert (own["given"], shown["means"]) == (hidden["judges"][0]["given"], hidden["means"]), "they are no scores"
    assert main(["leaderboard", str(tmp_path / "r"), "--by", "name", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == board
    assert main(["judge", str(tmp_path / "r")]) == 0
    said = capsys.readouterr().out
    assert "name Claude shown, less hidden" in said
    assert "place in the list 1, less the others" in said
    asked_now = len(seen)
    assert main([*asked, "--show-names"]) == 0
    assert len(seen) == asked_now == 24 * 3 * 2
