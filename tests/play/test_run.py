"""Runs: resumable, deterministic, one line a finished match, and never two writers."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from keepmum.core import Agent, Observation, Reading, Reply, Status
from keepmum.core.bot import random_bot
from keepmum.core.kind import NoOptions
from keepmum.games import kuhn
from keepmum.play.folder import FolderError, Manifest, RunFolder, read_run, torn
from keepmum.play.records import FORMAT, Record, RecordError, decode, encode, events_of, replayed
from keepmum.play.run import Plan, play_number, play_run

MANIFEST = Manifest(FORMAT, "kuhn", {}, {"all": "bot:random"}, 1, 3, {})


class Quiet:
    """Counts what it is told."""

    def __init__(self) -> None:
        self.before: list[int] = []
        self.now: list[int] = []

    def already(self, record: Record) -> None:
        self.before.append(record.match)

    def finished(self, record: Record) -> None:
        self.now.append(record.match)


def sit(agent: str, match: int, seat: int, rng: Random) -> Agent:
    return random_bot(rng)


PLAN = Plan(kuhn.KIND, NoOptions(), {"all": "bot:random"}, 1, sit)


def run(out: Path, matches: int, plan: Plan = PLAN, manifest: Manifest = MANIFEST) -> tuple[bool, Quiet]:
    watcher = Quiet()
    with RunFolder(out, manifest) as folder:
        return asyncio.run(play_run(plan, folder, matches, 7, watcher)).complete, watcher


def lines(out: Path) -> list[bytes]:
    return sorted((out / "matches.jsonl").read_bytes().splitlines())


def test_a_run_leaves_one_line_a_match(tmp_path: Path) -> None:
    complete, _ = run(tmp_path, 50)
    assert complete
    assert sorted(record.match for record in read_run(tmp_path)) == list(range(50))
    assert len(lines(tmp_path)) == 50


def test_the_same_seed_gives_the_same_bytes(tmp_path: Path) -> None:
    run(tmp_path / "a", 40)
    run(tmp_path / "b", 40)
    assert lines(tmp_path / "a") == lines(tmp_path / "b")


def test_a_run_goes_on_where_it_was(tmp_path: Path) -> None:
    run(tmp_path / "whole", 40)
    run(tmp_path / "parts", 13)
    complete, watcher = run(tmp_path / "parts", 40)
    assert complete
    assert sorted(watcher.before) == list(range(13))
    assert sorted(watcher.now) == list(range(13, 40))
    assert lines(tmp_path / "parts") == lines(tmp_path / "whole")


@pytest.mark.parametrize("cut", [1, 10, 200])
def test_a_torn_last_line_is_passed_over_and_its_match_played_again(tmp_path: Path, cut: int) -> None:
    run(tmp_path, 20)
    whole = lines(tmp_path)
    path = tmp_path / "matches.jsonl"
    path.write_bytes(path.read_bytes()[:-cut])
    assert torn(tmp_path) > 0
    assert len(list(read_run(tmp_path))) == 19
    with RunFolder(tmp_path, MANIFEST) as folder:
        assert folder.mended > 0
    run(tmp_path, 20)
    assert torn(tmp_path) == 0
    assert lines(tmp_path) == whole


def test_a_file_that_is_nothing_but_a_torn_line(tmp_path: Path) -> None:
    run(tmp_path, 1)
    path = tmp_path / "matches.jsonl"
    path.write_bytes(path.read_bytes()[:100])
    assert torn(tmp_path) == 100
    assert list(read_run(tmp_path)) == []


def test_another_configuration_is_refused_with_the_difference(tmp_path: Path) -> None:
    run(tmp_path, 2)
    other = Manifest(FORMAT, "kuhn", {}, {"all": "bot:other"}, 2, 3, {})
    with pytest.raises(FolderError, match=r"(?s)seats.all: bot:random there, bot:other now.*seed: 1 there, 2 now"):
        RunFolder(tmp_path, other)


def test_two_writers_are_refused(tmp_path: Path) -> None:
    with RunFolder(tmp_path, MANIFEST), pytest.raises(FolderError, match="being written by another process"):
        RunFolder(tmp_path, MANIFEST)
    RunFolder(tmp_path, MANIFEST).__exit__()


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(FolderError, match="cannot be written"):
        RunFolder(tmp_path / "file" / "run", MANIFEST)


class Poor:
    """Has budget for some matches only."""

    def __init__(self, calls: int) -> None:
        self.left = calls

    async def act(self, observation: Observation) -> Reply:
        self.left -= 1
        if self.left < 0:
            return Reply(Reading(Status.OVER_BUDGET, None, "spent"))
        return Reply.of("pass")


def test_a_spent_budget_stops_the_run_and_keeps_what_is_finished(tmp_path: Path) -> None:
    poor = Poor(15)
    complete, watcher = run(tmp_path, 40, replace(PLAN, sit=lambda agent, match, seat, rng: poor))
    assert not complete
    assert 0 < len(watcher.now) < 8
    assert all(record.void is None for record in read_run(tmp_path))
    complete, watcher = run(tmp_path, 40)
    assert complete
    assert len(list(read_run(tmp_path))) == 40


def test_replaying_a_record_gives_the_record() -> None:
    for number in range(12):
        record = asyncio.run(play_number(PLAN, number))
        again = decode(encode(record).rstrip(b"\n"))
        found = replayed(again, kuhn.KIND)
        assert found.events == events_of(again, kuhn.KIND)
        assert found.over
        assert (found.over.returns, found.over.ending) == (again.returns, again.ending)
        assert encode(again) == encode(record)


RECORD = json.loads(encode(asyncio.run(play_number(PLAN, 0))))


@pytest.mark.parametrize(
    "change",
    [
        {"format": 99},
        {"match": "seven"},
        {"surprise": 1},
        {"moves": {}},
        {"void": {"seat": 0, "about": "x", "cause": "sleepy", "reason": ""}},
    ],
)
def test_a_record_that_is_not_one_is_refused(tmp_path: Path, change: dict) -> None:
    run(tmp_path, 2)
    with (tmp_path / "matches.jsonl").open("ab") as file:
        file.write(json.dumps(RECORD | change).encode() + b"\n")
    with pytest.raises(RecordError, match=r"matches.jsonl:3: "):
        list(read_run(tmp_path))


@pytest.mark.parametrize("line", [b"", b"{", b"[" * 100_000, b"null", b"\xff\xfe", b'{"format":1}'])
def test_hostile_lines_are_refused(line: bytes) -> None:
    with pytest.raises(RecordError):
        decode(line)


@pytest.mark.parametrize(
    "event",
    [
        {"kind": "nonsense", "to": None, "fact": {}},
        {"kind": "dealt", "to": None, "fact": {"card": 7}},
        {"kind": "acted", "to": None, "fact": {"seat": 0}},
    ],
)
def test_facts_that_are_not_the_game_s_are_refused(event: dict) -> None:
    record = decode(json.dumps(RECORD | {"events": [event]}).encode())
    with pytest.raises(RecordError, match="match 0"):
        events_of(record, kuhn.KIND)


class Lost:
    """Loses the connection in the matches of `when`; plays otherwise."""

    def __init__(self, lost: bool) -> None:
        self.lost = lost

    async def act(self, observation: Observation) -> Reply:
        return Reply(Reading(Status.TRANSPORT, None, "no route")) if self.lost else Reply.of("pass")


def played(out: Path, matches: int, lost: set[int]):
    plan = replace(PLAN, sit=lambda agent, match, seat, rng: Lost(match in lost))
    with RunFolder(out, MANIFEST) as folder:
        return asyncio.run(play_run(plan, folder, matches, 2, Quiet()))


def test_a_match_lost_to_the_connection_is_void_for_that_cause(tmp_path: Path) -> None:
    ended = played(tmp_path, 20, {3, 11})
    assert ended.complete
    voids = {record.match: record.void.cause for record in read_run(tmp_path) if record.void}
    assert voids == {3: Status.TRANSPORT, 11: Status.TRANSPORT}


@pytest.mark.parametrize("lost", [set(range(20)), set(range(8, 20)), {0, 1}])
def test_an_outage_stops_the_run_and_voids_nothing(tmp_path: Path, lost: set[int]) -> None:
    matches = 20 if len(lost) > 2 else 2
    ended = played(tmp_path, matches, lost)
    assert "does not answer" in ended.stopped
    assert "no route" in ended.stopped
    assert not any(record.void for record in read_run(tmp_path))
    assert played(tmp_path, matches, set()).complete
    assert len(list(read_run(tmp_path))) == matches


def test_void_matches_can_be_played_again_by_cause(tmp_path: Path) -> None:
    played(tmp_path, 20, {3, 11})
    with RunFolder(tmp_path, MANIFEST) as folder:
        assert folder.forget("refused") == 0
        assert folder.forget("transport") == 2
    assert played(tmp_path, 20, set()).complete
    assert not any(record.void for record in read_run(tmp_path))
    assert len(lines(tmp_path)) == 20


def test_an_error_in_one_match_leaves_that_one_unfinished_and_plays_the_rest(tmp_path: Path) -> None:
    class Faulty:
        async def act(self, observation: Observation) -> Reply:
            raise ZeroDivisionError("a fault of ours")

    def sit(agent: str, match: int, seat: int, rng: Random) -> Agent:
        return Faulty() if match == 5 else random_bot(rng)

    with RunFolder(tmp_path, MANIFEST) as folder:
        ended = asyncio.run(play_run(replace(PLAN, sit=sit), folder, 30, 4, Quiet()))
    assert not ended.complete
    assert list(ended.faults) == [5]
    assert sorted(record.match for record in read_run(tmp_path)) == [n for n in range(30) if n != 5]
    with RunFolder(tmp_path, MANIFEST) as folder, pytest.raises(ZeroDivisionError):
        asyncio.run(play_run(replace(PLAN, sit=sit, fatal=(ZeroDivisionError,)), folder, 30, 4, Quiet()))
    assert run(tmp_path, 30)[0]


def test_a_short_write_leaves_whole_lines_and_ends_the_writing(tmp_path: Path) -> None:
    record = asyncio.run(play_number(PLAN, 0))
    with RunFolder(tmp_path, MANIFEST) as folder:
        folder.add(record)
        file = folder._file

        class Short:
            def fileno(self) -> int:
                return file.fileno()

            def write(self, line: bytes) -> int:
                return file.write(line[:50])

        folder._file = Short()  # type: ignore[assignment]
        with pytest.raises(FolderError, match="took only part"):
            folder.add(asyncio.run(play_number(PLAN, 1)))
        folder._file = file
        with pytest.raises(FolderError, match="took only part"):
            folder.add(asyncio.run(play_number(PLAN, 2)))
    assert [each.match for each in read_run(tmp_path)] == [0]
    assert torn(tmp_path) == 0
