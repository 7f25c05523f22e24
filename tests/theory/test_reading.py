from math import inf, log, log2

import numpy as np
import pytest

from keepmum.theory.best_chameleon import best_chameleon, condensed
from keepmum.theory.divergences import alpha_kl, alpha_l1
from keepmum.theory.reading import (
    FEWEST,
    NOTHING,
    bits_left,
    chance_apart,
    clues_foreseen,
    clues_needed,
    count,
    empirical,
    heard_in,
    largest_kl,
    largest_kl_if_rarer,
    listen,
    matches_needed,
    never_said,
    seldom_said,
    smallest_l1,
    told_bits,
)
from keepmum.theory.replies import stationary_reply
from keepmum.theory.schedules import schedule_value
from keepmum.theory.zero_information import SplitVotes, all_profiles, caught, with_ballot

RNG = np.random.default_rng(1)
COUNTS = np.array([[5, 3, 2, 0], [1, 6, 2, 1], [4, 4, 1, 1]])
APART = 7 * np.eye(4, dtype=np.int64)


def said_by(laws, matches: int, turns: int = 3) -> list[np.ndarray]:
    return [np.array([RNG.choice(len(law), turns, p=law) for _ in range(matches)]) for law in laws]


def test_clues_are_counted_where_somebody_who_knows_the_word_spoke() -> None:
    said = [np.array([[0, NOTHING, 2], [2, 2, NOTHING]]), np.array([[NOTHING, 1, 1]]), np.zeros((0, 3), dtype=int)]
    assert count(said, 4).tolist() == [[1, 0, 3, 0], [0, 2, 0, 0], [0, 0, 0, 0]]


def test_counts_as_fractions_have_the_alphas_of_the_matrix_they_are() -> None:
    matrix = empirical(COUNTS)
    assert sum(matrix[1]) == 1
    assert largest_kl(COUNTS, 0.0) == alpha_kl(matrix) == inf
    assert smallest_l1(COUNTS) == pytest.approx(alpha_l1(matrix))
    some = COUNTS + 1
    assert largest_kl(some, 0.0) == pytest.approx(alpha_kl(empirical(some)))


def test_what_is_added_goes_to_the_clues_that_either_word_has() -> None:
    pair = np.array([[3, 1, 0, 0], [0, 4, 0, 0]])
    p, q = (3.5 / 5, 1.5 / 5), (0.5 / 5, 4.5 / 5)
    forth = sum(a * log(a / b) for a, b in zip(p, q, strict=True))
    back = sum(b * log(b / a) for a, b in zip(p, q, strict=True))
    assert largest_kl(pair) == pytest.approx(max(forth, back))


def test_words_with_the_same_clues_tell_nothing_and_words_with_clues_of_their_own_everything() -> None:
    same = np.array([[3, 1], [6, 2], [30, 10]])
    assert largest_kl(same, 0.0) == smallest_l1(same) == told_bits(same) == 0
    assert smallest_l1(APART) == 2
    assert told_bits(APART) == log2(4)


def test_bits_are_those_of_a_word_drawn_evenly_however_often_it_was_dealt() -> None:
    assert told_bits(np.array([[1, 1], [900, 100]])) == pytest.approx(told_bits(np.array([[50, 50], [9, 1]])))


def test_more_kinds_of_clue_need_more_of_them() -> None:
    assert clues_needed(APART) == FEWEST
    assert clues_needed(np.ones((2, 40), dtype=int)) == 200
    assert matches_needed(20, 16, 4) == 7 * 16


def test_clues_not_yet_heard_are_foreseen_from_those_heard_once() -> None:
    """Chao's estimate: with f1 clues heard once and f2 twice, f1 (f1 - 1) / 2 (f2 + 1) more are to come."""
    pair = np.array([[1, 1, 1, 1, 2, 9, 0], [0, 0, 0, 0, 0, 9, 1]])
    assert clues_needed(pair) == 5 * 7
    assert clues_foreseen(pair) == 5 * (7 + 5 * 4 // (2 * 2))
    assert clues_foreseen(APART) == clues_needed(APART) == FEWEST
    rng = np.random.default_rng(1)
    law = 1 / np.arange(1, 61)
    few, many = (rng.multinomial(n, law / law.sum(), size=2) for n in (40, 4_000))
    assert clues_needed(few) < clues_foreseen(few) <= 2 * clues_needed(many)


def test_foresight_is_of_the_two_words_that_have_most() -> None:
    counts = np.array([[30, 0, 0, 0], [0, 1, 1, 1], [0, 0, 0, 30]])
    assert clues_foreseen(counts) == 5 * (4 + 3 * 2 // 2)


def test_the_clue_said_in_the_fewest_matches_is_named() -> None:
    said = [np.array([[0, 0, 1], [0, NOTHING, 1], [1, 1, 1]]), np.array([[0, 0, 0], [1, 0, NOTHING]])]
    heard = heard_in(said, 3)
    assert heard.tolist() == [[2, 3, 0], [2, 1, 0]]
    found = seldom_said(heard, 2)
    assert (found.word, found.clue, found.matches) == (1, 1, 1)
    assert seldom_said(heard, 1) is None


def test_a_clue_that_may_be_rarer_puts_words_further_apart() -> None:
    counts = np.array([[50, 50], [98, 2]])
    assert largest_kl_if_rarer(counts, np.ones((2, 2))) == pytest.approx(largest_kl(counts))
    halved = np.array([[1.0, 1.0], [1.0, 0.5]])
    assert largest_kl_if_rarer(counts, halved) == pytest.approx(largest_kl(counts) + 0.5 * log(2))


def test_what_was_never_said_for_another_word_is_named_largest_share_first() -> None:
    found = never_said(COUNTS)
    assert [(each.word, each.other, each.clues) for each in found] == [(1, 0, (3,)), (2, 0, (3,))]
    assert found[0].share == pytest.approx(0.1)
    assert never_said(COUNTS + 1) == ()
    assert len(never_said(APART)) == 12


def test_words_alike_look_as_far_apart_as_chance_puts_them() -> None:
    noise = [0.4, 0.3, 0.2, 0.1]
    ps = [chance_apart(said_by([noise, noise], 20), 4, draws=200) for _ in range(40)]
    assert 0.3 < np.mean(ps) < 0.7
    assert np.mean(np.array(ps) < 0.1) < 0.3
    assert chance_apart(said_by([[1, 0, 0, 0], [0, 1, 0, 0]], 20), 4, draws=200) == pytest.approx(1 / 201)
    mixed = [[1, 0, 0, 0], noise, noise]
    assert chance_apart(said_by(mixed, 20), 4, draws=200) > 0.01


def test_whole_matches_are_permuted() -> None:
    """Three copies of one clue a match are one observation, not three."""
    said = [np.repeat(RNG.integers(2, size=(4, 1)), 3, axis=1) for _ in range(2)]
    said[0][:], said[1][:3], said[1][3] = 0, 1, 0
    assert chance_apart(said, 2, draws=2000) == pytest.approx(2 * 5 / 70, abs=0.04)


def test_a_listener_hears_everything_in_clues_that_belong_to_one_word() -> None:
    heard = listen(said_by(np.eye(4), 20), 4)
    assert all(each.min() == 1 for each in heard.right)
    assert all(1.8 < each.min() <= each.max() < 2 for each in heard.bits)


def test_a_listener_does_no_better_than_chance_where_there_is_nothing_to_hear() -> None:
    """Neither better nor worse: leaving out one match alone would make the right word the least likely."""
    rates = [np.mean(np.concatenate(listen(said_by([[0.2] * 5] * 4, 10), 5).right)) for _ in range(60)]
    assert np.mean(rates) == pytest.approx(1 / 4, abs=0.03)
    unheard = [np.arange(w * 6, w * 6 + 6).reshape(2, 3) for w in range(4)]
    heard = listen(unheard, 24)
    assert all((each == 0.25).all() for each in heard.right)
    assert all(each == pytest.approx([0, 0]) for each in heard.bits)


def test_a_listener_learns_no_more_than_a_clue_tells_and_nearly_that_from_much() -> None:
    laws = np.array([[0.7, 0.1, 0.1, 0.1], [0.1, 0.7, 0.1, 0.1], [0.1, 0.1, 0.4, 0.4]])
    true = float((laws * np.log2(laws / laws.mean(axis=0))).sum(axis=1).mean())

    def learned(matches: int) -> float:
        return float(np.mean([np.concatenate(listen(said_by(laws, matches), 4).bits).mean() for _ in range(40)]))

    few, many = learned(3), learned(60)
    assert few < many < true + 0.02
    assert many == pytest.approx(true, abs=0.05)


def test_a_listener_needs_two_matches_of_every_word() -> None:
    with pytest.raises(ValueError, match="two matches of every word"):
        listen([np.zeros((2, 3), dtype=int), np.zeros((1, 3), dtype=int)], 1)


def test_clues_that_say_the_same_are_one_and_nothing_is_lost() -> None:
    counts = np.array([[4, 2, 2, 0], [2, 1, 5, 0], [6, 3, 1, 0]])
    merged, groups = condensed(counts)
    assert groups == [[0, 1], [2]]
    assert merged.tolist() == [[6, 2], [3, 5], [9, 1]]
    whole = stationary_reply((counts / counts.sum(axis=1, keepdims=True)).tolist(), 3)
    assert best_chameleon(counts, 3).win == pytest.approx(whole.value)


def test_the_best_chameleon_draws_between_clues_that_say_the_same_as_others_do() -> None:
    best = best_chameleon(np.array([[4, 2, 2], [2, 1, 5]]), 3)
    assert sum(best.law) == pytest.approx(1)
    assert best.law[0] == pytest.approx(2 * best.law[1])


@pytest.mark.parametrize(("players", "words"), [(3, 4), (4, 3)])
def test_against_clues_that_give_the_word_away_nobody_wins(players: int, words: int) -> None:
    assert best_chameleon(9 * np.eye(words, dtype=int), players).win == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize(("players", "words"), [(3, 4), (5, 7)])
def test_clues_that_tell_nothing_are_worth_the_trivial_strategy(players: int, words: int) -> None:
    best = best_chameleon(np.full((words, 6), 3), players)
    trivial = schedule_value((words,) * (players + 1))
    assert best.win == pytest.approx(float(trivial)) == pytest.approx((words - 1) / (players * words))


def test_split_ballots_may_win_more_than_the_best_votes_alike_but_not_twice_as_much() -> None:
    best = best_chameleon(np.full((16, 2), 30), 4)
    split = SplitVotes(((2, 2, 1, 1), (2, 3, 3, 2), (3, 3, 1, 1)), (5, 5, 6)).value
    assert best.win == pytest.approx(15 / 64)
    assert best.win < split <= best.win_any == pytest.approx(15 / 32)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_no_ballots_catch_more_than_two_seats_at_once(players: int) -> None:
    """Of one profile, summed over who may be the chameleon, if each of them votes as well as it can."""
    for profile in all_profiles(players):
        caught_at_least = [
            min(caught(seat, with_ballot(profile, seat, ballot)) for ballot in range(players) if ballot != seat)
            for seat in range(players)
        ]
        assert sum(caught_at_least) <= 2


def test_a_programme_that_is_too_large_is_not_begun() -> None:
    assert best_chameleon(RNG.integers(1, 99, size=(16, 30)), 4) is None


def test_a_doubt_leaves_fewer_bits() -> None:
    assert bits_left(16, 0.0) == 4
    assert bits_left(16, 15 / 16) == pytest.approx(0)
    assert 2 < bits_left(16, 0.1) < bits_left(16, 0.05) < 4
