"""What the posterior makes of the human games, and what their players stated: pinned, with the slips found by eye."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from keepmum.cli import main
from keepmum.games.avalon import KIND
from keepmum.importing.avalon_nlu import IMPORTER
from keepmum.importing.beside import Belief, write_lines
from keepmum.importing.writing import import_games
from keepmum.report.stated import OUTSIDER, Stated, stated

DATA = Path(__file__).parents[2].parent / "shared" / "data" / "avalon-nlu"
pytestmark = pytest.mark.skipif(
    not DATA.is_dir() and os.environ.get("CI") != "true", reason="the human games are not in ../shared"
)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("humans")
    import_games("avalon-nlu", IMPORTER, DATA, out)
    return out


@pytest.fixture(scope="module")
def found(run: Path) -> Stated:
    return stated(run, KIND, "people")


def test_the_posterior_is_better_than_chance_on_the_evil_pair(found: Stated) -> None:
    gains = found.gains[OUTSIDER]
    assert [gain.many for gain in gains] == [20, 20, 19, 15, 6, 80]
    assert all(gain.gain.value is not None and gain.gain.value > 0 for gain in gains)
    assert gains[0].chance == pytest.approx(-3.907, abs=0.001)  # log2 of 1 in 15 pairs
    low = gains[-1].gain.low
    assert low is not None
    assert low > 0


def test_chance_counts_what_a_seat_was_told(found: Stated) -> None:
    assert found.gains["servant"][0].chance == pytest.approx(-3.322, abs=0.001)  # 1 in 10 pairs without oneself
    assert found.gains["percival"][0].chance == pytest.approx(-2.585, abs=0.001)  # 2 who may be Morgana, with 3 others


def test_every_belief_is_counted_once(found: Stated) -> None:
    assert sum(claims.many for claims in found.claims) + sum(found.left.values()) == 485
    assert found.left == {"undecided": 22, "after the end": 10, "of oneself": 14}


def test_what_was_ruled_out_is_found(found: Stated) -> None:
    """Percival is shown two players; whoever else is Merlin or Morgana to it is a slip."""
    assert len(found.slips) == 8
    assert any("player 6 (percival) took player 5 for morgana, who was assassin" in slip.quote for slip in found.slips)
    assert not any(slip.true for slip in found.slips)


def test_a_belief_is_held_against_what_had_been_seen_and_no_more(run: Path, tmp_path: Path) -> None:
    """The same words after the roles are revealed are left out; before anything happened they have the prior chance."""
    (tmp_path / "matches.jsonl").write_bytes((run / "matches.jsonl").read_bytes())
    write_lines(
        tmp_path / "beliefs.jsonl", [Belief(0, 1, 0, "evil", 1, 0, 0), Belief(0, 1, 0, "evil", 2, 10**6, 10**6)]
    )
    found = stated(tmp_path, KIND, "people")
    assert found.left == {"after the end": 1}
    (claims,) = found.claims
    assert claims.exact.value == claims.outset.value == pytest.approx(0.4)


def test_the_command_says_it(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["stated", str(run)]) == 0
    out = capsys.readouterr().out
    assert "stated beliefs of good players: 322, 4 of them ruled out" in out
    assert "left out: 22 undecided" in out
    assert main(["table", str(run)]) == 0
    assert "1 (1 unrecorded)" in capsys.readouterr().out
    assert main(["show", str(run), "--match", "0"]) == 0
    assert "fail cards: not told" in capsys.readouterr().out
    assert main(["leaderboard", str(run)]) == 0
    assert "human" in capsys.readouterr().out
