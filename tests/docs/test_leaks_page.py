"""The commands of the page on leaks work as they are written, in their order, with fewer matches."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from keepmum.cli.main import main

PAGE = (Path(__file__).parents[2] / "docs" / "leaks.md").read_text(encoding="utf-8")


def test_the_commands_of_the_page_on_leaks_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("matplotlib")
    monkeypatch.chdir(tmp_path)
    commands = re.findall(r"^keepmum .*", PAGE, re.M)
    assert len(commands) == 12
    for command in commands:
        words = shlex.split(command.replace("--matches 1000", "--matches 8"))[1:]
        assert main(words) == 0, f"{command}\n{capsys.readouterr().err}"
    assert (tmp_path / "leaks.png").stat().st_size > 10_000
