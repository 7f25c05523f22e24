"""What the commands print of other people's text, and of runs, agents and cards."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from keepmum import registry
from keepmum.cli import main
from keepmum.cli.main import COMMANDS


def test_an_error_s_text_cannot_move_the_cursor(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["table", str(tmp_path / "x\x1b[2Jy\x9b")]) == 2
    said = capsys.readouterr().err
    assert "\x1b" not in said
    assert "\x9b" not in said
    assert "x␛[2Jy<U+009B> is not a run folder" in said


def test_an_error_keeps_its_own_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("[[card]]\ncategory = 'A'\nwords = ['a', 'b']\n[[card]]\ncategory = 'B'\nwords = ['c']\n", "utf-8")
    assert main(["cards", "list", str(path)]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 2


def test_an_agent_may_say_nothing_of_itself(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def silent() -> None: ...

    monkeypatch.setattr(registry, "agent", lambda name: silent)  # pyright: ignore[reportUnknownLambdaType]
    assert main(["agents"]) == 0
    assert "bot" in capsys.readouterr().out


def test_cards_are_listed_for_programs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("[[card]]\ncategory = 'A'\nwords = ['red', 'blue', 'green']\n", "utf-8")
    assert main(["cards", "list", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == [{"category": "A", "words": ["red", "blue", "green"]}]
    path.write_text("[[card]]\ncategory = 'A'\nwords = ['red', 'blue', 'red']\n", "utf-8")
    assert main(["cards", "check", str(path), "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert (found["ok"], [(each["line"], each["problem"]) for each in found["findings"]]) == (
        False,
        [(3, "duplicate word")],
    )


@pytest.mark.parametrize("command", [name for name in COMMANDS if name not in ("theory", "parse")])
def test_every_command_s_help_has_an_example_as_it_is_typed(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main([command, "--help"])
    assert left.value.code == 0
    said = " ".join(capsys.readouterr().out.split())
    _, what, example = COMMANDS[command]
    assert what[1:] in said, "a name in capitals keeps them"
    assert example.startswith(f"keepmum {command}")
    assert f"For example: {example}" in said


def test_programs_get_null_where_no_theory_holds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = ["run", "chameleon", "--seat", "all=bot:random", "--matches", "2", "--hearing", "sealed"]
    assert main([*run, "--out", str(tmp_path / "x")]) == 0
    capsys.readouterr()
    assert main(["table", str(tmp_path / "x"), "--json"]) == 0
    theory = json.loads(capsys.readouterr().out)["runs"][0]["theory"]
    assert theory == {"trivial": 15 / 64, "known": None, "upper": None}


def test_a_damaged_manifest_is_an_error_not_a_fault(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    manifest = {"format": 1, "game": "chameleon", "options": {}, "seats": {}, "seed": 1, "attempts": 3, "agents": {}}
    (tmp_path / "run.json").write_text(json.dumps(manifest), "utf-8")
    assert main(["table", str(tmp_path)]) == 2
    assert "run.json is damaged: the run needs the option 'players'" in capsys.readouterr().err
