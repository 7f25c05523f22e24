"""A sitting asks each thing once, goes on where it stopped, and keeps what failed with its cause."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from jury import Paper, either, judge_named, played, verdict

from keepmum.cli import main
from keepmum.core import Status
from keepmum.judging.folder import VerdictFolder
from keepmum.judging.verdicts import VerdictError, read_answers, read_verdicts
from keepmum.models.open import OPENERS
from keepmum.models.scripted import Reply
from keepmum.models.seam import Completion, Request, failed
from keepmum.play.folder import FolderError

Opened = Callable[[Callable[[Request], Reply]], "list[Request]"]


@pytest.fixture
def run(tmp_path: Path) -> Path:
    return played(tmp_path / "run", "chameleon", "bot:random", 4)


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> Opened:
    def put(script: Callable[[Request], Reply]) -> list[Request]:
        seen: list[Request] = []
        monkeypatch.setitem(OPENERS, "fake", judge_named(script, seen))
        return seen

    return put


def judge(run: Path, *more: str) -> int:
    return main(["judge", str(run), "--judge", "fake/x", "--concurrency", "2", *more])


def scores_file(run: Path) -> Path:
    return run / "verdicts" / "scores.jsonl"


def test_what_is_on_record_is_not_asked_again(run: Path, opened: Opened) -> None:
    seen = opened(either())
    assert judge(run) == 0
    assert len(seen) == 12
    kept = scores_file(run).read_bytes()
    assert judge(run) == 0
    assert judge(run, "--orders", "2") == 0
    assert (len(seen), scores_file(run).read_bytes()) == (12, kept)
    assert judge(run, "--orders", "4") == 0
    assert len(seen) == 16


def test_a_spent_budget_stops_and_a_larger_one_goes_on(
    run: Path, opened: Opened, capsys: pytest.CaptureFixture[str]
) -> None:
    seen = opened(either())
    assert judge(run, "--max-calls", "5") == 3
    assert "the budget is spent (5 of 5 calls)" in capsys.readouterr().err
    assert len(seen) == len(list(read_verdicts(run))) == 5
    assert judge(run, "--max-calls", "5") == 3
    assert len(seen) == 5, "what was paid before counts"
    assert judge(run, "--max-calls", "7") == 3
    assert len(seen) == 7
    assert judge(run) == 0
    assert len(seen) == len(list(read_verdicts(run))) == 12


def test_a_kill_in_mid_line_loses_nothing_that_was_paid(
    run: Path, opened: Opened, capsys: pytest.CaptureFixture[str]
) -> None:
    seen = opened(either())
    assert judge(run) == 0
    whole = {each.key: each for each in read_verdicts(run)}
    path = scores_file(run)
    path.write_bytes(path.read_bytes()[:-100])
    assert len(list(read_verdicts(run))) == 11
    assert judge(run) == 0
    assert "torn last lines" in capsys.readouterr().err
    again = {each.key: each for each in read_verdicts(run)}
    assert len(seen) == 12, "the call came out of the store"
    assert {key: (each.scores, each.basis) for key, each in again.items()} == {
        key: (each.scores, each.basis) for key, each in whole.items()
    }


def test_the_records_are_not_touched(run: Path, opened: Opened) -> None:
    opened(either())
    before = {path.name: path.read_bytes() for path in run.iterdir() if path.is_file()}
    assert judge(run) == 0
    assert {path.name: path.read_bytes() for path in run.iterdir() if path.is_file()} == before
    assert sorted(path.name for path in run.iterdir() if path.is_dir()) == ["verdicts"]


FAILING: list[tuple[Callable[[Request], Reply], Status, int]] = [
    (lambda _: "Player A was best.", Status.UNPARSABLE, 3),
    (lambda _: "  ", Status.EMPTY, 3),
    (lambda request: verdict(Paper(request), code="0" * 16), Status.UNPARSABLE, 3),
    (lambda request: verdict(Paper(request), scores=dict.fromkeys(Paper(request).listed, 12)), Status.ILLEGAL, 3),
    (lambda request: Completion(verdict(Paper(request)), finish="length"), Status.TRUNCATED, 3),
    (lambda request: Completion("no", finish="refusal"), Status.REFUSED, 3),
    (lambda _: failed("rejected", "no such thing"), Status.REJECTED, 1),
    (lambda _: failed("too_long", "8192 at most"), Status.OVER_CONTEXT, 1),
]


@pytest.mark.parametrize(("script", "cause", "calls"), FAILING)
def test_a_failure_is_on_record_with_its_cause(
    script: Callable[[Request], Reply], cause: Status, calls: int, run: Path, opened: Opened,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    seen = opened(script)
    assert judge(run, "--orders", "1", "--first", "2") == 4
    found = list(read_verdicts(run))
    assert [each.cause for each in found] == [cause, cause]
    assert [(each.scores, each.best, len(each.calls)) for each in found] == [(None, None, calls)] * 2
    told = capsys.readouterr()
    words = f"2 {cause.value.replace('_', ' ')}"
    assert f"failed: {words}" in told.out
    assert f"the judge fake/x gave no verdict that could be used ({words})" in told.err
    asked = len(seen)
    assert judge(run, "--orders", "1", "--first", "2") == 4
    assert len(seen) == asked, "a failure of the judge's own stays"


def test_a_failure_is_asked_again_where_that_is_wished(run: Path, opened: Opened) -> None:
    """Only for its cause; and the store does not answer with the old reply."""
    seen = opened(lambda _: "Player A was best.")
    assert judge(run, "--orders", "1", "--first", "2") == 4
    assert judge(run, "--orders", "1", "--first", "2", "--again", "empty") == 4
    assert len(seen) == 6
    seen = opened(either())
    assert judge(run, "--orders", "1", "--first", "2", "--again", "unparsable") == 0
    assert len(seen) == 2
    assert [each.cause for each in read_verdicts(run)] == [None, None]
    assert judge(run, "--orders", "1", "--first", "2", "--again", "unparsable") == 0
    assert len(seen) == 2, "what succeeded is not asked again"


def test_the_judges_of_a_run_have_its_limits(
    tmp_path: Path, opened: Opened, capsys: pytest.CaptureFixture[str]
) -> None:
    seen = opened(either())
    command = ["run", "chameleon", "--seat", "all=bot:random", "--matches", "4", "--out", str(tmp_path / "run")]
    assert main([*command, "--judge", "fake/x", "--max-calls", "5"]) == 3
    assert "the budget is spent (5 of 5 calls)" in capsys.readouterr().err
    assert len(seen) == 5


def test_a_judge_is_told_what_was_wrong(run: Path, opened: Opened) -> None:
    def script(request: Request) -> Reply:
        return verdict(Paper(request)) if len(request.messages) > 2 else "Player B."

    seen = opened(script)
    assert judge(run, "--orders", "1", "--first", "1") == 0
    (found,) = read_verdicts(run)
    assert found.cause is None
    assert found.calls[0].text == "Player B."
    assert "It was not one JSON object and nothing else." in seen[1].messages[-1].text
    assert seen[0].shape is not None
    assert seen[0].shape.schema is not None


def test_a_lost_connection_is_asked_again_and_an_outage_ends_the_sitting(
    run: Path, opened: Opened, capsys: pytest.CaptureFixture[str]
) -> None:
    seen = opened(lambda _: failed("script", "gibberish"))
    assert judge(run) == 3
    assert "the server does not answer (script: gibberish)" in capsys.readouterr().err
    assert 5 <= len(list(read_verdicts(run))) <= 6
    seen = opened(either())
    assert judge(run) == 0
    assert len(seen) == 12
    assert all(each.cause is None for each in read_verdicts(run))


@pytest.mark.parametrize("lost", [1, 2, 4])
def test_whatever_the_connection_lost_is_said_and_asked_again(
    lost: int, run: Path, opened: Opened, capsys: pytest.CaptureFixture[str]
) -> None:
    """Also where too little was asked for the server to be taken to be gone."""
    asked: list[str] = []

    def script(request: Request) -> Reply:
        asked.append("")
        return failed("script", "no route") if len(asked) <= lost else verdict(Paper(request))

    opened(script)
    assert judge(run, "--orders", "1") == 3
    said = capsys.readouterr()
    assert f"the connection lost {lost} of 4 verdicts (script: no route); the same command goes on" in said.err
    assert judge(run, "--orders", "1") == 0
    assert "lost" not in capsys.readouterr().err


def test_how_far_it_is_is_said_away_from_a_terminal(
    run: Path, opened: Opened, capsys: pytest.CaptureFixture[str]
) -> None:
    opened(either())
    assert judge(run, "--orders", "2") == 0
    assert capsys.readouterr().err.splitlines() == [
        f"{run}: asking fake/x for 8 verdicts",
        f"{run}: 8 of 8 verdicts, 0 failed",
    ]
    assert judge(run, "--orders", "2") == 0
    assert capsys.readouterr().err == f"{run}: fake/x: all verdicts are on record\n"
    assert judge(run, "--orders", "3", "--max-calls", "9") == 3
    assert capsys.readouterr().err.splitlines()[:2] == [
        f"{run}: asking fake/x for 4 verdicts",
        f"{run}: 1 of 4 verdicts, 0 failed",
    ]


def test_the_report_says_what_is_missing(tmp_path: Path, opened: Opened, capsys: pytest.CaptureFixture[str]) -> None:
    opened(either())
    folder = played(tmp_path / "arena", "secrets", "bot:random", 2, "--seat", "1=bot:ask")
    assert main(["judge", str(folder), "--judge", "fake/x", "--orders", "2", "--first", "1", "--what", "scores"]) == 0
    assert "2 of 4 verdicts on matches" in capsys.readouterr().out
    opened(lambda request: verdict(Paper(request)) if Paper(request).listed else "hm")
    assert main(["judge", str(folder), "--judge", "fake/x", "--orders", "2"]) == 0
    assert "· 4 verdicts on matches" in capsys.readouterr().out


def test_one_match_alone_is_shown_where_it_is_asked_for(
    run: Path, opened: Opened, capsys: pytest.CaptureFixture[str]
) -> None:
    opened(either())
    assert judge(run, "--orders", "2") == 0
    capsys.readouterr()
    assert main(["judge", str(run), "--show", "1"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("match 1 · 2 verdicts of 1 judge\n")
    assert "agreement" not in said


def test_one_verdict_that_can_be_used_is_enough(run: Path, opened: Opened, capsys: pytest.CaptureFixture[str]) -> None:
    asked: list[str] = []

    def script(request: Request) -> Reply:
        asked.append("")
        return verdict(Paper(request)) if len(asked) > 9 else "no"

    opened(script)
    assert judge(run, "--orders", "1", "--concurrency", "1") == 0
    assert "failed: 3 unparsable" in capsys.readouterr().out


def test_a_verdict_on_another_match_or_in_other_words_does_not_count(
    run: Path, opened: Opened, capsys: pytest.CaptureFixture[str]
) -> None:
    seen = opened(either())
    assert judge(run) == 0
    lines = scores_file(run).read_bytes().splitlines(keepends=True)
    first = json.loads(lines[0])
    first["basis"] = "0" * 16
    other = {**json.loads(lines[1]), "match": 999}
    swapped = json.loads(lines[2])
    swapped["labels"] = [*swapped["labels"][1:], swapped["labels"][0]]
    changed = [json.dumps(each).encode() + b"\n" for each in (first, other, swapped)]
    scores_file(run).write_bytes(b"".join([*changed, *lines[3:]]))
    capsys.readouterr()
    assert main(["judge", str(run)]) == 0
    said = capsys.readouterr().out
    assert "3 verdicts on what is not on record so any more" in said
    assert "9 of 12 verdicts on matches" in said
    assert "not on record: 3 verdicts on matches" in said
    assert judge(run) == 0
    assert len(seen) == 12, "what is asked again comes from the store"


def hostile(line: bytes) -> list[bytes]:
    good = json.loads(line)
    wrong: list[dict[str, object]] = [
        {"format": 2}, {"match": -1}, {"order": -1}, {"scores": None}, {"scores": [1, 2, 3]}, {"scores": [1, 2, 3, 11]},
        {"scores": [1, 2, 3, -1]}, {"scores": ["9", 1, 1, 1]}, {"cause": "empty"}, {"cause": "ok", "scores": None},
        {"listed": [0, 0, 1, 2]}, {"listed": [], "labels": [], "scores": []}, {"labels": ["A", "A", "B", "C"]},
        {"best": {"seat": 4, "quote": "x", "cited": True}}, {"best": {"seat": 0, "quote": "x", "cited": "yes"}},
        {"judge": None}, {"more": 1}, {"forced": 1}, {"calls": [{}]},
    ]  # fmt: skip
    lines = [json.dumps({**good, **each}).encode() for each in wrong]
    return [
        *lines,
        b"",
        b"{}",
        b"null",
        b"[" * 100_000,
        b"\xff\xfe",
        b'{"format": NaN}',
        line.replace(b"5.0", b"1e999"),
    ]


def test_a_stranger_s_verdicts_are_read_with_suspicion(
    run: Path, opened: Opened, capsys: pytest.CaptureFixture[str]
) -> None:
    opened(either())
    assert judge(run) == 0
    lines = scores_file(run).read_bytes().splitlines()
    line = next(each for each in lines if b"5.0" in each)
    for bad in hostile(line):
        scores_file(run).write_bytes(lines[0] + b"\n" + bad + b"\n")
        with pytest.raises(VerdictError, match=r"scores.jsonl:2: .*take the line out"):
            list(read_verdicts(run))
        capsys.readouterr()
        assert main(["judge", str(run)]) == 2
        assert "scores.jsonl:2:" in capsys.readouterr().err
    scores_file(run).write_bytes(b"x" * (5 * 1024 * 1024))
    with pytest.raises(VerdictError, match="longer than any verdict"):
        list(read_verdicts(run))


def test_hostile_words_are_made_visible(run: Path, opened: Opened, capsys: pytest.CaptureFixture[str]) -> None:
    opened(lambda request: verdict(Paper(request), verdict="\x1b[2Jwins \u202e"))
    assert judge(run, "--show", "0") == 0
    said = capsys.readouterr().out
    assert "\x1b" not in said
    assert "\u202e" not in said
    assert "␛[2Jwins" in said


def test_players_with_names_are_judged_without_them(
    tmp_path: Path, opened: Opened, capsys: pytest.CaptureFixture[str]
) -> None:
    seen = opened(either())
    seats = ["--seat", "Annabel=bot:ask", "--seat", "Bartleby=bot:babble", "--rounds", "2", "--matches", "1"]
    assert main(["run", "secrets", *seats, "--out", str(tmp_path / "named")]) == 0
    assert judge(tmp_path / "named", "--show", "0") == 0
    assert len(seen) > 3
    put = " ".join(each.text for request in seen for each in request.messages).casefold()
    assert "annabel" not in put
    assert "bartleby" not in put
    said = capsys.readouterr().out
    assert re.search(r"best moment: (Annabel|Bartleby): “", said)
    assert re.search(r"order 1: (Annabel|Bartleby) was sly", said)
    assert "Player A" not in said


def test_two_sittings_at_once_are_refused(run: Path) -> None:
    with VerdictFolder(run), pytest.raises(FolderError, match="another judge command"):
        VerdictFolder(run)


def test_what_cannot_be_asked_is_said(run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for words, what in (
        ([str(run), "--judge", "fake"], "no kind of model begins like that"),
        ([str(run), "--judge", "scripted/a?temprature=1"], "did you mean 'temperature'"),
        ([str(run), "--judge", "scripted/a", "--judge", "scripted/a"], "given twice"),
        ([str(run), "--judge", "scripted/a", "--judge", "chat:scripted/a"], "given twice"),
        ([str(run), "--judge", "scripted/a", "--again", "unparsible"], "did you mean 'unparsable'"),
        ([str(run), "--judge", "scripted/a", "--again", "unparseable"], "did you mean 'unparsable'"),
        ([str(run), str(run)], "given twice"),
        ([str(run), "--what", "score"], "did you mean 'scores'"),
        ([str(run), "--orders", "0"], "--orders is from 1"),
        ([str(run), "--max-cost", "0"], "--max-cost must be a number above 0"),
        ([str(tmp_path / "none")], "is not a run folder"),
    ):
        assert main(["judge", *words]) == 2, words
        assert what in capsys.readouterr().err
    assert main(["judge", str(run)]) == 0
    assert "no verdicts: name a judge with --judge MODEL" in capsys.readouterr().out
    assert not list(read_verdicts(run))
    assert not list(read_answers(run))


def test_a_run_may_be_judged_at_its_end(tmp_path: Path, opened: Opened, capsys: pytest.CaptureFixture[str]) -> None:
    opened(either())
    played(tmp_path / "run", "chameleon", "bot:random", 2, "--judge", "fake/x")
    assert "judge fake/x · 6 verdicts on matches" in capsys.readouterr().out
    assert len(list(read_verdicts(tmp_path / "run"))) == 6
    own = ["run", "chameleon", "--seat", "all=chat:fake/y", "--judge", "fake/y", "--out", str(tmp_path / "no")]
    assert main(own) == 2
    assert "is a player's own model" in capsys.readouterr().err
    assert not (tmp_path / "no").exists(), "it is refused before anything is played"
