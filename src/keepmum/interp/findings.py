"""What a direction is worth at every layer, never without what its controls are worth.

Every number is the mean over secrets of Spearman's rank correlation, within a secret, of projection and level; the
intervals draw whole secrets. Directions are fitted without the secret (or its whole category) that they are tried on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from keepmum.core.options import OptionError
from keepmum.interp.directions import (
    HIGH,
    LOW,
    Fit,
    Floats,
    Method,
    Sample,
    components,
    explained,
    fits,
    held_out,
    random_units,
    rank_correlations,
    shuffled,
)
from keepmum.interp.store import Collected, StoreError
from keepmum.measure.stats import ABSENT, Estimate, percentiles, resampled

SHUFFLES, RANDOMS = 20, 200
CONTROLS = ("digits", "words")


@dataclass(frozen=True, slots=True)
class Worth:
    """A method at a layer: on held-out secrets and categories, and the same direction on the controls.

    `digits`: numbers in a sentence that has nothing to do with revealing; `words`: levels told without digits.
    `shuffled`: fitted and tried with levels in random order; its bounds hold the middle of such fits.
    """

    secrets: Estimate
    categories: Estimate
    digits: Estimate
    words: Estimate
    shuffled: Estimate


@dataclass(frozen=True, slots=True)
class LayerFindings:
    """A layer: the worth of each method; random directions (mean of the absolute value, and what holds 95% of them).

    `by_secret` and `by_level` are shares of the variance of the first principal component, raw and centred.
    `cosine_digits` and `cosine_words` compare the difference of levels with that of the controls. `norm` is the mean
    length of a state, `gap` that of the difference before it is normalised.
    """

    layer: int
    worth: Mapping[Method, Worth]
    random: Estimate
    by_secret: Mapping[str, float]
    by_level: Mapping[str, float]
    cosine_digits: float | None
    cosine_words: float | None
    norm: float
    gap: float


@dataclass(frozen=True, slots=True, eq=False)
class Layered:
    """The rows of a store that directions are made of and tried on, and the codes of their secrets."""

    collected: Collected
    places: Mapping[str, NDArray[np.int64]]
    secrets: NDArray[np.int64]
    categories: NDArray[np.int64]
    levels: Floats

    def samples(self, layer: int) -> dict[str, Sample]:
        """The sample of each kind of row at a layer."""
        states = self.collected.states(layer).astype(np.float64)
        if not np.isfinite(states).all():
            raise StoreError(f"{self.collected.path}: layer {layer} has states that are no numbers; collect them again")
        return {
            kind: Sample(states[at], self.levels[at], self.secrets[at], self.categories[at])
            for kind, at in self.places.items()
        }


def layered(collected: Collected) -> Layered:
    """The unsteered rows of a store by kind. Raises StoreError where there are too few to make a direction of."""
    rows = collected.rows
    places = {
        kind: np.array([n for n, row in enumerate(rows) if row.kind == kind and not row.steer], dtype=np.int64)
        for kind in ("level", *CONTROLS, "none")
    }
    secrets = coded([(row.category, row.secret) for row in rows])
    levels = np.array([np.nan if row.level is None else row.level for row in rows], dtype=np.float64)
    found = Layered(collected, places, secrets, coded([row.category for row in rows]), levels)
    mine = places["level"]
    if len(set(secrets[mine].tolist())) < 2 or len(set(levels[mine].tolist())) < 2:
        raise StoreError(
            f"{collected.path} has too little to make a direction of: at least two levels of at least two secrets are "
            "needed; collect more into the same folder"
        )
    return found


def coded(names: Sequence[object]) -> NDArray[np.int64]:
    """Names as numbers, in the order they first come."""
    codes = {name: code for code, name in enumerate(dict.fromkeys(names))}
    return np.array([codes[name] for name in names], dtype=np.int64)


def find(found: Layered, layer: int, high: int = HIGH, low: int = LOW) -> LayerFindings:
    """All that is said of one layer. Raises OptionError where the two levels were not collected."""
    samples = found.samples(layer)
    level = samples["level"]
    controls = {kind: samples[kind] for kind in CONTROLS if len(samples[kind])}
    labels = np.column_stack([level.levels, shuffled(level.levels, level.secrets, SHUFFLES, seeded(layer))])
    ways: Mapping[Method, Fit] = fits(high, low)
    worth: dict[Method, Worth] = {method: _worth(fit, level, labels, controls) for method, fit in ways.items()}
    firsts = {name: level.states @ components(level, name == "centred", 1)[:, 0] for name in ("raw", "centred")}
    means = _gaps(samples, high, low)
    return LayerFindings(
        layer=layer,
        worth=worth,
        random=_random(level, layer),
        by_secret={name: explained(first, level.secrets) for name, first in firsts.items()},
        by_level={name: explained(first, level.levels) for name, first in firsts.items()},
        cosine_digits=_cosine(means["level"], means.get("digits")),
        cosine_words=_cosine(means["level"], means.get("words")),
        norm=float(np.linalg.norm(level.states, axis=1).mean()),
        gap=float(np.linalg.norm(means["level"])),
    )


def seeded(layer: int) -> np.random.Generator:
    """The chance of a layer's controls: the same whenever it is looked at."""
    return np.random.default_rng([2025, layer])


def _worth(fit: Fit, level: Sample, labels: Floats, controls: Mapping[str, Sample]) -> Worth:
    by_secret = held_out(fit, level, labels, controls, "secrets")
    columns = rank_correlations(by_secret[""], labels, level.secrets)
    each = {"secrets": columns[:, 0]}
    for name, sample in controls.items():
        along = by_secret[name][:, :1]
        each[name] = rank_correlations(along, sample.levels[:, None], sample.secrets)[:, 0]
    if len(np.unique(level.categories)) > 1:
        by_category = held_out(fit, level, labels[:, :1], {}, "categories")[""]
        each["categories"] = rank_correlations(by_category, labels[:, :1], level.secrets)[:, 0]
    found = _means(each)
    nothing = np.array([_nanmean(column) for column in columns[:, 1:].T])
    found["shuffled"] = percentiles(_nanmean(nothing), nothing, len(nothing))
    names = ("secrets", "categories", "digits", "words", "shuffled")
    return Worth(**{name: found.get(name, ABSENT) for name in names})


def _random(level: Sample, layer: int) -> Estimate:
    """How well a direction does that was not looked for, whichever way it points."""
    along = level.states @ random_units(level.states.shape[1], RANDOMS, seeded(layer))
    labels = np.tile(level.levels[:, None], (1, RANDOMS))
    columns = rank_correlations(along, labels, level.secrets)
    found = np.abs(np.array([_nanmean(column) for column in columns.T]))
    return percentiles(_nanmean(found), found, RANDOMS)


def _means(columns: Mapping[str, Floats]) -> dict[str, Estimate]:
    """The mean over secrets of each column, with intervals that draw whole secrets; nan counts as unknown."""
    found: dict[str, Estimate] = {}
    for size in {len(column) for column in columns.values()}:
        names = [name for name, column in columns.items() if len(column) == size]
        values = np.column_stack([columns[name] for name in names])
        known = ~np.isnan(values)
        filled = np.where(known, values, 0.0)

        def statistic(taken: NDArray[np.int64], filled: Floats = filled, known: Any = known) -> Any:
            with np.errstate(invalid="ignore"):
                return filled[taken].sum(axis=0) / known[taken].sum(axis=0)

        found.update(zip(names, resampled(size, statistic), strict=True))
    return found


def _nanmean(values: Floats) -> float:
    known = values[~np.isnan(values)]
    return float(known.mean()) if len(known) else float("nan")


def _gaps(samples: Mapping[str, Sample], high: int, low: int) -> dict[str, Floats]:
    """The mean state at the high level less that at the low one, of each kind that has both."""
    gaps: dict[str, Floats] = {}
    for kind in ("level", *CONTROLS):
        sample = samples[kind]
        masks = [sample.levels == level for level in (high, low)]
        if all(mask.any() for mask in masks):
            top, bottom = (sample.states[mask].mean(axis=0) for mask in masks)
            gaps[kind] = top - bottom
    return gaps


def _cosine(one: Floats, other: Floats | None) -> float | None:
    if other is None:
        return None
    scale = float(np.linalg.norm(one) * np.linalg.norm(other))
    return float(one @ other) / scale if scale > 0 else None


def best_layer(findings: Sequence[LayerFindings], method: Method) -> LayerFindings:
    """The layer where the method does best on held-out secrets; the lowest of equals."""
    if not findings:
        raise OptionError("there are no layers to choose from")
    return max(findings, key=lambda each: each.worth[method].secrets.value or -2.0)
