"""The paper's Figure 2 with real axes: what wins how often, against the number of players."""

# matplotlib types its keywords only in part
# pyright: reportUnknownMemberType=false

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, floor, inf, log, log10
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from keepmum.theory.bounds import trivial_value, upper_bound
from keepmum.theory.domains import MIN_PLAYERS, require, require_concealing, require_revealing, require_table
from keepmum.theory.propositions import concealing_bound, revealing_bound
from keepmum.theory.schedules import best_schedule, schedule_value

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST_PLAYERS, MOST_WORDS = 1_000, 100_000
MOST_POINTS = 64
SECONDS_A_CELL, MOST_SECONDS_A_POINT = 4e-7, 1.5
"""What the best schedules cost, about: by N K, and at most for each number of players (measured on one slow core)."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What to draw: K words, from 3 to `players` players, and the levels of the concealing and revealing bounds."""

    words: int = 16
    players: int = 32
    alpha_kl: float = 0.01
    alpha_l1: float = 1.5

    def __post_init__(self) -> None:
        require_table(self.players, self.words)
        require(self.players <= MOST_PLAYERS, f"players <= {MOST_PLAYERS}", self.players)
        require(self.words <= MOST_WORDS, f"words <= {MOST_WORDS}", self.words)
        require_concealing(self.alpha_kl)
        require_revealing(self.alpha_l1)

    @property
    def seats(self) -> tuple[int, ...]:
        """The numbers of players that are computed: all, or of many `MOST_POINTS`, closer where they are few."""
        if self.players - MIN_PLAYERS < MOST_POINTS:
            return tuple(range(MIN_PLAYERS, self.players + 1))
        return tuple(sorted({round(each) for each in np.geomspace(MIN_PLAYERS, self.players, MOST_POINTS)}))

    @property
    def seconds(self) -> float:
        """About how long the curves take."""
        return sum(min(SECONDS_A_CELL * n * self.words, MOST_SECONDS_A_POINT) for n in self.seats)


@dataclass(frozen=True, slots=True)
class Curve:
    """One line of the figure: win probability for each number of players. A bound is drawn broken."""

    name: str
    label: str
    players: tuple[int, ...]
    win: tuple[float, ...]
    bound: bool


def curves(plan: Plan) -> tuple[Curve, ...]:
    """The curves, from the highest claim to the lowest; bounds above 1 are cut at 1."""
    seats, words = plan.seats, plan.words
    told = {
        "upper": ("nobody can beat this", True, [upper_bound(n, words) for n in seats]),
        "schedule": ("best schedule", False, [best_schedule(n, words).value for n in seats]),
        "amb": (r"$\pi^{\mathrm{amb}}$", False, [schedule_value(even_sizes(n, words)) for n in seats]),
        "concealing": (
            f"concealing, {plan.alpha_kl:g}-KL: at most",
            True,
            [concealing_bound(n, words, plan.alpha_kl, unanimous=True) for n in seats],
        ),
        "trivial": ("trivial", False, [trivial_value(n, words) for n in seats]),
        "revealing": (
            f"revealing, {plan.alpha_l1:g}-L1: at most",
            True,
            [revealing_bound(n, words, plan.alpha_l1) for n in seats],
        ),
    }
    return tuple(
        Curve(name, label, seats, tuple(min(float(win), 1.0) for win in wins), bound)
        for name, (label, bound, wins) in told.items()
    )


def even_sizes(players: int, words: int) -> tuple[int, ...]:
    """pi^amb for any K: every turn drops K/(N+1) words, to the nearest whole number, and at least one word is left.

    Just pi^amb where N + 1 divides K.
    """
    return tuple(max((2 * words * left + players + 1) // (2 * (players + 1)), 1) for left in range(players + 1, 0, -1))


STYLES = {
    "upper": ("#444444", ":"),
    "schedule": ("#1b6ca8", "-"),
    "amb": ("#3aa17e", "-"),
    "concealing": ("#b5651d", "--"),
    "trivial": ("#8a8a8a", "-"),
    "revealing": ("#b03060", "--"),
}
TICKS = (1, 5, 10, 20, 50, 100, 200)


def left_out(plan: Plan, lines: Sequence[Curve]) -> dict[str, str]:
    """The curves that are not drawn, by name, and why: bounds that say nothing, and lines below the axis throughout."""
    lowest, told = floor_of(plan), dict[str, str]()
    for curve in lines:
        if curve.bound and min(curve.win) >= 1:
            told[curve.name] = "a bound of 1 or more at every number of players says nothing"
        elif max(curve.win) < lowest:
            told[curve.name] = f"below the axis: at most {max(curve.win):.3g} at every number of players"
    return told


def draw(plan: Plan, lines: Sequence[Curve], paths: Sequence[Path]) -> None:
    """Draw the curves that can be seen; each path's suffix says the format (.svg, .png, .pdf). Needs matplotlib."""
    require(plan.players > MIN_PLAYERS, f"players >= {MIN_PLAYERS + 1} (a line from {MIN_PLAYERS} on)", plan.players)
    figure, axes = _canvas()
    absent = left_out(plan, lines)
    lines = [curve for curve in lines if curve.name not in absent]
    for curve in lines:
        colour, dash = STYLES[curve.name]
        axes.plot(curve.players, curve.win, color=colour, linestyle=dash, linewidth=1.8)
    if "amb" not in absent:
        _mark_exact(axes, plan)
    _frame(axes, plan)
    _label(axes, lines, plan)
    for path in paths:
        figure.savefig(path, dpi=200, metadata={"Date": None} if path.suffix == ".svg" else None)


def floor_of(plan: Plan) -> float:
    """Where the axis begins: the power of ten below what the trivial strategy wins at the most players."""
    return 10.0 ** floor(log10(trivial_value(plan.players, plan.words)))


def _canvas() -> tuple[Figure, Axes]:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7.2, 4.4))
    FigureCanvasAgg(figure)
    figure.subplots_adjust(left=0.1, right=0.73, top=0.92, bottom=0.12)
    return figure, figure.add_subplot()


def _mark_exact(axes: Axes, plan: Plan) -> None:
    """A dot wherever pi^amb is defined as it stands: K = l(N+1)."""
    seats = [n for n in range(3, plan.players + 1) if plan.words % (n + 1) == 0]
    wins = [float(schedule_value(even_sizes(n, plan.words))) for n in seats]
    axes.plot(seats, wins, "o", color=STYLES["amb"][0], markersize=4, clip_on=False, zorder=3)


def _frame(axes: Axes, plan: Plan) -> None:
    axes.set_yscale("log")
    axes.set_xlim(3, plan.players)
    step = next(step for step in TICKS if plan.players <= 8 * step)
    axes.set_xticks([3, *range(step if step > 3 else 4, plan.players + 1, step)])
    axes.set_ylim(floor_of(plan), 1.0)
    axes.set_xlabel("players N")
    axes.set_ylabel("P(non-chameleons win)")
    axes.set_title(f"The Chameleon, {plan.words} words: what can be won, and what cannot", fontsize=10, loc="left")
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:g}")
    axes.yaxis.set_minor_formatter(lambda value, _: f"{value:.1f}" if floor_of(plan) == 0.1 else "")
    axes.grid(axis="y", which="major", color="#dddddd", linewidth=0.6)
    axes.spines[["top", "right"]].set_visible(False)


def _label(axes: Axes, lines: Sequence[Curve], plan: Plan) -> None:
    """Names at the right end of the lines, moved apart where they would touch; where a line leaves below, beside it."""
    lowest, above = floor_of(plan), inf
    apart = -log(lowest) / 18
    for curve in sorted(lines, key=lambda each: -each.win[-1]):
        seen = [(n, win) for n, win in zip(curve.players, curve.win, strict=True) if win >= lowest]
        at, height = seen[-1]
        if at == plan.players:
            above = min(log(height), above - apart)
            height = exp(above)
        side = "left" if at == plan.players or curve.bound else "right"
        offset = (6, 0) if at == plan.players else (8 if side == "left" else -8, 6)
        options: dict[str, Any] = {"color": STYLES[curve.name][0], "fontsize": 8.5, "va": "center", "ha": side}
        axes.annotate(curve.label, (at, height), offset, textcoords="offset points", annotation_clip=False, **options)
