"""The article's transcript.json: its keys and its definition of a leak, and what it cannot say under a key of ours."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from benches import best, judge_run, match_of, run_of, verdict_of, void_of

from keepmum.adapters.arena import write
from keepmum.adapters.formats import FORMATS, format_for
from keepmum.cli.main import main
from keepmum.core.options import OptionError
from keepmum.games import kuhn
from keepmum.games.secrets import KIND
from keepmum.judging.judged import UNJUDGED, Judged
from keepmum.play.folder import FolderError

TALK = (
    "It returns what you give it.",
    "PASS",
    "GUESS Player 1 = Echo. The sky goes dark.",
    "An ECLIPSE, or an Échó?",
    "Echo, yes.",
    "E-C-L-I-P-S-E",
    "ssapmoc",
    "Tempests.",
)
SHAPE = {
    "secrets": {"Player 1": "ECHO", "Player 2": "ECLIPSE", "Player 3": "COMPASS", "Player 4": "TEMPEST"},
    "transcript": [
        {"speaker": "Player 1", "text": TALK[0]},
        {"speaker": "Player 2", "text": "(passed)", "passed": True},
        {"speaker": "Player 3", "text": TALK[2]},
        {"speaker": "Player 4", "text": TALK[3]},
        {"speaker": "Player 1", "text": TALK[4]},
        {"speaker": "Player 2", "text": TALK[5]},
        {"speaker": "Player 3", "text": TALK[6]},
        {"speaker": "Player 4", "text": TALK[7]},
    ],
    "events": [
        {"round": 1, "victim": "Player 1", "by": "Player 3", "kind": "extracted", "at": 2},
        {"round": 1, "victim": "Player 2", "by": "Player 4", "kind": "extracted", "at": 3},
    ],
    "leaderboard": [["Player 3", 1], ["Player 1", 0], ["Player 2", 0], ["Player 4", 0]],
    "survivors": ["Player 3", "Player 4"],
    "verdict": None,
    "best_moment": None,
    "keepmum": {
        "match": 0,
        "seed": 1,
        "agents": {
            "Player 1": "bot:ask",
            "Player 2": "bot:babble",
            "Player 3": "bot:silent",
            "Player 4": "bot:random",
        },
        "leaderboard_by": "cracks",
        "judges": {},
        "counts": {
            "strict": {"extracted": 2, "self-leak": 3, "lost": 3},
            "charitable": {"extracted": 2, "self-leak": 4, "lost": 4},
        },
        "lies": {"known": [], "judged": {}},
    },
}


def test_the_shape() -> None:
    assert write(match_of(0, TALK), KIND, UNJUDGED) == SHAPE


def test_a_self_leak_is_its_owners_and_first_come_first_counted() -> None:
    written = write(match_of(0, ("an echo", "hm", "PASS", "that echo")), KIND, UNJUDGED)
    assert written["events"] == [{"round": 1, "victim": "Player 1", "by": "Player 1", "kind": "self-leak", "at": 0}]
    assert written["survivors"] == ["Player 2", "Player 3", "Player 4"]


def test_places_follow_the_order_of_speaking() -> None:
    written = write(match_of(0, ("hm", "PASS", "an echo", "hm"), order=(3, 2, 1, 0)), KIND, UNJUDGED)
    (event,) = written["events"]
    assert written["transcript"][event["at"]] == {"speaker": "Player 2", "text": "an echo"}
    assert [each["speaker"] for each in written["transcript"]] == [f"Player {seat}" for seat in (4, 3, 2, 1)]


def test_names_are_the_players_own() -> None:
    talk = ("hm", "hm", "GUESS Bob = ECLIPSE", "hm")
    written = write(match_of(0, talk, names=("Ada", "Bob", "Cy", "Di")), KIND, UNJUDGED)
    assert list(written["secrets"]) == ["Ada", "Bob", "Cy", "Di"]
    assert written["leaderboard"][0] == ["Cy", 1]
    assert written["events"][0]["victim"] == "Bob"


def test_a_judge_gives_scores_and_words() -> None:
    judged = Judged((verdict_of(0, (9, 1.25, 3, 4), best=best(0, "It returns"), verdict="Player 1 wins."),))
    written = write(match_of(0, TALK), KIND, judged)
    assert written["leaderboard"] == [["Player 1", 9], ["Player 4", 4], ["Player 3", 3], ["Player 2", 1.25]]
    assert written["best_moment"] == "Player 1 — “It returns”"
    assert written["verdict"] == "Player 1 wins."
    assert written["keepmum"]["leaderboard_by"] == "judge"


def test_a_void_match_has_no_transcript_to_show() -> None:
    with pytest.raises(FolderError, match="void"):
        write(void_of(match_of(0, TALK), 1), KIND, UNJUDGED)


def test_formats_say_what_they_hold() -> None:
    assert format_for("arena", KIND) is FORMATS["arena"]
    with pytest.raises(OptionError, match="holds matches of secrets, and this is a run of kuhn"):
        format_for("arena", kuhn.KIND)
    with pytest.raises(OptionError, match="did you mean 'arena'"):
        format_for("arema", KIND)


@pytest.fixture
def run(tmp_path: Path) -> Path:
    return run_of(tmp_path / "run", [match_of(0, TALK), void_of(match_of(1, TALK), 1), match_of(2, TALK)])


def test_all_go_into_a_folder_and_voids_are_counted_aloud(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = run.parent / "out"
    assert main(["export", str(run), "--format", "arena", "--match", "all", "--out", str(out)]) == 0
    assert sorted(path.name for path in out.iterdir()) == ["match-0.json", "match-2.json"]
    assert json.loads((out / "match-0.json").read_text(encoding="utf-8")) == SHAPE
    assert "2 matches written in" in (said := capsys.readouterr().err)
    assert "1 void and not written (1 refused)" in said


def test_without_a_place_they_are_printed(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    judge_run(run, [verdict_of(2, (1, 2, 3, 4))])
    assert main(["export", str(run), "--format", "arena"]) == 0
    assert json.loads(capsys.readouterr().out) == SHAPE
    assert main(["export", str(run), "--format", "arena", "--match", "all"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["keepmum"]["leaderboard_by"] for line in lines] == ["cracks", "judge"]


def test_one_goes_into_a_file_or_a_folder(run: Path) -> None:
    out = run.parent
    assert main(["export", str(run), "--format", "arena", "--match", "2", "--out", str(out / "one.json")]) == 0
    assert main(["export", str(run), "--format", "arena", "--match", "2", "--out", str(out)]) == 0
    assert (out / "one.json").read_text() == (out / "match-2.json").read_text()


@pytest.mark.parametrize("match", ["1", "7", "-1", "x"])
def test_what_cannot_be_written_is_said(run: Path, match: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", str(run), "--format", "arena", f"--match={match}"]) == 2
    assert match in capsys.readouterr().err
