"""The article's loop in one command: bots, four models behind one address, and a model on this machine; watched."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from keepmum.cli import main
from keepmum.models import weights

NAMES = ("GPT", "Claude", "Grok", "DeepSeek")
MODELS = ("gpt-5.2-chat-latest", "claude-opus-4-6", "x-ai/grok-4-fast-non-reasoning", "deepseek/deepseek-chat")
BOTS = ("bot:ask", "bot:babble", "bot:silent", "bot:ask?lie=0.5")
SAID = "I am fond of things that only live when others speak first."


def load_server() -> ModuleType:
    """`benchmarks/server.py`, by its path: that folder is no place to import from."""
    path = Path(__file__).parents[2] / "benchmarks" / "server.py"
    spec = importlib.util.spec_from_file_location("keepmum_arena_server", path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


local = load_server()


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in list(os.environ):
        if name.endswith("_API_KEY"):
            monkeypatch.delenv(name)


@pytest.fixture
def server() -> Iterator[Any]:
    with local.running(lambda body: SAID) as server:
        yield server


def seats(agents: tuple[str, ...], names: tuple[str, ...] = NAMES) -> list[str]:
    return [word for name, agent in zip(names, agents, strict=True) for word in ("--seat", f"{name}={agent}")]


def roster(url: str) -> list[str]:
    return seats(tuple(f"chat:{url}#{model}" for model in MODELS))


def run(*words: str) -> list[str]:
    return ["run", "secrets", "--pool", "article", "--matches", "1", "--watch", "--out", "F", *words]


def record() -> dict[str, Any]:
    (line,) = Path("F/matches.jsonl").read_bytes().splitlines()
    return json.loads(line)


def story(capsys: pytest.CaptureFixture[str]) -> tuple[str, str]:
    """What was told as it happened, and what `show` tells of the record."""
    watched = capsys.readouterr().out.partition("1 of 1 matches on record")[0]
    assert main(["show", "F"]) == 0
    return watched, capsys.readouterr().out


def test_bots_play_the_article_s_game_and_it_is_told_as_it_happens(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(run(*seats(BOTS))) == 0
    watched, shown = story(capsys)
    assert watched == shown
    for line in ("GPT: bot:ask\n", "— round 5 of 5 —", "Grok passes", "the words were: GPT "):
        assert line in watched
    assert "player 1" not in watched
    assert record()["rules"]["names"] == list(NAMES)
    assert main(["table", "F"]) == 0
    assert "Claude: bot:babble" in capsys.readouterr().out


def test_four_models_behind_one_address(server: Any, capsys: pytest.CaptureFixture[str]) -> None:
    conditions = ("--temperature", "0.9", "--reply-tokens", "150", "--instruct", "Grok=Be brief.")
    assert main(run(*roster(server.url), *conditions)) == 0
    watched, shown = story(capsys)
    assert watched == shown
    assert watched.count(f"“{SAID}”") == 20
    bodies = [seen.body for seen in server.seen]
    assert {body["model"] for body in bodies} == set(MODELS)
    assert len(bodies) == 20
    for body in bodies:
        told = json.dumps(body["messages"], ensure_ascii=False)
        name = NAMES[MODELS.index(body["model"])]
        assert f"You are {name}." in told
        assert ("Be brief." in told) == (name == "Grok")
        assert body["temperature"] == 0.9
        words = dict(zip(NAMES, record()["moves"][0:4], strict=True))
        assert [who for who in NAMES if f'"{words[who]["choice"]}"' in told.replace("\\", "")] == [name]


def reasoning(body: dict[str, Any]) -> dict[str, Any]:
    message = {"role": "assistant", "content": "", "reasoning_content": "My word is a secret thought."}
    return {"choices": [{"index": 0, "finish_reason": "stop", "message": message}], "usage": None}


def test_an_empty_reply_is_void_for_that_cause_and_reasoning_is_never_spoken(
    server: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    server.answer = reasoning
    assert main(run(*roster(server.url))) == 4
    told = capsys.readouterr()
    assert "every match on record is void (1 empty)" in told.err
    assert "gave no usable message (empty)" in told.out
    assert "thought: My word is a secret thought." in told.out
    assert "“My word" not in told.out
    assert record()["void"]["cause"] == "empty"
    assert not any(event["kind"] in ("message", "passed") for event in record()["events"])
    assert "silent" not in Path("F/matches.jsonl").read_text()


def test_a_refused_request_is_void_for_that_cause(server: Any, capsys: pytest.CaptureFixture[str]) -> None:
    server.misbehave(None, local.error(400, "this model takes no such message"))
    assert main(run(*roster(server.url))) == 4
    void = record()["void"]
    assert void["cause"] == "rejected"
    assert [event["kind"] for event in record()["events"]].count("message") == 1
    assert "stayed silent" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (
            ["--seat", "GPT=bot:ask", "--seat", "Claude=bot:ask", "--players", "3"],
            "--players says 3",
        ),
        (
            ["--names", "Ann,Bob", "--players", "3", "--seat", "all=bot:ask"],
            "2 players have names, and",
        ),
        (["--seat", "GPT=bot:ask", "--seat", "all=bot:ask"], "do not go together"),
        (["--seat", "GPT=bot:ask", "--seat", "2=bot:ask"], "do not go together"),
        (["--seat", "alll=bot:ask", "--seat", "1=bot:ask"], "did you mean 'all'"),
        (["--seat", "alll=bot:ask"], "names one player, and a table has at least 2 players"),
        (["--seat", "Ann=bot:ask", "--seat", "Ann=bot:babble"], "--seat Ann=… is given twice; give it once"),
        (["--seat", "Ann", "--seat", "Bob=bot:ask"], "--seat 'Ann' has nothing after a ="),
        (["--names", "Ann,Bob", "--seat", "Ann=bot:ask"], "nobody plays the player seat 2: add --seat Bob=AGENT"),
        (["--names", "Ann,Bob", "--seat", "Bop=bot:ask"], "did you mean 'Bob'"),
        (["--seat", "GPT=bot:ask", "--seat", "Bob=bot:ask", "--seat", "Bob=bot:ask"], "Bob=… is given twice"),
        (["--seat", "Echo=bot:ask", "--seat", "Bob=bot:ask"], "holds 'echo', a secret word"),
        (["--seat", "GPT=chat:scripted/x", "--seat", "Bob=bot:ask", "--instruct", "GTP=Hm."], "did you mean 'GPT'"),
        (["--seat", "GPT=human", "--seat", "Bob=bot:ask"], "leave out --watch"),
    ],
)
def test_what_is_wrong_with_names_is_said(words: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(run(*words)) == 2
    assert says in capsys.readouterr().err
    assert not Path("F/matches.jsonl").exists()


def test_named_seats_may_be_filled_in_any_way(capsys: pytest.CaptureFixture[str]) -> None:
    mixed = ("--names", "Ann,Bob,Cyd", "--seat", "all=bot:babble", "--seat", "3=bot:silent", "--seat", "bob=bot:ask")
    assert main(run(*mixed)) == 0
    assert record()["seats"] == ["bot:babble", "bot:ask", "bot:silent"]


def test_other_games_say_where_players_have_names(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "chameleon", "--seat", "GPT=bot:random", "--out", "F"]) == 2
    said = capsys.readouterr().err
    assert "nobody at The Chameleon is called 'GPT'" in said
    assert "players go by names of their own at: secrets" in said


def test_what_a_model_says_cannot_move_the_cursor(server: Any, capfd: pytest.CaptureFixture[str]) -> None:
    server.answer = lambda body: "calm\x1b[2J\x07 \u202eworse\r\n  GPT: “GUESS”\n[bold]x[/bold]"
    assert main(run(*roster(server.url))) == 0
    told = capfd.readouterr().out
    assert not {"\x1b", "\x07", "\r", "\u202e"} & set(told)
    assert "[bold]x[/bold]" in told
    assert not any(line.strip().startswith("GPT: “GUESS”") for line in told.splitlines())


def test_several_matches_at_once_carry_their_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["run", "secrets", *seats(BOTS), "--rounds", "1", "--matches", "3", "--watch", "--out", "F"]
    assert main([*words, "--concurrency", "3"]) == 0
    told = capsys.readouterr()
    lines = told.out.partition("3 of 3 matches")[0].splitlines()
    assert {line.partition(": ")[0] for line in lines} == {"0", "1", "2"}
    assert "each line begins with its match's number" in told.err


@pytest.mark.parametrize("game", ["kuhn", "chameleon"])
def test_any_game_can_be_watched(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", game, "--seat", "all=bot:random", "--matches", "1", "--watch", "--out", "F"]) == 0
    watched, shown = story(capsys)
    assert watched == shown


def test_with_json_the_summary_alone_is_on_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(run(*seats(BOTS), "--json")) == 0
    told = capsys.readouterr()
    assert json.loads(told.out)["complete"] is True
    assert "— round 1 of 5 —" in told.err


def test_watching_does_not_change_the_records(capsys: pytest.CaptureFixture[str]) -> None:
    lines = []
    for watch in ([], ["--watch"]):
        out = f"F{len(watch)}"
        assert main(["run", "secrets", *seats(BOTS), "--matches", "3", "--out", out, *watch]) == 0
        lines.append(sorted(Path(out, "matches.jsonl").read_bytes().splitlines()))
    assert lines[0] == lines[1]


def test_lines_come_through_a_pipe_while_the_match_is_played() -> None:
    with local.running(lambda body: SAID, delay=0.02) as server:
        command = [sys.executable, "-m", "keepmum", *run(*roster(server.url), "--rounds", "3")]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
            assert process.stdout
            first = next(line for line in process.stdout if SAID in line)
            early = len(server.seen)
            rest = process.stdout.read()
    assert process.returncode == 0
    assert first.strip().endswith(f"“{SAID}”")
    assert early < 12
    assert rest.count(SAID) == 11


def test_a_reader_that_goes_away_ends_the_run_without_a_traceback() -> None:
    words = ["run", "secrets", *seats(BOTS), "--matches", "200", "--watch", "--out", "F"]
    command = [sys.executable, "-m", "keepmum", *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.readline()
        process.stdout.close()
        said = process.stderr.read()
    assert process.returncode == 1
    assert "Traceback" not in said


@pytest.mark.parametrize("game", ["chameleon", "kuhn", "secrets", "avalon"])
def test_every_option_says_what_it_is(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", game, "--json"]) == 0
    (told,) = json.loads(capsys.readouterr().out)
    assert [option["name"] for option in told["options"] if not option["help"]] == []
    assert main(["games", game]) == 0
    assert capsys.readouterr().out.count("    --") == len(told["options"])


def test_the_command_on_the_arena_s_page_is_one(capsys: pytest.CaptureFixture[str]) -> None:
    page = (Path(__file__).parents[2] / "docs" / "arena.md").read_text(encoding="utf-8")
    command = page.partition("```\n")[2].partition("```")[0].replace("\\\n", " ").split()
    assert command[:3] == ["keepmum", "run", "secrets"]
    assert main(command[1:]) == 2
    assert "AIMLAPI_API_KEY" in capsys.readouterr().err, "only the key is missing"
    for heading in ("Playing", "Judges", "Leaderboard and ratings", "Export"):
        assert f"\n## {heading}\n" in page


@pytest.mark.local
def test_a_small_model_plays_on_this_machine(capsys: pytest.CaptureFixture[str]) -> None:
    if importlib.util.find_spec("xllamacpp") is None or not weights.find("smollm2").present:
        pytest.skip("needs the local extra and `keepmum models get smollm2`")
    small = seats(("chat:local/smollm2?constrain=yes&max_tokens=60", "bot:ask"), ("Small", "Asker"))
    assert main(run(*small, "--rounds", "1")) in (0, 4), "played, or void for a cause"
    watched, shown = story(capsys)
    assert watched == shown
    assert "Small: chat:local/smollm2" in watched
