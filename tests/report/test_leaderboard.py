"""The leaderboard: read straight off hand-made matches and verdicts, readable at 80 columns, nothing hidden."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from benches import best, judge_run, match_of, run_of, verdict_of, void_of

from keepmum import registry
from keepmum.cli.main import main
from keepmum.games.secrets import KIND
from keepmum.judging.judged import read_bench
from keepmum.measure.correlation import Point, correlation
from keepmum.play.folder import FolderError
from keepmum.play.records import RecordError
from keepmum.report.leaderboard import Leaderboard, as_json, build_leaderboard
from keepmum.report.leaderboard_text import leaderboard_lines, ranking_lines
from keepmum.report.ranking import rank

CRACK = ("Hm.", "One two three.", "GUESS Player 2 = ECLIPSE", "PASS")
QUIET = ("Hm, a word or so.", "Hm.", "PASS", "PASS")
LEAK = ("My echo.", "Hm.", "PASS", "Not much.")


@pytest.fixture
def run(tmp_path: Path) -> Path:
    matches = [match_of(0, CRACK), match_of(1, QUIET), match_of(2, LEAK), match_of(3, CRACK)]
    return run_of(tmp_path / "run", [*matches, void_of(matches[0], 4)])


def told(board: Leaderboard, width: int = 80) -> str:
    return "\n".join(leaderboard_lines(board, width))


def by_who(board: Leaderboard) -> dict[str, dict[str, Any]]:
    return {entry["who"]: entry for entry in as_json(board)["agents"]}


def test_each_agent_has_its_own_numbers(run: Path) -> None:
    found = by_who(build_leaderboard(KIND, [run]))
    assert next(iter(found)) == "bot:silent", "the best rating comes first"
    silent, babble, ask = (found[f"bot:{name}"]["measures"] for name in ("silent", "babble", "ask"))
    assert (silent["cracks"]["value"], silent["cracks"]["n"]) == (0.5, 4)
    assert (babble["cracked"]["value"], babble["kept"]["value"]) == (0.5, 0.5)
    assert (ask["stated"]["value"], ask["kept"]["value"]) == (0.25, 0.75)
    assert found["bot:ask"]["rating"]["value"] == pytest.approx(found["bot:random"]["rating"]["value"])
    assert found["bot:ask"]["judge"]["value"] is None


def test_runs_are_counted_together_and_voids_left_out_aloud(run: Path, tmp_path: Path) -> None:
    other = run_of(tmp_path / "other", [match_of(0, CRACK, seats=("bot:ask", "bot:babble", "bot:silent", "x"))])
    board = build_leaderboard(KIND, [run, other])
    assert by_who(board)["bot:ask"]["matches"] == 5
    assert by_who(board)["x"]["matches"] == 1
    assert "5 matches" in told(board)
    assert "void, left out: 1 (1 refused)" in told(board)
    data = as_json(board)
    assert [(each["matches"], each["voids"]) for each in data["runs"]] == [(5, {"refused": 1}), (1, {})]
    json.dumps(data, allow_nan=False)


def test_what_would_count_twice_or_does_not_compare_is_refused(
    run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """But runs of different rules may be counted together on request, which the leaderboard says."""
    other = run_of(tmp_path / "other", [match_of(0, CRACK)])
    manifest = json.loads((other / "run.json").read_text())
    manifest["options"] |= {"scores": "zero_sum", "names": ["Ada", "Bob", "Cy", "Di"]}
    (other / "run.json").write_text(json.dumps(manifest))
    assert main(["leaderboard", str(run), str(run / ".." / "run")]) == 2
    assert "is given twice" in capsys.readouterr().err
    assert main(["leaderboard", str(run), str(other)]) == 2
    said = capsys.readouterr().err
    assert 'played by different rules (scores: "cracks", "zero_sum"); count them apart' in said
    assert main(["leaderboard", str(run), str(other), "--mixed"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert 'though played by different rules: scores: "cracks", "zero_sum"' in said
    assert as_json(build_leaderboard(KIND, [run, other], mixed=True))["rules_differ"] == (
        'scores: "cracks", "zero_sum"',
    )
    assert build_leaderboard(KIND, [run]).differ == ()


def test_it_counts_by_seat_or_by_name(tmp_path: Path) -> None:
    names = ("Ada", "Bob", "Cy", "Di")
    run = run_of(tmp_path / "run", [match_of(0, ("Hm.", "Hm.", "GUESS Bob = ECLIPSE", "PASS"), names=names)])
    assert set(by_who(build_leaderboard(KIND, [run], "name"))) == set(names)
    assert set(by_who(build_leaderboard(KIND, [run], "seat"))) == {f"seat {n}" for n in (1, 2, 3, 4)}


def test_an_agent_in_two_seats_of_a_match_is_one_cluster(tmp_path: Path) -> None:
    seats = ("bot:ask", "bot:ask", "bot:silent", "bot:silent")
    run = run_of(tmp_path / "run", [match_of(n, CRACK if n % 2 else QUIET, seats=seats) for n in range(8)])
    ask = by_who(build_leaderboard(KIND, [run]))["bot:ask"]
    assert (ask["matches"], ask["seats"], ask["measures"]["cracked"]["n"]) == (8, 16, 8)
    assert ask["measures"]["cracked"]["value"] == 0.25
    assert "16 seats" in told(build_leaderboard(KIND, [run]))


@pytest.mark.parametrize("width", [60, 80, 200])
def test_lines_keep_to_the_width_and_lose_nothing(run: Path, width: int) -> None:
    text = told(build_leaderboard(KIND, [run]), width)
    assert max(map(len, text.splitlines())) <= width
    for measure in KIND.seat_measures:
        assert measure.label in text
    for who in ("ask", "babble", "silent", "random"):
        assert f"bot:{who}" in text


def test_at_80_columns_it_reads_like_this(run: Path) -> None:
    block = told(build_leaderboard(KIND, [run])).splitlines()[:8]
    assert block == [
        "Secret Words · 4 agents · 4 matches",
        "",
        "agent       matches  rating    score       cracks      word guessed  word kept",
        "bot:silent  4        +143      .50         .50         .00           1.00",
        "                     [+0 +∞]   [.00 1.42]  [.00 1.42]  [.00 .49]     [.51 1.00]",
        "bot:ask     4        -48       .00         .00         .00           .75",
        "                     [-95 +0]  [–]         [–]         [.00 .49]     [.30 .95]",
        "bot:babble  4        -48       .00         .00         .50           .50",
    ]


def test_a_long_name_goes_on_in_the_next_line(tmp_path: Path) -> None:
    long = "chat:openrouter/anthropic/claude-opus-4.6?temperature=1"
    run = run_of(tmp_path / "run", [match_of(0, QUIET, seats=(long, "b", "c", "d\x1b[2J"))])
    lines = told(build_leaderboard(KIND, [run])).splitlines()
    assert lines[4].startswith(long[24:48]) or any(line.startswith(long[24:48]) for line in lines)
    assert "\x1b" not in "".join(lines)


def test_talk_is_held_against_the_score(run: Path) -> None:
    text = told(build_leaderboard(KIND, [run]))
    assert "talk share against the score: 16 seats in 4 matches" in text
    assert "talk share against the judge's score: absent, no verdicts on record" in text
    assert text.count("Spearman") == 2


def test_talk_is_held_against_the_score_that_the_game_gives(tmp_path: Path) -> None:
    """Which is not the number of cracks where being cracked costs."""
    talk = ("Hm.", "One two three four.", "GUESS Player 2 = ECLIPSE", "Well, well.")
    matches = [match_of(n, talk if n % 2 else CRACK, scores="zero_sum") for n in range(4)]
    board = build_leaderboard(KIND, [run_of(tmp_path / "run", matches)])
    rows = [row for run in board.runs for row in run.rows]
    for measure, same in (("score", True), ("cracks", False)):
        points = [
            Point(row.match, row.who, row.values["talk_share"] or 0.0, row.values[measure] or 0.0) for row in rows
        ]
        assert (board.talk["score"] == correlation(points)) == same, measure


def test_where_nobody_cracks_there_is_no_correlation(tmp_path: Path) -> None:
    run = run_of(tmp_path / "run", [match_of(n, QUIET) for n in range(3)])
    text = told(build_leaderboard(KIND, [run]))
    assert text.count("absent: one of the two does not vary") == 2


def test_judges_are_averaged_over_orders_and_told_apart(run: Path) -> None:
    judge_run(
        run,
        [
            verdict_of(0, (1, 2, 3, 4)),
            verdict_of(0, (3, 2, 3, 4), order=1),
            verdict_of(0, None, order=2),
            verdict_of(0, (8, 2, 3, 4), judge="scripted/two", forced=True),
            verdict_of(1, (4, 2, 3, 4)),
            verdict_of(4, (9, 9, 9, 9)),
        ],
    )
    board = build_leaderboard(KIND, [run])
    ask = by_who(board)["bot:ask"]
    assert (ask["judge"]["value"], ask["judge"]["n"]) == ((5.0 + 4.0) / 2, 2), "the void match has no score"
    apart = {name: each["value"] for name, each in ask["judges"].items()}
    assert apart == pytest.approx({"scripted/one": 3.0, "scripted/two": 8.0})
    text = told(board)
    assert "1 of 5 verdicts failed" in text
    assert "forced to judge players of its own model: scripted/two" in text
    assert "talk share against the judge's score: 8 seats in 2 matches" in text
    assert as_json(board)["judges_forced"] == ["scripted/two"]


def test_verdicts_on_another_match_are_passed_over(
    run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """By every command alike: they lie beside matches in which something else was said."""
    other = run_of(tmp_path / "other", [match_of(0, QUIET), match_of(1, QUIET), match_of(2, CRACK)])
    judge_run(run, [verdict_of(n, (9, 2, 3, 4), best=best(1, "One two three."), verdict="Lo") for n in range(3)])
    shutil.copytree(run / "verdicts", other / "verdicts")
    assert read_bench(run, KIND).of(0).mean == (9, 2, 3, 4)
    bench = read_bench(other, KIND)
    assert (bench.stale, bench.asked, bench.of(0).mean) == (2, 1, ()), "one of three is on what was said there too"
    board = build_leaderboard(KIND, [other])
    assert by_who(board)["bot:ask"]["judge"]["n"] == 1
    assert as_json(board)["verdicts_passed_over"] == 2
    assert "2 verdicts on what is not on record so any more" in told(board)
    for words, what in (
        (["leaderboard", str(other), "--match", "0"], "no judge's verdict is on record"),
        (["export", str(other), "--format", "arena", "--match", "0"], '"verdict": null'),
        (["judge", str(other), "--show", "0"], "2 verdicts on what is not on record so any more"),
    ):
        assert main(words) == 0
        said = capsys.readouterr()
        assert what in " ".join(said.out.split()), words
        assert "Lo" not in said.out


def test_one_match_is_ranked_by_cracks_without_a_judge() -> None:
    ranking = rank(match_of(0, CRACK), KIND, read_bench(Path("nowhere"), KIND).of(0))
    assert ranking.by == "cracks"
    assert ranking.leaderboard[0] == ("Player 3", 1.0)
    assert ranking.survivors == ("Player 1", "Player 3", "Player 4")
    assert (ranking.verdict, ranking.best_moment) == (None, None)
    assert "no judge's verdict is on record" in next(ranking_lines(ranking, "x"))


def test_one_match_is_ranked_by_its_judge(run: Path) -> None:
    judge_run(
        run,
        [
            verdict_of(0, (5, 2, 3, 4), order=1, best=best(3, "never said", cited=False), verdict="Second."),
            verdict_of(0, (7, 2, 3, 4), order=0, best=best(0, "Hm.", cited=False), verdict="First wins."),
            verdict_of(0, (5, 2, 3, 4), order=2, best=best(1, "One two three."), verdict="Third."),
            verdict_of(0, (0, 9, 9, 9), judge="scripted/two", best=best(0, "Hm."), verdict="Other."),
        ],
    )
    ranking = rank(match_of(0, CRACK), KIND, read_bench(run, KIND).of(0))
    assert ranking.by == "judge"
    assert [name for name, _ in ranking.leaderboard] == ["Player 4", "Player 3", "Player 2", "Player 1"]
    assert dict(ranking.leaderboard)["Player 1"] == pytest.approx((17 / 3 + 0) / 2)
    assert ranking.verdict == "First wins."
    assert ranking.best_moment == ("Player 2", "One two three."), "the first that is really there"
    text = "\n".join(ranking_lines(ranking, "x"))
    assert "judge 2: scripted/two\n" in text
    assert "(4.0 9.0)  bot:random" in text
    assert "best moment: Player 2, “One two three.”" in text


def test_a_void_match_and_another_game_are_refused(run: Path, tmp_path: Path) -> None:
    with pytest.raises(FolderError, match="is void"):
        rank(void_of(match_of(0, CRACK), 4), KIND, read_bench(run, KIND).of(4))
    with pytest.raises(FolderError, match="a run of secrets, not of kuhn"):
        build_leaderboard(registry.game("kuhn"), [run])


def test_a_record_without_its_events_is_refused_by_match(run: Path, tmp_path: Path) -> None:
    path = run / "matches.jsonl"
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    lines[1]["events"] = []
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    with pytest.raises(RecordError, match="match 1"):
        build_leaderboard(KIND, [run])


@pytest.mark.parametrize("game", registry.names(registry.GAMES))
def test_every_game_has_one(game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = str(tmp_path / "run")
    assert main(["run", game, "--seat", "all=bot:random", "--matches", "3", "--out", out]) == 0
    capsys.readouterr()
    assert main(["leaderboard", out, "--by", "seat"]) == 0
    assert "rating" in capsys.readouterr().out
    assert main(["leaderboard", out, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["agents"][0]["rating"] is None, "one agent met nobody"
    assert main(["leaderboard", out, "--match", "0"]) == 0


def test_a_run_without_matches_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = run_of(tmp_path / "run", [])
    assert main(["leaderboard", str(run)]) == 0
    assert "0 agents · 0 matches" in capsys.readouterr().out
    assert main(["leaderboard", str(run), str(run), "--match", "0"]) == 2
