"""Format adherence: first replies alone, by agent and ask, without what was not the player's fault."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from keepmum.cli import main
from keepmum.core import Status
from keepmum.measure.adherence import EVERY_ASK, Adherence, FirstTry, adherence
from keepmum.measure.stats import ABSENT, ratio
from keepmum.play.folder import read_run

OK, BAD, LOST = Status.OK, Status.UNPARSABLE, Status.TRANSPORT


def test_it_is_counted_by_agent_and_ask() -> None:
    tries = [
        *[FirstTry("b", "vote", OK)] * 9,
        FirstTry("b", "vote", BAD, "refine"),
        FirstTry("b", "clue", OK),
        FirstTry("a", "vote", BAD),
        FirstTry("a", "vote", LOST),
    ]
    assert adherence(iter(tries)) == [
        Adherence("a", "vote", ratio(0, 1), {"unparsable": 1}, 1),
        Adherence("a", EVERY_ASK, ratio(0, 1), {"unparsable": 1}, 1),
        Adherence("b", "vote", ratio(9, 10), {"unparsable (refine)": 1}, 0),
        Adherence("b", "clue", ratio(1, 1), {}, 0),
        Adherence("b", EVERY_ASK, ratio(10, 11), {"unparsable (refine)": 1}, 0),
    ]


@pytest.mark.parametrize("status", [Status.TRANSPORT, Status.OVER_BUDGET, Status.OVER_CONTEXT, Status.REJECTED])
def test_nothing_is_said_where_nobody_could_answer(status: Status) -> None:
    assert [each.usable for each in adherence([FirstTry("a", "vote", status)])] == [ABSENT, ABSENT]


@pytest.mark.parametrize("status", [s for s in Status if s not in (OK, LOST)])
def test_every_other_status_is_either_unusable_or_left_out(status: Status) -> None:
    (found, _) = adherence([FirstTry("a", "vote", status)])
    assert found.left_out + sum(found.otherwise.values()) == 1
    assert not found.usable.value


def run(tmp_path: Path, reply: str, seat: str) -> Path:
    folder = tmp_path / "run"
    words = ["--seat", f"1={seat}:scripted/{reply}", "--seat", "all=bot:random", "--matches", "2"]
    assert main(["run", "kuhn", *words, "--out", str(folder)]) == 0
    return folder


def test_the_command_reads_it_from_records(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = run(tmp_path, "hm|[THOUGHT] I dare. [ANSWER] pass", "think")
    capsys.readouterr()
    assert main(["adherence", str(folder)]) == 0
    out = capsys.readouterr().out
    assert "think:scripted/hm|[THOUGHT] I dare. [ANSWER] pass" in out
    assert "unparsable (think)" in out
    assert "bot" not in out.split("\n\n")[0]
    assert main(["adherence", str(folder), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found[-1]["about"] is None
    assert found[-1]["usable"]["n"] == sum(each["usable"]["n"] for each in found[:-1])
    assert found[-1]["usable"]["value"] < 1
    replies = [reply for record in read_run(folder) for reply in record.replies if reply.calls]
    assert found[-1]["usable"]["n"] == len([reply for reply in replies if reply.attempt == 0]) < len(replies)


def test_nobody_who_speaks_is_said_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "run"
    assert main(["run", "kuhn", "--seat", "all=bot:random", "--matches", "1", "--out", str(folder)]) == 0
    capsys.readouterr()
    assert main(["adherence", str(folder)]) == 0
    assert "no agent answered in words" in capsys.readouterr().out
