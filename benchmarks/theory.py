"""Theory: simulators, schedules, exact stationary play and CFR+, on one core, in processor time.

    python benchmarks/theory.py [matches]

Wanted: 8 million matches a second for trivial and revealing, 3 million for the best schedule at N=4, K=16; each of the
two large schedules in 10 s; stationary play at N=8, |R|=5, K=16 in 1 s; the two-word Chameleon to 1e-3 in 60 s.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from keepmum.games.chameleon.rules import Chameleon
from keepmum.games.kuhn import Kuhn
from keepmum.theory.cfr import cfr_plus
from keepmum.theory.replies import stationary_reply
from keepmum.theory.schedules import best_schedule
from keepmum.theory.simulate import simulate
from keepmum.theory.stationary import exact_play
from keepmum.theory.strategies import Nested, Revealing, Split, Stationary, Strategy, Trivial
from keepmum.theory.trees import GameTree, grow
from keepmum.theory.zero_information import SplitVotes

SPLIT = SplitVotes(((2, 2, 1, 1), (2, 3, 3, 2), (3, 3, 1, 1)), (5, 5, 6))
ROWS = np.random.default_rng(1).dirichlet([1.0] * 5, size=16).tolist()
EVEN = [0.2] * 5


def timed(what: str, call: Callable[[], Any], told: Callable[[Any], str] = lambda _: "") -> None:
    started = time.process_time()
    result = call()
    print(f"{what:44} {time.process_time() - started:9.3f} s   {told(result)}", flush=True)


def matches_a_second(name: str, strategy: Strategy, matches: int) -> None:
    simulate(strategy, 1_000)
    started = time.process_time()
    found = simulate(strategy, matches, seed=1)
    rate = matches / (time.process_time() - started) / 1e6
    off = (found.win - float(strategy.value)) / (found.standard_error or 1.0)
    print(f"{name:44} {rate:9.2f} million matches/s   {off:+.1f} standard errors from exact", flush=True)


def two_words() -> GameTree:
    return grow(Chameleon("two", ("day", "night"), players=3, lexicon=("a", "b")))


def main() -> None:
    matches = int(float(sys.argv[1])) if len(sys.argv) > 1 else 20_000_000
    matches_a_second("trivial, N=4 K=16", Trivial(4, 16), matches)
    matches_a_second("revealing, N=4 K=16", Revealing(4, 16), matches)
    matches_a_second("best schedule, N=4 K=16", Nested(best_schedule(4, 16).sizes), matches)
    matches_a_second("split ballots, N=4 K=16", Split(SPLIT), matches)
    matches_a_second("stationary, N=4 K=16 |R|=5", Stationary(ROWS, EVEN, 4), matches // 4)
    timed("best schedule, N=100 K=10^4", lambda: best_schedule(100, 10_000), lambda best: f"{float(best.value):.9f}")
    timed("best schedule, N=1000 K=10^6", lambda: best_schedule(1_000, 1_000_000), lambda best: f"gap {best.gap:.0e}")
    timed("exact stationary play, N=8 |R|=5 K=16", lambda: exact_play(ROWS, EVEN, 8))
    timed("best stationary reply, N=6 |R|=5 K=16", lambda: stationary_reply(ROWS, 6))
    timed(
        "CFR+ on Kuhn, to 1e-3",
        lambda: cfr_plus(grow(Kuhn()), 10_000, 1e-3),
        lambda solved: f"NashConv {solved.nash_conv:.1e} after {solved.iterations}",
    )
    timed(
        "CFR+ on two words, three players, to 1e-3",
        lambda: cfr_plus(two_words(), 1_000, 1e-3),
        lambda solved: f"NashConv {solved.nash_conv:.1e} after {solved.iterations}, growing the tree included",
    )


if __name__ == "__main__":
    main()
