"""A direction is a unit vector fitted on some secrets; what it is worth is seen on the secrets it was not fitted on.

Labels come as columns (rows, labellings), so that true and shuffled labels are fitted at once; directions are the
columns of what comes back, (width, labellings), and point to where the labels are higher.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from keepmum.core.options import OptionError

Floats: TypeAlias = NDArray[np.float64]
Codes: TypeAlias = NDArray[np.int64]
Method = Literal["difference", "pca-centred", "pca-raw", "probe"]

HIGH, LOW = 9, 3
"""The paper's levels: the steering vector is the mean at 9 less the mean at 3."""
RIDGE = 0.1
"""The probe's penalty, in mean squared lengths of the states around their mean."""


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """States (rows, width) of one layer, with each row's level, secret and category, the latter two as codes."""

    states: Floats
    levels: Floats
    secrets: Codes
    categories: Codes

    def where(self, taken: NDArray[np.bool_]) -> Sample:
        """Some of the rows."""
        return Sample(self.states[taken], self.levels[taken], self.secrets[taken], self.categories[taken])

    def __len__(self) -> int:
        return len(self.levels)


Fit: TypeAlias = Callable[[Sample, Floats], Floats]


def by_difference(high: int = HIGH, low: int = LOW) -> Fit:
    """The mean at level `high` less the mean at `low`, normalised (the paper, section 5.3)."""

    def fit(sample: Sample, labels: Floats) -> Floats:
        masks = [labels == level for level in (high, low)]
        for level, mask in zip((high, low), masks, strict=True):
            if not mask.any(axis=0).all():
                raise OptionError(f"there are no states at level {level}; collect them, or name other levels")
        top, bottom = (sample.states.T @ mask / mask.sum(axis=0) for mask in masks)
        return unit(top - bottom)

    return fit


def by_principal(centre: bool) -> Fit:
    """The first principal component, raw or with each secret's mean taken out; its sign is that of the labels."""

    def fit(sample: Sample, labels: Floats) -> Floats:
        first = components(sample, centre, 1)
        along = sample.states @ first
        signs = np.sign((within(along, sample.secrets) * within(labels, sample.secrets)).sum(axis=0))
        return first * np.where(signs == 0, 1.0, signs)

    return fit


def by_probe(sample: Sample, labels: Floats) -> Floats:
    """The weights of a ridge regression of the label on the state, normalised."""
    states = sample.states - sample.states.mean(axis=0)
    gram = states @ states.T
    penalty = RIDGE * max(float(np.trace(gram)) / len(sample), 1e-12)
    solved = np.linalg.solve(gram + penalty * np.eye(len(sample)), labels - labels.mean(axis=0))
    return unit(states.T @ solved)


def fits(high: int = HIGH, low: int = LOW) -> Mapping[Method, Fit]:
    """Every way to find a direction, by name."""
    return {
        "difference": by_difference(high, low),
        "pca-centred": by_principal(centre=True),
        "pca-raw": by_principal(centre=False),
        "probe": by_probe,
    }


def components(sample: Sample, centre: bool, count: int) -> Floats:
    """The first principal components, shape (width, count); `centre` takes each secret's mean out before."""
    from scipy.linalg import eigh

    states = within(sample.states, sample.secrets) if centre else sample.states - sample.states.mean(axis=0)
    gram = states @ states.T
    _, places = eigh(gram, subset_by_index=(len(gram) - min(count, len(gram)), len(gram) - 1))
    return unit(states.T @ places[:, ::-1])


def within(values: Floats, groups: Codes) -> Floats:
    """Values (rows, …) less the mean of their group."""
    _, place = np.unique(groups, return_inverse=True)
    counts = np.bincount(place)
    sums = np.zeros((len(counts), *values.shape[1:]))
    np.add.at(sums, place, values)
    return values - (sums / counts.reshape(-1, *[1] * (values.ndim - 1)))[place]


def unit(vectors: Floats) -> Floats:
    """Columns scaled to length 1; a column of nothing stays."""
    lengths = np.linalg.norm(vectors, axis=0)
    return vectors / np.where(lengths > 0, lengths, 1.0)


def held_out(fit: Fit, sample: Sample, labels: Floats, others: Mapping[str, Sample], by: str) -> dict[str, Floats]:
    """Projections (rows, labellings) of the sample ("") and of others, each on the direction that never saw its group.

    `by` is "secrets" or "categories". Rows of a group that the sample does not have are projected on all of it.
    """
    targets = {"": sample, **others}
    own = getattr(sample, by)
    found = {name: np.full((len(each), labels.shape[1]), np.nan) for name, each in targets.items()}
    for group in np.unique(np.concatenate([getattr(each, by) for each in targets.values()])):
        kept = own != group
        if not kept.any():
            continue
        vectors = fit(sample.where(kept), labels[kept])
        for name, each in targets.items():
            mine = getattr(each, by) == group
            found[name][mine] = each.states[mine] @ vectors
    return found


def rank_correlations(projections: Floats, labels: Floats, secrets: Codes) -> Floats:
    """Spearman's correlation of projections and labels (rows, columns) within each secret, shape (secrets, columns).

    NaN where either does not vary.
    """
    from scipy.stats import rankdata

    found: list[Floats] = []
    for secret in np.unique(secrets):
        mine = secrets == secret
        ranks = [np.asarray(rankdata(values[mine], axis=0), dtype=np.float64) for values in (projections, labels)]
        x, y = (rank - rank.mean(axis=0) for rank in ranks)
        scale = np.sqrt((x * x).sum(axis=0) * (y * y).sum(axis=0))
        bad = np.isnan(projections[mine]).any(axis=0) | (scale == 0)
        found.append(np.where(bad, np.nan, (x * y).sum(axis=0) / np.where(scale == 0, 1.0, scale)))
    return np.array(found)


def shuffled(levels: Floats, secrets: Codes, count: int, rng: np.random.Generator) -> Floats:
    """Labels that say nothing: the levels in random order within each secret, shape (rows, count)."""
    columns = np.tile(levels[:, None], (1, count))
    for secret in np.unique(secrets):
        mine = secrets == secret
        columns[mine] = rng.permuted(columns[mine], axis=0)
    return columns


def random_units(width: int, count: int, rng: np.random.Generator) -> Floats:
    """Random directions of the same length, shape (width, count)."""
    return unit(rng.normal(size=(width, count)))


def explained(values: Floats, groups: NDArray[np.generic]) -> float:
    """The share of the variance of values (rows,) that lies between groups (eta squared); 0 where nothing varies."""
    _, place = np.unique(groups, return_inverse=True)
    total = float(((values - values.mean()) ** 2).sum())
    inside = float((within(values, place) ** 2).sum())
    return 1 - inside / total if total > 0 else 0.0
