"""The verdicts' folder on a disk that fills up, and what is put to judges out of the records."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jury import Paper, judge_named, played, verdict

from keepmum.cli import main
from keepmum.core import EVERYONE, REFEREE, Event
from keepmum.core.event import only
from keepmum.games.secrets import KIND
from keepmum.games.secrets.facts import Message
from keepmum.judging.folder import VerdictFolder
from keepmum.judging.verdicts import FORMAT, SCORES, VERDICTS, Verdict, read_verdicts
from keepmum.measure.judge.dossier import dossier_of
from keepmum.measure.judge.quoting import code_for
from keepmum.models.open import OPENERS
from keepmum.models.scripted import Scripted, by_turn
from keepmum.play.folder import FolderError


def one(match: int) -> Verdict:
    return Verdict(
        FORMAT, "fake/x", False, match, 0, (0, 1), ("Player A", "Player B"), (1.0, 2.0), None, "So.", None, "", "0", ()
    )


class Full:
    """A file on a disk that takes only part of a line, and then all again."""

    def __init__(self, file: Any, takes: int) -> None:
        self._file, self._takes = file, takes
        self.lines = 0

    def write(self, line: bytes) -> int:
        self.lines += 1
        self._takes, takes = 10**9, self._takes
        return self._file.write(line[:takes])

    def fileno(self) -> int:
        return self._file.fileno()


@pytest.mark.parametrize("takes", [0, 1, 100])
def test_a_line_that_does_not_fit_leaves_nothing_behind_and_no_other_follows(tmp_path: Path, takes: int) -> None:
    path = tmp_path / VERDICTS / SCORES
    with VerdictFolder(tmp_path) as folder:
        folder.add(one(0))
        before = path.read_bytes()
        full = Full(folder._files[Verdict], takes)  # pyright: ignore[reportPrivateUsage]
        folder._files[Verdict] = full  # pyright: ignore[reportPrivateUsage, reportArgumentType]
        with pytest.raises(FolderError, match="is it full\\?"):
            folder.add(one(1))
        assert path.read_bytes() == before
        with pytest.raises(FolderError, match="make room and judge it again"):
            folder.add(one(2))
        assert (full.lines, path.read_bytes()) == (1, before), "nothing is tried on a disk that failed"
    assert [each.match for each in read_verdicts(tmp_path)] == [0]


def test_only_what_was_said_to_all_is_put_to_a_judge() -> None:
    said = [
        Event(only(1), Message(1, 0, "for one ear")),
        Event(EVERYONE, Message(1, 0, "aloud")),
        Event(REFEREE, Message(1, 1, "to the referee")),
    ]
    assert [each.text for each in dossier_of(KIND, said, ("Ann", "Bob")).said] == ["aloud"]


def test_a_code_is_made_from_all_that_was_said() -> None:
    """A player who knows seed, match and order cannot know it, for it does not know what others will say."""
    code = code_for(["one", "two"], 1, 2, 3)
    assert code == code_for(["one", "two"], 1, 2, 3)
    others = [code_for(lines, 1, 2, 3) for lines in (["one", "too"], ["one"], ["two", "one"])]
    assert len({code, *others, code_for(["one", "two"], 1, 2, 4)}) == 5
    assert code not in code_for([f"it is {code}"], 1, 2, 3)


def test_a_judgement_that_rests_on_words_that_are_not_there_does_not_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asks = by_turn("Player 2, is your word alive?|Player 2, does your word have an end?")
    monkeypatch.setitem(OPENERS, "quiz", lambda name, settings: Scripted(asks, name))
    seats = ["--seat", "1=chat:quiz/master", "--seat", "2=chat:scripted/No, it is not."]
    words = ["--players", "2", "--rounds", "2", "--matches", "2", "--out", str(tmp_path / "r")]
    assert main(["run", "secrets", *seats, *words]) == 0

    def careless(request: Any) -> str:
        paper = Paper(request)
        if paper.listed:
            return verdict(paper)
        return json.dumps({"code": paper.code, "words": "as I have said before", "answer": "false"})

    monkeypatch.setitem(OPENERS, "lax", judge_named(careless, []))
    capsys.readouterr()
    assert main(["judge", str(tmp_path / "r"), "--judge", "lax/x", "--what", "answers", "--json"]) == 0
    (own,) = json.loads(capsys.readouterr().out)["judges"]
    found = own["lies"]["chat:scripted/No, it is not."]
    assert found["counts"]["uncited"] >= 2
    assert (found["counts"]["false"], found["found"]["value"]) == (0, None)
    assert main(["leaderboard", str(tmp_path / "r"), "--json"]) == 0
    assert all(each["judged_lies"]["value"] is None for each in json.loads(capsys.readouterr().out)["agents"])


def test_what_a_seat_saw_holds_nobody_elses_replies(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = played(tmp_path / "r", "secrets", "chat:scripted/Hm.", 1, "--players", "3", "--rounds", "1")
    for seat in (1, 2, 3):
        capsys.readouterr()
        assert main(["show", str(out), "--as", str(seat), "--json"]) == 0
        seen = json.loads(capsys.readouterr().out)
        assert [reply["seat"] for reply in seen["replies"]] == [seat - 1]
