"""The how-to for importing games: its example is whole, reads its own file, refuses what is wrong, and is short."""

from __future__ import annotations

import re
import sys
import types
from pathlib import Path

import pytest

from keepmum import registry
from keepmum.games.avalon import KIND
from keepmum.importing.seam import Importer
from keepmum.importing.writing import import_games
from keepmum.play.folder import read_manifest, read_run
from keepmum.play.records import replayed

PAGE = Path(__file__).parents[2] / "docs" / "how-to-import-games.md"


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)\n```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


@pytest.fixture
def importer() -> Importer:
    module = types.ModuleType("tiny")
    sys.modules["tiny"] = module
    exec(compile(blocks("python")[0], str(PAGE), "exec"), module.__dict__)
    return module.__dict__["IMPORTER"]


def test_the_page_is_short() -> None:
    assert len(PAGE.read_text(encoding="utf-8").splitlines()) <= 60


def test_its_example_imports_its_own_game(importer: Importer, tmp_path: Path) -> None:
    file = tmp_path / "my-game.txt"
    file.write_text(re.findall(r"```\n(1\|.*?)\n```", PAGE.read_text(encoding="utf-8"), re.DOTALL)[0])
    summary = import_games("tiny", importer, file, tmp_path / "run")
    assert (summary.games, summary.whole, summary.refused, summary.contradictions) == (1, 1, [], [])
    (record,) = read_run(tmp_path / "run")
    assert record.ending == "survived"
    assert replayed(record, KIND).over is not None
    assert read_manifest(tmp_path / "run").options["licence"] == "mine"


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ("1|1 2 3|0|Hm.\n", "a team of 3"),
        ("1|1 2|1|Hm.\n", "no evil"),
        ("x\n", "not a tiny game"),
        ("", "ends"),
    ],
)
def test_it_refuses_what_is_wrong(importer: Importer, tmp_path: Path, wrong: str, why: str) -> None:
    file = tmp_path / "wrong.txt"
    file.write_text(wrong)
    summary = import_games("tiny", importer, file, tmp_path / "run")
    assert summary.whole == 0
    assert why in summary.refused[0].why


def test_the_built_in_ones_use_the_same_door() -> None:
    assert registry.names(registry.IMPORTERS) == ["avalon-json", "avalon-nlu"]
    with pytest.raises(registry.RegistryError, match="did you mean 'avalon-nlu'"):
        registry.importer("avalon-nl")
