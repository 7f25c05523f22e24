"""A meter tells a speaker, before it speaks, what each of several texts would give away to a listener.

It hears what the speaker has heard, and takes every other speaker for one who knows, since it cannot tell.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from keepmum.core.hidden import Hidden, Utterance, evenly
from keepmum.core.kind import GameKind
from keepmum.core.options import OptionError
from keepmum.core.view import Meter, Metered, Told, View
from keepmum.measure.leaks.listener import Case, Listener, shares
from keepmum.measure.leaks.spec import DEFAULT, listener

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float64]

LEAST = -50.0
"""Nats: what a code rules out counts as so unlikely, since a speaker cannot be sure that all speak the code."""

TEMPERATURE = 0.7
"""Fits the clues of bot:words at level 9 to the mixture of words and counts (docs/leaks.md); 1 for an exact code."""


def meter(kind: GameKind, spec: str = "", temperature: float | None = None) -> Meter:
    """The meter of a listener ("": the mixture of words and counts), at a temperature (None: the listener's usual one).

    Raises OptionError for one that does not exist, or hears an utterance only after those before it.
    """
    found = listener(spec or DEFAULT, kind.codes)
    if found.ordered:
        raise OptionError(f"the listener {spec!r} cannot measure what is not said yet; take words, counts or a mixture")
    usual = 1.0 if found.exact else TEMPERATURE
    return _Meter(found, 1.0 / (usual if temperature is None else temperature)).hear


@dataclass(frozen=True, slots=True)
class _Meter:
    listener: Listener
    sharpness: float

    def hear(self, view: View, texts: Sequence[str]) -> Metered:
        """Measure texts that might be said next."""
        import numpy as np

        if view.truth is None:
            raise ValueError("only one who knows the truth can measure what tells of it")
        rows = self._rows(view, texts)
        said = rows[: len(view.said)].sum(axis=0)
        news = rows[len(view.said) :]
        bits = [np.log2(shares(logs)[..., view.truth] * rows.shape[1]) for logs in (said, said + news, news)]
        before = float(bits[0])
        each = zip((bits[1] - before).tolist(), bits[2].tolist(), strict=True)
        return Metered(before, tuple(Told(adds, shows) for adds, shows in each))

    def _rows(self, view: View, texts: Sequence[str]) -> Floats:
        """The tempered evidence of what was said and then of the texts, shape (utterances, candidates)."""
        import numpy as np

        every = [*view.said, *((-1, text) for text in texts)]
        heard = tuple(Utterance(place, seat, text, False) for place, (seat, text) in enumerate(every))
        hidden = Hidden(
            view.topic, "words", view.candidates, view.truth or 0, evenly(len(view.candidates)), None, (), heard
        )
        evidence = self.listener.evidence([Case(0, hidden, ())])[0].reshape(len(every), -1)
        quiet = [bool(view.silence) and text.casefold() == view.silence.casefold() for _, text in every]
        evidence[quiet] = 0.0
        return np.maximum((evidence - evidence.max(axis=1, keepdims=True)) * self.sharpness, LEAST)
