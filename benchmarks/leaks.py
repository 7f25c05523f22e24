"""Listeners: how long they take to load, and how many clues a second they turn into posteriors after that.

    python benchmarks/leaks.py [cases]

Loading is the lexicon and a listener's first case. Cases are of 16 words and three clues, all of our cards in turn and
the clues drawn from the lexicon's clue words; words and clues are new to the listener ("new") or have been looked up
before ("again"). Processor time of one core, so that other programs do not count.
"""

from __future__ import annotations

import sys
import time
from random import Random

from keepmum.core.hidden import Hidden, Utterance, evenly
from keepmum.games.chameleon.cards import load_cards
from keepmum.lexicon import load
from keepmum.measure.leaks.listener import Case, Listener, posteriors
from keepmum.measure.leaks.spec import DEFAULT, listener

CLUES = 3


def made(many: int) -> list[Case]:
    """So many cases."""
    rng, cards = Random(1), load_cards()
    found: list[Case] = []
    for match in range(many):
        words = cards[match % len(cards)].words
        clues = rng.choices(load().clue_words, k=CLUES)
        said = tuple(Utterance(place, place, clue, True) for place, clue in enumerate(clues))
        hidden = Hidden("word", "words", words, match % len(words), evenly(len(words)), None, (), said)
        found.append(Case(match, hidden, ()))
    return found


def heard(by: Listener, cases: list[Case]) -> float:
    """Seconds for the posteriors of all cases."""
    used = time.process_time()
    for case, evidence in zip(cases, by.evidence(cases), strict=True):
        posteriors(case.hidden, evidence)
    return time.process_time() - used


def main() -> None:
    """Print a line for each listener."""
    many = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    used = time.process_time()
    load()
    print(f"the lexicon: {time.process_time() - used:.2f} s")
    cases = made(many)
    for spec in ("words", "counts", DEFAULT):
        by = listener(spec, {})
        loading, new, again = (heard(by, some) for some in (cases[:1], cases, cases))
        rates = " ".join(f"{what} {CLUES * many / seconds:,.0f}" for what, seconds in (("new", new), ("again", again)))
        print(f"{spec:24} first case {loading:.2f} s; clues a second: {rates}")


if __name__ == "__main__":
    main()
