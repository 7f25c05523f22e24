"""The cache: what is one draw and what are two, what is kept, and what a killed or damaged file comes to."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from lab import ask, completed

from keepmum.models.budget import Budget, Budgeted, Limits
from keepmum.models.cache import Cached, Store, key
from keepmum.models.scripted import Scripted
from keepmum.models.seam import Completion, Failure, Message, ModelUnavailable, Request, Shape, Usage


def ask_through(path: Path, model: Scripted, *requests: Request) -> list[Completion]:
    store = Store(path)
    try:
        return completed(Cached(model, store), *requests)
    finally:
        store.close()


def test_a_second_asking_is_answered_from_the_file(tmp_path: Path) -> None:
    answer = Completion(
        "copper", "hush", "length", Usage(7, 3, 1, 2), 0.5, seconds=9.0, retries=2, constrained=True
    )  # fmt: skip
    first, again = ask_through(tmp_path / "c", Scripted([answer]), ask(), ask())
    (later,) = ask_through(tmp_path / "c", Scripted([]), ask())
    assert first == answer
    for hit in (again, later):
        assert hit.seconds < 1.0
        assert replace(hit, seconds=0) == replace(answer, cached=True, retries=0, seconds=0)


def test_everything_that_decides_a_draw_is_in_its_key() -> None:
    talk = (Message("user", "a"), Message("assistant", "b"))
    requests = [
        ask(), ask("other"), ask(run="r"), ask(match=1), ask(seat=1), ask(turn=1), ask(temperature=0.0),
        ask(max_tokens=1), ask(effort="low"), ask(seed=0), ask(seed=1), ask(shape=Shape({"type": "string"})),
        ask(shape=Shape(grammar="g")), ask(shape=Shape()), Request(talk), Request(talk[:1]),
        Request((Message("user", "a"), Message("user", "b"))),
    ]  # fmt: skip
    keys = [key("m", request) for request in requests] + [key("n", requests[0])]
    assert len(set(keys)) == len(keys)
    assert key("m", ask(shape=Shape({"a": 1, "b": 2}))) == key("m", ask(shape=Shape({"b": 2, "a": 1})))


def test_failures_are_not_kept(tmp_path: Path) -> None:
    completions = ask_through(tmp_path / "c", Scripted([Failure("timeout", "late"), "copper"]), ask(), ask())
    assert completions[0].failure
    assert (completions[1].text, completions[1].cached) == ("copper", False)


def test_a_hit_costs_the_budget_nothing(tmp_path: Path) -> None:
    budget, store = Budget(Limits(calls=1)), Store(tmp_path / "c")
    model = Cached(Budgeted(Scripted(["a", "b"]), budget), store)
    one, two, other = completed(model, ask(), ask(), ask("other"))
    store.close()
    assert (one.text, two.text, two.cached) == ("a", "a", True)
    assert other.failure
    assert budget.spent.calls == 1


def test_text_of_all_kinds_comes_back(tmp_path: Path) -> None:
    text = "“naïve” \0 \u2028 🦎 " + "x" * 1_000_000
    ask_through(tmp_path / "c", Scripted([text]), ask())
    assert ask_through(tmp_path / "c", Scripted([]), ask())[0].text == text


SESSION = """
import asyncio, os, sys, time
from pathlib import Path
from keepmum.models.cache import Cached, Store
from keepmum.models.scripted import Scripted
from keepmum.models.seam import Message, Request, Scope
store = Store(Path(sys.argv[1]))
model = Cached(Scripted(lambda request: f"{sys.argv[2]} {request.scope.match}"), store)
async def work():
    for match in range(200):
        await model.complete(Request((Message("user", "x"),), scope=Scope("r", match)))
asyncio.run(work())
if sys.argv[3] == "die":
    time.sleep(1.0)
    os.kill(os.getpid(), 9)
store.close()
"""


def session(path: Path, name: str, end: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-c", SESSION, str(path), name, end])


def test_kill_minus_nine_loses_nothing_written(tmp_path: Path) -> None:
    assert session(tmp_path / "c", "a", "die").wait(60) == -signal.SIGKILL
    held = ask_through(tmp_path / "c", Scripted([]), *(ask("x", run="r", match=n) for n in range(200)))
    assert [c.text for c in held] == [f"a {n}" for n in range(200)]


def test_two_processes_share_a_file(tmp_path: Path) -> None:
    both = [session(tmp_path / "c", name, "close") for name in "ab"]
    assert [process.wait(60) for process in both] == [0, 0]
    held = ask_through(tmp_path / "c", Scripted([]), *(ask("x", run="r", match=n) for n in range(200)))
    assert {c.text for c in held} <= {f"{name} {n}" for name in "ab" for n in range(200)}


@pytest.mark.parametrize("damage", ["text", "zeros", "middle"])
def test_a_damaged_file_is_set_aside_or_said(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "c"
    ask_through(path, Scripted(lambda _: "y" * 5000), *(ask(match=n) for n in range(50)))
    content = path.read_bytes()
    spoilt = {
        "text": b"not a database, but long enough to be taken for one" * 99,
        "zeros": bytes(len(content)),
        "middle": content[:100] + b"\xff" * 4000 + content[4100:],
    }
    path.write_bytes(spoilt[damage])
    store = Store(path)
    aside = tmp_path / "c.damaged-1"
    assert store.set_aside == aside
    assert aside.read_bytes()[200:300] == spoilt[damage][200:300]
    assert completed(Cached(Scripted(["new"]), store), ask())[0].text == "new"
    store.close()


def test_damage_found_later_is_said_clearly(tmp_path: Path) -> None:
    path = tmp_path / "c"
    requests = [ask(match=n) for n in range(200)]
    ask_through(path, Scripted(lambda _: "y" * 5000), *requests)
    content = bytearray(path.read_bytes())
    content[8192:] = b"\xff" * len(content[8192:])
    path.write_bytes(content)
    store = Store(path)
    with pytest.raises(ModelUnavailable, match=r"cache cannot be used.*move the file away"):
        completed(Cached(Scripted(lambda _: "z"), store), *requests)


def test_another_programs_database_is_left_alone(tmp_path: Path) -> None:
    other = sqlite3.connect(tmp_path / "c")
    other.execute("CREATE TABLE t (a)")
    other.commit()
    other.close()
    with pytest.raises(ModelUnavailable, match="not a cache of this version"):
        Store(tmp_path / "c")
    assert sqlite3.connect(tmp_path / "c").execute("SELECT name FROM sqlite_master").fetchall() == [("t",)]


def test_a_place_that_cannot_hold_a_file(tmp_path: Path) -> None:
    (tmp_path / "c").mkdir()
    with pytest.raises(ModelUnavailable, match="cache cannot be used"):
        Store(tmp_path / "c")


@pytest.mark.skipif(os.name == "nt", reason="needs a full device")
def test_a_disk_that_fills_up_is_said_and_not_passed_over(tmp_path: Path) -> None:
    store = Store(tmp_path / "c")
    store._connection.execute("PRAGMA max_page_count = 5")  # pyright: ignore[reportPrivateUsage]
    completed(Cached(Scripted(lambda _: "y" * 100_000), store), ask())
    with pytest.raises(ModelUnavailable, match=r"full.*make room on the disk"):
        store.close()
    with pytest.raises(ModelUnavailable, match=r"full.*make room on the disk"):
        store.put(b"key", Completion("more"))
