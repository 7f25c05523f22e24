"""Avalon's page: its example of avalon-json is a whole game, and the commands it names are there."""

from __future__ import annotations

import re
from pathlib import Path

from keepmum.cli.main import COMMANDS
from keepmum.importing.avalon_json import IMPORTER
from keepmum.importing.writing import import_games
from keepmum.play.folder import read_run

PAGE = Path(__file__).parents[2] / "docs" / "avalon.md"


def test_its_game_is_imported(tmp_path: Path) -> None:
    (game,) = re.findall(r"```json\n(.*?)\n```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    (tmp_path / "game.json").write_text(game)
    summary = import_games("avalon-json", IMPORTER, tmp_path / "game.json", tmp_path / "run")
    assert (summary.whole, summary.refused) == (1, [])
    (record,) = read_run(tmp_path / "run")
    assert record.ending == "survived"


def test_its_commands_are_there() -> None:
    named = set(re.findall(r"^keepmum (\w+)", PAGE.read_text(encoding="utf-8"), re.MULTILINE))
    assert named
    assert named <= set(COMMANDS)
