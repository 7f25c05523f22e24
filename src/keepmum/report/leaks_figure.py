"""The paper's Figures 4 and 6 for one or more runs, and the plane of revealing against being recognised."""

# matplotlib types its keywords only in part
# pyright: reportUnknownMemberType=false

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import log2
from pathlib import Path
from typing import TYPE_CHECKING, Any

from keepmum.core.kind import GameKind
from keepmum.measure.leaks.summary import Turn
from keepmum.measure.stats import Estimate
from keepmum.report.leaks import RunLeaks
from keepmum.theory.schedules import best_schedule

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLOURS = ("#1b6ca8", "#b03060", "#3aa17e", "#b5651d", "#6a4fa3", "#8a8a8a", "#444444", "#c9a227")
MOST_TURNS = 12
LONGEST_NAME = 24
THEORY = "#222222"
APART = 0.02
CLOSE = 0.15


def draw(kind: GameKind, runs: Sequence[RunLeaks], path: Path) -> None:
    """Draw to a file whose suffix says the format (.svg, .png, .pdf). Needs matplotlib."""
    figure, panels = _canvas()
    _guesses(panels[0], runs)
    _entropies(panels[1], runs)
    _best(panels[2], runs)
    _plane(panels[3], kind, runs)
    handles, labels = panels[1].get_legend_handles_labels()
    figure.legend(handles, labels, loc="lower center", ncols=min(4, len(runs)), fontsize=8, frameon=False)
    figure.suptitle(f"{kind.title}: what was given away, clue by clue", fontsize=11, x=0.07, ha="left")
    figure.savefig(path, dpi=160, metadata={"Date": None} if path.suffix == ".svg" else None)


def _canvas() -> tuple[Figure, list[Axes]]:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9.4, 7.6))
    FigureCanvasAgg(figure)
    figure.subplots_adjust(left=0.07, right=0.98, top=0.91, bottom=0.14, hspace=0.34, wspace=0.2)
    panels = list(figure.subplots(2, 2).flat)
    for panel in panels:
        panel.spines[["top", "right"]].set_visible(False)
        panel.grid(color="#e4e4e4", linewidth=0.6)
    return figure, panels


def _name(run: RunLeaks) -> str:
    """The folder's, and what is hidden where a run hides several things."""
    several = any(case.hidden.about != run.about for case in run.run.cases)
    return run.run.path.name[:LONGEST_NAME] + (f", {run.about}" if several else "")


def _turns(run: RunLeaks) -> Sequence[Turn]:
    return run.summary.turns[:MOST_TURNS]


def _line(axes: Axes, run: tuple[int, RunLeaks], value: Callable[[Turn], Estimate], dash: str = "-") -> None:
    """A curve over the turns, with its intervals as bars; runs stand a little apart."""
    place, leaks = run
    known = [(turn.place, value(turn)) for turn in _turns(leaks) if not value(turn).absent]
    if not known:
        return
    x = [at + APART * place for at, _ in known]
    y = [float(found.value or 0.0) for _, found in known]
    lows = [float(found.value or 0.0) - float(found.value if found.low is None else found.low) for _, found in known]  # type: ignore[arg-type]
    highs = [float(found.value if found.high is None else found.high) - float(found.value or 0.0) for _, found in known]  # type: ignore[arg-type]
    style: dict[str, Any] = {"color": COLOURS[place % len(COLOURS)], "linestyle": dash, "linewidth": 1.5}
    shape = "o" if dash == "-" else "^"
    spread = [[max(0.0, each) for each in lows], [max(0.0, each) for each in highs]]
    label = _name(leaks) if dash == "-" else None
    axes.errorbar(x, y, yerr=spread, marker=shape, markersize=4, elinewidth=1, label=label, **style)


def _frame(axes: Axes, title: str, x: str, y: str) -> None:
    from matplotlib.ticker import MaxNLocator

    axes.set_title(title, fontsize=9.5, loc="left")
    axes.set_xlabel(x, fontsize=8.5)
    axes.set_ylabel(y, fontsize=8.5)
    axes.tick_params(labelsize=8)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))


def _guesses(axes: Axes, runs: Sequence[RunLeaks]) -> None:
    """Figure 4: how often the likeliest candidate is right, by the number of utterances heard."""
    for run in enumerate(runs):
        _line(axes, run, lambda turn: turn.within[0])
        _line(axes, run, lambda turn: turn.permuted_right, ":")
    axes.set_ylim(0, 1.03)
    _frame(axes, "P(likeliest is right): as spoken —, moved ···", "utterances heard", "probability")


def _entropies(axes: Axes, runs: Sequence[RunLeaks]) -> None:
    """Figure 6 (a): bits left, from the prior on."""
    for place, leaks in enumerate(runs):
        _line(axes, (place, leaks), lambda turn: turn.entropy)
        first = leaks.summary.turns[0].entropy.value if leaks.summary.turns else None
        if first is not None:
            x = [0, 1 + APART * place]
            axes.plot(x, [leaks.summary.prior, first], color=COLOURS[place % len(COLOURS)], linewidth=1.5)
    axes.set_ylim(bottom=-0.05)
    _frame(axes, "Bits left to find out", "utterances heard", "entropy of the posterior, bits")


def _best(axes: Axes, runs: Sequence[RunLeaks]) -> None:
    """Figure 6 (b): how often the truth is among the k likeliest, after everything."""
    most = 1
    for place, leaks in enumerate(runs):
        if leaks.summary.turns:
            within = leaks.summary.turns[-1].within
            most = max(most, len(within))
            y = [float(each.value or 0.0) for each in within]
            axes.plot(range(1, len(y) + 1), y, color=COLOURS[place % len(COLOURS)], marker=".", linewidth=1.5)
    axes.set_ylim(0, 1.03)
    axes.set_xlim(0.5, most + 0.5)
    _frame(axes, "P(truth among the k likeliest), all heard", "k", "probability")


def _plane(axes: Axes, kind: GameKind, runs: Sequence[RunLeaks]) -> None:
    """Each turn of each run: what it added for the eavesdropper against what it told friends, with theory's own."""
    tops, labelled = [0.1], list[tuple[float, float]]()
    for place, leaks in enumerate(runs):
        known = [turn for turn in _turns(leaks) if turn.added.value is not None and turn.alone.value is not None]
        x = [float(turn.added.value or 0.0) for turn in known]
        y = [float(turn.alone.value or 0.0) for turn in known]
        tops += [*x, *y]
        axes.plot(x, y, color=COLOURS[place % len(COLOURS)], marker="o", markersize=4, linewidth=0.8)
        _number(
            axes, [(turn.place, point) for turn, point in zip(known, zip(x, y, strict=True), strict=True)], labelled
        )
    best = schedule_points(kind, runs)
    if best:
        x, y = [point[0] for point in best], [point[1] for point in best]
        axes.plot(x, y, color=THEORY, marker="s", markersize=4, linewidth=1, linestyle="--", label="best schedule")
    top = max([*tops, *(each for point in best for each in point)]) * 1.08
    axes.plot([0, top], [0, top], color=THEORY, linewidth=0.8, label="all that friends learn leaks")
    axes.legend(fontsize=7.5, frameon=False, loc="lower right")
    _frame(
        axes, "Revealing against being recognised, turn by turn", "bits added for the eavesdropper", "bits to friends"
    )


def _number(axes: Axes, points: Sequence[tuple[int, tuple[float, float]]], labelled: list[tuple[float, float]]) -> None:
    """Write each point's turn beside it, where no other number stands yet."""
    for turn, (x, y) in points:
        if all(abs(x - across) > CLOSE or abs(y - up) > CLOSE for across, up in labelled):
            axes.annotate(str(turn), (x, y), (4, 3), textcoords="offset points", fontsize=7)
            labelled.append((x, y))


def schedule_points(kind: GameKind, runs: Sequence[RunLeaks]) -> list[tuple[float, float]]:
    """For each announcement of the best schedule: bits added, log2 of the words before over those after it; and bits to
    friends, log2 of all words over those after it. Of The Chameleon alone, where all runs have one table and card size.
    """
    if kind.name != "chameleon":
        return []
    shapes = {(len(case.hidden.friends) + 1, len(case.hidden.candidates)) for leaks in runs for case in leaks.run.cases}
    if len(shapes) != 1:
        return []
    players, words = shapes.pop()
    sizes = best_schedule(players, words).sizes
    return [(log2(before / after), log2(words / after)) for before, after in pairwise(sizes)]
