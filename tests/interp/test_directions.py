"""Planted directions are found where they are and not where they are not, and the controls tell which is which."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from keepmum.core.options import OptionError
from keepmum.interp import directions as d
from keepmum.interp.findings import best_layer, find, layered
from keepmum.interp.store import About, Row, StoreError

WIDTH, SECRETS, LEVELS = 48, 8, tuple(range(1, 11))
ABOUT = About("", "m", "r", (0, 1), WIDTH, "chameleon", "", "")


@dataclass
class Planted:
    """Stands for a store: at layer 0 nothing of the level, at layer 1 a direction for whatever `speaks`."""

    speaks: Sequence[str] = ("level", "words")
    noise: float = 0.1
    secrets: int = SECRETS
    path: Path = Path("planted")
    about: About = ABOUT
    rows: tuple[Row, ...] = ()
    direction: Any = None
    held: dict[int, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        rng = np.random.default_rng(3)
        self.direction = d.unit(rng.normal(size=(WIDTH, 1)))[:, 0]
        offsets = 4 * rng.normal(size=(self.secrets, WIDTH))
        kinds = [(kind, level) for kind in ("level", "digits", "words") for level in LEVELS]
        self.rows = tuple(
            Row(0, 0, 0, kind, level, f"c{secret // 2}", f"s{secret}", (0, 1), 9, "r")
            for secret in range(self.secrets)
            for kind, level in kinds
        )
        base = offsets[[int(row.secret[1:]) for row in self.rows]] + self.noise * rng.normal(
            size=(len(self.rows), WIDTH)
        )
        push = np.array([0.25 * (row.level or 0) * (row.kind in self.speaks) for row in self.rows])
        self.held = {0: base, 1: base + push[:, None] * self.direction}

    def states(self, layer: int) -> Any:
        return self.held[layer]


def sample_of(planted: Planted, layer: int = 1) -> d.Sample:
    return layered(planted).samples(layer)["level"]  # type: ignore[arg-type]


def test_a_planted_direction_is_found_by_all_but_the_raw_component() -> None:
    planted = Planted()
    sample = sample_of(planted)
    close = {
        name: float(fit(sample, sample.levels[:, None])[:, 0] @ planted.direction) for name, fit in d.fits().items()
    }
    assert close["difference"] > 0.95
    assert close["pca-centred"] > 0.99
    assert close["probe"] > 0.9
    assert abs(close["pca-raw"]) < 0.3
    raw, centred = (sample.states @ d.components(sample, centre, 1)[:, 0] for centre in (False, True))
    assert d.explained(raw, sample.secrets) > 0.95
    assert d.explained(d.within(centred, sample.secrets), sample.levels) > 0.95


def test_the_sign_is_that_of_revealing_and_the_length_one() -> None:
    sample = sample_of(Planted())
    for name, fit in d.fits().items():
        both = fit(sample, np.column_stack([sample.levels, 12 - sample.levels]))
        np.testing.assert_allclose(np.linalg.norm(both, axis=0), 1, err_msg=name)
        np.testing.assert_allclose(both[:, 0], -both[:, 1], atol=1e-9, err_msg=name)


def test_the_difference_is_the_papers() -> None:
    sample = sample_of(Planted())
    top, low = (sample.states[sample.levels == level].mean(axis=0) for level in (9, 3))
    expected = (top - low) / np.linalg.norm(top - low)
    np.testing.assert_allclose(d.by_difference()(sample, sample.levels[:, None])[:, 0], expected)
    with pytest.raises(OptionError, match="no states at level 12"):
        d.by_difference(12, 3)(sample, sample.levels[:, None])


def test_controls_behave_where_the_level_is_encoded() -> None:
    found = find(layered(Planted()), 1)  # type: ignore[arg-type]
    for method in ("difference", "pca-centred", "probe"):
        worth = found.worth[method]
        assert worth.secrets.value is not None
        assert worth.secrets.value > 0.9
        assert worth.categories.value is not None
        assert worth.categories.value > 0.9
        assert worth.words.value is not None
        assert worth.words.value > 0.9
        assert abs(worth.digits.value or 0) < 0.35
        assert worth.secrets.n == SECRETS
        assert abs(worth.shuffled.value or 0) < 0.2
        assert (worth.shuffled.high or 0) < 0.5
    assert found.random.value is not None
    assert found.random.value < 0.75
    assert found.cosine_words is not None
    assert found.cosine_words > 0.9 > abs(found.cosine_digits or 0) + 0.4


def test_a_direction_of_digits_gives_itself_away() -> None:
    found = find(layered(Planted(speaks=("level", "digits"))), 1)  # type: ignore[arg-type]
    worth = found.worth["difference"]
    assert min(worth.secrets.value or 0, worth.digits.value or 0) > 0.9
    assert abs(worth.words.value or 0) < 0.35
    assert (found.cosine_digits or 0) > 0.9


def test_where_nothing_is_planted_nothing_is_found_and_the_best_layer_is_the_other() -> None:
    planted = layered(Planted(noise=1.0))  # type: ignore[arg-type]
    nothing = find(planted, 0)
    for method in d.fits():
        assert abs(nothing.worth[method].secrets.value or 0) < 0.3, method
    assert best_layer([nothing, find(planted, 1)], "difference").layer == 1


def test_a_held_out_secret_is_never_fitted_on() -> None:
    seen: list[set[int]] = []

    def fit(sample: d.Sample, labels: d.Floats) -> d.Floats:
        seen.append(set(sample.secrets.tolist()))
        return np.ones((WIDTH, labels.shape[1]))

    sample = sample_of(Planted())
    d.held_out(fit, sample, sample.levels[:, None], {}, "secrets")
    assert [set(range(SECRETS)) - each for each in seen] == [{secret} for secret in range(SECRETS)]
    seen.clear()
    d.held_out(fit, sample, sample.levels[:, None], {}, "categories")
    assert [len(each) for each in seen] == [SECRETS - 2] * (SECRETS // 2)


def test_a_control_is_projected_on_the_direction_that_did_not_see_its_secret() -> None:
    sample = sample_of(Planted())
    other = sample.where(sample.secrets == 3)
    found = d.held_out(d.by_probe, sample, sample.levels[:, None], {"digits": other}, "secrets")
    np.testing.assert_allclose(found["digits"], found[""][sample.secrets == 3])
    kept = sample.where(sample.secrets != 3)
    np.testing.assert_allclose(found["digits"], other.states @ d.by_probe(kept, kept.levels[:, None]))


def test_rank_correlations_are_spearmans() -> None:
    from scipy.stats import spearmanr

    rng = np.random.default_rng(1)
    x, y = rng.normal(size=(30, 2)), rng.integers(4, size=(30, 2)).astype(float)
    groups = np.repeat([0, 1, 2], 10)
    found = d.rank_correlations(x, y, groups)
    for group in range(3):
        for column in range(2):
            mine = groups == group
            expected = spearmanr(x[mine, column], y[mine, column]).statistic
            assert found[group, column] == pytest.approx(expected)
    assert np.isnan(d.rank_correlations(np.ones((4, 1)), np.arange(4.0)[:, None], np.zeros(4, int))).all()


def test_shuffling_keeps_each_secrets_levels() -> None:
    sample = sample_of(Planted())
    mixed = d.shuffled(sample.levels, sample.secrets, 5, np.random.default_rng(0))
    for secret in range(SECRETS):
        mine = sample.secrets == secret
        assert (np.sort(mixed[mine], axis=0) == np.sort(sample.levels[mine])[:, None]).all()
    assert not (mixed == sample.levels[:, None]).all(axis=0).any()


def test_findings_are_the_same_again_and_one_secret_is_too_little() -> None:
    found = layered(Planted())  # type: ignore[arg-type]
    assert repr(find(found, 1)) == repr(find(found, 1))
    with pytest.raises(StoreError, match="at least two levels of at least two secrets"):
        layered(Planted(secrets=1))  # type: ignore[arg-type]
