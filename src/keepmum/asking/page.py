"""The evaluation as text: every share with its interval and n, and what is absent said to be absent."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from keepmum.asking.evaluation import JudgeReport, MethodReport, Report
from keepmum.core.visible import visible
from keepmum.judging.report import Took
from keepmum.measure.preference import Preference, Steadiness
from keepmum.measure.stats import Estimate

SHOWN = 100
LEGEND = """each pair of answers was judged in both orders; shares are of all choices, with 95 % intervals by matches
n counts what was compared in both orders; places: first preferred less second preferred, 0 where the judge is fair"""


def report_lines(report: Report) -> Iterator[str]:
    """The whole report."""
    yield f"{report.title} · {', '.join(map(visible, report.runs))} · {_counted(report)}"
    if not report.methods:
        yield "no answers: name methods with --methods think:MODEL recon:MODEL, and a judge with --judge MODEL"
        return
    for each in report.methods:
        yield f"  {visible(each.method, SHOWN)}: {_method(each)}"
    if not report.judges:
        yield "no choices: name a judge with --judge MODEL"
        return
    for judge in report.judges:
        yield ""
        yield from _judge(judge)
    yield ""
    yield LEGEND


def _counted(report: Report) -> str:
    parts = [f"{report.matches} valid matches", f"{report.occasions} asks answered again"]
    parts += [f"{report.void} void, not used"] if report.void else []
    parts += [f"{report.stale} choices on answers that are not on record any more: passed over"] if report.stale else []
    return "; ".join(parts)


def _method(each: MethodReport) -> str:
    return f"{each.answered} answers; failed: {_causes(each.failures)}; {_took(each.took)}"


def _causes(failures: Mapping[str, int]) -> str:
    return ", ".join(f"{count} {cause.replace('_', ' ')}" for cause, count in failures.items()) or "none"


def _took(took: Took) -> str:
    cost = "price unknown" if took.cost is None else f"${took.cost:.4f}"
    return f"{took.calls} calls, {took.tokens:,} tokens, {cost}"


def _judge(each: JudgeReport) -> Iterator[str]:
    marked = " · FORCED: it judges its own model's answers" if each.forced else ""
    yield f"judge {visible(each.judge)}{marked} · failed: {_causes(each.failures)} · {_took(each.took)}"
    pairs: defaultdict[tuple[str, str], list[Preference]] = defaultdict(list)
    for preference in each.preferences:
        pairs[preference.pair].append(preference)
    for pair, found in pairs.items():
        yield ""
        yield f"  A {visible(pair[0], SHOWN)}"
        yield f"  B {visible(pair[1], SHOWN)}"
        yield from _grid(("", "A preferred", "B preferred", "tie", "n"), map(_preference, found))
    if not each.preferences:
        yield "  nothing can be told: no choice could be used"
        return
    yield ""
    yield from _grid(("the two orders", "same choice", "places", "n"), map(_steady, each.steadiness))


def _preference(each: Preference) -> tuple[str, ...]:
    left = f" ({each.one_order} in one order only)" if each.one_order else ""
    low, high = map(spread, each.preferred)
    return each.criterion, low, high, spread(each.tie), f"{each.occasions}{left}"


def _steady(each: Steadiness) -> tuple[str, ...]:
    return each.criterion or "all", spread(each.same), spread(each.bias, "+.2f"), str(each.n)


def _grid(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    found = [headings, *rows]
    widths = [max(map(len, column)) for column in zip(*found, strict=True)]
    for row in found:
        yield "    " + "  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip()


def spread(estimate: Estimate, form: str = ".2f") -> str:
    """A value with its interval."""
    if estimate.value is None:
        return "absent"
    if estimate.low is None or estimate.high is None:
        return f"{estimate.value:{form}} [no interval]"
    return f"{estimate.value:{form}} [{estimate.low:{form}} {estimate.high:{form}}]"
