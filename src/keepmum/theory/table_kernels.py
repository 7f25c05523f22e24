"""Matches of strategies that are given as tables, and of pi^amb as it is printed, compiled; see `kernels`.

`notes` hold answers and then ballots for a tabled strategy: 2 N columns of `said`.
"""

# numba ships no types for its decorators
# pyright: reportUntypedFunctionDecorator=false, reportUnknownMemberType=false, reportMissingTypeStubs=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from keepmum.theory.kernels import NOBODY, below, draw, keep, mark, most_voted, note


@njit(inline="always")
def say_all(state: Any, laws: Any, drawn: tuple[int, int], answers: Any) -> int:
    """Everyone answers by the word, the chameleon by its own law; the number of the row of answers."""
    (spoken, first), (word, seat), row = laws, drawn, 0
    responses, own = spoken.shape[2], spoken.shape[0] - 1
    for player in range(answers.shape[0]):
        law = spoken[own if player == seat else word, first[player] + row]
        answers[player] = draw(state, law)
        row = row * responses + answers[player]
    return row


@njit(cache=True)
def tabled(laws: Any, votes: Any, guesses: Any, run: Any, notes: Any) -> tuple[int, int]:
    """Answers, ballots and guesses by tables (see `tabled.Tabled`)."""
    (matches, state), (log, said), (profiles, calls, replies, views) = run, notes, votes
    words, players = calls.shape[0], profiles.shape[1]
    both, counts = np.zeros(2 * players, dtype=np.int64), np.zeros(players, dtype=np.int64)
    identified = won = 0
    for match in range(matches):
        word, seat, guess = below(state, words), below(state, players), NOBODY
        row = say_all(state, laws, (word, seat), both[:players])
        profile = draw(state, calls[word, row])
        both[players:] = profiles[profile]
        both[players + seat] = replies[seat, row]
        accused = most_voted(state, both[players:], counts)
        if accused == seat:
            guess = draw(state, guesses[seat, row, views[seat, profile]])
            identified += 1
            won += guess != word
        note(log, match, (word, seat, accused, guess))
        keep(said, match, both)
    return identified, won


@njit(inline="always")
def chosen(state: Any, items: Any, bounds: tuple[int, int], many: int) -> None:
    """Put `many` random ones of the items between the bounds in front there."""
    start, end = bounds
    for place in range(start, start + many):
        other = place + below(state, end - place)
        items[place], items[other] = items[other], items[place]


@njit(inline="always")
def named(state: Any, items: Any, sizes: tuple[int, int, int]) -> int:
    """Draw a set of `size` words around items[0], of which the first `common` are in all sets so far.

    Afterwards the words that are still in all sets stand in front; how many they are.
    """
    words, common, size = sizes
    kept, left = 1, size - 1
    for place in range(1, words):
        if below(state, words - place) < left:
            left -= 1
            if place < common:
                items[kept], items[place] = items[place], items[kept]
                kept += 1
    return kept


@njit(cache=True)
def literal(sizes: Any, keeps: Any, run: Any, notes: Any) -> tuple[int, int]:
    """Sets of `sizes` that hold the word, not nested; the chameleon keeps `keeps[seat, common]` of the common words.

    `said` holds for each turn the words common to all sets so far as bits, 0 for null.
    """
    (matches, state), (log, said) = run, notes
    words, players = sizes[0], sizes.shape[0] - 1
    items = np.arange(words)
    identified = won = 0
    for match in range(matches):
        picked, seat, accused, guess = below(state, words), below(state, players), 0, NOBODY
        word = items[picked]
        items[0], items[picked] = word, items[0]
        common, low, high, liar = words, 0, 0, False
        for turn in range(players):
            if liar:
                continue
            if turn == seat:
                kept = keeps[seat, common]
                chosen(state, items, (0, common), kept)
                liar = True
                for place in range(kept):
                    if items[place] == word:
                        items[0], items[place] = word, items[0]
                        liar = False
                if liar:
                    accused, low, high = seat, kept, common
                common = kept
            else:
                common = named(state, items, (words, common, sizes[turn + 1]))
            mark(items, common, said[match : match + 1], turn)
        if accused == seat:
            guess = items[low + below(state, high - low)] if liar else items[below(state, common)]
            identified += 1
            won += guess != word
        note(log, match, (word, seat, accused, guess))
    return identified, won
