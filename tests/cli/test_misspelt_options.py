"""A misspelt option is held against the game's options and the command's own, whichever is nearer."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest

from keepmum import registry
from keepmum.cli.main import main

COMMANDS = ["run", "play"]


def flags(command: str, capsys: pytest.CaptureFixture[str]) -> set[str]:
    with pytest.raises(SystemExit):
        main([command, "--help"])
    return set(re.findall(r"^  --([a-z-]+)", capsys.readouterr().out, re.MULTILINE)) - {"help"}


def swapped(word: str) -> str:
    """The word with two letters in its middle the wrong way round."""
    middle = len(word) // 2
    return word[: middle - 1] + word[middle] + word[middle - 1] + word[middle + 1 :]


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("game", registry.names(registry.GAMES))
def test_the_nearest_of_both_is_named(command: str, game: str, capsys: pytest.CaptureFixture[str]) -> None:
    own = {field.name.replace("_", "-") for field in fields(registry.game(game).options)}
    known = own | flags(command, capsys)
    assert len(known) > 8
    out = () if command == "play" else ("--out", "x")
    for name in sorted(known):
        wrong = swapped(name)
        if wrong in known or len(name) < 5:
            continue
        assert main([command, game, "--seat", "all=bot:random", *out, f"--{wrong}", "1"]) == 2
        assert f"did you mean {name!r}?" in capsys.readouterr().err
    assert not Path("x").exists()


def test_a_flag_is_not_taken_for_the_game_s_names(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "secrets", "--seat", "all=bot:ask", "--out", "x", "--mathces", "1"]) == 2
    said = capsys.readouterr().err
    assert "neither Secret" in said
    assert "nor keepmum run has an option 'mathces' (did you mean 'matches'?); known: again, " in said
    assert main(["theory", "solve", "kuhn", "--iteratoins", "9"]) == 2
    assert "did you mean 'iterations'?" in capsys.readouterr().err
