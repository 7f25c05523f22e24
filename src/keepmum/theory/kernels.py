"""The matches themselves, compiled: each kernel plays many matches of one strategy against a best chameleon.

`run` is how many matches and the state of the random numbers; `notes` are two arrays: log (a row a match: word,
chameleon's seat, accused seat, guess) and said (a row a match: answers or ballots), filled for as many matches as they
have rows. A kernel returns how often the chameleon was identified and how often the team won. Random numbers:
splitmix64, one stream a call; a draw below n has a bias of at most n / 2^32.
"""

# numba ships no types for its decorators
# pyright: reportUntypedFunctionDecorator=false, reportUnknownMemberType=false, reportMissingTypeStubs=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false

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


@njit(inline="always")
def bits(state: Any) -> Any:
    """The next 64 random bits (S. Vigna's splitmix64); `state` is an array of one uint64."""
    state[0] += STEP
    z = state[0]
    z = (z ^ (z >> SHIFT_A)) * FIRST_MIX
    z = (z ^ (z >> SHIFT_B)) * SECOND_MIX
    return z ^ (z >> SHIFT_C)


@njit(inline="always")
def below(state: Any, n: int) -> Any:
    """A random integer of 0..n-1."""
    return np.int64(((bits(state) >> HALF) * np.uint64(n)) >> HALF)


@njit(inline="always")
def draw(state: Any, cumulative: Any) -> int:
    """A random index by cumulative weights that end at 2^32."""
    x = bits(state) >> HALF
    index = 0
    while x >= cumulative[index]:
        index += 1
    return index


@njit(inline="always")
def note(log: Any, match: int, row: tuple[int, int, int, int]) -> None:
    """Write down word, chameleon's seat, accused seat and guess, if there is a row for this match."""
    if match < log.shape[0]:
        for column in range(4):
            log[match, column] = row[column]


@njit(inline="always")
def keep(said: Any, match: int, answers: Any) -> None:
    """Write down what was said, if there is a row for this match."""
    if match < said.shape[0]:
        said[match, :] = answers


@njit(cache=True)
def trivial(players: int, words: int, run: Any, notes: Any) -> tuple[int, int]:
    """Nobody says anything and all vote for seat 0."""
    (matches, state), (log, _) = run, notes
    identified = won = 0
    for match in range(matches):
        word, seat, guess = below(state, words), below(state, players), NOBODY
        if seat == 0:
            guess = below(state, words)
            identified += 1
            won += guess != word
        note(log, match, (word, seat, 0, guess))
    return identified, won


@njit(inline="always")
def first_liar(answers: Any, word: int, otherwise: int) -> int:
    """The first seat that did not answer the word, or `otherwise`."""
    for seat in range(answers.shape[0]):
        if answers[seat] != word:
            return seat
    return otherwise


@njit(cache=True)
def revealing(players: int, words: int, blamed: int, run: Any, notes: Any) -> tuple[int, int]:
    """All say the word; the chameleon repeats what it heard, and in seat 0 says any word."""
    (matches, state), (log, said) = run, notes
    identified = won = 0
    answers = np.zeros(players, dtype=np.int64)
    for match in range(matches):
        word, seat, guess = below(state, words), below(state, players), NOBODY
        answers[:] = word
        if seat == 0:
            answers[0] = below(state, words)
        accused = first_liar(answers, word, blamed)
        if accused == seat:
            guess = answers[1] if seat == 0 else answers[0]
            identified += 1
            won += guess != word
        note(log, match, (word, seat, accused, guess))
        keep(said, match, answers)
    return identified, won


@njit(inline="always")
def shrink_around(state: Any, items: Any, size: int, smaller: int) -> None:
    """Drop random items from the first `size`, all but items[0], until `smaller` are left in front."""
    for last in range(size - 1, smaller - 1, -1):
        other = 1 + below(state, last)
        items[last], items[other] = items[other], items[last]


@njit(inline="always")
def shrink_blindly(state: Any, items: Any, size: int, smaller: int) -> bool:
    """Drop random items from the first `size`; whether what was items[0] is among them."""
    dropped = False
    for last in range(size - 1, smaller - 1, -1):
        other = below(state, last + 1)
        items[last], items[other] = items[other], items[last]
        dropped = dropped or other == 0
    return dropped


@njit(inline="always")
def mark(items: Any, size: int, rows: Any, turn: int) -> None:
    """Write down the set of the first `size` items as bits, if there is a row for this match."""
    for row in rows:
        row[turn] = 0
        for place in range(size):
            row[turn] |= np.int64(1) << items[place]


@njit(inline="always")
def announce(state: Any, items: Any, sizes: Any, seat: int, rows: Any) -> int:
    """All turns until a set lacks the word, items[0]: whose turn that was, or how many turns there are."""
    players = sizes.shape[0] - 1
    for turn in range(players):
        if turn != seat:
            shrink_around(state, items, sizes[turn], sizes[turn + 1])
        elif shrink_blindly(state, items, sizes[turn], sizes[turn + 1]):
            mark(items, sizes[turn + 1], rows, turn)
            return turn
        elif turn > 0 and rows.shape[0] == 0:
            return players  # unnoticed: the match is lost, and nobody reads what is said from here on
        mark(items, sizes[turn + 1], rows, turn)
    return players


@njit(cache=True)
def schedule(sizes: Any, run: Any, notes: Any) -> tuple[int, int]:
    """Nested sets of these sizes around the word; the chameleon shrinks blindly, then guesses what it was caught by.

    `said` holds sets as bits of an int64, 0 for null; leave it without rows for more than 63 words.
    """
    (matches, state), (log, said) = run, notes
    players = sizes.shape[0] - 1
    items = np.arange(sizes[0])
    identified = won = 0
    for match in range(matches):
        picked, seat, guess = below(state, sizes[0]), below(state, players), NOBODY
        word = items[picked]
        items[0], items[picked] = word, items[0]
        liar = announce(state, items, sizes, seat, said[match : match + 1])
        accused = 0 if liar == players else liar
        if accused == seat:
            low, high = (0, sizes[players]) if liar == players else (sizes[liar + 1], sizes[liar])
            guess = items[low + below(state, high - low)]
            identified += 1
            won += guess != word
        note(log, match, (word, seat, accused, guess))
    return identified, won


@njit(inline="always")
def most_voted(state: Any, ballots: Any, counts: Any) -> int:
    """The seat with the most votes, one of them at random if they are several."""
    counts[:] = 0
    for ballot in ballots:
        counts[ballot] += 1
    most, tied = counts.max(), 0
    for count in counts:
        tied += count == most
    nth = below(state, tied)
    seat = 0
    while counts[seat] != most or nth > 0:
        nth -= counts[seat] == most
        seat += 1
    return seat


@njit(cache=True)
def split(profiles: Any, replies: Any, alike: Any, run: Any, notes: Any) -> tuple[int, int]:
    """Word w calls for the ballots profiles[w]; the chameleon in seat c casts replies[c] and guesses among those alike.

    `alike`: for each seat the words class by class, as the ballots show them (N x K), and word w's class in it, from
    and to (N x K x 2).
    """
    (matches, state), (log, said), (listed, classes) = run, notes, alike
    words, players = profiles.shape
    ballots, counts = np.zeros(players, dtype=np.int64), np.zeros(players, dtype=np.int64)
    identified = won = 0
    for match in range(matches):
        word, seat, guess = below(state, words), below(state, players), NOBODY
        ballots[:] = profiles[word]
        ballots[seat] = replies[seat]
        accused = most_voted(state, ballots, counts)
        if accused == seat:
            low, high = classes[seat, word]
            guess = listed[seat, low + below(state, high - low)]
            identified += 1
            won += guess != word
        note(log, match, (word, seat, accused, guess))
        keep(said, match, ballots)
    return identified, won


@njit(inline="always")
def answer_all(state: Any, draws: Any, word: int, seat: int, answers: Any) -> int:
    """Everyone answers, the chameleon by the last row of `draws`; the code of the counts, base N + 1."""
    code = 0
    for player in range(answers.shape[0]):
        answers[player] = draw(state, draws[draws.shape[0] - 1 if player == seat else word])
        code += (answers.shape[0] + 1) ** answers[player]
    return code


@njit(inline="always")
def first_to_say(answers: Any, response: int) -> int:
    """The first seat that gave this response."""
    seat = 0
    while answers[seat] != response:
        seat += 1
    return seat


@njit(cache=True)
def stationary(draws: Any, tables: Any, players: int, run: Any, notes: Any) -> tuple[int, int]:
    """Answers by `draws`; `tables` give, by the code of the counts, the vote a word and the guess a response.

    The vote is a response: blamed is the first seat that gave it.
    """
    (matches, state), (log, said), (votes, guesses) = run, notes, tables
    answers = np.zeros(players, dtype=np.int64)
    identified = won = 0
    for match in range(matches):
        word, seat, guess = below(state, draws.shape[0] - 1), below(state, players), NOBODY
        code = answer_all(state, draws, word, seat, answers)
        accused = first_to_say(answers, votes[code, word])
        if accused == seat:
            guess = guesses[code, answers[seat]]
            identified += 1
            won += guess != word
        note(log, match, (word, seat, accused, guess))
        keep(said, match, answers)
    return identified, won
