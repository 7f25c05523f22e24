from pathlib import Path
from xml.etree import ElementTree

import pytest

from keepmum.theory.ambiguity import amb_schedule
from keepmum.theory.bounds import trivial_value, upper_bound
from keepmum.theory.figure import Plan, curves, draw, even_sizes, floor_of
from keepmum.theory.schedules import best_schedule


def test_the_curves_are_the_functions_they_are_named_after() -> None:
    lines = {curve.name: curve for curve in curves(Plan(words=16, players=9))}
    assert lines["trivial"].players == tuple(range(3, 10))
    assert lines["trivial"].win[1] == pytest.approx(float(trivial_value(4, 16)))
    assert lines["schedule"].win[1] == pytest.approx(1495 / 3696)
    assert lines["upper"].win[1] == pytest.approx(upper_bound(4, 16))
    assert lines["amb"].win[0] == pytest.approx(float(amb_schedule(3, 4).value))


def test_what_can_be_reached_is_never_above_what_cannot_be_beaten() -> None:
    for words in (4, 16, 60):
        lines = {curve.name: curve for curve in curves(Plan(words=words, players=12))}
        for name in ("trivial", "amb", "schedule"):
            assert all(won <= most for won, most in zip(lines[name].win, lines["upper"].win, strict=True))
        assert all(win <= 1 for curve in lines.values() for win in curve.win)


@pytest.mark.parametrize(("players", "words"), [(3, 16), (4, 10), (7, 16), (9, 6), (5, 2)])
def test_even_sizes_are_a_schedule_no_better_than_the_best(players: int, words: int) -> None:
    sizes = even_sizes(players, words)
    assert len(sizes) == players + 1
    assert sizes[0] == words
    assert sorted(sizes, reverse=True) == list(sizes)
    if words % (players + 1) == 0:
        assert sizes == amb_schedule(players, words // (players + 1)).sizes
    assert sizes[-1] >= 1
    assert curves(Plan(words, players))[2].win[-1] <= float(best_schedule(players, words).value)


def test_even_sizes_go_to_the_nearest_whole_number() -> None:
    assert even_sizes(4, 16) == (16, 13, 10, 6, 3)


def test_the_axis_begins_below_the_trivial_value() -> None:
    assert floor_of(Plan(16, 32)) == pytest.approx(0.01)
    assert floor_of(Plan(100, 100)) == pytest.approx(0.001)


def test_drawing_writes_both_kinds_of_file(tmp_path: Path) -> None:
    paths = [tmp_path / "figure.svg", tmp_path / "figure.png"]
    plan = Plan(players=10)
    draw(plan, curves(plan), paths)
    assert ElementTree.parse(paths[0]).getroot().tag.endswith("svg")
    assert paths[1].read_bytes().startswith(b"\x89PNG")


def test_outside_the_domain_the_error_names_the_condition() -> None:
    with pytest.raises(ValueError, match="players >= 3"):
        Plan(players=2)
    with pytest.raises(ValueError, match="alpha <= 2"):
        Plan(alpha_l1=3)
