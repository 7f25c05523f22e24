"""The table: ratios read straight off the records, nothing dropped, theory beside them."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from io import StringIO
from pathlib import Path
from random import Random

import msgspec
import pytest
from rich.console import Console

from keepmum import registry
from keepmum.core import Agent, Move, Observation, Reading, Reply, Status
from keepmum.core.bot import random_bot
from keepmum.core.kind import NoOptions
from keepmum.core.transcript import ReplayError
from keepmum.games import kuhn
from keepmum.measure.stats import ratio
from keepmum.play.folder import FolderError, Manifest, RunFolder, read_run
from keepmum.play.records import RecordError
from keepmum.play.run import Plan, play_run
from keepmum.report.possible import Possible, possible, possible_words
from keepmum.report.rows import row_of
from keepmum.report.story import players_lines, tell_match
from keepmum.report.table import as_json, build_table, print_table, short

MANIFEST = Manifest(1, "kuhn", {}, {"all": "bot:random"}, 1, 3, {})


class Sulking:
    """Gives no usable answer."""

    async def act(self, observation: Observation) -> Reply:
        return Reply(Reading(Status.REFUSED, None, "it will not\x1b[2J play"), text="no\x07", thought="I sulk")


class Silent:
    def already(self, record: object) -> None: ...

    def finished(self, record: object) -> None: ...


def sit(agent: str, match: int, seat: int, rng: Random) -> Agent:
    return Sulking() if match % 5 == 4 else random_bot(rng)


@pytest.fixture
def run(tmp_path: Path) -> Path:
    return make(tmp_path / "run", 40)


def make(path: Path, matches: int, seed: int = 1) -> Path:
    plan = Plan(kuhn.KIND, NoOptions(), {"all": "bot:random"}, seed, sit)
    with RunFolder(path, replace_seed(seed)) as folder:
        asyncio.run(play_run(plan, folder, matches, 3, Silent()))
    return path


def replace_seed(seed: int) -> Manifest:
    return Manifest(1, "kuhn", {}, {"all": "bot:random"}, seed, 3, {})


def test_the_ratios_are_those_of_the_records(run: Path) -> None:
    data = as_json(build_table(kuhn.KIND, [run]))["runs"][0]
    records = list(read_run(run))
    won = sum(r.returns[0] > 0 for r in records if r.returns)
    assert data["matches"] == 40
    assert data["voids"] == {"refused": 8}
    assert data["measures"]["first"] == pytest.approx({"value": won / 32, "n": 32} | data["measures"]["first"])
    assert data["measures"]["first"]["value"] == won / 32
    assert data["measures"]["valid"]["value"] == 0.8
    assert data["theory"] is None
    json.dumps(data)


def printed(folders: list[Path], width: int = 200, game: str = "kuhn") -> str:
    out = StringIO()
    print_table(build_table(registry.game(game), folders), Console(file=out, width=width))
    return out.getvalue()


@pytest.mark.parametrize("width", [60, 200])
def test_the_printed_table_has_the_ratio_of_valid_matches(run: Path, width: int) -> None:
    text = printed([run], width)
    assert "valid" in text
    assert ".80 [.65 .90]" in text
    assert text.count("n=40") == 1


@pytest.mark.parametrize("game", registry.names(registry.GAMES))
@pytest.mark.parametrize("width", [60, 120, 200])
def test_no_number_is_cut_off(game: str, width: int, tmp_path: Path) -> None:
    kind = registry.game(game)
    options = RULES if game == "chameleon" else {}
    with RunFolder(tmp_path / "x", Manifest(1, game, options, {"all": "bot:random"}, 1, 3, {})):
        pass
    table = build_table(kind, [tmp_path / "x"])
    full = {name: ratio(500, 1000) for name in table.runs[0].summary.measures}
    summary = replace(table.runs[0].summary, measures=full)
    out = StringIO()
    print_table(replace(table, runs=(replace(table.runs[0], summary=summary),)), Console(file=out, width=width))
    assert "…" not in out.getvalue()
    assert out.getvalue().count("n=1000") == len(full)


def test_the_printed_table_shows_voids_by_cause_and_every_n(run: Path) -> None:
    text = printed([run])
    assert "8 (8 refused)" in text
    assert text.count("n=32") == 2


def test_two_runs_are_compared_on_the_deals_they_share(run: Path, tmp_path: Path) -> None:
    same = build_table(kuhn.KIND, [run, make(tmp_path / "again", 30)])
    assert same.paired
    assert same.paired["first"].difference.n == 24
    assert same.paired["first"].difference.value == 0
    other = build_table(kuhn.KIND, [run, make(tmp_path / "other", 40, seed=2)])
    assert other.paired
    assert other.paired["first"].difference.n < 32, "another seed deals other cards, and those make no pairs"


def test_a_torn_line_is_said(run: Path) -> None:
    path = run / "matches.jsonl"
    path.write_bytes(path.read_bytes()[:-5])
    assert "torn" in printed([run])


def test_runs_of_different_games_do_not_share_a_table(run: Path, tmp_path: Path) -> None:
    with RunFolder(tmp_path / "x", Manifest(1, "chameleon", {}, {}, 1, 3, {})):
        pass
    with pytest.raises(FolderError, match="a run of chameleon, not of kuhn"):
        build_table(kuhn.KIND, [run, tmp_path / "x"])


def test_a_folder_without_a_run_is_said(tmp_path: Path) -> None:
    with pytest.raises(FolderError, match="not a run folder"):
        build_table(kuhn.KIND, [tmp_path])


RULES = {"players": 4, "words": 16, "hearing": "open", "discussion": 0, "tie_break": "chance"}


def test_theory_stands_beside_the_chameleon() -> None:
    found = possible("chameleon", {**RULES, "cards": "gone.toml", "cards_sha256": "0"})
    assert found
    assert found.known
    assert found.upper
    assert (found.trivial, round(found.known, 6)) == (15 / 64, 0.404491)
    assert found.known < found.upper < 1
    assert possible("kuhn", {}) is None


@pytest.mark.parametrize("rules", [{"hearing": "sealed"}, {"discussion": 1}])
def test_nothing_is_guaranteed_for_rules_without_a_theory(rules: dict[str, object]) -> None:
    found = possible("chameleon", RULES | rules)
    assert found
    assert found == Possible(15 / 64, None, None)
    assert "guaranteed" not in possible_words(found)
    assert "nobody" not in possible_words(found)
    assert "open clues without discussion only" in possible_words(found)


def test_the_bound_is_of_ties_broken_by_chance() -> None:
    found = possible("chameleon", {**RULES, "tie_break": "player"})
    assert found
    assert found.known
    assert found.upper is None
    assert "nobody" not in possible_words(found)


def chameleons(path: Path, **rules: object) -> Path:
    options = RULES | rules
    with RunFolder(path, Manifest(1, "chameleon", options, {"all": "bot:trivial"}, 1, 3, {})):
        return path


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({}, "needs the option 'players'"),
        (RULES | {"players": "many"}, "'players' is a whole number, not 'many'"),
        (RULES | {"players": 2}, "players is from 3"),
        (RULES | {"words": 10**9}, "words is from 2 to"),
        (RULES | {"words": [16]}, "'words' is a whole number"),
        (RULES | {"hearing": None}, "'hearing' cannot be 'None'"),
    ],
)
def test_a_damaged_manifest_is_said(tmp_path: Path, options: dict[str, object], says: str) -> None:
    with RunFolder(tmp_path / "x", Manifest(1, "chameleon", options, {}, 1, 3, {})):
        pass
    with pytest.raises(FolderError, match=f"run.json is damaged: .*{says}"):
        build_table(registry.game("chameleon"), [tmp_path / "x"])


@pytest.mark.parametrize("width", [60, 200])
def test_runs_of_different_options_say_each_what_is_theirs(tmp_path: Path, width: int) -> None:
    runs = [chameleons(tmp_path / "a"), chameleons(tmp_path / "b", players=5, hearing="sealed", cards="\x1b[2J")]
    text = printed(runs, width, "chameleon")
    heading = text.splitlines()[0]
    assert "16 words" in heading
    assert "players" not in heading
    assert "\x1b" not in text
    text = " ".join(text.split())
    assert "players 4, hearing open, cards absent" in text
    assert "players 5, hearing sealed, cards ␛[2J" in text
    assert "possible with 4 players and 16 words: trivial 0.234 · best known strategy 0.404 (guaranteed)" in text
    assert "possible with 5 players and 16 words: trivial 0.187 · theory of schedule" in text


def test_runs_of_the_same_rules_share_one_line_of_theory(tmp_path: Path) -> None:
    text = printed([chameleons(tmp_path / "a"), chameleons(tmp_path / "b")], 200, "chameleon")
    assert text.count("possible") == text.count("possible here: trivial 0.234") == 1
    assert "hearing" not in text


@pytest.mark.parametrize(
    ("value", "text"), [(0.034, ".03"), (0.9999, "1.00"), (1.0, "1.00"), (0.0, ".00"), (-0.25, "-.25"), (-0.001, ".00")]
)
def test_ratios_are_printed_short(value: float, text: str) -> None:
    assert short(value) == text


def story(run: Path, match: int, seat: int | None) -> str:
    record = next(r for r in read_run(run) if r.match == match)
    return "\n".join(line.text for line in tell_match(record, kuhn.KIND, seat))


def test_a_seat_s_story_has_nothing_of_the_other_seat(run: Path) -> None:
    record = next(r for r in read_run(run) if r.match == 0)
    cards = [e.fact["card"] for e in record.events if e.kind == "dealt"]
    mine = story(run, 0, 0)
    assert f"your card is the {cards[0]}" in mine
    assert f"your card is the {cards[1]}" not in mine
    assert "I sulk" in story(run, 4, 0)
    assert "I sulk" not in story(run, 4, 1)
    assert "it will not" not in story(run, 4, 1)


def test_a_model_s_text_cannot_move_the_cursor(run: Path) -> None:
    whole = story(run, 4, None)
    assert "\x1b" not in whole
    assert "\x07" not in whole
    assert "it will not␛[2J play" in whole
    assert "void: player 1 gave no usable move (refused)" in whole


def test_a_record_of_more_roles_than_seats_is_refused(run: Path) -> None:
    record = next(read_run(run))
    with pytest.raises(RecordError, match="1 seats have 2 roles"):
        list(players_lines(msgspec.structs.replace(record, seats=record.seats[:1])))


@pytest.mark.parametrize("game", ["chameleon", "secrets"])
def test_a_record_whose_events_are_gone_is_refused(run: Path, game: str) -> None:
    gone = msgspec.structs.replace(next(read_run(run)), events=(), void=None)
    with pytest.raises(RecordError, match="not those of a finished match"):
        row_of(gone, registry.game(game))


def test_a_match_with_a_draw_that_chance_cannot_make_is_not_told(run: Path) -> None:
    record = next(r for r in read_run(run) if r.match == 0)
    deal, *rest = record.moves
    edited = msgspec.structs.replace(record, moves=(Move(None, deal.about, ["king", "king"]), *rest))
    with pytest.raises(ReplayError, match="cannot be drawn"):
        list(tell_match(edited, kuhn.KIND, None))
