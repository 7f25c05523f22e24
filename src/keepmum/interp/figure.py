"""The paper's Figure 5 with the control beside each panel, the layers' profile, and what a sweep of strengths does."""

# matplotlib types its keywords only in part
# pyright: reportUnknownMemberType=false

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from keepmum.interp.collecting import RANDOM
from keepmum.interp.directions import Floats, Method, Sample, components, fits, within
from keepmum.interp.findings import Layered, LayerFindings

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLOURS = "viridis"
PUSHED = {"-": "#b03060", "+": "#1b6ca8"}
LINES = (
    ("categories", "held-out categories", "#3aa17e", "-"),
    ("secrets", "held-out secrets", "#1b6ca8", ":"),
    ("words", "paraphrased, no digits", "#b5651d", "--"),
    ("digits", "same digits, other sentence", "#b03060", "--"),
)
INFO = {"Date": None}


@dataclass(frozen=True, slots=True, eq=False)
class Plane:
    """Two components, (width, 2), of the instructed states at a layer, each secret's mean taken out; and the origin.

    The first points to higher levels.
    """

    layer: int
    axes: Floats
    origin: Floats
    arrow: Floats

    def of(self, states: Floats) -> Floats:
        """Coordinates (rows, 2)."""
        return (states - self.origin) @ self.axes


def plane(found: Layered, layer: int, levels: tuple[int, int]) -> Plane:
    """The plane of a layer, with the difference of the two levels laid on it. Raises OptionError as `by_difference`."""
    level = found.samples(layer)["level"]
    axes = components(level, centre=True, count=2)
    along = within(level.states, level.secrets) @ axes
    if float((along[:, 0] * (level.levels - level.levels.mean())).sum()) < 0:
        axes = axes * np.array([-1.0, 1.0])
    vector = fits(*levels)["difference"](level, level.levels[:, None])[:, 0]
    return Plane(layer, axes, level.states.mean(axis=0), vector @ axes)


def draw_states(found: Layered, on: Plane, path: Path) -> None:
    """Figure 5: above, states by level and the control; below, uninstructed and steered states and the control."""
    figure = _canvas(9.4, 7.4)
    panels: Any = figure.subplots(2, 2, sharex="row", sharey="row")
    samples = found.samples(on.layer)
    flat = {
        kind: on.of(on.origin + within(samples[kind].states, samples[kind].secrets)) for kind in ("level", "digits")
    }
    for axes, kind, title in (
        (panels[0, 0], "level", "instructed level"),
        (panels[0, 1], "digits", "control: the same digits, nothing to do with revealing"),
    ):
        _by_level(axes, flat[kind], samples[kind].levels, title)
    _arrow(panels[0, 0], on, flat["level"])
    for axes, random, title in (
        (panels[1, 0], False, "no instruction, steered"),
        (panels[1, 1], True, "control: steered along a random direction"),
    ):
        _steered(axes, (found, on), random, title)
    _frame_states(figure, panels, found, on)
    _save(figure, path)


def _uncentred(on: Plane, states: Floats, secrets: Any, level: Sample) -> Floats:
    """Coordinates with each secret's mean over the instructed levels taken out."""
    means = {code: level.states[level.secrets == code].mean(axis=0) for code in np.unique(level.secrets)}
    usual = level.states.mean(axis=0)
    shifts = [means.get(code, usual) - usual for code in secrets]
    return on.of(states - np.array(shifts).reshape(states.shape))


def _by_level(axes: Axes, flat: Floats, levels: Floats, title: str) -> None:
    from matplotlib import colormaps

    colours = colormaps[COLOURS]
    for level in np.unique(levels):
        mine = flat[levels == level]
        colour = colours((level - 1) / 9)
        axes.scatter(*mine.T, color=colour, s=16, alpha=0.55, linewidths=0)
        axes.annotate(f"{level:g}", _middle(mine), color=colour, fontsize=11, fontweight="bold", ha="center")
    axes.set_title(title if len(flat) else f"{title}: not collected", fontsize=9, loc="left")


def _middle(points: Floats) -> tuple[float, float]:
    return _point(points.mean(axis=0))


def _point(point: Floats) -> tuple[float, float]:
    return float(point[0]), float(point[1])


def _arrow(axes: Axes, on: Plane, flat: Floats) -> None:
    """The steering vector, rescaled and shifted to be seen: it lies across the middle of the states."""
    low, high = flat.min(axis=0), flat.max(axis=0)
    reach = np.abs(on.arrow) / np.where(high > low, high - low, 1.0)
    step = on.arrow * 0.5 / max(float(reach.max()), 1e-9)
    start = (low + high) / 2 - step / 2
    style: dict[str, Any] = {"arrowstyle": "-|>", "color": "black", "linewidth": 1.4}
    axes.annotate("", _point(start + step), _point(start), arrowprops=style)
    words = f"arrow: mean difference, rescaled; {float(np.linalg.norm(on.arrow)):.0%} of its length lies in this plane"
    axes.text(0.01, 0.01, words, fontsize=7, transform=axes.transAxes)


def _steered(axes: Axes, of: tuple[Layered, Plane], random: bool, title: str) -> None:
    """Uninstructed states in grey, and each strength's in its sign's colour, darker where it is stronger."""
    found, on = of
    level, rows = found.samples(on.layer)["level"], found.collected.rows
    states = found.collected.states(on.layer).astype(np.float64)
    groups: dict[tuple[str, str], list[int]] = {}
    for place, row in enumerate(rows):
        if row.kind == "none" and (not row.steer or (row.steer == RANDOM) == random):
            groups.setdefault((row.steer, row.strength), []).append(place)
    for (steer, strength), places in groups.items():
        mine = _uncentred(on, states[places], found.secrets[places], level)
        colour = "#777777" if not steer else PUSHED["-" if strength.startswith("-") else "+"]
        axes.scatter(*mine.T, color=colour, s=18, alpha=0.7, linewidths=0)
        axes.annotate(strength or "0", _middle(mine), color=colour, fontsize=11, fontweight="bold", ha="center")
    steered = any(steer for steer, _ in groups)
    axes.set_title(title if steered else f"{title}: not collected", fontsize=9, loc="left")


def _frame_states(figure: Figure, panels: Any, found: Layered, on: Plane) -> None:
    for axes in panels.flat:
        axes.grid(color="#eeeeee", linewidth=0.6)
        axes.spines[["top", "right"]].set_visible(False)
    for axes in panels[1]:
        axes.set_xlabel("component 1", fontsize=8.5)
    for axes in panels[:, 0]:
        axes.set_ylabel("component 2", fontsize=8.5)
    model = found.collected.about.model.rpartition("/")[2]
    told = f"{model}, layer {on.layer}: components of the instructed states, each secret's mean taken out"
    figure.suptitle(told, fontsize=10, x=0.02, ha="left")
    figure.tight_layout(rect=(0, 0, 1, 0.97))


def draw_profile(findings: Sequence[LayerFindings], method: Method, model: str, path: Path) -> None:
    """How well the direction does at every layer, with its controls and what chance gives."""
    figure = _canvas(7.6, 4.4)
    axes = figure.add_subplot()
    layers = [each.layer for each in findings]
    for name, (get, colour) in {
        "95% of random directions (both signs)": (_random_band, "#dddddd"),
        "95% of shuffled levels": (_shuffled_band, "#f0d9b5"),
    }.items():
        low, high = zip(*(get(each, method) for each in findings), strict=True)
        axes.fill_between(layers, low, high, color=colour, alpha=0.6, linewidth=0, label=name)
    for name, label, colour, dash in LINES:
        worths = [getattr(each.worth[method], name) for each in findings]
        if any(worth.value is not None for worth in worths):
            values = [np.nan if worth.value is None else worth.value for worth in worths]
            axes.plot(layers, values, dash, color=colour, label=label, linewidth=1.7, marker=".", markersize=4)
    mains = [each.worth[method].secrets for each in findings]
    lows, highs = ([getattr(each, end) for each in mains] for end in ("low", "high"))
    known = [low is not None and high is not None for low, high in zip(lows, highs, strict=True)]
    bounds = [[bound or 0.0 for bound in ends] for ends in (lows, highs)]
    axes.fill_between(layers, bounds[0], bounds[1], where=known, color=LINES[1][2], alpha=0.15, linewidth=0)
    _frame_profile(axes, f"{model.rpartition('/')[2]}: the direction of the level by {method}, layer by layer")
    figure.tight_layout()
    _save(figure, path)


def _random_band(found: LayerFindings, method: Method) -> tuple[float, float]:
    high = found.random.high or 0.0
    return -high, high


def _shuffled_band(found: LayerFindings, method: Method) -> tuple[float, float]:
    shuffled = found.worth[method].shuffled
    return shuffled.low or 0.0, shuffled.high or 0.0


def _frame_profile(axes: Axes, title: str) -> None:
    axes.axhline(0, color="#999999", linewidth=0.7)
    axes.set_ylim(-1.02, 1.02)
    axes.set_xlabel("layer (what it gives to the next)")
    axes.set_ylabel("rank correlation with the level")
    axes.set_title(title, fontsize=10, loc="left")
    axes.grid(axis="y", color="#eeeeee", linewidth=0.6)
    axes.spines[["top", "right"]].set_visible(False)
    axes.locator_params(axis="x", integer=True)
    axes.legend(fontsize=7.5, frameon=False, loc="upper center", bbox_to_anchor=(0.5, -0.13), ncols=3)


def _canvas(width: float, height: float) -> Figure:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height))
    FigureCanvasAgg(figure)
    return figure


def _save(figure: Figure, path: Path) -> None:
    figure.savefig(path, dpi=160, metadata=INFO if path.suffix.lower() == ".svg" else None)


SWEPT = (
    ("win", "won"), ("identified", "caught"), ("second_chance", "guessed anyway"), ("clue_validity", "clues valid"),
    ("perplexity", "perplexity, unsteered"), ("leak", "bits leaked"),
)  # fmt: skip


def draw_sweep(cells: Sequence[Mapping[str, Any]], title: str, path: Path) -> None:
    """What steering does to play: six measures against strength, a line a layer. `cells` are those of sweep.json."""
    figure = _canvas(9.6, 5.4)
    panels: Any = figure.subplots(2, 3)
    layers = sorted({cell["layer"] for cell in cells if cell["layer"] is not None})
    strengths = sorted({cell["strength"] for cell in cells}, key=_amount)
    places = {strength: place for place, strength in enumerate(strengths)}
    for axes, (name, label) in zip(panels.flat, SWEPT, strict=True):
        for number, layer in enumerate(layers or [None]):
            mine = [cell for cell in cells if cell["layer"] in (layer, None)]
            _swept(axes, sorted(mine, key=lambda cell: _amount(cell["strength"])), (name, places), number)
        axes.set_title(label, fontsize=9, loc="left")
        axes.set_xticks(list(places.values()), [*places], fontsize=7.5)
        axes.grid(axis="y", color="#eeeeee", linewidth=0.6)
        axes.spines[["top", "right"]].set_visible(False)
        if name not in ("perplexity", "leak"):
            axes.set_ylim(-0.02, 1.02)
    panels[0, 2].legend([f"layer {layer}" for layer in layers], fontsize=7.5, frameon=False)
    figure.supxlabel("strength (below 0: towards concealing)", fontsize=9)
    figure.suptitle(title, fontsize=10, x=0.02, ha="left")
    figure.tight_layout()
    _save(figure, path)


def _swept(axes: Axes, cells: Sequence[Mapping[str, Any]], what: tuple[str, Mapping[str, int]], number: int) -> None:
    name, places = what
    found = [(places[cell["strength"]], cell[name] if name in cell else cell["measures"][name]) for cell in cells]
    known = [(place, each) for place, each in found if each["value"] is not None]
    x, y = [place for place, _ in known], [each["value"] for _, each in known]
    reach = [
        [max(0.0, each["value"] - (each["low"] if each["low"] is not None else each["value"])) for _, each in known],
        [max(0.0, (each["high"] if each["high"] is not None else each["value"]) - each["value"]) for _, each in known],
    ]
    axes.errorbar(x, y, yerr=reach, color=f"C{number}", marker="o", markersize=3.5, linewidth=1.3, elinewidth=0.8)


def _amount(strength: str) -> float:
    return float(strength.removesuffix("norm"))
