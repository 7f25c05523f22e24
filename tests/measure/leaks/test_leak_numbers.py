"""Bits, ranks, temperatures and their honesty, where the right answer is known."""

from __future__ import annotations

from math import inf, log2

import numpy as np
import pytest
from leak_cases import Says, bot_cases, case, law_cases

from keepmum.games.chameleon.listening import CODES
from keepmum.measure.leaks.calibration import fit, moments
from keepmum.measure.leaks.orders import permuted
from keepmum.measure.leaks.spec import DEFAULT, listener
from keepmum.measure.leaks.summary import Sitting, hear, summary
from keepmum.measure.leaks.trace import trace

SEATS = Sitting(("a", "b", "c", "d"), ("one",) * 4, (0.5, 0.5, None, None))


def rows(*given: list[float]) -> np.ndarray:
    with np.errstate(divide="ignore"):
        return np.log(np.array(given))


def test_bits_ranks_and_entropies_of_a_case_by_hand() -> None:
    found = trace(case([[0] * 4] * 2), rows([0.5, 0.5, 0.0, 0.0], [0.25, 0.75, 0.5, 0.5]))
    assert found.weights[1].tolist() == pytest.approx([0.5, 0.5, 0, 0])
    assert found.weights[2].tolist() == pytest.approx([0.25, 0.75, 0, 0])
    assert found.entropy == pytest.approx([2, 1, 0.811278], abs=1e-6)
    assert found.leak == pytest.approx([0, 1, 0])
    assert found.added == pytest.approx([1, -1])
    assert found.rank.tolist() == [2.5, 1.5, 2]
    assert found.within[:2].tolist() == [[0.25, 0.5, 0], [0.5, 1, 1]]
    assert found.alone == pytest.approx([1, log2(0.25 / 0.5)])


def test_an_utterance_of_one_who_does_not_know_is_passed_over() -> None:
    given = rows([0.5, 0.25], [0.01, 0.99], [0.5, 0.25])
    found = trace(case([[0] * 2] * 3, blind=[1]), given)
    assert found.added[1] == 0
    assert found.weights[-1] == pytest.approx([0.8, 0.2])
    assert found.alone[1] == pytest.approx(log2(0.01 / 0.5))
    assert trace(case([[0] * 2], blind=[0]), rows([0.0, 1.0])).alone.tolist() == [-inf]


def test_what_utterances_add_sums_to_the_leak_in_any_order() -> None:
    rng = np.random.default_rng(1)
    for many in (1, 3, 5, 7):
        evidence = rng.normal(size=(many, 6))
        found = trace(case(evidence.tolist(), 2), evidence)
        added, right = permuted(found, evidence, 1.0)
        assert added.sum() == pytest.approx(found.leak[-1])
        assert right[-1] == pytest.approx(found.within[0, -1])
        assert added[0] == pytest.approx(found.alone.mean())


def test_the_temperature_of_a_known_law_is_found() -> None:
    cases, heard = law_cases(600, 1.7, np.random.default_rng(3))
    found = hear(heard, cases)
    assert 1 / found.fit.sharpness == pytest.approx(1 / 1.7, rel=0.12)
    told = summary(found, dict.fromkeys(range(600), SEATS)).calibration
    assert told.log_loss.value is not None
    assert told.log_loss.value < told.prior_loss - 0.3
    assert told.error is not None
    assert told.error < 0.04


def test_with_the_right_temperature_losses_are_as_large_as_expected() -> None:
    """A posterior that is the truth loses just its own entropy, on average."""
    cases, heard = law_cases(1500, 1.7, np.random.default_rng(4))
    traces = hear(heard, cases, temperature=1 / 1.7).traces
    lost = np.array([each.entropy[-1] + log2(each.truth[-1]) for each in traces])
    assert abs(lost.mean()) < 3 * lost.std() / len(lost) ** 0.5


def test_where_nothing_is_told_nothing_is_heard() -> None:
    rng = np.random.default_rng(5)
    noise = [rng.normal(size=(3, 16)) for _ in range(200)]
    cases = [case(each.tolist(), int(rng.integers(16)), match) for match, each in enumerate(noise)]
    found = hear(Says(noise), cases)
    leak = summary(found, dict.fromkeys(range(200), SEATS)).leak
    assert found.fit.sharpness == 0
    assert leak.value == 0
    sure = summary(hear(Says(noise), cases, temperature=1.0), dict.fromkeys(range(200), SEATS))
    assert sure.leak.high is not None
    assert sure.leak.high < 0


def test_a_match_s_temperature_never_depends_on_the_match() -> None:
    cases, heard = law_cases(40, 1.7, np.random.default_rng(6))
    before = fit(moments(cases, heard.rows))
    spoilt = [rows * (-9 if place == 7 else 1) for place, rows in enumerate(heard.rows)]
    after = fit(moments(cases, spoilt))
    assert after.by_match[7] == before.by_match[7]
    assert after.by_match[8] != before.by_match[8]


def test_one_match_alone_is_not_fitted() -> None:
    cases, heard = law_cases(1, 1.7, np.random.default_rng(7))
    found = hear(heard, cases)
    assert found.fit.sharpness == 1
    assert "fewer than two" in found.fit.told


def test_cases_of_one_match_do_not_narrow_the_interval() -> None:
    cases, heard = law_cases(50, 1.7, np.random.default_rng(8))
    once = summary(hear(heard, cases, 0.6), dict.fromkeys(range(50), SEATS)).leak
    thrice = summary(hear(Says([*heard.rows] * 3), cases * 3, 0.6), dict.fromkeys(range(50), SEATS)).leak
    assert (once.value, once.low, once.n) == pytest.approx((thrice.value, thrice.low, thrice.n))


def test_bits_by_word_and_dollar_are_of_those_who_spoke() -> None:
    cases = [case([[0] * 2, [0] * 2], match=match) for match in range(4)]
    given = [rows([0.9, 0.1], [0.5, 0.5])] * 4
    sittings = {match: Sitting(("a", "b"), ("one", "two"), (0.5, None)) for match in range(4)}
    first, second = summary(hear(Says(given), cases, 1.0), sittings).speakers
    assert first.added.value == pytest.approx(log2(1.8))
    assert first.per_word.value == pytest.approx(log2(1.8))
    assert first.per_dollar.value == pytest.approx(2 * log2(1.8))
    assert second.added.value == pytest.approx(0)
    assert second.per_dollar.absent


def test_the_bots_leak_in_the_order_in_which_they_must() -> None:
    bots = [("trivial", ""), ("words", "1"), ("words", "5"), ("words", "9"), ("revealing", "")]
    leaks = []
    for name, level in bots:
        cases = bot_cases(name, level, 40)
        leaks.append(summary(hear(listener(DEFAULT, CODES), cases), dict.fromkeys(range(40), SEATS)).leak.value)
    assert leaks == sorted(leaks)
    assert abs(leaks[0]) < 0.05
    assert min(np.diff(leaks)) > 0.1
    assert leaks[-1] > 3.9


def test_later_clues_that_tell_more_are_seen_to() -> None:
    """bot:schedule's first clue is free, and its last narrowest."""
    cases = bot_cases("schedule")
    found = summary(hear(listener("words", CODES), cases, 2.0), dict.fromkeys(range(40), SEATS))
    assert found.later.low is not None
    assert found.later.low > 0
    assert summary(hear(listener("schedule", CODES), cases), dict.fromkeys(range(40), SEATS)).later.absent
