"""The leak meter in the terminal: a run's sums, or one match utterance by utterance, within 80 columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isfinite

from keepmum.core.kind import GameKind
from keepmum.core.visible import visible
from keepmum.measure.leaks.calibration import Calibration
from keepmum.measure.leaks.summary import LeakSummary
from keepmum.measure.leaks.trace import Trace
from keepmum.measure.stats import Estimate
from keepmum.report.leaks import RunCases, RunLeaks

WIDE = 80
SHOWN = 5
BAR = 30
NAMED = 18
EIGHTHS = " ▏▎▍▌▋▊▉█"
MOST_TURNS = 8
CLOSER = 60

LEGEND = (
    "leak: bits, log2 of the truth's posterior over its prior at the end; left: entropy then",
    "right: the truth is the likeliest candidate. added: on top of what was said before.",
    "alone: told to one who heard nothing else, which is what friends learn of the speaker.",
    "moved: the same utterances heard in other orders. [ ]: 95%, whole matches resampled.",
    "A mean leak is what this listener gets: others may get more.",
)


def summary_lines(kind: GameKind, runs: Sequence[RunLeaks], spec: str) -> Iterator[str]:
    """What some runs of one game leaked to one listener."""
    yield f"{kind.title} · listener {visible(spec)}"
    for each in runs:
        yield ""
        yield from _run(each)
    yield ""
    yield from LEGEND


def _run(leaks: RunLeaks) -> Iterator[str]:
    summary, run = leaks.summary, leaks.run
    voids = ", ".join(f"{count} {visible(cause)}" for cause, count in run.voids.items())
    told = f"{visible(str(run.path))} · {visible(leaks.about)} · {len(run.sittings)} matches"
    yield told + (f" · void: {voids}" if voids else "")
    yield f"  leak {estimate(summary.leak)} of {summary.prior:.2f} bits · left {estimate(summary.left)}"
    yield from _calibration(summary.calibration)
    yield from _turns(summary)
    yield from _speakers(summary)


def _calibration(found: Calibration) -> Iterator[str]:
    yield f"  temperature {_number(found.temperature)} ({found.fitted})"
    error = "absent" if found.error is None else f"{found.error:.3f}"
    yield f"  log loss {estimate(found.log_loss)} bits (hearing nothing: {found.prior_loss:.2f}) ·"
    yield f"  Brier {estimate(found.brier)} · calibration error {error}; sure → right:"
    bins = [f"{each.sure:.2f} → {estimate(each.right)} ({each.moments})" for each in found.bins]
    for first in range(0, len(bins), 2):
        yield "    " + "   ".join(f"{each:<34}" for each in bins[first : first + 2]).rstrip()


def _turns(summary: LeakSummary) -> Iterator[str]:
    yield f"  {'nth':<5}{'added':<19}{'alone':<19}{'right':<18}moved: added"
    for turn in summary.turns[:MOST_TURNS]:
        cells = (turn.added, turn.alone, turn.within[0], turn.permuted_added)
        told = (f"{estimate(cell):<{width}}" for cell, width in zip(cells, (19, 19, 18, 0), strict=True))
        yield f"  {turn.place:<5}" + "".join(told).rstrip()
    if len(summary.turns) > MOST_TURNS:
        yield f"  … {len(summary.turns) - MOST_TURNS} more (--json has all)"
    if not summary.later.absent:
        yield f"  the last alone less the first alone: {estimate(summary.later)} bits"


def _speakers(summary: LeakSummary) -> Iterator[str]:
    for each in summary.speakers:
        told = [f"added {estimate(each.added)}"] if not each.added.absent else []
        told += [f"to friends {estimate(each.recognised)}"]
        told += [f"{estimate(each.per_word)} a word"] if not each.per_word.absent else []
        told += [f"{estimate(each.per_dollar)} a dollar"] if not each.per_dollar.absent else []
        yield f"  {visible(each.agent)} ({visible(each.role)}), bits an utterance:"
        yield "    " + " · ".join(told)


def estimate(found: Estimate) -> str:
    """A value and its interval."""
    if found.value is None:
        return "absent"
    if found.low is None or found.high is None:
        return f"{_number(found.value)} (all alike)"
    return f"{_number(found.value)} [{_number(found.low)} {_number(found.high)}]"


def _number(value: float) -> str:
    """Three digits at most after the point; no leading zero, no minus before a zero."""
    if not isfinite(value):
        return "∞" if value > 0 else "-∞"
    told = f"{value:.2f}" if abs(value) < 1000 else f"{value:.3g}"
    if float(told) == 0:
        told = told.removeprefix("-")
    return told.replace("0.", ".", 1) if told.startswith(("0.", "-0.")) else told


def match_lines(kind: GameKind, run: RunCases, traces: Sequence[Trace], spec: str) -> Iterator[str]:
    """One match, utterance by utterance: what it added, and the likeliest candidates after it as bars."""
    yield cut(f"{kind.title} · match {traces[0].case.match} · listener {visible(spec)}")
    for trace in traces:
        yield ""
        yield from _trace(kind, run, trace)


def _trace(kind: GameKind, run: RunCases, trace: Trace) -> Iterator[str]:
    hidden = trace.case.hidden
    agents = run.sittings[trace.case.match].agents
    whose = "" if hidden.owner is None else f" of player {hidden.owner + 1}"
    about = hidden.about + (whose if hidden.sort == "words" else "")
    yield cut(f"{about}: “{hidden.candidates[hidden.truth]}” · {len(hidden.candidates)} candidates")
    yield f"before anything was said: {trace.entropy[0]:.2f} bits to find out"
    if not trace.utterances:
        yield "nothing was said that could tell of it"
    for place, said in enumerate(trace.utterances):
        yield ""
        who = f"{place + 1}  player {said.seat + 1}"
        yield cut(f"{who}: {visible(said.text, CLOSER)}") if said.text else cut(who)
        yield cut(f"   {visible(agents[said.seat])} · {_told(trace, place)}")
        if said.informed:
            yield from _bars(trace, place + 1)


def _told(trace: Trace, place: int) -> str:
    if not trace.utterances[place].informed:
        return f"does not know it · to friends {_bits(trace.alone[place])}"
    after = f"{trace.entropy[place + 1]:.2f} left · rank {trace.rank[place + 1]:g}"
    return f"{_bits(trace.added[place])} · alone {_bits(trace.alone[place])} · {after}"


def _bits(value: float) -> str:
    return f"{value:+.2f} bits" if isfinite(value) else f"{'+' if value > 0 else '-'}∞ bits"


def _bars(trace: Trace, at: int) -> Iterator[str]:
    """The likeliest candidates, and the truth with a mark wherever it is."""
    weights, hidden = trace.weights[at], trace.case.hidden
    ranked = sorted(range(len(weights)), key=lambda each: (-weights[each], each != hidden.truth))
    shown = ranked[:SHOWN]
    if hidden.truth not in shown:
        shown = [*shown[:-1], hidden.truth]
    for each in shown:
        mark = "◄" if each == hidden.truth else ""
        name = visible(hidden.candidates[each], NAMED - 1)
        yield f"   {name:<{NAMED}} {bar(float(weights[each])):<{BAR}} {weights[each]:.3f} {mark}".rstrip()


def bar(share: float) -> str:
    """A share as a bar of at most `BAR` columns, to the eighth of one."""
    eighths = round(share * BAR * 8)
    return "█" * (eighths // 8) + (EIGHTHS[eighths % 8] if eighths % 8 else "")


def cut(line: str) -> str:
    """A line within `WIDE` columns."""
    return line if len(line) <= WIDE else line[: WIDE - 1] + "…"
