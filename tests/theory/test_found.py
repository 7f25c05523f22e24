from itertools import product
from pathlib import Path

import numpy as np
import pytest
from teams_at_hand import pure

from keepmum.report.possible import possible, possible_words
from keepmum.theory import found
from keepmum.theory.found import WIDER, found_team, most_guaranteed, save, told_as
from keepmum.theory.rounding import Side, rounded
from keepmum.theory.schedules import best_schedule
from keepmum.theory.search import FORMS, Effort, game_value, random_team, upper_of
from keepmum.theory.teams import guarantee
from keepmum.theory.votes import PrivateBallots, SharedBallots, Unanimous

KNOWN_BEFORE = {(4, 2): 0.25911, (4, 4): 0.2561, (6, 3): 0.33741, (6, 4): 0.33765}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("size", KNOWN_BEFORE, ids=str)
def test_the_stored_teams_guarantee_more_than_was_known(form: str, size: tuple[int, int]) -> None:
    team = found_team(3, *size, form)
    assert team is not None
    assert KNOWN_BEFORE[size] < guarantee(team) <= upper_of(3, *size, FORMS[form])


def test_the_unanimous_teams_without_a_coin_are_pure() -> None:
    for size in KNOWN_BEFORE:
        team = found_team(3, *size, "unanimous")
        assert team is not None
        assert isinstance(team.votes, Unanimous)
        assert set(np.unique(team.votes.blame)) <= {0.0, 1.0}


def test_the_page_states_what_the_stored_teams_guarantee() -> None:
    page = (Path(__file__).parents[2] / "docs" / "theory.md").read_text(encoding="utf-8")
    for form, size in product(FORMS, [(4, 2), (6, 2)]):
        team = found_team(3, *size, form)
        assert team is not None
        assert rounded(guarantee(team), Side.LOWER) in page, (form, size)
        for responses in (2, 4):
            assert rounded(upper_of(3, size[0], responses, FORMS[form]), Side.UPPER, 4) in page


@pytest.mark.parametrize("form", FORMS)
def test_all_that_is_stored_are_distributions(form: str) -> None:
    for size in KNOWN_BEFORE:
        team = found_team(3, *size, form)
        assert team is not None
        blocks = [team.votes.block(number) for number in range(team.votes.blocks)]
        for block in [*team.answers, *blocks]:
            assert block.min() >= 0
            assert np.allclose(block.sum(axis=-1), 1, atol=1e-12)


def test_votes_told_in_a_wider_form_win_as_much() -> None:
    rng = np.random.default_rng(3)
    unanimous = pure(random_team((3, 3, 2), FORMS["unanimous"], rng))
    coin = random_team((3, 3, 2), FORMS["unanimous-coin"], rng)
    split = random_team((3, 3, 2), FORMS["split"], rng)
    for team, form in [(unanimous, "split"), (unanimous, "split-coin"), (coin, "split-coin"), (split, "split-coin")]:
        wider = told_as(team, form)
        assert guarantee(wider) == pytest.approx(guarantee(team), abs=1e-12)
        assert isinstance(wider.votes, PrivateBallots if form == "split" else SharedBallots)
    assert WIDER["unanimous"] == tuple(FORMS)


def test_what_is_saved_comes_back(tmp_path: Path) -> None:
    rng = np.random.default_rng(4)
    teams = {(name, 3, 3, 2): random_team((3, 3, 2), form, rng) for name, form in FORMS.items()}
    save(teams, tmp_path / "teams.npz")
    loaded = found._load(tmp_path / "teams.npz")
    assert {key: guarantee(team) for key, team in loaded.items()} == {k: guarantee(t) for k, t in teams.items()}


def test_a_size_nobody_searched_is_not_known() -> None:
    assert found_team(5, 11, 2, "split") is None


def test_a_search_begins_with_what_is_known() -> None:
    known = found_team(3, 6, 2, "unanimous-coin")
    assert known is not None
    value = game_value(3, 6, 2, FORMS["unanimous-coin"], Effort(starts=1, seconds=0))
    assert value.lower >= guarantee(known)


def test_the_most_that_is_guaranteed_needs_no_wider_form_of_voting() -> None:
    assert most_guaranteed(3, 4, "unanimous") == pytest.approx(89 / 324)
    assert most_guaranteed(3, 4, "split") == pytest.approx(11 / 36)
    assert most_guaranteed(3, 4, "split") < most_guaranteed(3, 4, "split-coin")
    assert most_guaranteed(4, 16, "split") == 0


def test_tables_say_what_the_stored_teams_guarantee_where_it_is_the_most() -> None:
    rules = {"players": 3, "words": 4, "hearing": "open", "discussion": 0}
    by_chance = possible("chameleon", rules | {"tie_break": "chance"})
    by_a_player = possible("chameleon", rules | {"tie_break": "player"})
    assert by_chance.known == most_guaranteed(3, 4, "split") > best_schedule(3, 4).value
    assert by_a_player.known == most_guaranteed(3, 4, "unanimous")
    assert "best known strategy 0.305 (guaranteed)" in possible_words(by_chance)
    larger = possible("chameleon", rules | {"players": 4, "words": 16, "tie_break": "chance"})
    assert larger.known == float(best_schedule(4, 16).value)
    assert "nobody above 0.842" in possible_words(larger)
    assert "trivial 0.234 " in possible_words(larger)
