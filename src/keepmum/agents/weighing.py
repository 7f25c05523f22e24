"""Weighing is what a model's log-probabilities make of what was said: how likely it is for each word it may hint at.

Nothing here names a game: the words, what was said and what is asked come with a view. With L(u | w) = log P(u | the
topic and the word w) and L(u) = log P(u | the topic alone), natural logarithms, summed over a text's tokens:

- the seat that seems not to know: the highest L(u) - L(u | truth), summed over what it said. One who does not know the
  truth itself takes log sum P(w | what the others said) P(u | w) in the place of L(u | truth);
- the word: the highest sum of L(u | w) over what the others said;
- what to say: the highest L(u | truth), or with a level what tells nearest to 0.3 bits a level: log2 of the truth's
  share of P(u | w) times the number of words. One who does not know the truth says what is likeliest by the others.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, inf, log

from keepmum.agents.wording import words
from keepmum.core.view import View
from keepmum.models.scoring import Scorer
from keepmum.models.seam import Message

BITS_A_LEVEL = 0.3
MOST_WORDS = 64
"""Of more candidates so many are weighed, the truth among them."""


@dataclass(frozen=True, slots=True)
class Likely:
    """`known[w][u]` is L(u | w) of each text for each word, `blind[u]` is L(u). `truth`: the true word's index."""

    words: tuple[str, ...]
    truth: int | None
    known: tuple[tuple[float, ...], ...]
    blind: tuple[float, ...]


async def likely(scorer: Scorer, view: View, texts: Sequence[str], every: bool = True) -> Likely:
    """One pass for each word, or for the truth alone where not `every`, and one for the topic."""
    candidates = _some(view) if every or view.truth is None else (view.candidates[view.truth],)
    truth = None if view.truth is None else candidates.index(view.candidates[view.truth])
    if not texts:
        return Likely(candidates, truth, ((),) * len(candidates), ())
    asked = [words("hint_known", topic=view.topic, word=word) for word in candidates]
    rows = [await scorer.score((Message("user", text),), texts) for text in asked]
    blind = await scorer.score((Message("user", words("hint_blind", topic=view.topic)),), texts)
    return Likely(candidates, truth, tuple(rows), blind)


def _some(view: View) -> tuple[str, ...]:
    """The candidates, or of too many some that are spread evenly, in their order."""
    many = len(view.candidates)
    if many <= MOST_WORDS:
        return view.candidates
    kept = {place * many // (MOST_WORDS - 1) for place in range(MOST_WORDS - 1)}
    if view.truth is not None:
        kept.add(view.truth)
    return tuple(view.candidates[place] for place in sorted(kept))


async def suspicion(scorer: Scorer, view: View, own: int) -> Mapping[int, float]:
    """By seat, how much likelier what it said is for one who knows the topic alone. Only others who have spoken."""
    said = [(seat, text) for seat, text in view.said if seat != own]
    found = await likely(scorer, view, [text for _, text in said], every=view.truth is None)
    by_others = _posterior(found, range(len(said)))
    seats: dict[int, float] = {}
    for place, (seat, _) in enumerate(said):
        seats[seat] = seats.get(seat, 0.0) + found.blind[place] - _informed(found, place, by_others)
    return seats


async def naming(scorer: Scorer, view: View, own: int) -> Mapping[str, float]:
    """By candidate, the log-probability of what the others said."""
    found = await likely(scorer, view, [text for seat, text in view.said if seat != own])
    return {word: sum(row) for word, row in zip(found.words, found.known, strict=True)}


async def saying(scorer: Scorer, view: View, texts: Sequence[str], level: int | None) -> Sequence[tuple[float, float]]:
    """For each text that might be said: how well it fits (the higher the better), and the bits it tells of the truth.

    The bits are 0 for one who does not know the truth.
    """
    heard = [text for _, text in view.said] if view.truth is None else []
    found = await likely(scorer, view, [*heard, *texts])
    weights = _posterior(found, range(len(heard)))
    places = range(len(heard), len(heard) + len(texts))
    return [_fit(found, place, weights, level) for place in places]


def _fit(found: Likely, place: int, weights: Sequence[float], level: int | None) -> tuple[float, float]:
    informed = _informed(found, place, weights)
    if found.truth is None:
        return informed, 0.0
    column = [row[place] for row in found.known]
    bits = (informed - _log_sum(column) + log(len(column))) / log(2)
    return (informed if level is None else -abs(bits - BITS_A_LEVEL * level)), bits


def _informed(found: Likely, place: int, weights: Sequence[float]) -> float:
    """L(text | truth), or for a truth that is not known the mixture over the words."""
    if found.truth is not None:
        return found.known[found.truth][place]
    return _log_sum(
        [log(weight) + row[place] if weight else -inf for weight, row in zip(weights, found.known, strict=True)]
    )


def _posterior(found: Likely, places: Sequence[int]) -> list[float]:
    """P(word | the texts at `places`), every word as likely beforehand."""
    sums = [sum(row[place] for place in places) for row in found.known]
    whole = _log_sum(sums)
    return [exp(each - whole) for each in sums]


def _log_sum(logs: Sequence[float]) -> float:
    top = max(logs)
    return top + log(sum(exp(each - top) for each in logs)) if top > -inf else top
