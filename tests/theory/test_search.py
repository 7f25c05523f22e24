from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from teams_at_hand import pure

from keepmum.core.tree import InformationSet
from keepmum.games.chameleon.facts import Clue, Identity
from keepmum.games.chameleon.rules import Chameleon
from keepmum.theory import climbing
from keepmum.theory.bounds import secret_coin_value, trivial_value, u1
from keepmum.theory.climbing import best_vote, climb, climb_pure
from keepmum.theory.programmes import Programme
from keepmum.theory.replies import history_reply
from keepmum.theory.search import FORMS, Effort, game_value, random_team, shaken, upper_of
from keepmum.theory.teams import Team, guarantee, widened
from keepmum.theory.trees import GameTree, grow
from keepmum.theory.votes import PrivateBallots, SharedBallots, Unanimous

LEXICON = ("a", "b")
CARD = ("w0", "w1", "w2")
FOREVER = 1e6
STARTS = {"unanimous-coin": 1, "split": 30}


def some_team(form: str, words: int = 3, responses: int = 2, seed: int = 0) -> Team:
    return random_team((3, words, responses), FORMS[form], np.random.default_rng(seed))


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is found must not hang on how busy the machine is: every programme is solved to its end."""
    monkeypatch.setattr(climbing, "_SECONDS", FOREVER)


@pytest.fixture(scope="module")
def tree() -> GameTree:
    """The whole game by its own rules, three words and two clues, where only the chameleon's payoff counts."""
    return grow(Chameleon("three", CARD, players=3, lexicon=LEXICON))


@pytest.mark.parametrize(
    "team",
    [pure(some_team("unanimous", seed=1)), some_team("split", seed=2), pure(some_team("unanimous", seed=3))],
    ids=["one voice", "split", "one voice again"],
)
def test_the_guarantee_is_what_a_best_response_leaves_by_the_rules_of_the_game(tree: GameTree, team: Team) -> None:
    profile = np.concatenate([law(each, team) for each in tree.information_sets])
    left = 0.0
    for seat in range(3):
        value, best = tree.best_response(profile, seat)
        as_chameleon = profile.copy()
        for number, each in enumerate(tree.information_sets):
            if each.seat == seat and identity(each).chameleon:
                first = tree.first[number]
                actions = slice(first, first + len(tree.actions[number]))
                as_chameleon[actions] = best[actions]
        left += chameleon_wins(tree, as_chameleon, seat)
        assert value >= tree.payoffs(as_chameleon)[seat] - 1e-12
    assert guarantee(team) == pytest.approx(1 - left, abs=1e-12)


def identity(each: InformationSet) -> Identity:
    return next(fact for fact in each.facts if isinstance(fact, Identity))


def law(each: InformationSet, team: Team) -> np.ndarray:
    """What a non-chameleon of the team does at an information set; a chameleon's acts are replaced later."""
    count = len(tuple(each.ask.actions()))
    if identity(each).chameleon:
        return np.full(count, 1 / count)
    word = CARD.index(identity(each).secret or "")
    clues = [fact for fact in each.facts if isinstance(fact, Clue)]
    order = [clue.seat for clue in clues]
    row = int("0" + "".join(str(LEXICON.index(clue.word)) for clue in clues), 2)
    if each.ask.about == "clue":
        return team.answers[len(clues)][word, row]
    return ballot(team, word, row, order, each.seat)


def ballot(team: Team, word: int, row: int, order: list[int], seat: int) -> np.ndarray:
    """The law of a ballot over the three seats; the team knows seats by their place in the order."""
    law, place = np.zeros(3), order.index(seat)
    if isinstance(team.votes, Unanimous):
        law[order] = team.votes.blame[word, row]
        return law
    assert isinstance(team.votes, PrivateBallots)
    others = [each for each in range(3) if each != place]
    law[[order[each] for each in others]] = team.votes.ballots[place][word, row]
    return law


def chameleon_wins(tree: GameTree, profile: np.ndarray, seat: int) -> float:
    """P(the seat is the chameleon and wins): its payoff is 1 exactly where the other two get -1."""
    mine = tree.returns[:, seat] * tree.returns.sum(axis=1) < 0
    return float((tree.reaches(profile).prod(axis=1) * mine * (tree.returns[:, seat] > 0)).sum())


SLOW_FORMS = ["unanimous-coin", pytest.param("split", marks=pytest.mark.slow)]


@pytest.mark.parametrize("form", [*SLOW_FORMS, "unanimous", "split-coin"])
def test_climbing_never_loses_and_stays_below_what_is_possible(form: str) -> None:
    team = some_team(form, words=4)
    climbed = climb(team)
    assert guarantee(team) < guarantee(climbed) <= upper_of(3, 4, 2, FORMS[form]) + 1e-9
    for block in range(climbed.votes.blocks):
        assert np.allclose(climbed.votes.block(block).sum(axis=-1), 1)


@pytest.mark.parametrize("form", SLOW_FORMS)
def test_four_words_and_two_responses_beat_the_known_lower_bound(form: str) -> None:
    value = game_value(3, 4, 2, FORMS[form], Effort(starts=STARTS[form], seconds=FOREVER, known=False))
    assert 0.25911 < value.lower == guarantee(value.team) <= value.upper
    assert value.gap == value.upper - value.lower
    assert guarantee(widened(value.team, 4)) > 0.2561


@pytest.mark.parametrize(("words", "responses", "known"), [(6, 3, 0.33741), (6, 4, 0.33765)])
def test_the_other_known_lower_bounds_are_beaten_too(words: int, responses: int, known: float) -> None:
    value = game_value(3, words, responses, FORMS["unanimous-coin"], Effort(starts=1, seconds=FOREVER, known=False))
    assert known < value.lower <= value.upper


def test_pure_votes_are_pure_and_win_what_the_trivial_strategy_wins() -> None:
    climbed = climb_pure(climb(some_team("unanimous", words=4, seed=5)))
    assert isinstance(climbed.votes, Unanimous)
    assert set(np.unique(climbed.votes.blame)) <= {0.0, 1.0}
    assert guarantee(climbed) >= float(trivial_value(3, 4)) - 1e-9


def test_with_two_words_the_search_meets_the_converse() -> None:
    value = game_value(3, 2, 2, FORMS["unanimous"], Effort(starts=4, seconds=FOREVER, known=False))
    assert value.lower == pytest.approx(float(u1(3, 2))) == pytest.approx(value.upper)


def test_more_responses_never_lose() -> None:
    for form in FORMS:
        team = some_team(form, seed=4)
        assert guarantee(widened(team, 3)) == pytest.approx(guarantee(team), abs=1e-12)


def test_a_team_of_stationary_answers_and_its_best_vote_win_what_the_reply_leaves() -> None:
    rows = [[0.7, 0.3], [0.3, 0.7], [0.5, 0.5]]
    answers = tuple(np.repeat(np.array(rows)[:, None, :], 2**seat, axis=1) for seat in range(3))
    team = Team(answers, Unanimous(np.full((3, 8, 3), 1 / 3)))
    assert guarantee(best_vote(team)) == pytest.approx(history_reply(rows, 3).value, abs=1e-7)


def test_shaking_keeps_distributions() -> None:
    for form in FORMS:
        team = shaken(some_team(form), some_team(form, seed=1), np.random.default_rng(0))
        for each in [*team.answers, *(team.votes.block(b) for b in range(team.votes.blocks))]:
            assert np.allclose(each.sum(axis=-1), 1)


@pytest.mark.parametrize("form", FORMS)
def test_a_block_of_votes_is_seen_through_its_terms(form: str) -> None:
    votes = some_team(form, seed=8).votes
    for block, seat in product(range(votes.blocks), range(3)):
        values = votes.block(block)
        terms = votes.terms(block, seat, np.arange(values.size).reshape(values.shape))
        if terms is None:
            assert (form, block) == ("split", seat)
        else:
            assert np.allclose((terms[0] * values.ravel()[terms[1]]).sum(axis=3), votes.seen(seat))


def test_shared_and_private_ballots_are_seen_alike_when_the_coin_is_not_used() -> None:
    private = some_team("split", seed=7)
    assert isinstance(private.votes, PrivateBallots)
    profiles = np.zeros((3, 8, 8))
    for place, choice in enumerate(product(range(2), repeat=3)):
        profiles[:, :, place] = np.prod([private.votes.ballots[s][:, :, c] for s, c in enumerate(choice)], axis=0)
    shared = SharedBallots(3, profiles)
    for seat in range(3):
        assert np.allclose(private.votes.seen(seat), shared.seen(seat))


def test_converses_are_ordered_by_what_a_team_may_do() -> None:
    uppers = {name: upper_of(3, 6, 3, form) for name, form in FORMS.items()}
    assert uppers["unanimous"] == uppers["unanimous-coin"] <= uppers["split"] <= uppers["split-coin"]
    assert uppers["unanimous"] <= float(secret_coin_value(3, 6, 3))
    assert upper_of(3, 2, 9, FORMS["split-coin"]) == pytest.approx(float(u1(3, 2, Fraction(7, 6))))


@pytest.mark.parametrize(("form", "players"), [("split-coin", 8), ("split", 8), ("split-coin", 6)])
def test_ballots_count_in_the_size_of_a_search(form: str, players: int) -> None:
    """Two words and two clues are few, but six players have 15,625 ballot profiles and eight 5,764,801."""
    with pytest.raises(ValueError, match="ballots"):
        game_value(players, 2, 2, FORMS[form], Effort(starts=1, seconds=1))
    assert game_value(players, 2, 2, FORMS["unanimous"], Effort(starts=1, seconds=0.01)).lower > 0


def test_no_programme_gets_more_time_than_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[float] = []
    solve = Programme.maximise

    def noted(self: Programme, objective: object, seconds: float | None = None) -> object:
        given.append(seconds or 1e9)
        return solve(self, objective, seconds)

    monkeypatch.setattr(Programme, "maximise", noted)
    game_value(3, 4, 2, FORMS["unanimous-coin"], Effort(starts=1, seconds=1.0, known=False))
    assert given
    assert max(given) <= 1.0


@pytest.mark.parametrize(("size", "condition"), [((3, 4, 1), "responses >= 2"), ((6, 9, 8), r"N K \|R\|\^N <=")])
def test_outside_the_domain_the_error_names_the_condition(size: tuple[int, int, int], condition: str) -> None:
    with pytest.raises(ValueError, match=condition):
        game_value(*size, FORMS["split"])
