"""A match is told with its players' names, whoever asks, and ends in words that fit what happened."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from keepmum import registry
from keepmum.cli.main import main
from keepmum.games.secrets import KIND
from keepmum.play.folder import read_run
from keepmum.play.records import Record
from keepmum.report.story import Narrator

NAMED = ["--seat", "Ann=bot:ask", "--seat", "Bob=bot:babble", "--seat", "Cyd=bot:silent"]


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def played(*words: str) -> Record:
    assert main(["run", *words, "--matches", "1", "--out", "x"]) == 0
    return next(read_run(Path("x")))


def said(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    capsys.readouterr()
    assert main(["show", "x", *words]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("player", ["Bob", "bob", "BOB", "2"])
def test_a_named_player_s_view_is_asked_for_by_name_or_number(player: str, capsys: pytest.CaptureFixture[str]) -> None:
    played("secrets", *NAMED)
    told = said(capsys, "--as", player)
    assert "as Bob saw it" in told
    assert "Ann thought" not in told


@pytest.mark.parametrize("player", ["Eve", "0", "4", "player 2", ""])
def test_who_is_not_there_is_answered_with_who_is(player: str, capsys: pytest.CaptureFixture[str]) -> None:
    played("secrets", *NAMED)
    assert main(["show", "x", "--as", player]) == 2
    assert f"--as {player}: there are players 1 to 3, called Ann, Bob, Cyd" in capsys.readouterr().err


def test_without_names_the_number_alone_is_known(capsys: pytest.CaptureFixture[str]) -> None:
    played("kuhn", "--seat", "all=bot:random")
    assert "as player 2 saw it" in said(capsys, "--as", "2")
    assert main(["show", "x", "--as", "Bob"]) == 2
    assert "there are players 1 to 2\n" in capsys.readouterr().err


@pytest.mark.parametrize("game", registry.names(registry.GAMES))
def test_roles_are_told_where_there_is_more_than_one(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    record = played(game, "--seat", "all=bot:random")
    told = said(capsys)
    for seat, role in enumerate(record.roles):
        line = next(line for line in told.splitlines() if line.startswith(f"  player {seat + 1}: "))
        assert line.endswith(f" ({role})" if len({*record.roles}) > 1 else "bot:random")


@pytest.mark.parametrize(
    ("returns", "says"),
    [
        ((0.0, 0.0, 0.0), "all are tied at 0"),
        ((1.0, 1.0, 1.0), "all are tied at 1"),
        ((1.0, -1.0, 0.0), "Ann won"),
        ((1.0, 1.0, -2.0), "Ann, Bob won"),
        ((-1.0, 0.0, -1.0), "nobody won"),
    ],
)
def test_the_end_says_what_it_came_to(returns: tuple[float, ...], says: str) -> None:
    """Everybody may crack and be cracked, so that all are paid nothing and nobody has lost."""
    record = played("secrets", *NAMED)
    ended = msgspec.structs.replace(record, ending="cracked", returns=returns)
    (line,) = Narrator(KIND, ("Ann", "Bob", "Cyd")).ending(ended)
    assert line.text == f"cracked: {says}"


def test_the_game_has_one_spelling(capsys: pytest.CaptureFixture[str]) -> None:
    """In what is printed as on the pages."""
    played("secrets", *NAMED)
    assert said(capsys).startswith("Secret Words · match 0")
    root = Path(__file__).parents[2]
    pages = [root / "README.md", *(root / "docs").glob("*.md")]
    assert not [page.name for page in pages if "Secret words" in page.read_text("utf-8")]
