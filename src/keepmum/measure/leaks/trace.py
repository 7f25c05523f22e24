"""One case heard from beginning to end: what was believed after each utterance, and what each gave away, in bits."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

from keepmum.core.hidden import Utterance
from keepmum.measure.leaks.listener import Case, posteriors

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float64]

NEARLY = 1e-9
"""Candidates whose odds differ by less share a rank."""


@dataclass(frozen=True, eq=False)
class Trace:
    """`weights[i]` is the posterior after i utterances, shape (utterances + 1, candidates); the first is the prior.

    `alone[i]`: bits the i-th utterance tells of the truth to one who has heard nothing else, log2 of P(it | truth) over
    P(it | any candidate, as likely as beforehand). It is also what friends can tell from it: the odds that the speaker
    knows the truth and not only the candidates. -inf where one who knows would never have said it.
    """

    case: Case
    weights: Floats
    alone: Floats

    @property
    def utterances(self) -> tuple[Utterance, ...]:
        """What was said."""
        return self.case.hidden.utterances

    @cached_property
    def entropy(self) -> Floats:
        """Bits of uncertainty before and after each utterance, shape (utterances + 1,)."""
        return entropy(self.weights)

    @cached_property
    def truth(self) -> Floats:
        """The truth's odds before and after each utterance."""
        return self.weights[:, self.case.hidden.truth]

    @cached_property
    def leak(self) -> Floats:
        """log2 of the truth's posterior over its prior, before (0) and after each utterance."""
        import numpy as np

        with np.errstate(divide="ignore"):
            return np.log2(self.truth / self.truth[0])

    @cached_property
    def added(self) -> Floats:
        """What each utterance added to the leak, shape (utterances,)."""
        import numpy as np

        return np.diff(self.leak)

    @cached_property
    def above(self) -> Floats:
        """How many candidates are likelier than the truth, and how many as likely (itself too), shape (2, n + 1)."""
        import numpy as np

        ahead = (self.weights > self.truth[:, None] * (1 + NEARLY)).sum(axis=1)
        least = (self.weights >= self.truth[:, None] * (1 - NEARLY)).sum(axis=1)
        return np.array([ahead, least - ahead], dtype=np.float64)

    @property
    def rank(self) -> Floats:
        """The truth's rank, from 1, equals in random order (the mean), before and after each utterance."""
        return self.above[0] + (self.above[1] + 1) / 2

    @cached_property
    def within(self) -> Floats:
        """P(the truth is among the k likeliest), equals in random order, shape (candidates, n + 1); k - 1 is first."""
        import numpy as np

        best: Floats = np.arange(1.0, self.weights.shape[1] + 1)[:, None]
        return ((best - self.above[0]) / self.above[1]).clip(0.0, 1.0)

    @cached_property
    def informed(self) -> tuple[int, ...]:
        """The places of the utterances that could tell something."""
        return tuple(place for place, said in enumerate(self.utterances) if said.informed)


def trace(case: Case, evidence: Floats, sharpness: float = 1.0) -> Trace:
    """Hear a case out. `evidence` is a listener's, `sharpness` one over its temperature."""
    return Trace(case, posteriors(case.hidden, evidence, sharpness), told_alone(case, evidence, sharpness))


def told_alone(case: Case, evidence: Floats, sharpness: float) -> Floats:
    """See `Trace.alone`; shape (utterances,)."""
    import numpy as np

    tops = evidence.max(axis=1, keepdims=True, initial=-np.inf)
    tempered = (evidence - np.where(np.isfinite(tops), tops, 0.0)) * sharpness
    with np.errstate(divide="ignore", invalid="ignore"):
        any_ = np.log(np.exp(tempered) @ np.array(case.hidden.prior))
        told = (tempered[:, case.hidden.truth] - any_) / np.log(2)
    return np.where(np.isnan(told), 0.0, told)


def entropy(weights: Floats) -> Floats:
    """Bits, along the last axis."""
    import numpy as np

    return -np.where(weights > 0, weights * np.log2(np.where(weights > 0, weights, 1.0)), 0.0).sum(axis=-1)
