"""Beliefs that are asked for: told just what the seat had seen, kept as they stand, held against what can be."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from panel import lines, opened, played, report

from keepmum import registry
from keepmum.asking.believing import roles_at
from keepmum.asking.moments import At, at_of, moments
from keepmum.asking.occasions import Occasion
from keepmum.cli import main
from keepmum.core.event import seen
from keepmum.models.scripted import Reply
from keepmum.models.seam import Request
from keepmum.play.folder import read_run
from keepmum.play.records import events_of

Belief = Callable[[Occasion, int, tuple[str, ...]], Mapping[str, float]]
QUEST = At(frozenset(), frozenset({"quest"}))


@pytest.fixture(scope="module")
def avalon(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return played(tmp_path_factory.mktemp("beliefs") / "run", "avalon", 4, "--discussion", "0", bot="bot:bayes")


@pytest.fixture
def run(avalon: Path, tmp_path: Path) -> Path:
    folder = tmp_path / "run"
    folder.mkdir()
    for name in ("run.json", "matches.jsonl"):
        (folder / name).write_bytes((avalon / name).read_bytes())
    return folder


def knower(run: Path, game: str, belief: Belief, at: At = QUEST) -> Callable[[Request], Reply]:
    """A model that believes just this at every moment, which it knows by the scope of the request."""
    kind = registry.game(game)
    known: dict[tuple[int, int, int], str] = {}
    for record in read_run(run):
        for each in moments(record, kind, at):
            roles = roles_at(kind, each)
            others = [seat for seat in range(each.observation.players) if seat != each.seat]
            table = {f"Player {seat + 1}": dict(belief(each, seat, roles)) for seat in others}
            known[each.match, each.number, each.seat] = json.dumps(table)
    return lambda request: known[request.scope.match, int(request.scope.run.split("/")[2]), request.scope.seat]


def exact(moment: Occasion, seat: int, roles: tuple[str, ...]) -> Mapping[str, float]:
    chances = registry.game("avalon").study.chances
    assert chances is not None
    return chances(moment.observation.heard, moment.seat)[seat]


def even(moment: Occasion, seat: int, roles: tuple[str, ...]) -> Mapping[str, float]:
    return dict.fromkeys(roles, 1 / len(roles))


def ask(run: Path, *more: str) -> list[str]:
    return ["beliefs", "ask", str(run), "--ask", "oracle/o", "--at", "quest", *more]


def test_the_exact_belief_scores_as_the_posterior_and_never_slips(
    run: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    opened(monkeypatch, "oracle", knower(run, "avalon", exact))
    (found,) = report(capsys, *ask(run))
    scores = {name: each["value"] for name, each in found["scores"].items()}
    assert found["agent"] == "chat:oracle/o"
    assert scores["distance"] == pytest.approx(0, abs=1e-12)
    assert scores["divergence"] < 0.01  # what is below .01 counts as .01
    assert scores["log"] == pytest.approx(scores["exact_log"])
    assert scores["brier"] == pytest.approx(scores["exact_brier"])
    assert found["scores"]["log"]["n"] == 4
    assert found["beliefs"] == 5 * len(lines(run / "beliefs" / "asked.jsonl"))
    told = report(capsys, "slips", str(run))
    stated = {each["kind"]: each for each in told["slips"] if each["agent"] == "chat:oracle/o"}
    assert stated["impossible role"]["slips"] == stated["certain role ruled out"]["slips"] == 0
    assert stated["certain role ruled out"]["occasions"] > 0


def test_an_even_belief_is_chance_and_slips_wherever_anything_is_known(
    run: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    opened(monkeypatch, "oracle", knower(run, "avalon", even))
    (found,) = report(capsys, *ask(run))
    assert found["scores"]["log"]["value"] == pytest.approx(math.log2(1 / 5))
    assert found["scores"]["brier"]["value"] == pytest.approx(0.8**2 + 4 * 0.2**2)
    assert found["scores"]["exact_log"]["value"] > math.log2(1 / 5)
    assert found["scores"]["divergence"]["low"] > 0
    told = report(capsys, "slips", str(run))
    stated = {each["kind"]: each for each in told["slips"] if each["agent"] == "chat:oracle/o"}
    assert stated["impossible role"]["share"]["value"] == 1.0
    assert stated["certain role ruled out"]["slips"] == 0
    quote = next(each for each in told["quoted"] if each["kind"] == "impossible role")
    assert "to what cannot be" in quote["why"]
    assert main(["slips", str(run)]) == 0
    assert "after move" in capsys.readouterr().out


def test_what_was_certain_and_denied_is_told(
    run: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stubborn(moment: Occasion, seat: int, roles: tuple[str, ...]) -> Mapping[str, float]:
        return {role: float(role == "servant") for role in roles}

    opened(monkeypatch, "oracle", knower(run, "avalon", stubborn))
    (found,) = report(capsys, *ask(run))
    assert found["scores"]["log"]["value"] >= math.log2(0.01)
    denied = [each for each in report(capsys, "slips", str(run))["slips"] if each["kind"] == "certain role ruled out"]
    assert denied[0]["slips"] > 0


@pytest.mark.parametrize(
    ("reply", "cause", "why"),
    [
        (lambda table: "They are all good.", "unparsable", "not one JSON object"),
        (lambda table: "", "empty", "empty"),
        (lambda table: json.dumps({**table, "Player 9": table.popitem()[1]}), "unparsable", "exactly the keys"),
        (lambda table: json.dumps({who: {**each, "servant": 0.9} for who, each in table.items()}), "illegal", "sum up"),
        (lambda table: json.dumps({who: {**each, "servant": -1} for who, each in table.items()}), "illegal", "0 to 1"),
        (
            lambda table: json.dumps({who: {**each, "servant": "no"} for who, each in table.items()}),
            "illegal",
            "number",
        ),
        (lambda table: json.dumps({who: {"servant": 1.0} for who in table}), "unparsable", "exactly the keys"),
    ],
)
def test_a_reply_of_no_use_is_kept_with_its_cause_and_never_put_right(
    run: Path, reply: Callable[..., str], cause: str, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    knows = knower(run, "avalon", even)
    asked = opened(monkeypatch, "oracle", lambda request: reply(json.loads(str(knows(request)))))
    assert main(ask(run, "--limit", "2", "--attempts", "2")) == 0
    for line in lines(run / "beliefs" / "asked.jsonl"):
        assert line["beliefs"] is None
        assert line["cause"] == cause
        assert why in line["reason"]
    assert len(asked) == 4
    assert "could not be used" in asked[-1].messages[-1].text


def test_rounded_numbers_are_taken_as_they_stand(run: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def rounded(moment: Occasion, seat: int, roles: tuple[str, ...]) -> Mapping[str, float]:
        return dict.fromkeys(roles, 0.198)

    opened(monkeypatch, "oracle", knower(run, "avalon", rounded))
    assert main(ask(run, "--limit", "1")) == 0
    (line,) = lines(run / "beliefs" / "asked.jsonl")
    assert {chance for given in line["beliefs"].values() for chance in given.values()} == {0.198}


def test_it_is_told_what_its_seat_had_seen_and_nothing_is_asked_twice(
    run: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = opened(monkeypatch, "oracle", knower(run, "avalon", even))
    before = (run / "matches.jsonl").read_bytes()
    assert main(ask(run, "--side", "percival")) == 0
    many = len(asked)
    kind = registry.game("avalon")
    quests = 0
    for record in read_run(run):
        seat = record.roles.index("percival")
        quests += sum(event.fact.kind == "quest" for event in events_of(record, kind))
        quests -= record.ending == "sabotaged"  # with the last quest the roles are told, and nobody is asked
        secret = [fact for fact in seen(events_of(record, kind), (seat + 1) % 6) if fact.kind == "role"]
        text = "\n".join(m.text for each in asked if each.scope.match == record.match for m in each.messages)
        assert f"You are player {seat + 1}. Your role: percival" in text
        assert f"Your role: {secret[0].named()['role']}." not in text
        assert "The roles were" not in text
    assert many == quests
    assert main(ask(run, "--side", "percival")) == 0
    assert len(asked) == many
    assert main(ask(run, "--side", "percival", "--question", "me")) == 0
    assert len(asked) == 2 * many
    assert (run / "matches.jsonl").read_bytes() == before


def test_what_others_think_of_one_is_held_against_their_posterior(
    run: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    kind = registry.game("avalon")
    assert kind.study.chances is not None
    heard = {
        (each.match, each.number, each.seat): each.observation.heard
        for record in read_run(run)
        for each in moments(record, kind, QUEST)
    }

    def mirrored(moment: Occasion, seat: int, roles: tuple[str, ...]) -> Mapping[str, float]:
        assert kind.study.chances is not None
        return kind.study.chances(heard[moment.match, moment.number, seat], seat)[moment.seat]

    opened(monkeypatch, "oracle", knower(run, "avalon", mirrored))
    (found,) = report(capsys, *ask(run, "--question", "me", "--limit", "6"))
    assert found["question"] == "me"
    assert found["scores"]["log"]["value"] is None
    assert found["scores"]["distance"]["value"] == pytest.approx(0, abs=1e-12)


def test_a_game_without_a_posterior_is_scored_by_the_truth(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = played(tmp_path / "run", "chameleon", 3)
    at = at_of("before-vote", registry.game("chameleon"))
    opened(monkeypatch, "oracle", knower(out, "chameleon", even, at))
    (found,) = report(capsys, "beliefs", "ask", str(out), "--ask", "oracle/o", "--at", "before-vote")
    assert found["scores"]["log"]["value"] == pytest.approx(-1)
    assert found["scores"]["divergence"]["value"] is None
    assert found["beliefs"] == 3 * 4 * 3


def test_the_agent_that_played_can_be_asked_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened(monkeypatch, "puppet", lambda request: "approve" if "approve" in request.messages[-1].text else "1")
    out = tmp_path / "run"
    seats = ["--seat", "all=bot:random", "--seat", "2=chat:puppet/p?instruct=Be brief."]
    assert main(["run", "chameleon", *seats, "--matches", "2", "--out", str(out)]) in (0, 4)
    if any(not record.void for record in read_run(out)):
        assert main(["beliefs", "ask", str(out), "--ask", "own", "--at", "before-vote"]) == 0
        assert {(each["seat"], each["own"]) for each in lines(out / "beliefs" / "asked.jsonl")} == {(1, True)}


@pytest.mark.parametrize(
    ("game", "words", "why"),
    [
        ("avalon", ["--ask", "own", "--at", "quest"], "nobody who sat there has a model"),
        ("avalon", ["--ask", "oracle/o", "--at", "quests"], "did you mean 'quest'"),
        ("avalon", ["--ask", "oracle/o"], "--at says when"),
        ("avalon", ["--ask", "oracle/o", "--at", "before-song"], "no such moment"),
        ("secrets", ["--ask", "oracle/o", "--at", "before-message"], "one role only"),
    ],
)
def test_what_makes_no_sense_is_said_before_anybody_is_asked(
    game: str, words: list[str], why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    asked = opened(monkeypatch, "oracle", lambda request: "")
    out = played(tmp_path / "run", game, 1)
    assert main(["beliefs", "ask", str(out), *words]) == 2
    assert why in capsys.readouterr().err
    assert not asked
    assert not (out / "beliefs").exists()


def test_each_seat_is_asked_once_at_a_vote(run: Path) -> None:
    kind = registry.game("avalon")
    record = next(read_run(run))
    found = [*moments(record, kind, at_of("before-vote", kind))]
    votes = sum(move.about == "vote" for move in record.moves)
    assert len(found) == votes
    assert len({(each.number, each.seat) for each in found}) == votes
    assert len({each.number for each in found}) == votes // 6
