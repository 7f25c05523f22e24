"""keepmum inside as its users use it, on a tiny model of random weights; and runs through a steered one."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torch", reason="needs the hf extra")
pytest.importorskip("transformers", reason="needs the hf extra")
import numpy as np

from keepmum.cli import main
from keepmum.models.hf.direction import Direction, DirectionError, read_direction, write_direction
from keepmum.models.hf.model import Hf
from keepmum.models.hf.source import revision
from keepmum.play.folder import read_run

for near in ("models/hf", "interp"):
    sys.path.append(str(Path(__file__).parent.parent / near))
WIDTH, LAYERS = 32, 3
HOW = "temperature=0&max_tokens=5"
ALL_VOID = 4
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture(scope="module")
def tiny_model(tmp_path_factory: pytest.TempPathFactory) -> str:
    from tiny_weights import save

    return save(tmp_path_factory.mktemp("tiny"), "llama", max_position_embeddings=1024)


@pytest.fixture(scope="module")
def scripts(tmp_path_factory: pytest.TempPathFactory) -> str:
    import importlib.util

    spec = importlib.util.spec_from_file_location("short_script", Path(__file__).parent.parent / "interp/conftest.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    folder = tmp_path_factory.mktemp("scripts")
    (folder / "plain").mkdir()
    (folder / "plain" / "script.toml").write_text(module.SCRIPT)
    return str(folder)


@pytest.fixture(scope="module")
def vector(tiny_model: str, tmp_path_factory: pytest.TempPathFactory) -> str:
    """A direction of this model that does something."""
    path = tmp_path_factory.mktemp("vector") / "direction.safetensors"
    rng = np.random.default_rng(1)
    vectors = {layer: rng.normal(size=WIDTH).astype(np.float32) for layer in range(LAYERS)}
    write_direction(path, Direction(vectors, tiny_model, revision(Hf(tiny_model)._place), 1))
    return str(path)


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    monkeypatch.chdir(tmp_path)

    def go(*words: str) -> tuple[int, str, str]:
        code = main(words)
        out = capsys.readouterr()
        return code, out.out, out.err

    return go


def played(folder: str) -> list[Any]:
    """What happened and was said in each match, without what it took and who by name."""
    records = sorted(read_run(Path(folder)), key=lambda record: record.match)
    return [
        (
            each.moves,
            each.events,
            [(r.seat, r.about, r.status, r.text, [c.text for c in r.calls]) for r in each.replies],
        )
        for each in records
    ]


def test_collect_goes_on_and_its_direction_is_drawn(run: Run, tiny_model: str, scripts: str) -> None:
    collect = ["inside", "collect", f"{tiny_model}?{HOW}", "--out", "st", "--prompts", scripts, "--words", "4"]
    collect += ["--secrets", "3", "--categories", "2"]
    code, out, err = run(*collect, "--levels", "3,9", "--json")
    told = json.loads(out)
    assert (code, told["rows"], told["collected_now"]) == (0, 6, 6)
    assert "6 rows of 3 layers x 32 numbers: 0.0 MB on disk" in err
    code, out, _ = run(*collect, "--levels", "3,6,9", "--controls", "--json")
    told = json.loads(out)
    assert (told["rows"], told["collected_now"]) == (30, 24)
    assert told["kinds"] == {"level": 9, "digits": 9, "words": 9, "none": 3}
    code, out, _ = run("inside", "direction", "st")
    assert "digits" in out
    assert "st/direction.safetensors: a vector of length 1 for each layer" in out
    direction = read_direction(Path("st/direction.safetensors"))
    assert sorted(direction.vectors) == [0, 1, 2]
    assert float(np.linalg.norm(direction.at(2))) == pytest.approx(1)
    steer = ["--steer", "st/direction.safetensors", "--strengths", "-2,2", "--layer", "1", "--levels", "3"]
    code, out, _ = run(*collect, *steer, "--controls", "--json")
    assert json.loads(out)["kinds"] == {"level": 9, "digits": 9, "words": 9, "none": 3, "none steered": 12}
    pytest.importorskip("matplotlib", reason="needs the figures extra")
    for name, more in (("a.svg", ["--layer", "2"]), ("b.png", ["--what", "profile"])):
        assert run("inside", "figure", "st", "--out", name, *more)[0] == 0
        assert Path(name).stat().st_size > 5000
    drawn = Path("a.svg").read_text()
    assert "not collected" not in drawn


RUN = ("run", "chameleon", "--matches", "2", "--words", "4", "--attempts", "1")


def test_strength_nought_plays_the_unsteered_run_and_another_does_not(
    run: Run, tiny_model: str, scripts: str, vector: str
) -> None:
    def go(out: str, more: str) -> list[Any]:
        seats = ["--seat", f"others=chat:{tiny_model}?{HOW}{more}", "--seat", f"chameleon=chat:{tiny_model}?{HOW}"]
        assert run(*RUN, "--prompts", scripts, *seats, "--out", out)[0] == ALL_VOID  # no model of chance says a word
        return played(out)

    free = go("free", "")
    assert go("nought", f"&steer={vector}&strength=0&layer=1") == free
    assert go("relative", f"&steer={vector}&strength=0norm") == free
    steered = go("steered", f"&steer={vector}&strength=30&layer=1")
    assert steered != free
    for record in read_run(Path("steered")):
        for reply in record.replies:
            mine = record.roles[reply.seat] == "others" and reply.about == "clue"
            assert {("#steer=" in call.model) for call in reply.calls} == {mine}
    code, out, _ = run("inside", "clues", "free", "steered", "--json")
    deals = json.loads(out)["deals"]
    assert (code, len(deals)) == (0, 2)
    assert any(deal["before"]["clues"] != deal["after"]["clues"] for deal in deals)


def test_a_steered_name_of_an_ask_of_ones_own(run: Run, tiny_model: str, scripts: str, vector: str) -> None:
    for asks, steered in (("vote,guess", False), ("guess,clue", True)):
        more = f"&steer={vector}&strength=0.5norm&positions=answer&steered={asks}"
        seat = f"all=chat:{tiny_model}?{HOW}{more}"
        assert run(*RUN, "--prompts", scripts, "--seat", seat, "--out", f"x{asks}")[0] == ALL_VOID
        called = [call for each in read_run(Path(f"x{asks}")) for reply in each.replies for call in reply.calls]
        assert {("#steer=" in call.model) for call in called} == {steered}


def test_a_sweep_says_what_steering_does_and_goes_on(run: Run, tiny_model: str, scripts: str, vector: str) -> None:
    words = ["inside", "sweep", f"{tiny_model}?{HOW}", "--direction", vector, "--strengths", "0,30", "--matches", "2"]
    words += ["--words", "4", "--prompts", scripts, "--out", "sw", "--json"]
    code, out, _ = run(*words)
    free, steered = json.loads(out)["cells"]
    assert code == 0
    assert (free["layer"], free["strength"], steered["layer"], steered["strength"]) == (None, "0", 1, "30")
    assert free["matches"] == steered["matches"] == 2
    assert set(free["measures"]) >= {"win", "identified", "second_chance", "valid"}
    assert steered["perplexity"]["value"] > free["perplexity"]["value"] > 1
    assert free["clue_validity"]["value"] is not None
    fluency = Path("sw/unsteered/fluency.jsonl")
    lines = fluency.read_bytes()
    fluency.write_bytes(lines[:-10])
    code, out, _ = run(*words)
    again = json.loads(out)["cells"][0]
    assert again["perplexity"]["value"] == pytest.approx(free["perplexity"]["value"], rel=1e-4)
    assert {**again, "perplexity": 0} == {**free, "perplexity": 0}
    assert fluency.read_bytes().count(b"\n") == lines.count(b"\n")
    assert json.loads(Path("sw/sweep.json").read_text())["cells"] == json.loads(out)["cells"]
    pytest.importorskip("matplotlib", reason="needs the figures extra")
    assert run("inside", "figure", "sw", "--out", "s.svg")[0] == 0


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ("strength=3", "strength belongs to steering; give steer=FILE too"),
        ("steer=VECTOR", "it does not say how strongly to steer; give strength=-16"),
        ("steer=none&strength=1", "there is no direction file none; make one with keepmum inside direction"),
        ("steer=VECTOR&strength=much", "strength is 'much'; give a number, or one with `norm` behind it"),
        ("steer=VECTOR&strength=1&layer=7", "it has no vector for layer 7; it has 0-2"),
        ("steer=VECTOR&strength=1&positions=last", "positions is 'last'; give generated"),
        ("steer=a,b&strength=1", "the path has a comma"),
        ("steer=OTHER&strength=1", "the steering vector was made with sha256:0, and this is sha256:"),
        ("steer=WIDE&strength=1", r"the steering vector has shape (33,); its states have 32 numbers"),
        ("steer=DEEP&strength=1", "layer 9 is not there; it has 3 layers; name one from 0 to 2"),
    ],
)
def test_what_cannot_be_steered_is_said(
    run: Run, tiny_model: str, scripts: str, vector: str, options: str, says: str
) -> None:
    one, wide = np.ones(WIDTH, np.float32), np.ones(WIDTH + 1, np.float32)
    write_direction(Path("other"), Direction({1: one}, "hf/other", "sha256:0", 1))
    write_direction(Path("wide"), Direction({1: wide}, "m", "", 1))
    write_direction(Path("deep"), Direction({9: one}, "m", "", 9))
    for name, path in (("VECTOR", vector), ("OTHER", "other"), ("WIDE", "wide"), ("DEEP", "deep")):
        options = options.replace(name, path)
    seat = f"all=chat:{tiny_model}?{HOW}&{options}"
    code, _, err = run(*RUN, "--prompts", scripts, "--seat", seat, "--out", "x")
    assert code == 2
    assert says in err


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["collect", "openai/gpt-4.1", "--out", "x"], "only models whose weights run in this process"),
        (["collect", "MODEL", "--out", "x", "--levels", "0-3"], "level 0 is not from 1"),
        (["collect", "MODEL", "--out", "x", "--levels", "9-1"], "names no number"),
        (["collect", "MODEL", "--out", "x", "--layers", "2,3"], "layer 3 is not there"),
        (["collect", "MODEL", "--out", "x", "--secrets", "2", "--categories", "3"], "at least one for each"),
        (["collect", "MODEL", "--out", "x", "--playrs", "3"], "did you mean 'players'"),
        (["collect", "MODEL", "--out", "x", "--run", "none"], "none is not a run folder"),
        (["direction", "none"], "none is no store of states"),
        (["figure", "none", "--out", "x.gif"], "the name ends in one of .svg, .png, .pdf"),
        (["sweep", "MODEL", "--direction", "none", "--out", "x"], "there is no direction file none"),
        (["clues", "none", "none"], "none is not a run folder"),
    ],
)
def test_what_cannot_be_looked_into_is_said(run: Run, tiny_model: str, words: list[str], says: str) -> None:
    code, _, err = run("inside", *[word.replace("MODEL", tiny_model) for word in words])
    assert code == 2
    assert says in err


def test_a_damaged_direction_file_is_named(tmp_path: Path, vector: str) -> None:
    whole = Path(vector).read_bytes()
    (tmp_path / "half").write_bytes(whole[:-4])
    with pytest.raises(DirectionError, match="is no safetensors file"):
        read_direction(tmp_path / "half")
    from safetensors.numpy import save

    (tmp_path / "plain").write_bytes(save({"layer.1": np.ones(4, np.float32)}))
    with pytest.raises(DirectionError, match="is no direction file of this version"):
        read_direction(tmp_path / "plain")
    (tmp_path / "lies").write_bytes(whole.replace(b'"width":"32"', b'"width":"31"'))
    with pytest.raises(DirectionError, match="says width 31 and layer 1, and layer 0 has shape"):
        read_direction(tmp_path / "lies")
