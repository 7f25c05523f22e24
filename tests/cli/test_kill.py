"""A run through a real HTTP server, killed without warning: only unfinished matches are lost, none is played twice."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from keepmum.play.folder import read_run

MATCHES = 100
SERVER = Path(__file__).parents[2] / "benchmarks" / "server.py"


@pytest.fixture
def url() -> Iterator[str]:
    command = [sys.executable, str(SERVER), "--delay", "0.02", "--fault", "429=0.02", "--fault", "reset=0.01"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout
    yield process.stdout.readline().strip()
    process.kill()
    process.wait()


def command(url: str, out: Path) -> list[str]:
    agent = f"all=chat:{url}#m?constrain=yes"
    words = ["run", "chameleon", "--seat", agent, "--matches", str(MATCHES), "--concurrency", "20", "--out", str(out)]
    return [sys.executable, "-m", "keepmum", *words]


def kill_after_some_matches(url: str, out: Path, more: int) -> None:
    """Start the run and kill it as soon as it has finished `more` matches."""
    before = finished(out)
    process = subprocess.Popen(command(url, out), stdout=subprocess.DEVNULL)
    deadline = time.monotonic() + 60
    while finished(out) < before + more and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.005)
    process.send_signal(signal.SIGKILL)
    process.wait()


def finished(out: Path) -> int:
    path = out / "matches.jsonl"
    return path.read_bytes().count(b"\n") if path.exists() else 0


def measured(out: Path) -> dict:
    table = subprocess.run(
        [sys.executable, "-m", "keepmum", "table", str(out), "--json"], capture_output=True, check=True
    )
    run = json.loads(table.stdout)["runs"][0]
    return {"measures": run["measures"], "voids": run["voids"], "matches": run["matches"]}


@pytest.mark.slow
def test_kill_9_and_resume_ends_with_exactly_the_matches_asked_for(url: str, tmp_path: Path) -> None:
    rng = Random(5)
    for _ in range(3):
        kill_after_some_matches(url, tmp_path / "killed", rng.randrange(1, 25))
    subprocess.run(command(url, tmp_path / "killed"), check=True, stdout=subprocess.DEVNULL)
    lines = (tmp_path / "killed" / "matches.jsonl").read_bytes().splitlines()
    assert sorted(json.loads(line)["match"] for line in lines) == list(range(MATCHES))
    subprocess.run(command(url, tmp_path / "whole"), check=True, stdout=subprocess.DEVNULL)
    assert measured(tmp_path / "killed") == measured(tmp_path / "whole")
    assert all(record.void is None for record in read_run(tmp_path / "killed"))


@pytest.mark.slow
def test_an_interrupt_keeps_what_is_finished_and_says_so(url: str, tmp_path: Path) -> None:
    process = subprocess.Popen(command(url, tmp_path), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    while finished(tmp_path) < 5:
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "interrupted" in said
    assert "Traceback" not in said
    assert 5 <= len(list(read_run(tmp_path))) < MATCHES


def test_a_key_is_in_no_file_of_a_run(url: str, tmp_path: Path) -> None:
    key = "sk-THIS-IS-A-SECRET-KEY-0123456789"
    environment = {**os.environ, "KEEPMUM_API_KEY": key}
    few = [*command(url, tmp_path / "run"), "--matches", "3"]
    done = subprocess.run(few, env=environment, capture_output=True, text=True, check=True)
    assert key not in done.stdout + done.stderr
    for path in (tmp_path / "run").rglob("*"):
        assert key.encode() not in path.read_bytes()
