from itertools import product
from math import prod

import numpy as np
import pytest
from toys import Pennies, SlowCoin, SlowEntry, Wild

from keepmum.core.game import Chance, Over
from keepmum.core.tree import acting, chances, choices, information_set, root, tree_size
from keepmum.games.chameleon.rules import Chameleon
from keepmum.games.kuhn import Kuhn
from keepmum.theory import trees
from keepmum.theory.cfr import _Regrets, cfr_plus, own_reach
from keepmum.theory.trees import GameTree, grow


@pytest.fixture(scope="module")
def kuhn() -> GameTree:
    return grow(Kuhn())


@pytest.fixture(scope="module")
def two_words() -> GameTree:
    return grow(Chameleon("two", ("day", "night"), players=3, lexicon=("a", "b")))


def test_a_tree_has_the_positions_and_information_sets_of_its_game(kuhn: GameTree) -> None:
    size = tree_size(Kuhn())
    assert (kuhn.nodes, len(kuhn.information_sets)) == (size.positions, size.information_sets) == (55, 12)
    assert kuhn.sequences == 24


def test_uniform_play_of_kuhn_is_as_far_from_nash_as_is_known(kuhn: GameTree) -> None:
    uniform = kuhn.uniform()
    assert kuhn.payoffs(uniform) == pytest.approx([0.125, -0.125])
    assert kuhn.nash_conv(uniform) == pytest.approx(11 / 12)


def test_cfr_finds_the_value_of_kuhn(kuhn: GameTree) -> None:
    solved = cfr_plus(kuhn, 1_000, target=1e-7)
    assert solved.nash_conv <= 1e-7
    assert solved.nash_conv == pytest.approx(kuhn.nash_conv(solved.profile))
    assert solved.payoffs[0] == pytest.approx(-1 / 18, abs=1e-7)


def test_the_mean_over_sequences_is_the_value_of_the_tree(kuhn: GameTree) -> None:
    profile = kuhn.normal(np.random.default_rng(1).random(kuhn.sequences))
    for seat in range(2):
        value, best = kuhn.best_response(profile, seat)
        assert kuhn.payoffs(best)[seat] == pytest.approx(value)
        assert value >= kuhn.payoffs(profile)[seat]
        others = np.flatnonzero(kuhn.owner[kuhn.set_of] != seat)
        assert np.array_equal(best[others], profile[others])


def test_no_pure_policy_does_better_than_the_best_response(kuhn: GameTree) -> None:
    profile = kuhn.normal(np.random.default_rng(2).random(kuhn.sequences))
    value, _ = kuhn.best_response(profile, 0)
    own = np.flatnonzero(kuhn.owner == 0)
    for code in range(2 ** len(own)):
        pure = profile.copy()
        for place, each in enumerate(own):
            first = kuhn.first[each]
            pure[first : first + 2] = (1.0, 0.0) if code >> place & 1 else (0.0, 1.0)
        assert kuhn.payoffs(pure)[0] <= value + 1e-12


def test_answers_given_at_once_are_not_seen() -> None:
    tree = grow(Pennies())
    assert len(tree.information_sets) == 2
    assert tree.nash_conv(tree.uniform()) == pytest.approx(0)
    assert tree.nash_conv(np.array([1.0, 0.0, 1.0, 0.0])) == pytest.approx(2)


def test_an_information_set_may_lie_at_two_depths() -> None:
    tree = grow(SlowCoin())
    assert len(tree.information_sets) == 1
    assert tree.best_response(tree.uniform(), 0)[0] == pytest.approx(3 / 4)
    assert tree.policy(tree.best_response(tree.uniform(), 0)[1]) == {
        tree.information_sets[0]: {"heads": 1.0, "tails": 0.0}
    }


def test_the_moves_out_of_an_information_set_may_lead_to_different_depths() -> None:
    """Stopping pays 0.6, more than the 1/2 of a blind guess; choosing per depth would promise 1.1."""
    tree = grow(SlowEntry())
    value, best = tree.best_response(tree.uniform(), 0)
    assert (value, tree.payoffs(best)[0]) == (pytest.approx(0.6), pytest.approx(0.6))
    assert tree.nash_conv(tree.uniform()) == pytest.approx(0.05)


def test_a_player_who_forgets_what_it_did_is_refused() -> None:
    with pytest.raises(ValueError, match="player 1 forgets"):
        grow(SlowEntry(remembers=False))


def walked(game: Wild, tree: GameTree, profile: np.ndarray, position=None) -> np.ndarray:
    """The payoffs by going through the game itself."""
    position = position or root(game)
    turn = game.turn(position.state)
    if isinstance(turn, Over):
        return np.array(turn.returns)
    after = [walked(game, tree, profile, each) for _, each in choices(game, position)]
    if isinstance(turn, Chance):
        shares = [float(share) for _, share in chances(turn)]
    else:
        first = tree.first[tree.information_sets.index(information_set(position, *acting(turn)))]
        shares = profile[first : first + 2]
    return sum(share * each for share, each in zip(shares, after, strict=True))


def pure_profiles(tree: GameTree, profile: np.ndarray, seat: int):
    """The profile with each pure strategy of one seat in turn."""
    own = np.flatnonzero(tree.owner == seat)
    for picks in product(range(2), repeat=len(own)):
        pure = profile.copy()
        pure[tree.first[own]] = 1 - np.array(picks)
        pure[tree.first[own] + 1] = picks
        yield pure


def test_the_best_response_is_the_best_of_all_pure_strategies_in_random_games() -> None:
    rng, tried, deviations = np.random.default_rng(1), 0, 0
    for game in map(Wild, range(80)):
        tree = grow(game)
        if not 2 <= len(tree.information_sets) <= 14:
            continue
        profile, gains = tree.normal(rng.random(tree.sequences)), 0.0
        payoffs = walked(game, tree, profile)
        assert tree.payoffs(profile) == pytest.approx(payoffs)
        for seat in range(2):
            value, best = tree.best_response(profile, seat)
            tried += 1
            brute = max(tree.payoffs(pure)[seat] for pure in pure_profiles(tree, profile, seat))
            assert value == pytest.approx(brute)
            assert tree.payoffs(best)[seat] == pytest.approx(brute)
            gains += brute - payoffs[seat]
        assert tree.nash_conv(profile) == pytest.approx(gains)
        deviations += gains > 1e-6
    assert tried >= 40
    assert deviations >= 20


def test_the_reach_of_a_sequence_is_the_product_of_its_own_players_moves(kuhn: GameTree) -> None:
    """At Kuhn only a seat that passed moves again: then its pass counts too."""
    profile = kuhn.normal(np.random.default_rng(4).random(kuhn.sequences))
    reach = own_reach(kuhn, profile)
    policy = kuhn.policy(profile)
    for number, each in enumerate(kuhn.information_sets):
        mine = [fact for fact in each.facts if getattr(fact, "seat", None) == each.seat and hasattr(fact, "action")]
        before = [other for other in policy if other.seat == each.seat and len(other.facts) < len(each.facts)]
        earlier = [other for other in before if other.facts == each.facts[: len(other.facts)]]
        assert len(mine) == len(earlier)
        so_far = prod(policy[other][fact.action] for other, fact in zip(earlier, mine, strict=True))
        for action in range(2):
            place = kuhn.first[number] + action
            assert reach[place] == pytest.approx(so_far * profile[place])
    assert any(len(each.facts) > 2 for each in kuhn.information_sets)


def test_the_average_weighs_iterations_by_their_square(kuhn: GameTree) -> None:
    regrets, total = _Regrets(kuhn), np.zeros(kuhn.sequences)
    for done in range(1, 11):
        for seat in range(2):
            regrets.improve(seat)
        total += done**2 * own_reach(kuhn, regrets.profile())
    distances = {kuhn.nash_conv(profile) for profile in (kuhn.normal(total), regrets.profile())}
    solved = cfr_plus(kuhn, 10, check=10)
    assert solved.nash_conv == pytest.approx(min(distances), rel=1e-9)
    assert solved.profile == pytest.approx(kuhn.normal(total))


def test_the_two_word_chameleon_is_solved_and_worth_a_sixth(two_words: GameTree) -> None:
    solved = cfr_plus(two_words, 400, target=1e-3)
    assert solved.nash_conv <= 1e-3
    assert (1 + solved.payoffs.sum()) / 2 == pytest.approx(1 / 6, abs=2e-3)


@pytest.mark.slow
@pytest.mark.parametrize(("words", "clues"), [(2, 3), (3, 2), (4, 2)])
def test_chameleons_of_two_to_four_words_are_solved(words: int, clues: int) -> None:
    tree = grow(Chameleon("few", ("a", "b", "c", "d")[:words], players=3, lexicon=("x", "y", "z")[:clues]))
    solved = cfr_plus(tree, 400, target=1e-3)
    assert solved.nash_conv <= 1e-3
    assert (1 + solved.payoffs.sum()) / 2 == pytest.approx((words - 1) / (3 * words), abs=2e-3)


def test_uniform_play_of_two_words_wins_a_sixth_and_can_be_exploited(two_words: GameTree) -> None:
    uniform = two_words.uniform()
    assert two_words.payoffs(uniform) == pytest.approx([-2 / 9] * 3)
    assert two_words.nash_conv(uniform) > 0.2


def test_more_iterations_come_nearer(kuhn: GameTree) -> None:
    assert cfr_plus(kuhn, 50).nash_conv < cfr_plus(kuhn, 5).nash_conv < kuhn.nash_conv(kuhn.uniform())
    assert cfr_plus(kuhn, 50, target=1.0, check=10).iterations == 10


def test_a_game_too_large_is_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trees, "MAX_NODES", 10)
    with pytest.raises(ValueError, match="at most 10 positions"):
        grow(Kuhn())


def test_a_game_of_free_words_has_no_tree() -> None:
    with pytest.raises(ValueError, match="lexicon"):
        grow(Chameleon("two", ("day", "night"), players=3))
