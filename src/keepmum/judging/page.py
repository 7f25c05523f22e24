"""The judges' report as text: every number with its interval and n, and what is absent said to be absent."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap

from keepmum.core.visible import visible
from keepmum.judging.judged import Judged
from keepmum.judging.report import Docket, JudgeReport, Match, Report
from keepmum.measure.judge.arrangement import label
from keepmum.measure.judge.truths import SAID, Confusion, Lies
from keepmum.measure.stats import Estimate

WIDTH = 40
COLUMNS = 80
SHOWN = 120
MOST_PLACES = 8


def report_lines(report: Report) -> Iterator[str]:
    """The whole report, in lines of 80 columns at most."""
    for line in _lines(report):
        long = len(line) > COLUMNS
        yield from wrap(line, COLUMNS, subsequent_indent="      ", break_on_hyphens=False) if long else [line]


def _lines(report: Report) -> Iterator[str]:
    yield f"{report.title} · {', '.join(map(visible, report.runs))} · {_counted(report)}"
    if not report.judges:
        yield "no verdicts: name a judge with --judge MODEL"
        return
    yield ""
    yield "score, 0 to 10: mean over orders, then judges, then matches [95 % interval by matches]"
    yield from _means(report.means)
    if not report.means:
        yield "  absent: no verdict on a match could be used"
    if len(report.judges) > 1:
        yield _line("agreement between judges (alpha)", report.between_judges)
    else:
        yield f"{'agreement between judges (alpha)':<{WIDTH}}  absent: one judge; ask a second one"
    for each in report.judges:
        yield ""
        yield from _judge(each, len(report.judges) > 1)
    yield ""
    yield "n counts matches where agents are compared, and scores where places and labels are;"
    yield "no interval: one match, or no spread"


def _counted(report: Report) -> str:
    parts = [f"{report.matches} valid matches"]
    parts += [f"{report.void} void, not judged"] if report.void else []
    parts += [f"{report.silent} in which nothing was said"] if report.silent else []
    return "; ".join(parts + ([stale(report.stale)] if report.stale else []))


def stale(count: int) -> str:
    """So many verdicts that do not count any more, in words."""
    return f"{count} verdicts on what is not on record so any more, or in other words: passed over"


def _judge(each: JudgeReport, several: bool) -> Iterator[str]:
    marked = " · FORCED: it judges its own model's play" if each.forced else ""
    yield f"judge {visible(each.judge)}{marked} · {_given(each)} · failed: {causes(each)}"
    if missing := _missing(each):
        yield f"  not on record: {missing}; name it with --judge and it is asked"
    if each.uncited:
        yield f"  {each.uncited} best moments quote what was not said, and are not shown"
    if several:
        yield from _means(each.means)
    if each.given:
        yield _line("  agreement between orders (alpha)", each.between_orders)
        yield from _biases(
            "  place in the list", [str(place + 1) for place in range(len(each.biases.places))], each.biases.places
        )
        yield from _biases(
            "  label", [label(n).split()[1] for n in range(len(each.biases.letters))], each.biases.letters
        )
        yield _preference(each)
        for name, found in each.names.items():
            yield from _column(f"  name {visible(name)} shown, less hidden", _spread(found, True))
    yield from _truth(each)
    yield f"  {_took(each)}"


def _given(each: JudgeReport) -> str:
    """How many of its verdicts on matches there are, of how many."""
    of = f" of {each.due}" if each.given < each.due else ""
    return f"{each.given}{of} verdicts on matches"


def _missing(each: JudgeReport) -> str:
    """What it has not been asked yet, of all it could be in as many orders as it was."""
    parts = [(each.due - each.heard, "verdicts on matches"), (each.open - each.open_heard, "on open answers")]
    return ", ".join(f"{count} {what}" for count, what in parts if count > 0)


def _means(means: Mapping[str, Estimate]) -> Iterator[str]:
    for agent, estimate in means.items():
        yield from _column(f"  {visible(agent, SHOWN)}", _spread(estimate, False))


def _column(what: str, found: str) -> Iterator[str]:
    """What was found in the column of numbers; a name too long for its own stands in a line before."""
    if len(what) > WIDTH:
        yield what
    yield f"{'' if len(what) > WIDTH else what:<{WIDTH}}  {found}"


def _biases(what: str, names: Sequence[str], found: Sequence[Estimate]) -> Iterator[str]:
    if all(estimate.absent for estimate in found):
        yield f"{what:<{WIDTH}}  absent: too few orders and matches to tell"
        return
    for name, estimate in list(zip(names, found, strict=True))[:MOST_PLACES]:
        yield _line(f"{what} {name}, less the others", estimate, signed=True)
    if len(found) > MOST_PLACES:
        yield f"{what}: {len(found) - MOST_PLACES} more, in --json"


def _preference(each: JudgeReport) -> str:
    what = "  own model, less the others"
    if each.self_preference.absent:
        why = "all seats are its own model's" if each.forced else "it is no player's model"
        return f"{what:<{WIDTH}}  absent: {why}"
    return _line(what, each.self_preference, signed=True)


def _truth(each: JudgeReport) -> Iterator[str]:
    if each.truth is None or each.lies is None:
        yield f"  truth of answers: absent, none was put to it ({each.open} are open)"
        return
    yield from _confusion(each.truth)
    for agent, found in each.lies.items():
        yield from _lies(agent, found)
    if not each.lies:
        yield "  lies found: absent, for every answer's truth is known without a judge"


def _confusion(truth: Confusion) -> Iterator[str]:
    if not sum(sum(row.values()) for row in truth.table.values()):
        yield "  where the truth is known: absent, it is known of no answer"
        return
    yield "  where the truth is known, judged" + "".join(f"{said:>9}" for said in SAID)
    for known in truth.table:
        row = "".join(f"{truth.table[known][said]:>9}" for said in SAID)
        yield f"{'    truly ' + known:<34}{row}"
    yield _line("    judged rightly", truth.right)
    yield _line("    true answers judged true", truth.truths)
    yield _line("    lies judged false", truth.lies)


def _lies(agent: str, found: Lies) -> Iterator[str]:
    counts = ", ".join(f"{found.counts[said]} {said}" for said in SAID if found.counts[said])
    yield from _column(f"  lies of {visible(agent, SHOWN)}", _spread(found.found, False))
    yield f"    ({counts})"


def causes(each: JudgeReport) -> str:
    """How many of a judge's verdicts failed, by cause."""
    return ", ".join(f"{count} {cause.replace('_', ' ')}" for cause, count in each.failures.items()) or "none"


def _took(each: JudgeReport) -> str:
    took = each.took
    cost = "price unknown" if took.cost is None else f"${took.cost:.4f}"
    return f"{took.calls} calls ({took.cached} from the store), {took.tokens:,} tokens, {cost}"


def _line(what: str, estimate: Estimate, signed: bool = False) -> str:
    return f"{what:<{WIDTH}}  {_spread(estimate, signed)}"


def _spread(estimate: Estimate, signed: bool) -> str:
    form = "+.2f" if signed else ".2f"
    if estimate.value is None:
        return f"absent  n={estimate.n}"
    if estimate.low is None or estimate.high is None:
        return f"{_number(estimate.value, form)} [no interval]  n={estimate.n}"
    low, high = (_number(each, form) for each in (estimate.low, estimate.high))
    return f"{_number(estimate.value, form)} [{low} {high}]  n={estimate.n}"


def _number(value: float, form: str) -> str:
    text = format(value, form)
    return text.lstrip("+-") if float(text) == 0 else text


def _many(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


def match_lines(docket: Docket, match: Match, names: Sequence[str], agents: Sequence[str]) -> Iterator[str]:
    """One match before its judges, as in the article: the leaderboard, the best moment, what was said of it."""
    given = docket.verdicts.get(match, [])
    scored = [each for each in given if each.scores is not None]
    judges = len({each.judge for each in given})
    yield f"match {match[1]} · {_many(len(scored), 'verdict')} of {_many(judges, 'judge')}"
    judged = Judged(tuple(given))
    for seat, mean in sorted(enumerate(judged.mean), key=lambda pair: (-pair[1], pair[0])):
        yield f"  {mean:5.1f}  {visible(names[seat])}  ({visible(agents[seat], SHOWN)})"
    if judged.best:
        seat, quote = judged.best
        yield f"  best moment: {visible(names[seat])}: “{visible(quote)}”"
    elif scored:
        yield "  best moment: absent, no judge quoted what was said"
    for each in sorted(given, key=lambda each: (each.judge, each.order)):
        said = (
            visible(each.verdict)
            if each.scores is not None
            else f"failed: {each.cause} ({visible(each.reason, SHOWN)})"
        )
        yield f"  {visible(each.judge)}{' (forced)' if each.forced else ''}, order {each.order + 1}: {said}"
