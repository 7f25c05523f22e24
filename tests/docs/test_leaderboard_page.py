"""The commands of the arena page's sections on the leaderboard and on export work as they are written."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from keepmum.cli.main import main
from keepmum.games.secrets import KIND

PAGE = (Path(__file__).parents[2] / "docs" / "arena.md").read_text(encoding="utf-8")
SECTIONS = [part for part in re.split(r"^## ", PAGE, flags=re.M) if part.startswith(("Leaderboard and", "Export"))]


def test_the_commands_work_in_their_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    commands = re.findall(r"^keepmum .*", "\n".join(SECTIONS), re.M)
    assert len(commands) >= 6
    for command in commands:
        words = shlex.split(re.sub(r"--matches \d+", "--matches 4", command))[1:]
        assert main(words) == 0, f"{command}\n{capsys.readouterr().err}"
    assert len(list((tmp_path / "transcripts").iterdir())) == 4


def test_the_page_names_every_measure_of_the_table() -> None:
    table = SECTIONS[0]
    for name in ("crack", "leak", "survival"):
        assert f"| {name} |" in table
        assert any(measure.label.startswith(name[:6]) for measure in KIND.measures)
