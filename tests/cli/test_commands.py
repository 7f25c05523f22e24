"""The command line as its users use it: what works, and what is said when it does not."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from keepmum.cli import main
from keepmum.models.house import paid

KUHN = ["run", "kuhn", "--seat", "all=bot:random"]


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in list(os.environ):
        if name.endswith("_API_KEY"):
            monkeypatch.delenv(name)


def test_a_run_its_table_and_a_match(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*KUHN, "--matches", "30", "--out", "x"]) == 0
    assert "30 of 30 matches on record" in capsys.readouterr().out
    assert main(["table", "x", "--json"]) == 0
    run = json.loads(capsys.readouterr().out)["runs"][0]
    assert (run["run"], run["game"], run["matches"]) == ("x", "kuhn", 30)
    assert set(run["measures"]["valid"]) == {"value", "low", "high", "n"}
    assert main(["show", "x", "--match", "7"]) == 0
    assert "match 7" in capsys.readouterr().out
    assert main(["show", "x", "--match", "7", "--as", "2", "--json"]) == 0
    seen = json.loads(capsys.readouterr().out)
    assert [event["kind"] for event in seen["events"]].count("dealt") == 1


def test_what_programs_rely_on_of_the_chameleon(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "chameleon", "--seat", "all=bot:trivial", "--matches", "20", "--out", "x", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["matches"], said["complete"]) == (20, True)
    assert main(["table", "x", "--json"]) == 0
    run = json.loads(capsys.readouterr().out)["runs"][0]
    assert {"win", "identified", "second_chance", "valid", "self_reveal"} <= set(run["measures"])
    assert set(run["theory"]) == {"trivial", "known", "upper"}
    assert len(Path("x/matches.jsonl").read_bytes().splitlines()) == 20


def test_the_same_command_goes_on_and_another_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*KUHN, "--matches", "10", "--out", "x"]) == 0
    assert main([*KUHN, "--matches", "25", "--out", "x"]) == 0
    assert "15 played now" in capsys.readouterr().out
    assert main([*KUHN, "--matches", "25", "--seed", "9", "--out", "x"]) == 2
    assert "seed: 1 there, 9 now" in capsys.readouterr().err


CHAMELEON = ["run", "chameleon", "--out", "x", "--seat", "all=bot:random"]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["run", "camelion", "--out", "x"], "did you mean 'chameleon'"),
        (["run", "kuhn", "--out", "x", "--seat", "all=bot:rnadom"], "did you mean 'random'"),
        (["run", "kuhn", "--out", "x", "--seat", "all=bott:random"], "did you mean 'bot'"),
        (["run", "kuhn", "--out", "x", "--seat", "first=bot:random"], "nobody plays the second seat"),
        (["run", "kuhn", "--out", "x", "--seat", "all=bot:random", "--seat", "3=human"], "seats 1 to 2"),
        ([*CHAMELEON, "--player", "4"], "did you mean 'players'"),
        ([*CHAMELEON, "--players", "2"], "players is from 3 to 20, not 2"),
        ([*CHAMELEON, "--matches", "0"], "--matches is from 1"),
        ([*CHAMELEON, "--words", "17"], "16 words, 17 are asked"),
        ([*CHAMELEON, "--card", "Fruitz"], "nearest"),
        ([*CHAMELEON, "--cards", "none.toml"], "none.toml"),
        ([*CHAMELEON, "--max-cost", "0"], "--max-cost must be a number above 0"),
        ([*CHAMELEON, "--max-cost", "nan"], "--max-cost must be a number above 0"),
        ([*CHAMELEON, "--words", "4", "--words", "8"], "--words is given twice"),
        (["run", "--players", "4", "chameleon", "--out", "x"], "name the game first"),
        ([*CHAMELEON, "--instruct", "others=Hush."], "takes no instruction"),
        ([*CHAMELEON, "--instruct", "chamelion=Hush."], "did you mean 'chameleon'"),
        (["run", "chameleon", "--out", "x", "--seat", "all=chat:openai/gpt-5"], "OPENAI_API_KEY"),
        (["run", "chameleon", "--out", "x", "--seat", "all=chat:opnai/gpt-5"], "did you mean openai/gpt-5?"),
        (["run", "kuhn", "--out", "x", "--seat", "all=smollm2"], "did you mean chat:local/smollm2?"),
        (["run", "kuhn", "--out", "x", "--seat", "all=gpt-5?level=2"], "did you mean chat:openai/gpt-5?level=2?"),
        (["run", "kuhn", "--out", "x", "--seat", "all=openai/gpt-5"], "did you mean chat:openai/gpt-5?"),
        (["run", "kuhn", "--out", "x", "--seat", "all=http://h:1/v1#m"], "did you mean chat:http://h:1/v1#m?"),
        (["run", "kuhn", "--out", "x", "--seat", "all=ollama/llama3:8b"], "did you mean chat:ollama/llama3:8b?"),
        (["run", "kuhn", "--out", "x", "--seat", "all=random"], "did you mean bot:random?"),
        (["run", "kuhn", "--out", "x", "--seat", "all=zzz"], "known: bot, chat"),
        (["run", "chameleon", "--out", "x", "--seat", "all=chat:scripted/a?tempature=0"], "did you mean 'temperature'"),
        (["run", "chameleon", "--out", "x", "--seat", "all=chat:local/none"], "smollm2"),
        (["table", "nowhere"], "not a run folder"),
        (["show", "nowhere"], "not a run folder"),
        (["models", "get", "smolm2"], "did you mean smollm2"),
        (["models", "get"], "say which"),
    ],
)
def test_what_is_wrong_is_said_before_anything_is_played(words, says, capsys) -> None:
    assert main(words) == 2
    assert says in capsys.readouterr().err
    assert not Path("x/matches.jsonl").exists()


def test_every_key_that_is_missing_is_named_at_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of players and of whatever their options name, in the order of the seats, each once."""
    for variable in ("OPENAI_API_KEY", "OPENROUTER_API_KEY", "AIMLAPI_API_KEY", "AIML_API_KEY"):
        monkeypatch.delenv(variable, raising=False)
    seats = ["A1=chat:openai/a", "B1=recon:openrouter/b?refiner=aimlapi/c", "C1=bot:ask", "D1=chat:openai/a"]
    assert main(["run", "secrets", "--out", "x", *(word for seat in seats for word in ("--seat", seat))]) == 2
    said = capsys.readouterr().err.removeprefix("keepmum run: ")
    assert [line.partition(":")[0] for line in said.splitlines()] == ["openai/a", "openrouter/b", "aimlapi/c"]


def test_an_unknown_command_names_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["tabel"])
    assert end.value.code == 2
    assert "did you mean 'table'" in capsys.readouterr().err


def test_a_cards_file_with_a_duplicate_is_named_by_line(capsys: pytest.CaptureFixture[str]) -> None:
    Path("my.toml").write_text('[[card]]\ncategory = "X"\nwords = ["a cat", "dog",\n  "A-Cat", "cow"]\n')
    assert main(["cards", "check", "my.toml"]) == 1
    assert "my.toml:4" in capsys.readouterr().out
    assert main([*CHAMELEON, "--cards", "my.toml", "--words", "3"]) == 2
    assert "my.toml:4" in capsys.readouterr().err


def test_own_cards_are_played(capsys: pytest.CaptureFixture[str]) -> None:
    Path("my.toml").write_text('[[card]]\ncategory = "Pets"\nwords = ["cat", "dog", "parrot", "hamster"]\n')
    words = ["--seat", "all=bot:trivial", "--cards", "my.toml", "--words", "4", "--matches", "5", "--out", "y"]
    assert main(["run", "chameleon", *words]) == 0
    Path("my.toml").write_text('[[card]]\ncategory = "Pets"\nwords = ["cat", "dog", "parrot", "rabbit"]\n')
    assert main(["run", "chameleon", *words]) == 2
    assert "options.cards: the content is not what it was there" in capsys.readouterr().err


def test_a_budget_stops_the_run_and_more_goes_on(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["run", "kuhn", "--seat", "all=chat:scripted/pass|pass|pass", "--matches", "12", "--out", "x"]
    assert main([*command, "--max-calls", "9", "--no-cache"]) == 3
    assert "the budget is spent" in capsys.readouterr().err
    kept = len(Path("x/matches.jsonl").read_bytes().splitlines())
    assert 0 < kept <= 4
    assert main([*command, "--no-cache"]) == 0
    records = [json.loads(line) for line in Path("x/matches.jsonl").read_bytes().splitlines()]
    assert sorted(record["match"] for record in records) == list(range(12))
    assert not any(record["void"] for record in records)


def test_a_model_that_never_answers_right_voids_and_never_plays(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["run", "chameleon", "--seat", "all=chat:scripted/copper|I would rather not|maybe player 2 or 3|7"]
    assert main([*command, "--matches", "6", "--out", "x"]) == 4
    assert main(["table", "x", "--json"]) == 0
    run = json.loads(capsys.readouterr().out.partition("\n")[2].partition("\n")[2])["runs"][0]
    assert run["measures"]["valid"]["value"] == 0
    assert run["measures"]["win"] == {"value": None, "low": None, "high": None, "n": 0}
    assert sum(run["voids"].values()) == 6
    for line in Path("x/matches.jsonl").read_bytes().splitlines():
        record = json.loads(line)
        assert not any(move["about"] == "vote" for move in record["moves"])


def test_parse_reads_lines(capsys: pytest.CaptureFixture[str]) -> None:
    lines = [
        json.dumps({"ask": {"choice": ["1", "2"]}, "reply": "Player 2"}),
        json.dumps({"ask": {"seats": {"k": 2, "n": 4}}, "reply": "1 and 3"}),
        "not json",
    ]
    command = [sys.executable, "-m", "keepmum", "parse", "--jsonl"]
    done = subprocess.run(command, input="\n".join(lines), capture_output=True, text=True, check=False)
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(each["status"], each.get("action")) for each in found[:2]] == [("ok", "2"), ("ok", [1, 3])]
    assert found[2]["status"] == "error"
    assert done.returncode == 1


@pytest.mark.parametrize("words", [["games"], ["games", "chameleon"], ["agents"], ["models"], ["cards", "list"]])
def test_lists_are_printed(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 0
    assert capsys.readouterr().out


@pytest.mark.parametrize("words", [["games", "--json"], ["agents", "--json"], ["models", "--json"]])
def test_lists_are_json_for_programs(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 0
    json.loads(capsys.readouterr().out)


def test_a_budget_is_the_run_s_however_often_it_is_stopped(capsys: pytest.CaptureFixture[str]) -> None:
    """Calls of unfinished matches count too: they are in the store, and a match that goes on does not pay again."""
    command = ["run", "kuhn", "--seat", "all=chat:scripted/pass|pass|pass", "--matches", "12", "--out", "x"]
    assert main([*command, "--max-calls", "9"]) == 3
    assert main([*command, "--max-calls", "9"]) == 3
    assert paid(Path("x/calls.sqlite")).calls == 9
    assert main([*command, "--max-calls", "100"]) == 0
    assert paid(Path("x/calls.sqlite")).calls == 24
    assert main(["table", "x", "--json"]) == 0
    assert json.loads(capsys.readouterr().out.rpartition("keepmum table x\n")[2])["runs"][0]["calls"] == 24


def test_sittings_at_the_terminal_join_in_one_folder(capsys: pytest.CaptureFixture[str]) -> None:
    """Each is the next match of the same run; a folder of another run is refused before the match begins."""
    command = ["play", "kuhn", "--seat", "1=bot:random", "--seat", "2=bot:random", "--seat", "all=human", "--out", "x"]
    assert main(command) == 0
    assert main(command) == 0
    records = [json.loads(line) for line in Path("x/matches.jsonl").read_bytes().splitlines()]
    assert [record["match"] for record in records] == [0, 1]
    capsys.readouterr()
    assert main([*command, "--seed", "77"]) == 2
    assert "another configuration" in capsys.readouterr().err
