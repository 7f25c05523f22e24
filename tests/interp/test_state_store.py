"""A store and its index agree, or it is said where they do not; a kill costs no more than the batch being written."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("safetensors", reason="needs the hf extra")
from keepmum.interp.store import FORMAT, About, Row, Store, StoreError, read_store

ABOUT = About(FORMAT, "hf/m", "sha256:1", (2, 5), 4, "chameleon", "chat:hf/m", "abc")


def row(match: int, **fields: Any) -> Row:
    made = {"kind": "level", "level": 3, "category": "c", "secret": "s", "token": 7, **fields}
    return Row(match, 0, 0, layers=(2, 5), revision=ABOUT.revision, **made)


def states(*matches: int) -> dict[int, Any]:
    return {layer: np.array([[match, layer, 0, 1] for match in matches], np.float32) for layer in ABOUT.layers}


def filled(path: Path) -> Path:
    with Store(path, ABOUT) as store:
        store.add([row(0), row(1)], states(0, 1))
        store.add([row(2)], states(2))
    return path


def test_what_was_stored_is_read(tmp_path: Path) -> None:
    found = read_store(filled(tmp_path / "x"))
    assert [each.match for each in found.rows] == [0, 1, 2]
    assert [(each.file, each.place) for each in found.rows[1:]] == [
        ("states-00001.safetensors", 1), ("states-00002.safetensors", 0),
    ]  # fmt: skip
    np.testing.assert_array_equal(found.states(5), states(0, 1, 2)[5])
    with pytest.raises(StoreError, match="has no layer 3; it has 2, 5"):
        found.states(3)


def test_it_goes_on_and_knows_what_is_there(tmp_path: Path) -> None:
    path = filled(tmp_path / "x")
    with Store(path, ABOUT) as store:
        assert row(1).key in store.keys
        assert row(3).key not in store.keys
        assert row(1, steer="random", strength="3").key not in store.keys
        store.add([row(3)], states(3))
    assert read_store(path).states(2)[:, 0].tolist() == [0, 1, 2, 3]


def test_another_collection_or_writer_is_refused(tmp_path: Path) -> None:
    path = filled(tmp_path / "x")
    with pytest.raises(StoreError, match="revision: sha256:1 there, sha256:2 now"):
        Store(path, About(FORMAT, "hf/m", "sha256:2", (2, 5), 4, "chameleon", "chat:hf/m", "abc"))
    with Store(path, ABOUT), pytest.raises(StoreError, match="written by another process"):
        Store(path, ABOUT)


def cut_index(path: Path) -> None:
    index = path / "index.jsonl"
    index.write_bytes(index.read_bytes()[:-20])


def drop_line(path: Path) -> None:
    index = path / "index.jsonl"
    index.write_bytes(b"".join(index.read_bytes().splitlines(keepends=True)[:2]))


def swap_lines(path: Path) -> None:
    index = path / "index.jsonl"
    lines = index.read_bytes().splitlines(keepends=True)
    index.write_bytes(lines[1] + lines[0] + lines[2])


def relabel(path: Path) -> None:
    index = path / "index.jsonl"
    lines = index.read_text().splitlines()
    lines[0] = json.dumps({**json.loads(lines[0]), "level": 8})
    index.write_text("\n".join(lines) + "\n")


def half_a_file(path: Path) -> None:
    file = path / "states-00002.safetensors"
    file.write_bytes(file.read_bytes()[:-8])


def other_rows(path: Path) -> None:
    (path / "states-00001.safetensors").write_bytes((path / "states-00002.safetensors").read_bytes())


def gone(path: Path) -> None:
    (path / "states-00002.safetensors").unlink()


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (cut_index, "ends in half a line"),
        (drop_line, "states-00002.safetensors disagree: the index does not name it"),
        (swap_lines, "states-00001.safetensors disagree: the rows are not those"),
        (relabel, "states-00001.safetensors disagree: the rows are not those"),
        (half_a_file, "states-00002.safetensors disagree: the file cannot be read"),
        (other_rows, r"the file has states of shape \(1, 4\), the index 2 rows of width 4"),
        (gone, "states-00002.safetensors disagree: the file is not there"),
        (lambda path: (path / "store.json").unlink(), "has no store.json"),
        (lambda path: (path / "store.json").write_text("{}"), "store.json cannot be read"),
        (lambda path: (path / "index.jsonl").write_text("{}\n"), "index.jsonl:1: "),
    ],
)
def test_what_disagrees_is_named(tmp_path: Path, spoil: Callable[[Path], Any], says: str) -> None:
    spoil(filled(tmp_path / "x"))
    with pytest.raises(StoreError, match=says):
        read_store(tmp_path / "x")


@pytest.mark.parametrize("spoil", [cut_index, drop_line, half_a_file, gone])
def test_what_a_kill_leaves_is_mended_and_collected_again(tmp_path: Path, spoil: Callable[[Path], Any]) -> None:
    path = filled(tmp_path / "x")
    spoil(path)
    (path / "states-00003.safetensors.tmp").write_bytes(b"half")
    with Store(path, ABOUT) as store:
        assert row(0).key in store.keys
        assert row(2).key not in store.keys
        store.add([row(2)], states(2))
    assert read_store(path).states(2)[:, 0].tolist() == [0, 1, 2]
    assert not list(path.glob("*.tmp"))


def test_what_no_kill_leaves_is_not_mended(tmp_path: Path) -> None:
    path = filled(tmp_path / "x")
    relabel(path)
    with pytest.raises(StoreError, match="disagree: the rows are not those"):
        Store(path, ABOUT)
