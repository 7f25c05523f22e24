"""Sides stand for their roles where agents are given seats, and in the table of a run."""

from __future__ import annotations

from pathlib import Path

import pytest

from keepmum.cli import main
from keepmum.core.options import OptionError
from keepmum.games.avalon import KIND
from keepmum.games.avalon.tables import SIDE
from keepmum.play.seats import assign, parse_seats

ROLES = ("merlin", "servant", "morgana", "servant", "assassin", "percival")


def test_the_narrowest_way_to_name_a_seat_comes_first() -> None:
    seats = {"all": "a", "good": "g", "evil": "e", "merlin": "m", "4": "four"}
    assert assign(seats, ROLES, SIDE) == ("m", "g", "e", "four", "e", "g")
    assert assign({"evil": "e", "all": "a"}, ROLES, SIDE) == ("a", "a", "e", "a", "e", "a")


def test_a_side_alone_leaves_the_other_open() -> None:
    with pytest.raises(OptionError, match=r"nobody plays the morgana seat 3: add .*--seat evil=AGENT"):
        assign({"good": "g"}, ROLES, SIDE)


def test_sides_are_among_those_who_may_be_named() -> None:
    assert parse_seats(["good=bot:random", "evil=bot:rules"], KIND) == {"good": "bot:random", "evil": "bot:rules"}
    with pytest.raises(OptionError, match=r"did you mean 'evil'\?\).*all, assassin, evil, good, merlin"):
        parse_seats(["evill=bot:random"], KIND)


def test_a_run_and_its_table_by_side(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    seats = ["--seat", "good=bot:random", "--seat", "evil=bot:random", "--seat", "merlin=bot:random"]
    assert main(["run", "avalon", *seats, "--matches", "12", "--variant", "recon", "--out", str(tmp_path / "run")]) == 0
    assert main(["table", str(tmp_path / "run")]) == 0
    out = capsys.readouterr().out
    assert "good:\n  bot:random\n  merlin: bot:random\nevil: bot:random\n" in out
    assert "voted down      .00" in out
    assert main(["show", str(tmp_path / "run"), "--match", "3", "--as", "2"]) == 0
    told = capsys.readouterr().out
    assert told.count("your role is") == 1


def test_a_seat_is_told_under_the_sides_that_it_was_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    seats = ["--seat", "all=bot:random", "--seat", "6=bot:rules"]
    for matches in (1, 12):
        run = str(tmp_path / f"run{matches}")
        assert main(["run", "avalon", *seats, "--discussion", "0", "--matches", str(matches), "--out", run]) == 0
        capsys.readouterr()
        assert main(["table", run]) == 0
        assert capsys.readouterr().out.count("seat 6: bot:rules") == (1 if matches == 1 else 2)
