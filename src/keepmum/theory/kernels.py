"""The matches themselves, compiled: each kernel plays many matches of one strategy against a best chameleon.

A kernel fills `log` (a row a match: word, chameleon's seat, accused seat, guess) and `said` (a row a match: answers or
ballots) for as many matches as these have rows, and returns how often the chameleon was identified and how often the
team won. Random numbers: splitmix64, one stream a call; a draw below n has a bias of at most n / 2^32.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

STEP = np.uint64(0x9E3779B97F4A7C15)
FIRST_MIX = np.uint64(0xBF58476D1CE4E5B9)
SECOND_MIX = np.uint64(0x94D049BB133111EB)
HALF = np.uint64(32)
SHIFT_A, SHIFT_B, SHIFT_C = np.uint64(30), np.uint64(27), np.uint64(31)
NOBODY = -1


@njit(inline="always")  # type: ignore[misc]
def bits(state: Any) -> Any:
    """The next 64 random bits (S. Vigna's splitmix64); `state` is an array of one uint64."""
    state[0] += STEP
    z = state[0]
    z = (z ^ (z >> SHIFT_A)) * FIRST_MIX
    z = (z ^ (z >> SHIFT_B)) * SECOND_MIX
    return z ^ (z >> SHIFT_C)


@njit(inline="always")  # type: ignore[misc]
def below(state: Any, n: int) -> int:
    """A random integer of 0..n-1."""
    return np.int64(((bits(state) >> HALF) * np.uint64(n)) >> HALF)


@njit(inline="always")  # type: ignore[misc]
def draw(state: Any, cumulative: Any) -> int:
    """A random index by cumulative weights that end at 2^32."""
    x = bits(state) >> HALF
    index = 0
    while x >= cumulative[index]:
        index += 1
    return index


@njit(inline="always")  # type: ignore[misc]
def note(log: Any, match: int, word: int, seat: int, accused: int, guess: int) -> None:
    """Write down one match, if there is a row for it."""
    if match < log.shape[0]:
        log[match, 0] = word
        log[match, 1] = seat
        log[match, 2] = accused
        log[match, 3] = guess


@njit(cache=True)  # type: ignore[misc]
def trivial(players: int, words: int, matches: int, state: Any, log: Any) -> tuple[int, int]:
    """Nobody says anything and all vote for seat 0."""
    identified = won = 0
    for match in range(matches):
        word, seat, guess = below(state, words), below(state, players), NOBODY
        if seat == 0:
            guess = below(state, words)
            identified += 1
            won += guess != word
        note(log, match, word, seat, 0, guess)
    return identified, won


@njit(cache=True)  # type: ignore[misc]
def revealing(
    players: int, words: int, blamed: int, matches: int, state: Any, log: Any, said: Any
) -> tuple[int, int]:
    """All say the word; the chameleon repeats what it heard, and in seat 0 says any word."""
    identified = won = 0
    answers = np.zeros(players, dtype=np.int64)
    for match in range(matches):
        word, seat, guess = below(state, words), below(state, players), NOBODY
        first = below(state, words) if seat == 0 else word
        accused = blamed
        for player in range(players - 1, -1, -1):
            answers[player] = word if player else first
            if answers[player] != word:
                accused = player
        if accused == seat:
            guess = answers[1] if seat == 0 else answers[0]
            identified += 1
            won += guess != word
        note(log, match, word, seat, accused, guess)
        if match < said.shape[0]:
            said[match, :] = answers
    return identified, won


@njit(inline="always")  # type: ignore[misc]
def shrink_around(state: Any, items: Any, size: int, smaller: int) -> None:
    """Drop random items from the first `size`, all but items[0], until `smaller` are left in front."""
    for last in range(size - 1, smaller - 1, -1):
        other = 1 + below(state, last)
        items[last], items[other] = items[other], items[last]


@njit(inline="always")  # type: ignore[misc]
def shrink_blindly(state: Any, items: Any, size: int, smaller: int) -> bool:
    """Drop random items from the first `size`; whether items[0] was dropped."""
    at = 0
    for last in range(size - 1, smaller - 1, -1):
        other = below(state, last + 1)
        items[last], items[other] = items[other], items[last]
        if other == at:
            at = last
        elif at == last:
            at = other
    if at < smaller:
        items[at], items[0] = items[0], items[at]
    return at >= smaller


@njit(inline="always")  # type: ignore[misc]
def mark(items: Any, size: int, row: Any) -> None:
    """The set of the first `size` items, as bits."""
    row[0] = 0
    for place in range(size):
        row[0] |= np.int64(1) << items[place]


@njit(cache=True)  # type: ignore[misc]
def schedule(sizes: Any, matches: int, state: Any, log: Any, said: Any) -> tuple[int, int]:
    """Nested sets of these sizes around the word; the chameleon shrinks blindly and knows when it was caught by that.

    `said` holds sets as bits of an int64, 0 for null; leave it without rows for more than 63 words.
    """
    words, players = sizes[0], sizes.shape[0] - 1
    items = np.arange(words)
    identified = won = 0
    for match in range(matches):
        keep = match < said.shape[0]
        if keep:
            said[match, :] = 0
        picked, seat, guess, accused = below(state, words), below(state, players), NOBODY, 0
        word = items[picked]
        items[0], items[picked] = word, items[0]
        for turn in range(players):
            size, smaller = sizes[turn], sizes[turn + 1]
            if turn == seat:
                if shrink_blindly(state, items, size, smaller):
                    accused = turn
                    guess = items[smaller + below(state, size - smaller)]
                    if keep:
                        mark(items, smaller, said[match, turn : turn + 1])
                    break
                if turn > 0:
                    if not keep:
                        break
            else:
                shrink_around(state, items, size, smaller)
            if keep:
                mark(items, smaller, said[match, turn : turn + 1])
        if accused == seat:
            if guess == NOBODY:
                guess = items[below(state, sizes[players])]
            identified += 1
            won += guess != word
        note(log, match, word, seat, accused, guess)
    return identified, won


@njit(inline="always")  # type: ignore[misc]
def accuse(state: Any, ballots: Any, counts: Any) -> int:
    """The seat with the most votes, one of them at random if they are several."""
    counts[:] = 0
    for ballot in ballots:
        counts[ballot] += 1
    most, tied = counts.max(), 0
    for count in counts:
        tied += count == most
    nth = below(state, tied) if tied > 1 else 0
    for seat in range(counts.shape[0]):
        if counts[seat] == most:
            if nth == 0:
                return seat
            nth -= 1
    return NOBODY


@njit(cache=True)  # type: ignore[misc]
def split(
    profiles: Any, replies: Any, alike: Any, starts: Any, matches: int, state: Any, log: Any, said: Any
) -> tuple[int, int]:
    """Word w calls for the ballots profiles[w]; the chameleon in seat c casts replies[c] and guesses among `alike`.

    `alike[c]` lists the words class by class, as the others' ballots show them; word w's class is
    alike[c, starts[c, w, 0] : starts[c, w, 1]].
    """
    words, players = profiles.shape
    ballots = np.zeros(players, dtype=np.int64)
    counts = np.zeros(players, dtype=np.int64)
    identified = won = 0
    for match in range(matches):
        word, seat, guess = below(state, words), below(state, players), NOBODY
        ballots[:] = profiles[word]
        ballots[seat] = replies[seat]
        accused = accuse(state, ballots, counts)
        if accused == seat:
            low, high = starts[seat, word, 0], starts[seat, word, 1]
            guess = alike[seat, low + below(state, high - low)]
            identified += 1
            won += guess != word
        note(log, match, word, seat, accused, guess)
        if match < said.shape[0]:
            said[match, :] = ballots
    return identified, won


@njit(cache=True)  # type: ignore[misc]
def stationary(
    draws: Any, votes: Any, guesses: Any, players: int, matches: int, state: Any, log: Any, said: Any
) -> tuple[int, int]:
    """Answers by `draws`[w], a chameleon's by the last row; tables by the code of the counts say votes and guesses.

    A table's code is the sum over answers s of N^s ... with N + 1 as the base: see `strategies.Stationary`.
    """
    words, responses = draws.shape[0] - 1, draws.shape[1]
    answers = np.zeros(players, dtype=np.int64)
    places = np.ones(responses, dtype=np.int64)
    for response in range(1, responses):
        places[response] = places[response - 1] * (players + 1)
    identified = won = 0
    for match in range(matches):
        word, seat, code, accused, guess = below(state, words), below(state, players), 0, NOBODY, NOBODY
        for player in range(players):
            answers[player] = draw(state, draws[words if player == seat else word])
            code += places[answers[player]]
        blamed = votes[code, word]
        for player in range(players):
            if accused == NOBODY and answers[player] == blamed:
                accused = player
        if accused == seat:
            guess = guesses[code, answers[seat]]
            identified += 1
            won += guess != word
        note(log, match, word, seat, accused, guess)
        if match < said.shape[0]:
            said[match, :] = answers
    return identified, won
