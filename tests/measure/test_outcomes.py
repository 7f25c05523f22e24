"""Counting a run: voids stay in the count of matches and out of the ratios."""

from __future__ import annotations

from keepmum.core.kind import Measure
from keepmum.measure.outcomes import Row, compare, summarise

MEASURES = (Measure("win", "won"), Measure("second", "guessed"))


def row(match: int, win: bool | None = None, second: bool | None = None, **more: object) -> Row:
    values: dict = {"deal": str(match), "void": None, "calls": 1, "tokens": 10, "cost": 0.5} | more
    return Row(match=match, outcomes={"win": win, "second": second}, **values)


def test_voids_are_counted_by_cause_and_kept_out_of_ratios() -> None:
    rows = [row(0, True), row(1, False, True), row(2, void="truncated"), row(3, void="illegal"), row(4, void="illegal")]
    summary = summarise(MEASURES, rows)
    assert summary.matches == 5
    assert (summary.measures["win"].value, summary.measures["win"].n) == (0.5, 2)
    assert (summary.measures["second"].value, summary.measures["second"].n) == (1.0, 1)
    assert (summary.measures["valid"].value, summary.measures["valid"].n) == (0.4, 5)
    assert summary.voids == {"illegal": 2, "truncated": 1}
    assert (summary.calls, summary.tokens, summary.cost) == (5, 50, 2.5)


def test_one_unknown_price_makes_the_cost_unknown() -> None:
    assert summarise(MEASURES, [row(0, True), row(1, True, cost=None)]).cost is None


def test_only_the_same_deals_are_compared() -> None:
    first = [row(0, True), row(1, False), row(2, True), row(3, void="empty"), row(4, False)]
    second = [row(0, False), row(1, True), row(2, True, deal="another"), row(3, True), row(5, True)]
    paired = compare(MEASURES, first, second)
    assert paired["win"].difference.n == 2
    assert (paired["win"].better, paired["win"].worse) == (1, 1)
    assert paired["second"].difference.absent
