"""A listener says how well each utterance fits each candidate; the posterior follows by Bayes' rule.

With evidence E (log P(utterance | candidate), up to a constant for each utterance) and temperature T, the posterior
after some utterances is proportional to prior x exp(sum of their E / T). An utterance of one who did not know what is
hidden tells nothing and is passed over.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Protocol, TypeAlias

from keepmum.core.event import Event
from keepmum.core.hidden import Hidden

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Case:
    """Something hidden in match `match`, and the match's events."""

    match: int
    hidden: Hidden
    events: Sequence[Event]


class Listener(Protocol):
    """What a kind of listener must give. It sees many cases at once, so that it can work through them in one pass."""

    @property
    def exact(self) -> bool:
        """Whether the evidence is a likelihood already: no temperature is fitted, and 1 is right."""
        ...

    @property
    def ordered(self) -> bool:
        """Whether an utterance's evidence depends on those before it, so that it has none in another order."""
        ...

    def evidence(self, cases: Sequence[Case]) -> list[Floats]:
        """For each case the evidence of its utterances, shape (utterances, candidates); 0 where nothing is known.

        Raises OptionError where this listener cannot hear such a case.
        """
        ...


def posteriors(hidden: Hidden, evidence: Floats, sharpness: float = 1.0) -> Floats:
    """P(candidate) before and after each utterance, shape (utterances + 1, candidates). `sharpness` is 1 / T.

    Raises ValueError where all candidates are ruled out.
    """
    import numpy as np

    told = evidence
    if not all(said.informed for said in hidden.utterances):
        told = evidence.copy()
        told[[place for place, said in enumerate(hidden.utterances) if not said.informed]] = 0.0
    logs = np.empty((len(told) + 1, len(hidden.candidates)))
    logs[0] = log_prior(hidden.prior)
    logs[1:] = logs[0] + (told * sharpness).cumsum(axis=0)
    return shares(logs)


@lru_cache(maxsize=4096)
def log_prior(prior: tuple[float, ...]) -> Floats:
    """The logarithm of the candidates' odds."""
    import numpy as np

    with np.errstate(divide="ignore"):
        return np.log(np.array(prior))


def posterior(listener: Listener, case: Case, upto: int, temperature: float = 1.0) -> Floats:
    """P(candidate) after the first `upto` utterances of one case, shape (candidates,)."""
    return posteriors(case.hidden, listener.evidence([case])[0], 1 / temperature)[upto]


def shares(logs: Floats) -> Floats:
    """exp(logs), scaled to sum to 1 along the last axis. Raises ValueError where all are -inf."""
    import numpy as np

    top = logs.max(axis=-1, keepdims=True)
    if top.min() == -np.inf:
        raise ValueError("the evidence rules every candidate out")
    weights = np.exp(logs - top)
    return weights / weights.sum(axis=-1, keepdims=True)
