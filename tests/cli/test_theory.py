"""`keepmum theory` as it is used: every number says what it is, and what cannot be is refused by its condition."""

from __future__ import annotations

import json
import time
from fractions import Fraction
from math import ceil, floor, log2
from pathlib import Path

import pytest

from keepmum.cli import main
from keepmum.cli.theory import WHAT
from keepmum.cli.theory.numbers import as_json, exactly, whole
from keepmum.cli.theory.schedule import _gap
from keepmum.cli.theory.waiting import explained
from keepmum.theory import DomainError
from keepmum.theory.simulate import Simulation

TABLE = ["--players", "4", "--words", "16"]
SMALL = ["--players", "3", "--words", "4"]
HURRY = ["--starts", "1", "--seconds", "1e-9"]


@pytest.fixture
def told(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("keepmum.cli.theory.waiting.PATIENCE", 1e6)

    def run(*words: str) -> str:
        assert main(["theory", *words]) == 0
        out = capsys.readouterr()
        assert out.err == ""
        return out.out

    return run


def line(plain: str, label: str) -> str:
    """The line that begins with this label."""
    (found,) = [each for each in plain.splitlines() if each.strip().startswith(label)]
    return found


@pytest.fixture
def data(told):
    return lambda *words: json.loads(told(*words, "--json"), parse_constant=lambda name: pytest.fail(name))


def test_bounds_are_exact_where_they_can_be(data, told) -> None:
    found = data("bounds", *TABLE)
    assert found["reachable"]["trivial"] == {
        "value": 15 / 64,
        "fraction": "15/64",
        "kind": "guarantee",
        "what": "say nothing, all vote for one seat",
    }
    assert found["reachable"]["schedule"]["fraction"] == "1495/3696"
    assert "amb" not in found["reachable"]
    assert found["upper"]["u1"]["fraction"] == "57/64"
    assert "fraction" not in found["upper"]["u2"]
    plain = told("bounds", *TABLE)
    assert "0.404491 = 1495/3696" in plain
    assert "0.841139              upper bound\n" in plain


def test_bounds_at_a_level_of_concealing_or_revealing(data, told) -> None:
    words = ["bounds", "--players", "40", "--words", "4", "--alpha-kl", "0.01", "--alpha-l1", "1.5", "--responses", "3"]
    found = data(*words, "--as-printed")
    assert found["concealing"]["win"]["value"] <= found["concealing"]["prop5_sharp"]["value"]
    assert found["concealing"]["prop5_as_printed"]["value"] < found["concealing"]["prop5"]["value"]
    assert found["revealing"]["win"]["value"] < found["revealing"]["prop8_from_one"]["value"]
    assert found["hidden_coin"]["secret_coin"]["fraction"] == str(Fraction(3, 4) * (1 - Fraction(39, 120)))
    assert not any("printed" in key for key in data(*words)["concealing"])
    assert "printed: false" in told(*words, "--as-printed")


def test_a_bound_above_one_says_that_it_says_nothing(told) -> None:
    assert "(no limit)" in told("bounds", *TABLE, "--alpha-l1", "0.5")


def test_prop_9_stands_where_its_card_does(data) -> None:
    assert data("bounds", "--players", "4", "--words", "15")["reachable"]["amb"]["fraction"] == "25/72"


def test_the_best_schedule_and_the_value_of_a_given_one(data, told) -> None:
    best = data("schedule", *TABLE)
    assert (best["sizes"], best["win"]["fraction"], best["gap"]) == ([16, 16, 11, 7, 3], "1495/3696", 0)
    given = data("schedule", "--sizes", "16,16,12,8,4")
    assert (given["best"], given["gap"]) == (False, None)
    assert given["win"]["value"] < best["win"]["value"]
    assert "16,16,11,7,3" in told("schedule", *TABLE)


def test_a_fraction_too_long_to_read_is_not_printed(told, data) -> None:
    plain = told("schedule", "--players", "120", "--words", "3e3")
    assert "(fraction: " in plain
    assert max(map(len, plain.splitlines())) < 300
    assert data("schedule", "--players", "120", "--words", "3e3")["win"]["fraction"].count("/") == 1


@pytest.mark.parametrize(
    ("strategy", "exact"),
    [("trivial", "15/64"), ("revealing", "0"), ("schedule", "1495/3696")],
)
def test_a_simulation_stands_beside_the_exact_value(strategy: str, exact: str, data) -> None:
    found = data("simulate", *TABLE, "--strategy", strategy, "--matches", "2e5", "--seed", "3")
    assert (found["matches"], found["exact_win"]["fraction"]) == (200_000, exact)
    assert found["win"]["value"] == found["win"]["won"] / 200_000
    off = found["standard_errors_off"]
    assert (off is None) if exact == "0" else abs(off) < 4
    assert found["win"]["value"] == pytest.approx(float(Fraction(exact)), abs=0.006)


@pytest.mark.parametrize(
    "words",
    [
        ["--words", "4", "--strategy", "found"],
        ["--words", "8", "--strategy", "ambiguous"],
        ["--words", "2", "--strategy", "stationary", "--rows", ".7,.3;.3,.7"],
    ],
)
def test_tabled_strategies_stand_beside_their_exact_values_too(words: list[str], data) -> None:
    found = data("simulate", "--players", "3", *words, "--matches", "1e5")
    assert abs(found["standard_errors_off"]) < 4


def test_a_simulation_says_which_number_is_which(told) -> None:
    plain = told("simulate", "--players", "4", "--words", "15", "--strategy", "amb", "--matches", "1e5")
    assert "sizes 15,12,9,6,3" in plain
    assert "± 0.00" in plain
    assert "0.347222 = 25/72" in plain
    assert "standard errors" in plain


def test_given_sizes_are_simulated_and_the_same_seed_plays_the_same(data) -> None:
    words = ["simulate", *SMALL, "--strategy", "schedule", "--sizes", "4,4,2,1", "--matches", "5e4"]
    first, second, other = data(*words), data(*words), data(*words, "--seed", "2")
    assert first["win"] == second["win"] != other["win"]


def test_kuhn_is_solved(data, told) -> None:
    found, few = data("solve", "kuhn"), ("--iterations", "50")
    assert found["nash_conv"] <= 1e-4
    assert found["value_of_player_1"]["lower"] <= -1 / 18 <= found["value_of_player_1"]["upper"]
    assert found["nash_conv_of_uniform"] == pytest.approx(11 / 12)
    assert len(found["policy"]) == 12
    assert all(sum(each["policy"].values()) == pytest.approx(1) for each in found["policy"])
    plain, value = told("solve", "kuhn", *few), data("solve", "kuhn", *few)["value_of_player_1"]
    assert "your card is the jack" in plain
    ends = f"{floor(value['lower'] * 1e6) / 1e6:.6f} and {ceil(value['upper'] * 1e6) / 1e6:.6f}"
    assert line(plain, "the game's value for player 1").endswith(ends)


def test_a_small_chameleon_is_solved(data, told) -> None:
    words = ["solve", "chameleon", "--players", "3", "--words", "2", "--lexicon", "a,b", "--target", "1e-3"]
    found = data(*words)
    assert found["nash_conv"] <= 1e-3
    assert found["team_win"] == pytest.approx(1 / 6, abs=1e-3)
    assert found["upper"] == pytest.approx(1 / 6)
    assert "policy" not in found
    plain = told(*words[:-3], "a", "--iterations", "1")
    assert "--policy prints it" in plain
    assert "clues a\n" in plain


def test_the_value_of_the_game_is_two_bounds_and_a_gap(data, told) -> None:
    words = ["value", *SMALL, "--responses", "2", *HURRY]
    found = data(*words)
    assert 0 < found["lower"] <= found["upper"] == pytest.approx(0.5)
    assert found["gap"] == pytest.approx(found["upper"] - found["lower"])
    assert data(*words, "--split", "--coin")["upper"] >= found["upper"]
    plain = told(*words)
    assert line(plain, "lower bound").endswith(f" {floor(found['lower'] * 1e6) / 1e6:.6f}")
    assert line(plain, "upper bound").endswith(f" {ceil(found['upper'] * 1e6) / 1e6:.6f}")
    assert line(plain, "gap").endswith(f" {ceil(found['gap'] * 1e6) / 1e6:.6f}")


def test_a_bound_is_printed_on_the_side_where_it_is_true(told) -> None:
    """1/9 and 2/9 are no decimals: the trivial value is rounded down, the converse (here 4/9) up."""
    plain = told("value", "--players", "3", "--words", "3", "--responses", "2", *HURRY)
    assert line(plain, "the trivial strategy wins").endswith("0.222222")
    assert line(plain, "upper bound").endswith("0.444445")
    plain = told("solve", "chameleon", "--players", "3", "--words", "3", "--lexicon", "a", "--iterations", "1")
    assert line(plain, "the trivial strategy wins").endswith("0.222222")
    assert line(plain, "nobody wins more than").endswith("0.444445")
    plain = told("schedule", "--sizes", "6,6,4,2")
    assert line(plain, "wins against the best chameleon").endswith("0.305555 = 11/36")
    assert line(plain, "the trivial strategy wins").endswith("0.277777 = 5/18")
    assert line(told("schedule", "--sizes", "12,12,8,4"), "nobody wins more than").endswith("0.832471")
    assert _gap(0.0012344) == "0.001235"
    plain = told("simulate", "--players", "3", "--words", "3", "--strategy", "split", "--matches", "1e3")
    assert "none above 0.222223" in " ".join(plain.split())


def test_the_figure_is_drawn_and_its_numbers_printed(tmp_path: Path, told, data) -> None:
    svg, png = tmp_path / "figure.svg", tmp_path / "figure.png"
    plain = told("figure", "--players", "12", "--out", str(svg), "--out", str(png))
    assert f"drawn: {svg}" in plain
    assert "<svg" in svg.read_text()
    assert png.read_bytes().startswith(b"\x89PNG")
    found = data("figure", "--players", "12")
    schedule = next(curve for curve in found["curves"] if curve["name"] == "schedule")
    assert dict(zip(schedule["players"], schedule["win"], strict=True))[4] == pytest.approx(1495 / 3696)
    assert found["files"] == []


PETS = '[[card]]\ncategory = "Pets"\nwords = ["cat", "dog", "parrot", "hamster"]\n'


def test_a_run_is_read(tmp_path: Path, told, data, capsys) -> None:
    cards = tmp_path / "cards.toml"
    cards.write_text(PETS)
    out = str(tmp_path / "run")
    bots = ["--seat", "others=bot:revealing", "--seat", "chameleon=bot:random"]
    size = ["--cards", str(cards), "--players", "3", "--words", "4", "--matches", "40"]
    assert main(["run", "chameleon", *bots, *size, "--out", out]) == 0
    capsys.readouterr()
    (card,) = data("read", out)["cards"]
    assert card["all_turns"]["bits"]["value"] == log2(4)
    assert card["all_turns"]["alpha_kl"]["value"] is None
    assert card["all_turns"]["unbounded"]
    assert card["best_chameleon"]["team_wins"] == pytest.approx(0, abs=1e-9)
    plain = told("read", out, "--card", "pets")
    assert "unbounded" in plain
    assert "Pets · 40 matches" in plain


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["bounds", "--players", "2", "--words", "4"], "need players >= 3, got 2"),
        (["bounds", "--players", "3", "--words", "1"], "need words >= 2, got 1"),
        (["bounds", *TABLE, "--alpha-kl", "-0.1"], "need alpha >= 0"),
        (["bounds", *TABLE, "--alpha-l1", "2.1"], "need 0 <= alpha <= 2"),
        (["bounds", *TABLE, "--alpha-l1", "1", "--phi", "1"], "need phi >= 2"),
        (["bounds", *TABLE, "--responses", "0"], "need responses >= 1"),
        (["schedule", *TABLE[:2]], "say how large the table is"),
        (["schedule", "--sizes", "4,5,2,1"], "sizes that never grow"),
        (["schedule", "--sizes", "4,2"], "need 4 sizes or more"),
        (["schedule", "--sizes", "1,1,1,1"], "a first size (the words) >= 2"),
        (["schedule", "--sizes", "4;2"], "write whole numbers with commas"),
        (["schedule", "--players", "3", "--words", "1e9"], "words <= 10000000"),
        (["simulate", *TABLE, "--strategy", "amb"], "a multiple of 5, got 16"),
        (["simulate", *TABLE, "--strategy", "trivial", "--matches", "0"], "--matches is from 1"),
        (["simulate", *TABLE, "--strategy", "trivial", "--sizes", "4,4"], "--sizes belongs to --strategy schedule"),
        (["simulate", *TABLE, "--strategy", "schedule", "--sizes", "16,4,2,1"], "need 5 sizes for 4 players"),
        (["simulate", *TABLE, "--strategy", "schedule", "--sizes", "15,4,3,2,1"], "a first size of 16"),
        (["simulate", *TABLE, "--strategy", "trivial", "--seed", "-1"], "need 0 <= seed"),
        (["simulate", "--players", "9", "--words", "9", "--strategy", "split"], "players <= 5"),
        (["simulate", *SMALL, "--strategy", "stationary"], "--rows: say how"),
        (["simulate", *SMALL, "--strategy", "stationary", "--rows", ".5,.5"], "a row for each of 4 words"),
        (["simulate", *SMALL, "--strategy", "trivial", "--rows", ".5"], "--rows belongs to --strategy stationary"),
        (["simulate", *TABLE, "--strategy", "found"], "no team is kept for 4 players and 16 words"),
        (["simulate", *SMALL, "--strategy", "ambiguous", "--words", "6"], "a multiple of 4"),
        (
            ["value", "--players", "8", "--words", "2", "--responses", "2", "--split", "--coin"],
            "the ballots to consider",
        ),
        (["solve", "kuhn", "--lexicon", "a"], "--lexicon belongs to The Chameleon"),
        (["solve", "kuhn", "--players", "3"], "has an option 'players'"),
        (["solve", "kuhnn"], "did you mean 'kuhn'"),
        (["solve", "kuhn", "--iterations", "0"], "--iterations is 1 or more"),
        (["solve", "chameleon"], "--lexicon a,b"),
        (["solve", "chameleon", "--lexicon", "a,b"], "cannot be solved"),
        (["solve", "chameleon", "--players", "3", "--words", "2", "--lexicon", "a,b", "--no-repeat"], "as many words"),
        (["value", "--players", "4", "--words", "16", "--responses", "9"], "need N K |R|^N <= "),
        (["value", *SMALL, "--responses", "2", "--starts", "0"], "--starts is 1 or more"),
        (["read", "nowhere"], "not a run folder"),
        (["figure"], "say where to draw it"),
        (["figure", "--out", "x.gif"], "ends in one of .svg, .png, .pdf"),
        (["figure", "--out", "no/such/folder/x.svg"], "cannot be written"),
        (["figure", "--out", "x.svg", "--players", "2"], "need players >= 3"),
        (["bounds", *TABLE, "--as-printed"], "--as-printed has nothing to add"),
        (["bounds", *TABLE, "--phi", "3"], "--phi belongs to Prop 8"),
        (["bounds", "--players", "3", "--words", "1e19"], "need words <= 10000000"),
        (["schedule", "--players", "3", "--sizes", "4,2,1"], "--sizes has 3 sizes, which is 2 players"),
        (["schedule", "--words", "9", "--sizes", "4,3,2,1"], "--sizes begins with 4"),
        (["schedule", "--sizes", "4,x"], "write whole numbers"),
        (["simulate", "--players", "1e10", "--words", "16", "--strategy", "revealing"], "need players <= 10000"),
        (["simulate", "--players", "4", "--words", "1e10", "--strategy", "trivial"], "need words <= 10000000"),
        (["simulate", "--players", "5", "--words", "1e5", "--strategy", "split"], "need words <= 1000"),
        (["solve", "secrets"], "no finite tree"),
        (["solve", "kuhn", "--target", "-1"], "--target is 0 or more"),
        (["solve", "chameleon", "--players", "3", "--words", "2", "--lexicon", "a,a"], "different clues"),
        (["solve", "chameleon", "--players", "3", "--words", "2", "--lexicon", ","], "different clues"),
        (["value", *SMALL, "--responses", "2", "--seconds", "0"], "--seconds is above 0"),
        (["value", "--players", "1e6", "--words", "4", "--responses", "2"], "need players <= 16"),
        (["figure", "--out", "x.svg", "--players", "3"], "need players >= 4"),
        (["figure", "--out", "x.svg", "--words", "1e6"], "need words <= 100000"),
    ],
)
def test_what_cannot_be_is_refused_by_its_condition(words: list[str], says: str, capsys) -> None:
    assert main(["theory", *words]) == 2
    out = capsys.readouterr()
    assert says in out.err
    assert out.out == ""


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["bound"], "did you mean 'bounds'"),
        (["bounds", "--players", "4"], "--words"),
        (["bounds", "--players", "4.5", "--words", "16"], "'4.5' is not a whole number"),
        (["bounds", *TABLE, "--alpha-kl", "inf"], "'inf' is not a number"),
        (["bounds", *TABLE, "--alpha-kl", "nan"], "'nan' is not a number"),
        (["simulate", *TABLE, "--strategy", "trivail"], "invalid choice: 'trivail'"),
        (["simulate", *TABLE, "--strategy", "trivial", "--matches", "1e999"], "'1e999' is not a whole number"),
    ],
)
def test_what_is_not_understood_is_named(words: list[str], says: str, capsys) -> None:
    with pytest.raises(SystemExit) as end:
        main(["theory", *words])
    assert end.value.code == 2
    assert says in capsys.readouterr().err


def test_a_fault_of_ours_is_not_passed_off_as_a_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(players: int, words: int) -> None:
        raise ValueError("need shapes that fit")

    monkeypatch.setattr("keepmum.theory.bounds.trivial_value", broken)
    with pytest.raises(ValueError, match="shapes"):
        main(["theory", "bounds", *TABLE])


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    def absent(*_: object) -> None:
        raise ModuleNotFoundError("No module named 'numba'", name="numba")

    monkeypatch.setattr("keepmum.theory.simulate.simulate", absent)
    assert main(["theory", "simulate", *TABLE, "--strategy", "trivial"]) == 2
    assert "pip install 'keepmum[theory]'" in capsys.readouterr().err


def test_theory_alone_says_what_there_is(capsys) -> None:
    assert main(["theory"]) == 2
    alone = capsys.readouterr().out
    assert "simulate" in alone
    assert max(map(len, alone.splitlines())) <= 80
    with pytest.raises(SystemExit) as end:
        main(["theory", "--help"])
    assert end.value.code == 0
    assert capsys.readouterr().out == alone


def test_numbers_as_people_write_them() -> None:
    assert [whole(text) for text in ("7", "1e7", "1_000", "2.5e1")] == [7, 10**7, 1000, 25]
    assert exactly(Fraction(1, 4)) == "0.250000 = 1/4"
    assert exactly(Fraction(0)) == "0.000000"
    assert exactly(0.25) == "0.250000"
    assert as_json(Fraction(1, 3**9000)) == {"value": 0.0, "fraction": None}


def test_a_refusal_is_known_by_its_class_not_by_its_words(monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    def refusing(players: int, words: int) -> None:
        raise DomainError("want another table")

    monkeypatch.setattr("keepmum.theory.bounds.trivial_value", refusing)
    assert main(["theory", "bounds", *TABLE]) == 2
    assert "want another table" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [
        ["bounds", *TABLE, "--responses", "3", "--alpha-kl", "0.01", "--alpha-l1", "1.5", "--phi", "3", "--as-printed"],
        ["bounds", "--players", "1000", "--words", "20", "--alpha-kl", "1e9", "--alpha-l1", "0"],
        ["schedule", "--players", "100", "--words", "1000"],
        ["schedule", "--players", "40", "--words", "4096"],
        ["simulate", *SMALL, "--strategy", "split", "--matches", "1e4"],
        ["solve", "kuhn", "--iterations", "50"],
        ["value", *SMALL, "--responses", "2", "--split", "--coin", *HURRY],
    ],
)
def test_no_line_is_wider_than_a_terminal(words: list[str], told) -> None:
    assert max(map(len, told(*words).splitlines())) <= 80


@pytest.mark.parametrize("what", list(WHAT))
def test_no_help_is_wider_than_a_terminal(what: str, capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    with pytest.raises(SystemExit):
        main(["theory", what, "--help"])
    assert max(map(len, capsys.readouterr().out.splitlines())) <= 80


def test_every_bound_says_what_kind_of_claim_it_is(data) -> None:
    words = ["--alpha-kl", "0.01", "--alpha-l1", "1.5", "--responses", "3", "--as-printed"]
    found = data("bounds", "--players", "4", "--words", "15", *words)
    kinds = {key: each["kind"] for part in found.values() if isinstance(part, dict) for key, each in part.items()}
    assert {key for key, kind in kinds.items() if kind == "guarantee"} == {"trivial", "amb", "schedule"}
    assert {key for key in kinds if key.endswith("as_printed")} == {k for k, kind in kinds.items() if "printed" in kind}
    assert kinds["secret_coin"] == "exact value"
    assert kinds["u1"] == kinds["prop5"] == "upper bound"
    assert found["reachable"]["amb_as_printed"]["value"] < found["reachable"]["amb"]["value"]


def test_a_wait_is_explained_and_a_short_one_is_not(capsys) -> None:
    with explained("counting sheep", after=0.0):
        time.sleep(0.3)
    with explained("nothing", after=30.0):
        pass
    assert capsys.readouterr().err == "counting sheep\n"


def test_a_first_compilation_is_explained(monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    def slow(*_: object) -> Simulation:
        time.sleep(0.3)
        return Simulation(10, 5, 4)

    monkeypatch.setattr("keepmum.cli.theory.waiting.PATIENCE", 0.0)
    monkeypatch.setattr("keepmum.theory.simulate.simulate", slow)
    assert main(["theory", "simulate", *TABLE, "--strategy", "trivial", "--matches", "10"]) == 0
    assert "the first time on a machine it is compiled" in capsys.readouterr().err


def test_a_long_simulation_is_announced(monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    monkeypatch.setattr("keepmum.cli.theory.simulate.LONG", 0.0)
    assert main(["theory", "simulate", *TABLE, "--strategy", "trivial", "--matches", "1e4"]) == 0
    assert "playing 10,000 matches: about 0 s" in capsys.readouterr().err


def test_no_guarantee_is_below_the_trivial_one(data) -> None:
    for votes in ([], ["--split"], ["--coin"], ["--split", "--coin"]):
        words = ["--players", "4", "--words", "3", "--responses", "3", *HURRY, *votes]
        assert data("value", *words)["lower"] >= 2 / 12 - 1e-9


def test_what_the_figure_leaves_out_is_named(tmp_path: Path, told, data) -> None:
    words = ["figure", "--players", "5", "--words", "2", "--alpha-l1", "0"]
    plain = told(*words, "--out", str(tmp_path / "figure.svg"))
    assert "left out: amb (below the axis" in plain
    absent = data("figure", "--players", "5", "--words", "9", "--alpha-l1", "0")["left_out"]
    assert absent == {"revealing": "a bound of 1 or more at every number of players says nothing"}
