"""Agents that are asked about matches played elsewhere are told the rules of those matches, or are not asked."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import msgspec
import pytest
from panel import opened, played, saying

from keepmum.cli import main
from keepmum.games.avalon import KIND, Avalon, Options
from keepmum.games.avalon.deals import announced


def imported(tmp_path: Path, capsys: pytest.CaptureFixture[str], *options: tuple[str, ...]) -> Path:
    """Games of bots, written and read as if they came from elsewhere, a run of two for each of these options."""
    lines = ""
    for number, given in enumerate(options):
        run = played(tmp_path / f"bots{number}", "avalon", 2, *given)
        capsys.readouterr()
        assert main(["export", str(run), "--format", "avalon-json", "--match", "all"]) == 0
        lines += capsys.readouterr().out
    (tmp_path / "games.jsonl").write_text(lines)
    assert main(["import", "avalon-json", str(tmp_path / "games.jsonl"), "--out", str(tmp_path / "run")]) == 0
    return tmp_path / "run"


def ask(run: Path) -> int:
    return main(["beliefs", "ask", str(run), "--ask", "teller/m", "--at", "quest", "--limit", "1"])


def test_rules_are_those_of_the_record(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    run = imported(tmp_path, capsys, ("--players", "10", "--discussion", "1"))
    requests = opened(monkeypatch, "teller", saying("no belief"))
    ask(run)
    told = requests[0].messages[0].text
    assert "for 10 players" in told
    assert "Anybody may speak to all" in told
    assert "speaks once" not in told
    assert "All are told how many fail cards there were" in told


def test_cards_that_were_not_counted_are_not_said_to_be(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    run = imported(tmp_path, capsys, ("--discussion", "0"))
    games = [msgspec.json.decode(line) for line in (tmp_path / "games.jsonl").read_bytes().splitlines()]
    for game in games:
        for quest in game["quests"]:
            fails = quest.pop("fails", None)
            quest.update({} if fails is None else {"success": fails == 0})
    (tmp_path / "uncounted.json").write_bytes(msgspec.json.encode(games))
    run = tmp_path / "uncounted"
    assert main(["import", "avalon-json", str(tmp_path / "uncounted.json"), "--out", str(run)]) == 0
    requests = opened(monkeypatch, "teller", saying("no belief"))
    ask(run)
    told = requests[0].messages[0].text
    assert "neither how many fail cards there were" in told
    assert "All are told how many" not in told
    assert "Nothing is said about the team" in told


def test_matches_of_different_rules_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    run = imported(tmp_path, capsys, (), ("--players", "7"))
    requests = opened(monkeypatch, "teller", saying("no belief"))
    assert ask(run) == 2
    assert "different rules (players: 6 in one, 7 in another)" in capsys.readouterr().err
    assert not requests


def test_rules_that_are_ours_are_announced_as_our_options() -> None:
    options = Options()
    game = KIND.deal(options, 1, 0).game
    assert isinstance(game, Avalon)
    assert set(announced(game)) == set(asdict(options))
    with pytest.raises(ValueError, match="no words"):
        announced(Avalon(game.roles, variant="recon", counted=False))
